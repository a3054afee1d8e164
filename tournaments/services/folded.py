"""Why a seat was folded by time: its deadline and all that moved it, letters out and in, outages, rulings.

The derivation lies open to everybody; letters are shown to the player himself and to who rules at the table.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q

from referee.core import Json
from tournaments import models
from tournaments.models import Contest, Event, Letter, Notice, Turn
from tournaments.services import away, records, rights, sitting

_MOVES = ("alive", "extended", "deadline")
_CLOCK = (Event.Kind.CLOCK, Event.Kind.RULING, Event.Kind.PAUSE, Event.Kind.RESUME)


@dataclass(frozen=True, slots=True)
class Outage:
    """The sweep was silent from ``since`` to ``until``; every open deadline moved by that."""

    since: datetime
    until: datetime
    seconds: int
    turns: int

    @property
    def length(self) -> timedelta:
        return timedelta(seconds=self.seconds)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that bears on the deadline. ``kind``: opened, event, outage, ended. ``facts``: of an event;
    ``deadline``: where it stood after that, as far as it says so."""

    at: datetime
    kind: str
    event: Event | None = None
    facts: Sequence[Json] = ()
    outage: Outage | None = None
    deadline: datetime | None = None


@dataclass(frozen=True, slots=True)
class Why:
    """The whole story of a time-out. ``notices`` and ``letters``: None for who may not see them."""

    event: Event
    turn: Turn
    first: datetime
    steps: Sequence[Step]
    notices: Sequence[Notice] | None
    letters: Sequence[Letter] | None
    taken_back: bool
    own: bool
    """It is the reader's: he had the seat then, and has it now."""
    absent: Sequence[models.Absence] = ()
    """Days that made the first deadline later."""

    @property
    def late(self) -> timedelta:
        return self.event.created_at - self.turn.deadline_at


def why(table: models.Table, number: int, reader: rights.Person) -> Why | None:
    """None where the event is no time-out of this table."""
    event = table.events.filter(number=number, kind=Event.Kind.TIMEOUT).first()
    turn = (
        table.turns.select_related("seat__entry__user", "table__contest")
        .filter(seat__letter=event.seat, number=event.turn)
        .first()
        if event is not None
        else None
    )
    if event is None or turn is None:
        return None
    own = turn.seat.entry.user_id is not None and turn.seat.entry.user_id == reader.pk
    own = own and not sitting.is_past(sitting.roll(table), event)
    private = own or rights.rules_at(reader, table)
    # The time to speak is fixed before the start of a contest.
    plain = timedelta(seconds=table.contest.turn_seconds)
    first, absent = away.of_turn(turn, plain if turn.limit is None else turn.limit)
    return Why(
        event,
        turn,
        first,
        _steps(table, turn, event),
        list(Notice.objects.filter(_about(turn)).order_by("created_at", "pk")) if private else None,
        _letters(turn, own=own, opened=records.opened(table.contest)) if private else None,
        event not in records.live(records.events_of(table)),
        own,
        absent,
    )


def _letters(turn: Turn, *, own: bool, opened: bool) -> list[Letter]:
    """That a move was left in advance is its player's secret, for as long as anything is."""
    found = Letter.objects.filter(turn=turn).order_by("received_at", "pk")
    return list(found if own or opened else found.exclude(outcome__has_key="later"))


def outages(contest: Contest) -> list[Outage]:
    """All outages of a contest, the newest first, as they stand in its ledger."""
    bodies = [json.loads(one.body)["data"] for one in contest.ledger.filter(kind="outage").order_by("-seq")]
    return [_outage(data) for data in bodies]


def _outage(data: dict[str, Any]) -> Outage:
    since, until = datetime.fromisoformat(data["from"]), datetime.fromisoformat(data["to"])
    return Outage(since, until, data["seconds"], data["turns"])


def _about(turn: Turn) -> Q:
    return Q(turn=turn, kind__in=("turn", "reminder", "nudge"))


def _steps(table: models.Table, turn: Turn, event: Event) -> list[Step]:
    """In their order."""
    steps = [Step(turn.opened_at, "opened")]
    between = table.events.filter(kind__in=_CLOCK, created_at__gte=turn.opened_at, number__lt=event.number)
    for one in between.select_related("actor").order_by("number"):
        facts = [fact for fact in one.facts if _bears(fact, turn.seat.letter)]
        if facts:
            moved = next((fact["deadline"] for fact in facts if fact["fact"] in _MOVES), None)
            deadline = datetime.fromisoformat(moved) if moved else None
            steps.append(Step(one.created_at, "event", one, facts, deadline=deadline))
    for outage in outages(table.contest):
        if turn.opened_at <= outage.until <= event.created_at:
            steps.append(Step(outage.until, "outage", outage=outage))
    steps.append(Step(event.created_at, "ended", event, event.facts, deadline=turn.deadline_at))
    return sorted(steps, key=lambda one: one.at)


def _bears(fact: Json, seat: str) -> bool:
    if fact.get("fact") in ("paused", "resumed"):
        return True
    return fact.get("fact") in _MOVES and fact.get("seat") == seat
