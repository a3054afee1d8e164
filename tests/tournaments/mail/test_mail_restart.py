"""The database server restarts under a running mail door and running readers: no letter is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from tests.tournaments.mail.conftest import ROOT

TABLES, EACH = 3, 8


def test_what_was_acknowledged_is_there_and_played_once_whatever_the_database_does() -> None:
    """Twice in the middle: while letters are being taken, and while they are being read. Processes and a
    server of its own, as careful with its data as in production."""
    env = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")}
    command = [sys.executable, "-m", "bench.mail", "--restart", "--tables", str(TABLES)]
    done = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    letters = TABLES * EACH
    assert found["put off"] > 0, "the restart met the door"
    assert (found["sent"], found["acknowledged"], found["different"]) == (letters, letters, letters)
    assert found["stored"] >= letters, "a letter whose 250 was lost on the way comes again: twice is no loss"
    assert 0 < found["unread at the second restart"] < found["stored"], "the restart met the readers"
    assert (found["unread"], found["unanswered"]) == (0, 0)
    assert (found["played"], found["moves"]) == (TABLES, TABLES)
