"""All that runs during the check: real processes on free ports, an empty database, logs in a folder."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from deploy.local import environment, programs
from deploy.local.keeper import Keeper
from deploy.local.programs import PROGRAMS, ROOT, STEPS
from deploy.local.valkey import free_port

SWEEP_SECONDS = "0.5"
LEFT_OUT = ("demo", "bots")
"""The check has its own people; nobody else is to play."""


class Failed(Exception):
    """Something else came than what was expected; the text says both."""


def poll[T](what: str, ask: Callable[[], T | None], *, seconds: float = 60.0, pause: float = 0.1) -> T:
    """The first answer that is not None or False. Failed with ``what`` was expected when time is over."""
    limit = time.monotonic() + seconds
    while not (answer := ask()):
        if time.monotonic() > limit:
            raise Failed(f"expected within {seconds:.0f} s: {what}")
        time.sleep(pause)
    return answer


class World:
    """The processes, each with its log ``<name>.log`` in ``folder``."""

    def __init__(
        self, folder: Path, keeper: Keeper, urls: Mapping[str, str], left_out: Sequence[str] = LEFT_OUT
    ) -> None:
        self.folder = folder
        self._keeper, self._left_out = keeper, left_out
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._programs = {one.name: one for one in PROGRAMS if one.name not in left_out}
        self.env = environment.demo(free_port(), folder, urls)
        self.env |= {
            "SWEEP_SECONDS": SWEEP_SECONDS,
            "LOG_LEVEL": "INFO",
            "STATIC_ROOT": str(folder / "static"),
        }

    @property
    def site(self) -> str:
        return self.env["SITE_URL"]

    def prepare(self) -> None:
        """Migrations and files: what `make run` does before anything runs."""
        for step in STEPS:
            if step.name not in self._left_out:
                self.do(step.name, *step.argv, DATABASE_URL=step.environment(self.env)["DATABASE_URL"])

    def do(self, name: str, *argv: str, **more: Any) -> str:
        """One command to its end; its output. Failed where its status is not 0."""
        done = subprocess.run(
            argv, env=self.env | more, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
        )
        if done.returncode:
            raise Failed(f"expected of {name}: status 0; came {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def manage(self, command: str, *words: str) -> str:
        return self.do(command, *programs.manage(command, *words))

    def start(self, *names: str) -> None:
        """Start programs by their names, all where none is named."""
        for name in names or self._programs:
            with (self.folder / f"{name}.log").open("ab") as log:
                program = self._programs[name]
                env = program.environment(self.env)
                self._running[name] = self._keeper.spawn(program.argv, env=env, output=log, cwd=ROOT)

    def kill(self, name: str) -> None:
        """kill -9, as a power cut or the kernel would: nothing is tidied up."""
        process = self._running.pop(name)
        # Held still first: a master would start a child anew, which then outlives it.
        process.send_signal(signal.SIGSTOP)
        for child in _children(process.pid):
            os.kill(child, signal.SIGKILL)
        process.kill()
        process.wait()

    def must_live(self) -> None:
        """Failed where a program ended by itself."""
        for name, process in self._running.items():
            if process.poll() is not None:
                raise Failed(f"expected: {name} runs; it ended with {process.returncode}, see its log")

    def end(self) -> None:
        """In the reverse order of their start, each asked first."""
        for process in reversed(self._running.values()):
            process.terminate()
        for name, process in reversed(self._running.items()):
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                raise Failed(f"expected: {name} ends when it is asked to; it had to be killed") from None
        self._running.clear()

    def troubles(self) -> list[str]:
        """Lines of the logs that no run should have: unforeseen exceptions."""
        found = []
        for log in sorted(self.folder.glob("*.log")):
            lines = log.read_text(errors="replace").splitlines()
            found += [
                f"{log.name}: {line}"
                for line in lines
                if line.startswith("Traceback") or " CRITICAL " in line
            ]
        return found


def _children(pid: int) -> list[int]:
    """The processes that this one started: a pool must not outlive its killed master."""
    out = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [int(word) for word in out.stdout.split()]
