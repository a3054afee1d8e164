"""A time bank per player for a whole game (contests.md, 2 "Time"), from the deal to the ledger."""

from __future__ import annotations

import copy
import json
import secrets
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from referee.audit.books import Books
from referee.audit.clocks import clocks
from referee.core import Json, Move
from tests import factories
from tests.tournaments.timing import Hours
from tournaments import models
from tournaments.services import clock, rulings, sweep, tables, verifying, views

pytestmark = pytest.mark.django_db
HOUR = 3600
BANK = {"bank_seconds": 48 * HOUR, "increment_seconds": 12 * HOUR}


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Hours:
    return Hours(monkeypatch)


def banked(players: int = 2, **fields: object) -> models.Table:
    return factories.table_of(factories.running(players, preset="saint", **{**BANK, **fields}))


def choose(table: models.Table, *letters: str) -> None:
    """The first cards that each may choose."""
    for letter in letters:
        may = views.look(table.pk, letter).options
        assert may is not None
        move = Move(may["do"], {"cards": may["cards"][: may["count"]]})
        key = secrets.token_hex(8)
        tables.play(table.pk, kind="move", seat=letter, move=move, key=key, origin="web")


def left(table: models.Table) -> dict[str, float]:
    """What is in the banks, in hours, to a hundredth."""
    return {seat.letter: round((seat.bank or 0) / HOUR, 2) for seat in table.table_seats.all()}


def time_of(table: models.Table, letter: str) -> float:
    """How long its open turn lasts from its beginning to its deadline, in hours."""
    turn = table.turns.get(seat__letter=letter, closed_at__isnull=True)
    return round((turn.deadline_at - turn.opened_at).total_seconds() / HOUR, 2)


def verified(table: models.Table) -> bool:
    found = verifying.verify(table.contest_id)
    assert found is not None
    assert found.fault == ""
    return found.good


def test_what_is_not_used_stays_in_the_bank_and_no_more_than_its_cap(hours: Hours) -> None:
    table = banked()
    assert time_of(table, "A") == 60
    choose(table, "A")
    hours.pass_by(50)
    choose(table, "B")
    assert left(table) == {"A": 60, "B": 10}
    assert (time_of(table, "A"), time_of(table, "B")) == (72, 22)
    choose(table, "A", "B")
    assert left(table) == {"A": 72, "B": 22}
    assert verified(table)


def test_pauses_outages_and_a_slip_take_nothing_from_a_bank_and_give_nothing_to_it(hours: Hours) -> None:
    table, olga = banked(), factories.organiser()
    sweep.sweep()
    hours.pass_by(10)
    rulings.pause_table(table, olga, reason="A storm.", key="pause")
    hours.pass_by(100)
    rulings.resume_table(table, olga, reason="It is over.", key="resume")
    models.Heartbeat.objects.filter(name=sweep.HEART).update(at=clock.now())
    hours.pass_by(5)  # nobody swept
    assert sweep.sweep().shifted == 2
    assert tables.sign_of_life(table.pk, "B", expected=None) is not None
    hours.pass_by(7)
    choose(table, "A", "B")
    assert left(table) == {"A": 43, "B": 43}
    assert verified(table)


def test_an_empty_bank_ends_it_the_lowest_cards_are_played_and_the_seat_counts_as_beaten(
    hours: Hours,
) -> None:
    table = banked(3)
    sweep.sweep()
    choose(table, "A", "C")
    for _ in range(61):
        hours.pass_by(1)
        models.Heartbeat.objects.update(at=clock.now())
    sweep.sweep()
    seat = table.table_seats.get(letter="B")
    assert (seat.bank, seat.automatic, seat.forfeited_at is not None) == (0, True, True)
    assert table.events.filter(facts__contains=[{"fact": "out_of_time", "seat": "B"}]).count() == 1
    choose(table, "A", "C")  # nobody waits for B any more
    assert views.look(table.pk, None).view["phase"] == "take"
    assert verified(table)


def test_what_a_ruling_takes_back_gives_the_time_back_too(hours: Hours) -> None:
    table, olga = banked(), factories.organiser()
    hours.pass_by(61)
    models.Heartbeat.objects.update_or_create(name=sweep.HEART, defaults={"at": clock.now()})
    assert sweep.time_out(table.turns.get(seat__letter="A", closed_at__isnull=True).pk)
    assert left(table)["A"] == 0
    table.refresh_from_db()
    timeout = table.events.filter(kind="timeout").first()
    assert timeout is not None
    rulings.take_back(table, olga, timeout.number, seen=table.last_event, reason="Ill.", key="back")
    assert left(table) == {"A": 48, "B": 48}
    seat = table.table_seats.get(letter="A")
    assert (seat.automatic, seat.forfeited_at, time_of(table, "A")) == (False, None, 60)
    assert verified(table)


def test_a_ledger_that_says_something_else_does_not_verify() -> None:
    table = banked()
    choose(table, "A", "B")
    bodies = [json.loads(one.body) for one in table.contest.ledger.order_by("seq")]
    assert _problems(bodies) == []
    forged = {
        ("deal", "control"): ({"start": 1, "increment": 1, "cap": 1}, "cannot be read"),
        ("deal", "until"): ({"A": "2001-01-01T00:00:00.000000Z"}, "A has until"),
        ("move", "left"): ({"A": 1}, "the banks hold A 216000 s, not A 1 s"),
    }
    for (kind, key), (value, said) in forged.items():
        again = copy.deepcopy(bodies)
        entry = next(one for one in again if one["type"] == "table" and one["data"]["kind"] == kind)
        entry["data"]["clock"][key] = value
        assert said in _problems(again)[0]


def _problems(bodies: list[Json]) -> list[str]:
    books = Books()
    for body in bodies:
        books.note(body)
    return [*books.problems, *clocks(books)]


def test_a_bank_goes_without_days_of_absence_and_below_its_cap() -> None:
    row = factories.draft(preset="saint", **BANK)
    for fields in ({"absence_days": 3}, {"bank_cap_seconds": HOUR}):
        with pytest.raises(IntegrityError), transaction.atomic():
            models.Contest.objects.filter(pk=row.pk).update(**fields)
    assert timedelta(seconds=row.bank_cap_seconds) == timedelta(hours=72)
