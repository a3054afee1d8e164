"""The demo as `make run` starts it: its bots play by page and by mail, and nobody plays for humans."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from deploy.check.world import World, poll
from deploy.local import pytest_services
from deploy.local.keeper import Keeper

pytestmark = pytest.mark.slow

MOVES = """SELECT origin, count(*) FROM tournaments_event
           WHERE kind = 'move' AND key NOT LIKE 'demo:%' GROUP BY origin"""
HUMANS = """SELECT count(*) FROM tournaments_event e JOIN tournaments_user u ON u.id = e.actor_id
            WHERE e.kind = 'move' AND e.key NOT LIKE 'demo:%' AND NOT u.is_bot"""


@pytest.fixture
def world(process_env: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    for name in (*pytest_services.ENVIRONMENT, "STATIC_ROOT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("BOT_SECONDS", "0.2")
    urls = {name: process_env[name] for name in ("DATABASE_URL", "REDIS_URL")}
    with Keeper() as keeper:
        made = World(tmp_path, keeper, urls, left_out=())
        made.prepare()
        yield made
        made.end()


def moves(world: World) -> Counter[str]:
    with psycopg.connect(world.env["DATABASE_URL"]) as connection:
        return Counter(dict(connection.execute(MOVES).fetchall()))


def test_bots_play_by_page_and_by_mail_and_wait_for_doors_that_are_away(world: World) -> None:
    world.start()
    poll("moves by both ways", lambda: {"mail", "link"} <= moves(world).keys(), seconds=120)
    log = world.folder / "bots.log"
    world.kill("smtp")
    world.kill("web")
    poll("a word about the door that is away", lambda: "could not answer" in log.read_text(), seconds=60)
    world.start("smtp", "web")
    before = moves(world)
    poll("mail goes on", lambda: moves(world)["mail"] > before["mail"], seconds=120)
    poll("pages go on", lambda: moves(world)["link"] > before["link"], seconds=120)
    with psycopg.connect(world.env["DATABASE_URL"]) as connection:
        assert connection.execute(HUMANS).fetchone() == (0,)
    assert "http" not in world.manage("demo", "--setup")
    began = time.monotonic()
    world.end()
    assert time.monotonic() - began < 15
    assert world.troubles() == []


def test_bots_are_for_a_demo_alone(process_env: dict[str, str]) -> None:
    command = [sys.executable, "manage.py", "bots"]
    env = {**os.environ, **process_env, "DEMO": "0"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "not a demo" in done.stderr
