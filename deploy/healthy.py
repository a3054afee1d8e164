"""Ends with 0 when the web server here shows the lobby: asked as the reverse proxy would ask."""

import os
import sys
import urllib.error
import urllib.request

port = os.environ.get("WEB_BIND", ":8000").rpartition(":")[2]
host = os.environ.get("ALLOWED_HOSTS", "localhost").partition(",")[0].lstrip(".")
request = urllib.request.Request(
    f"http://127.0.0.1:{port}/", headers={"Host": host, "X-Forwarded-Proto": "https"}
)
try:
    with urllib.request.urlopen(request, timeout=4) as answer:  # noqa: S310 (the address is ours)
        sys.exit(answer.status != 200)
except (OSError, urllib.error.HTTPError) as error:
    sys.exit(f"not healthy: {error}")
