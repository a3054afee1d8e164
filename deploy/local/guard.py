"""Ends a process group when the process that owns it is gone, however it went.

Run as a program by `keeper.Keeper`: it leads a process group of its own, into which the keeper puts
everything it starts. Its standard input is a pipe that only the keeper holds; the end of that pipe is the
keeper's death (even by kill -9) or its goodbye. Then whatever is left in the group is asked to end, and
after a while made to. Lines that arrive before name folders to remove at the end.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

PATIENCE = 4.0


def members(group: int) -> list[int]:
    """The living processes of a group; the dead that nobody has collected do not count."""
    rows = _rows_of_proc() if Path("/proc/self/stat").exists() else _rows_of_ps()
    return [pid for pid, its_group, state in rows if its_group == group and not state.startswith("Z")]


def _rows_of_proc() -> list[tuple[int, int, str]]:
    rows = []
    for entry in os.scandir("/proc"):
        if not entry.name.isdigit():
            continue
        try:
            text = Path(entry.path, "stat").read_text(errors="replace")
        except OSError:
            continue
        # The name stands in brackets and may hold anything, brackets too.
        state, _parent, group, *_ = text[text.rindex(")") + 1 :].split()
        rows.append((int(entry.name), int(group), state))
    return rows


def _rows_of_ps() -> list[tuple[int, int, str]]:
    out = subprocess.run(
        ["ps", "-A", "-o", "pid=,pgid=,state="], capture_output=True, text=True, check=True
    ).stdout
    fields = (line.split(None, 2) for line in out.splitlines())
    return [(int(pid), int(group), state) for pid, group, state in fields]


def end(group: int, leader: int, patience: float = PATIENCE) -> None:
    """SIGTERM, then SIGINT (PostgreSQL: no longer wait for clients), then SIGKILL to all but the leader."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
        limit = time.monotonic() + patience
        signalled: set[int] = set()
        while others := [pid for pid in members(group) if pid != leader]:
            if time.monotonic() > limit:
                break
            for pid in set(others) - signalled:
                _send(pid, number)
            signalled.update(others)
            time.sleep(0.05)
        else:
            return


def _send(pid: int, number: signal.Signals) -> None:
    try:
        os.kill(pid, number)
        os.kill(pid, signal.SIGCONT)
    except ProcessLookupError:
        pass


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    print("ready", flush=True)
    # No lasting hold on the owner's terminal or pipes: a reader of them must see their end.
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 1)
    os.dup2(null, 2)
    folders = [line.rstrip("\n") for line in sys.stdin]
    end(os.getpgrp(), os.getpid())
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
