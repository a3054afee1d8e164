"""`make demo-check` itself: it ends well, it ends at once when it is told to, and it can fail."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from deploy.local import pytest_services

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 600


type Start = Callable[..., subprocess.Popen[str]]
SEASON = 2400
"""Seconds for a tournament and a season: 2,400 moves through pages and letters."""


@pytest.fixture
def start(process_env: dict[str, str], tmp_path: Path) -> Iterator[Start]:
    """Begins the check with an empty database of its own; its folders are made in ``tmp_path``."""
    ours = {*pytest_services.ENVIRONMENT, "STATIC_ROOT"}
    env = {name: value for name, value in process_env.items() if name not in ours}
    with ExitStack() as ends:

        def begin(*words: str) -> subprocess.Popen[str]:
            process = subprocess.Popen(
                [sys.executable, "-m", "deploy.check", *words],
                cwd=ROOT,
                env=env | {"TMPDIR": str(tmp_path)},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            ends.enter_context(process)
            ends.callback(process.terminate)
            return process

        yield begin


def left_behind(folder: Path) -> list[str]:
    """Processes that name the folder in their arguments or their environment."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            said = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
        except OSError:
            continue
        if str(folder).encode() in said:
            found.append((entry / "cmdline").read_text().replace("\0", " "))
    return found


def test_a_whole_tournament_from_registration_to_prizes(start: Start, tmp_path: Path) -> None:
    started = start()
    said, _ = started.communicate(timeout=LONGEST)
    assert started.returncode == 0, said + logs(tmp_path)
    assert len(re.findall(r"^ +\d+\. \w+ +\d+ chips", said, re.MULTILINE)) == 13
    assert "260 chips, 5 draws verified" in said
    assert "kill -9 worker" in said
    assert "kill -9 sweep" in said
    assert list(tmp_path.glob("demo-check-*")) == []
    assert left_behind(tmp_path) == []


@pytest.mark.slow
def test_a_season_of_sixteen_besides(start: Start, tmp_path: Path) -> None:
    started = start("--league")
    said, _ = started.communicate(timeout=SEASON)
    assert started.returncode == 0, said + logs(tmp_path)
    assert "120 pairs met once, standings recounted" in said
    assert left_behind(tmp_path) == []


def test_it_takes_everything_along_when_it_is_ended_in_the_middle(start: Start, tmp_path: Path) -> None:
    started = start()
    limit = time.monotonic() + 120
    while not list(tmp_path.glob("demo-check-*/web.log")):
        assert time.monotonic() < limit
        assert started.poll() is None
        time.sleep(0.2)
    started.send_signal(signal.SIGTERM)
    started.communicate(timeout=60)
    assert started.returncode == 128 + signal.SIGTERM
    assert left_behind(tmp_path) == []


@pytest.mark.slow
def test_a_database_that_is_not_empty_is_refused_and_the_logs_stay(
    process_env: dict[str, str], start: Start, tmp_path: Path
) -> None:
    command = [sys.executable, str(ROOT / "manage.py")]
    subprocess.run([*command, "migrate", "-v", "0"], env=process_env, check=True)
    demo = process_env | {"DEMO": "1", "SITE_URL": "http://127.0.0.1:8000"}
    subprocess.run([*command, "demo", "--setup"], env=demo, check=True)
    started = start()
    said, _ = started.communicate(timeout=LONGEST)
    assert started.returncode == 1
    assert "expected: an empty database" in said
    folder = Path(re.search(r"The logs are in (\S+)", said)[1])  # type: ignore[index]
    assert (folder / "secrets.json").exists()
    assert folder.is_relative_to(tmp_path)
    assert left_behind(tmp_path) == []


def logs(folder: Path) -> str:
    """The last lines of every log, for whoever has to find out."""
    texts = []
    for log in sorted(folder.glob("demo-check-*/*.log")):
        texts.append(f"--- {log.name}\n" + "\n".join(log.read_text(errors="replace").splitlines()[-15:]))
    return "\n" + "\n".join(texts) + f"\n(in {tempfile.gettempdir()})"
