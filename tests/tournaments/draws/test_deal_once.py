"""Eight workers draw at the same time, and many of them die in the middle: one deck, announced once."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from django.db import connection, connections

from referee.core import Refusal
from referee.draws import Batch, Draw, verify_document
from tests import factories
from tests.tournaments.draws.sharing import check_in, closed, value_of
from tournaments import models
from tournaments.models import Contest
from tournaments.services import contests, draws, ledger, notices, positions, sealing, tables

pytestmark = pytest.mark.django_db(transaction=True)
WORKERS = 8
DEATHS = 40


class Killed(Exception):
    """What a worker meets whose process is killed: its connection is gone, and nothing was committed."""


@contextmanager
def deaths(monkeypatch: pytest.MonkeyPatch, seed: int) -> Iterator[list[str]]:
    """Workers die before or after the steps of a draw, at random, until so many have died."""
    chance, lock = Random(seed), threading.Lock()
    died: list[str] = []

    def dies(where: str) -> None:
        with lock:
            if len(died) >= DEATHS or chance.random() < 0.4:
                return
            died.append(where)
        connection.close()
        raise Killed(where)

    def wrap(module: Any, name: str) -> None:
        real = getattr(module, name)

        def wrapper(*given: Any, **named: Any) -> Any:
            dies(f"before {name}")
            done = real(*given, **named)
            dies(f"after {name}")
            return done

        monkeypatch.setattr(module, name, wrapper)

    with monkeypatch.context() as patched:
        monkeypatch = patched
        for module, name in (
            (draws, "state"),
            (draws, "deal"),
            (positions, "at_the_deal"),
            (notices, "after_event"),
            (ledger, "append"),
        ):
            wrap(module, name)
        yield died


def at_once(work: Callable[[], Any], over: Callable[[], bool]) -> None:
    """Eight workers try again and again until it is done."""

    def worker() -> None:
        try:
            for _ in range(200):
                if over():
                    return
                try:
                    work()
                except (Killed, Refusal):
                    pass
                except Exception:  # a connection that was closed under the feet of its transaction
                    connection.close()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WORKERS) as pool:
        for future in [pool.submit(worker) for _ in range(WORKERS)]:
            future.result(120)
    assert over()


def expected(contest: Contest, series: str, items: list[str], roster: list[str], *names: str) -> Draw:
    """The draw as anybody computes it from the stored seed and the values."""
    row = models.SeedBatch.objects.get(series=series)
    batch = Batch.from_random(series, sealing.unseal(row.seeds))
    refs = {name: contest.entries.get(user__name=name).ref for name in names}
    values = {refs[name]: value_of(name) for name in names}
    return Draw(contest.ref, series, 0, items, batch.seed(0), roster, values)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_seats_are_drawn_once(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    contest = closed(["alice", "bob"])
    check_in(contest, "alice", "bob")
    players = ["p1", "p2", "p3", "p4", "p5"]
    wanted = expected(contest, f"{contest.ref}/seating", players, players, "alice", "bob")

    def over() -> bool:
        return Contest.objects.get(pk=contest.pk).state == Contest.State.SEATED

    with deaths(monkeypatch, seed) as died:
        at_once(lambda: contests.draw(contest.pk), over)
    assert len(died) == DEATHS
    drawn = contest.draws.get(series=f"{contest.ref}/seating")
    assert drawn.deck_commit == wanted.deck_commit.hex()
    table = factories.table_of(contest)
    seats = [seat.entry.ref for seat in table.table_seats.order_by("letter")]
    assert seats == list(wanted.order)
    assert verify_document(draws.documents(contest)) == []
    bodies = [json.loads(row.body) for row in contest.ledger.order_by("seq")]
    assert [body["data"]["commit"] for body in bodies if body["type"] == "draw"] == [drawn.deck_commit]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_deck_is_dealt_once(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    contest = closed(["carol"])
    check_in(contest, "carol")
    contests.draw(contest.pk)
    table = factories.table_of(contest)
    deck = ["".join((rank, suit)) for suit in "cdhs" for rank in "23456789TJQKA"]
    wanted = expected(contest, table.ref, deck, ["p1", "p2", "p3", "p4", "p5"], "carol")
    contest.tables.update(state=models.Table.State.PLAYING, between=True)
    Contest.objects.filter(pk=contest.pk).update(state=Contest.State.RUNNING)

    def over() -> bool:
        return models.Event.objects.filter(table=table, kind="deal").exists()

    with deaths(monkeypatch, seed) as died:
        at_once(lambda: tables.go_on(table.pk), over)
    assert len(died) == DEATHS
    event = models.Event.objects.get(table=table, kind="deal")
    assert event.input is not None
    drawn = contest.draws.get(series=table.ref)
    assert drawn.n == 0
    assert event.input["deck"]["commit"] == drawn.deck_commit == wanted.deck_commit.hex()
    assert draws.order_of(table.ref, 0) == wanted.order
    assert models.Turn.objects.filter(table=table, closed_at__isnull=True).count() == 1
    bodies = [json.loads(row.body) for row in contest.ledger.order_by("seq")]
    assert sum(body["type"] == "table" for body in bodies) == 1


def test_a_commitment_once_stored_is_only_compared() -> None:
    contest = factories.running(5)
    row = contest.draws.get(series=factories.table_of(contest).ref)
    again = draws.deal(row)
    assert again.order == draws.order_of(row.series, row.n)
    seeds = models.SeedBatch.objects.get(series=row.series)
    seeds.seeds = sealing.seal(bytes(32 * seeds.count))
    seeds.save()
    with pytest.raises(draws.Tampered):
        draws.deal(row)
    row.refresh_from_db()
    assert row.deck_commit == again.commit
