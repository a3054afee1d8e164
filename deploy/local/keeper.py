"""Starts processes that never outlive the one that started them."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

GUARD = Path(__file__).with_name("guard.py")
SOCKET_NAME = ".s.PGSQL.5432"
LONGEST_SOCKET_PATH = 100  # 104 bytes on macOS and 108 on Linux, the final zero included


class Keeper:
    """Holds a process group that its guard ends when this process is gone; folders made here go with it."""

    def __init__(self) -> None:
        self._guard = subprocess.Popen(
            [sys.executable, "-I", str(GUARD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            process_group=0,
        )
        assert self._guard.stdout is not None
        if self._guard.stdout.readline() != "ready\n":
            raise RuntimeError("the guard of the local servers did not start")
        self._guard.stdout.close()

    def spawn(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        output: IO[Any] | int = subprocess.DEVNULL,
        stdin: int = subprocess.DEVNULL,
        **more: Any,
    ) -> subprocess.Popen[bytes]:
        """A process in the guarded group, out of reach of Ctrl-C; both its outputs go to `output`."""
        return subprocess.Popen(
            command,
            env=env,
            stdin=stdin,
            stdout=output,
            stderr=subprocess.STDOUT,
            process_group=self._guard.pid,
            **more,
        )

    @property
    def group(self) -> int:
        """The number of the guarded group of processes."""
        return self._guard.pid

    def short_folder(self) -> Path:
        """A private folder (0700) whose path is short enough for a Unix socket; removed at the end."""
        for parent in (tempfile.gettempdir(), "/tmp", "/var/tmp"):  # noqa: S108 (only a place for mkdtemp)
            if len(parent) + len("/referee-12345678/") + len(SOCKET_NAME) <= LONGEST_SOCKET_PATH:
                folder = Path(tempfile.mkdtemp(prefix="referee-", dir=parent))
                self.remove_at_end(folder)
                return folder
        raise RuntimeError("no temporary folder with a path short enough for a Unix socket")

    def remove_at_end(self, folder: Path) -> None:
        assert self._guard.stdin is not None
        self._guard.stdin.write(f"{folder}\n")
        self._guard.stdin.flush()

    def close(self) -> None:
        """Ends what is left and removes the folders; returns when nothing of it runs any more."""
        assert self._guard.stdin is not None
        if not self._guard.stdin.closed:
            self._guard.stdin.close()
        self._guard.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
