"""A real server's processes, started as container and systemd start them, on a database of their own."""

from __future__ import annotations

import os
import smtplib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from deploy.local.embedded import services
from deploy.local.lint import PRODUCTION
from deploy.local.valkey import free_port

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, str]]:
    """Production settings, everything migrated and collected."""
    folder = tmp_path_factory.mktemp("server")
    with pytest.MonkeyPatch.context() as patch, ExitStack() as running:
        for name in ("DATABASE_URL", "REDIS_URL"):
            patch.delenv(name, raising=False)
        urls = running.enter_context(services(durable=False))
        made = {
            **os.environ,
            **PRODUCTION,
            **urls,
            "WEB_BIND": f"127.0.0.1:{free_port()}",
            "SMTP_DOOR_PORT": str(free_port()),
            "STATIC_ROOT": str(folder / "static"),
            "LOG_LEVEL": "INFO",
        }
        for words in (("migrate", "--noinput"), ("messages", "--compile"), ("collectstatic", "--noinput")):
            subprocess.run(
                [sys.executable, "manage.py", *words],
                cwd=ROOT,
                env=made,
                check=True,
                stdout=subprocess.DEVNULL,
            )
        yield made


def runs(name: str, env: Mapping[str, str], folder: Path, works: Callable[[], bool]) -> None:
    """Starts it, waits until it works, ends it as a supervisor would."""
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([ROOT / "deploy" / "start", name], env=env, stdout=log, stderr=log)
    try:
        limit = time.monotonic() + PATIENCE
        while not works():
            assert process.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < limit, (folder / "log").read_text()
            time.sleep(0.2)
        process.terminate()
        assert process.wait(PATIENCE) in (0, -15), (folder / "log").read_text()
    finally:
        process.kill()
        process.wait()


def test_web_is_healthy_behind_its_proxy(env: Mapping[str, str], tmp_path: Path) -> None:
    check = [sys.executable, str(ROOT / "deploy" / "healthy.py")]
    runs("web", env, tmp_path, lambda: subprocess.run(check, env=env, capture_output=True).returncode == 0)


def test_smtp_answers(env: Mapping[str, str], tmp_path: Path) -> None:
    def answers() -> bool:
        try:
            with smtplib.SMTP("127.0.0.1", int(env["SMTP_DOOR_PORT"]), timeout=5) as door:
                return door.noop()[0] == 250
        except OSError:
            return False

    runs("smtp", env, tmp_path, answers)


@pytest.mark.parametrize(("name", "sign"), [("worker", "ready."), ("beat", "Sending due task")])
def test_celery_wakes_and_is_woken(env: Mapping[str, str], tmp_path: Path, name: str, sign: str) -> None:
    quick = {**env, "SWEEP_SECONDS": "1"}
    runs(name, quick, tmp_path, lambda: sign in (tmp_path / "log").read_text())


def test_the_sweep_leaves_a_heartbeat_without_celery(env: Mapping[str, str], tmp_path: Path) -> None:
    with psycopg.connect(env["DATABASE_URL"], autocommit=True) as connection:
        connection.execute("DELETE FROM tournaments_heartbeat")

        def beats() -> bool:
            return connection.execute("SELECT 1 FROM tournaments_heartbeat").fetchone() is not None

        runs("sweep", env, tmp_path, beats)
