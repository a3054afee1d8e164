"""What the organiser and the sweep do to a whole contest, while a move is being played: neither is lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, connections

from referee.core import Move
from tests import factories
from tournaments import models
from tournaments.services import clock, contests, croupiers, notices, sweep, tables
from tournaments.services.desk import Desk

pytestmark = pytest.mark.django_db(transaction=True)


def cancelled(contest: models.Contest) -> None:
    contests.cancel(contest.pk, contest.organiser, "a flood")


def without_croupier(contest: models.Contest) -> None:
    croupiers.assign(contest.pk, contest.organiser, 2, None)


def shifted(contest: models.Contest) -> None:
    models.Heartbeat.objects.create(name=sweep.HEART, at=clock.now() - timedelta(hours=1))
    assert sweep.after_outage() == 2


def _submit(pool: ThreadPoolExecutor, work: Callable[[], Any]) -> Future[Any]:
    def closing() -> Any:
        try:
            return work()
        finally:
            connections.close_all()

    return pool.submit(closing)


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0])


@pytest.mark.parametrize("done", [cancelled, without_croupier, shifted])
def test_no_deadlock_with_a_move_that_is_being_written(
    monkeypatch: pytest.MonkeyPatch, done: Callable[[models.Contest], None]
) -> None:
    """The move holds its table; the other holds the contest, waits for the table, and lets the move end."""
    contest = factories.running(10)
    table = factories.table_of(contest, 2)
    reached, go_on, real = threading.Event(), threading.Event(), notices.after_event

    def in_the_middle(desk: Desk, event: models.Event) -> None:
        real(desk, event)
        if event.kind == "move":
            reached.set()
            go_on.wait(20)

    def fold() -> int:
        seat = factories.open_turns(table)[0].seat.letter
        return tables.play(
            table.pk, kind="move", seat=seat, move=Move("fold"), key="fold", origin="web"
        ).number

    monkeypatch.setattr(notices, "after_event", in_the_middle)
    with ThreadPoolExecutor(2) as pool:
        move = _submit(pool, fold)
        assert reached.wait(20)
        other = _submit(pool, lambda: done(contest))
        limit = time.monotonic() + 20
        while not _somebody_waits() and time.monotonic() < limit:
            time.sleep(0.01)
        go_on.set()
        assert move.result(30) == 2
        other.result(30)
