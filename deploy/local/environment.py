"""The environment of `make run`: settings of the demo, with secrets that are made once and kept in var/."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import secrets
import socket
from collections.abc import Mapping
from pathlib import Path

from deploy.local.valkey import free_port


def kept_secrets(file: Path) -> dict[str, str]:
    """SECRET_KEY and SEAL_KEYS from the file, which is made (mode 600) where there is none."""
    with contextlib.suppress(FileNotFoundError):
        kept: dict[str, str] = json.loads(file.read_text())
        return kept
    made = {
        "SECRET_KEY": secrets.token_urlsafe(64),
        "SEAL_KEYS": base64.urlsafe_b64encode(secrets.token_bytes(32)).decode(),
    }
    # Complete or not there at all: without this key nobody could open the seeds again.
    fresh = file.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        json.dump(made, out)
        out.flush()
        os.fsync(out.fileno())
    fresh.rename(file)
    return made


def port_near(wish: int) -> int:
    """The port wished for where it is free, so that it stays the same from start to start; else any."""
    with contextlib.suppress(OSError, OverflowError), socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", wish))
        return wish
    return free_port()


def demo(port: int, var: Path, urls: Mapping[str, str]) -> dict[str, str]:
    """All that the processes are to know; what the caller's environment says goes first."""
    catcher = port_near(port + 26)
    made = {
        **kept_secrets(var / "secrets.json"),
        "DEMO": "1",
        "SITE_URL": f"http://127.0.0.1:{port}",
        "SMTP_DOOR_PORT": str(port_near(port + 25)),
        "MAIL_CATCHER_PORT": str(catcher),
        "MAILER_URL": f"smtp://127.0.0.1:{catcher}",
        "STATIC_ROOT": str(var / "static"),
        "WEB_CONCURRENCY": "2",
    }
    fixed = {"WEB_BIND": f"127.0.0.1:{port}", "PYTHONUNBUFFERED": "1", **urls}
    return {**made, **os.environ, **fixed}
