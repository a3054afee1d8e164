"""The supervisor, as a process of its own with real programs, in a folder of its own."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deploy.local import environment, guard, pytest_services
from deploy.local.valkey import free_port

ROOT = Path(__file__).resolve().parents[2]
# The real supervisor with the real database and broker; only the list of programs is another.
SCRIPT = """
import sys
from pathlib import Path
from deploy.local import run
from deploy.local.programs import Program
here = Path(sys.argv.pop(1))
run.VAR = here / "var"
STEP = "import os, time; print('a step', flush=True); time.sleep(float(os.environ.get('STEP', 0)))"
run.STEPS = (Program("step", (sys.executable, "-c", STEP)),)
run.BANNER = Program("links", ("true",), "never_there")
run.PROGRAMS = (
    Program("web", (sys.executable, "-m", "http.server", "-b", "127.0.0.1", "-d", str(here), sys.argv[2])),
    Program("dies", (sys.executable, "-c", "print('alive for a moment')")),
    Program("stays", (sys.executable, "-c", "import time; print('here'); time.sleep(600)")),
    Program("absent", ("true",), "never_there"),
)
run.main()
"""


class Site:
    def __init__(self, folder: Path, log: str = "log", *, port: int = 0, **more: str) -> None:
        self.port = port or free_port()
        self.folder = folder
        self._log = folder / log
        ours = {"DATABASE_URL", "REDIS_URL", *pytest_services.ENVIRONMENT}
        env = {name: value for name, value in os.environ.items() if name not in ours} | more
        with self._log.open("w") as log_file:
            self.process = subprocess.Popen(
                [sys.executable, "-c", SCRIPT, str(folder), "--port", str(self.port)],
                cwd=ROOT,
                env=env,
                stdout=log_file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def log(self) -> str:
        return self._log.read_text()

    def wait_for(self, condition: Callable[[], bool]) -> None:
        limit = time.monotonic() + 30
        while not condition():
            assert time.monotonic() < limit, self.log()
            time.sleep(0.05)

    def wait_for_line(self, text: str) -> None:
        self.wait_for(lambda: text in self.log())

    def session(self) -> list[int]:
        """The living processes of its session: itself and all that it started."""
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    state, _, _, session, *_ = (entry / "stat").read_text().rpartition(")")[2].split()
                except OSError:
                    continue
                if int(session) == self.process.pid and state != "Z":
                    found.append(int(entry.name))
        return found


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    one = Site(tmp_path)
    yield one
    if one.process.poll() is None:
        one.process.kill()
    one.process.wait()
    one.wait_for(lambda: one.session() == [])


def test_ctrl_c_ends_everything_and_a_second_start_goes_on(site: Site) -> None:
    site.wait_for_line("The lobby: http://127.0.0.1:")
    with urllib.request.urlopen(f"http://127.0.0.1:{site.port}/", timeout=5) as answer:
        assert answer.status == 200
    assert "step     | a step" in site.log()
    assert "left out: manage.py never_there" in site.log()
    secrets = site.folder / "var" / "secrets.json"
    assert stat.S_IMODE(secrets.stat().st_mode) == 0o600
    before = json.loads(secrets.read_text())
    os.killpg(site.process.pid, signal.SIGINT)
    assert site.process.wait(30) == 0
    assert site.session() == []
    again = Site(site.folder, "second")
    again.wait_for_line("The lobby")
    assert json.loads(secrets.read_text()) == before
    again.process.terminate()
    assert again.process.wait(30) == 0
    assert again.session() == []


def test_a_program_that_dies_is_started_again_ever_later(site: Site) -> None:
    site.wait_for_line("dies     | ended (0); starts again in 2 s")
    assert site.log().count("alive for a moment") >= 2
    assert "dies     | ended (0); starts again in 1 s" in site.log()


def test_the_database_is_started_again(site: Site) -> None:
    site.wait_for_line("The lobby")
    pid = int((site.folder / "var" / "database" / "data" / "postmaster.pid").read_text().split()[0])
    os.kill(pid, signal.SIGKILL)
    site.wait_for_line("Postgres ended and is started again")
    fresh = site.folder / "var" / "database" / "data" / "postmaster.pid"
    site.wait_for(lambda: fresh.exists() and "ready" in fresh.read_text())
    assert int(fresh.read_text().split()[0]) != pid


def test_a_supervisor_killed_at_once_leaves_no_process(site: Site) -> None:
    site.wait_for_line("The lobby")
    assert len(site.session()) >= 5
    site.process.kill()
    site.process.wait()
    site.wait_for(lambda: site.session() == [])


def test_an_interrupt_while_a_step_goes_on_ends_it_too(tmp_path: Path) -> None:
    site = Site(tmp_path, STEP="600")
    site.wait_for_line("a step")
    os.killpg(site.process.pid, signal.SIGINT)
    assert site.process.wait(30) == 0
    assert site.session() == []
    assert "web " not in site.log()


def test_a_port_in_use_is_said_at_once(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        site = Site(tmp_path, port=other.getsockname()[1])
        assert site.process.wait(30) == 1
    assert f"something listens on port {site.port} already: make run PORT=" in site.log()
    assert not (tmp_path / "var" / "database").exists()


def test_two_at_once_are_one_too_many(site: Site) -> None:
    site.wait_for_line("The lobby")
    second = Site(site.folder, "second")
    assert second.process.wait(20) == 1
    assert f"under way here already: process {site.process.pid}" in second.log()


def test_the_callers_settings_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITE_URL", "https://poker.example")
    monkeypatch.delenv("SECRET_KEY", raising=False)
    env = environment.demo(8000, tmp_path, {"DATABASE_URL": "postgresql://a", "REDIS_URL": "redis://b"})
    assert env["SITE_URL"] == "https://poker.example"
    assert env["SECRET_KEY"] == environment.demo(8000, tmp_path, {})["SECRET_KEY"]


def test_the_guard_counts_no_dead(tmp_path: Path) -> None:
    dead = subprocess.Popen(["true"], process_group=0)
    limit = time.monotonic() + 10
    while guard.members(dead.pid) and time.monotonic() < limit:
        time.sleep(0.02)
    assert guard.members(dead.pid) == []
    assert Path(f"/proc/{dead.pid}").exists()
    dead.wait()
