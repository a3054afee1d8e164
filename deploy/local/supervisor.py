"""Keeps programs running, shows what they say, and ends them in order."""

from __future__ import annotations

import contextlib
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence

from deploy.local.keeper import Keeper
from deploy.local.programs import ROOT, Program

LONGEST_PAUSE = 30.0
SETTLED = 60.0
GRACE = 12.0

Say = Callable[[str, str], None]


class Console:
    """Lines of many processes, one at a time, each under its name."""

    def __init__(self, names: Sequence[str]) -> None:
        self._width = max(map(len, names))
        self._lock = threading.Lock()

    def say(self, name: str, line: str) -> None:
        # When nobody reads any more, the programs go on until they are told to end.
        with self._lock, contextlib.suppress(BrokenPipeError, ValueError):
            print(f"{name:<{self._width}} | {line}", flush=True)


class Running:
    """One program: its process, started at once, and its restarts."""

    def __init__(self, program: Program, keeper: Keeper, env: Mapping[str, str], say: Say) -> None:
        self.program = program
        self._keeper, self._env, self._say = keeper, env, say
        self._pause = 0.5
        self._due = 0.0
        self.start()

    def start(self) -> None:
        self._process = self._keeper.spawn(self.program.argv, env=self._env, output=subprocess.PIPE, cwd=ROOT)
        self._started = time.monotonic()
        self._reader = threading.Thread(target=self._read, args=(self._process,), daemon=True)
        self._reader.start()

    def wait(self, seconds: float) -> int | None:
        """The exit status once it has ended and all its lines are shown."""
        self._reader.join(seconds)
        return None if self._reader.is_alive() else self._process.wait()

    def look(self) -> None:
        """Starts it again when it has died: at once after a good while, ever later when it dies at once."""
        code, now = self._process.poll(), time.monotonic()
        if code is None:
            return
        if not self._due:
            settled = now - self._started > SETTLED
            self._pause = 1.0 if settled else min(self._pause * 2, LONGEST_PAUSE)
            self._due = now + self._pause
            self._say(self.program.name, f"ended ({code}); starts again in {self._pause:.0f} s")
        elif now >= self._due:
            self._due = 0.0
            self.start()

    def ask_to_end(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()

    def make_end(self, limit: float) -> None:
        """Waits until the limit (monotonic seconds), then kills."""
        try:
            self._process.wait(max(limit - time.monotonic(), 0.1))
        except subprocess.TimeoutExpired:
            self._say(self.program.name, "does not end by itself and is killed")
            self._process.kill()
            self._process.wait()

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self._say(self.program.name, line.decode(errors="replace").rstrip())


def end_all(running: Sequence[Running], hurry: threading.Event) -> None:
    """First those that send, then those that are sent to; each wave has GRACE seconds."""
    for last in (False, True):
        wave = [one for one in running if one.program.last is last]
        for one in wave:
            one.ask_to_end()
        limit = time.monotonic() + (1 if hurry.is_set() else GRACE)
        for one in wave:
            one.make_end(limit)


def do(step: Program, keeper: Keeper, env: Mapping[str, str], say: Say, asked: threading.Event) -> int:
    """One step from start to end, or until all is asked to end; its lines are shown; the exit status."""
    one = Running(step, keeper, env, say)
    while (code := one.wait(0.1)) is None:
        if asked.is_set():
            one.ask_to_end()
            one.make_end(time.monotonic() + GRACE)
    return code
