"""The web server's settings, for a real server and for the demo alike."""

import os

wsgi_app = "tournaments.wsgi"
bind = os.environ.get("WEB_BIND", "127.0.0.1:8000")
# WEB_CONCURRENCY sets the number of processes; the threads of one wait for the database most of the time.
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
worker_class = "gthread"
threads = int(os.environ.get("WEB_THREADS", "4"))
timeout = 30
graceful_timeout = 8
keepalive = 5
# A slow leak never becomes a problem; the jitter keeps the processes from leaving together.
max_requests = 5000
max_requests_jitter = 500
# A heartbeat file on a disk can stall a worker.
worker_tmp_dir = next(filter(os.path.isdir, ["/dev/shm"]), None)  # noqa: S108
control_socket_disable = True
accesslog = os.environ.get("WEB_ACCESS_LOG") or None
