"""Votes of a table: pause, go on, more time for a turn, another player in a silent one's place.

A pause by the staff is not ended by a vote, a turn gets more time by vote once, and nobody who spoke last
time is replaced.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.core import Json, Stale
from tournaments import models
from tournaments.models import Event, Proposal, Table
from tournaments.services import rights, tables
from tournaments.services.desk import Outcome

HOUR = 3600
MOST_HOURS = 48
ORIGIN = "vote"
Kind, State = Proposal.Kind, Proposal.State
_SPOKEN = (Event.Kind.MOVE, Event.Kind.TIMEOUT)


def most_hours(table: Table) -> int:
    """The most time that a vote gives: as much as a turn has, two days at most."""
    return max(1, min(table.contest.turn_seconds // HOUR, MOST_HOURS))


def check(table: Table, kind: str, seat: str, hours: int) -> Json:
    """Whether it makes sense now; what the log says of it besides.

    Refusals: Stale TABLE_OVER, PAUSED, NOT_PAUSED, CONTEST_PAUSED, TURN_OVER; Illegal PAUSED_BY_REFEREE,
    EXTENDED_ALREADY, NOT_SILENT, MALFORMED.
    """
    if table.state not in (Table.State.PLAYING, Table.State.PAUSED):
        raise Stale("TABLE_OVER", state=str(table.state))
    return _CHECKS[kind](table, seat, hours)


def _pause(table: Table, seat: str, hours: int) -> Json:
    if table.state == Table.State.PAUSED:
        raise Stale("PAUSED", since=table.paused_at)
    return {}


def _resume(table: Table, seat: str, hours: int) -> Json:
    if table.state != Table.State.PAUSED:
        raise Stale("NOT_PAUSED")
    if table.contest.paused_at is not None:
        raise Stale("CONTEST_PAUSED", since=table.contest.paused_at)
    last = table.events.filter(kind=Event.Kind.PAUSE).order_by("-number").first()
    rights.must(last is not None and last.origin == ORIGIN, "PAUSED_BY_REFEREE")
    return {}


def _extend(table: Table, seat: str, hours: int) -> Json:
    turn = table.turns.filter(seat__letter=seat, closed_at__isnull=True, seat__automatic=False).first()
    if turn is None:
        raise Stale("TURN_OVER", seat=seat)
    rights.must(0 < hours <= most_hours(table), "MALFORMED", where="hours")
    before = table.proposals.filter(kind=Kind.EXTEND, seat=seat, turn=turn.number, state=State.DONE)
    rights.must(not before.exists(), "EXTENDED_ALREADY")
    return {"turn": turn.number, "seconds": hours * HOUR}


def _replace(table: Table, seat: str, hours: int) -> Json:
    there = table.table_seats.filter(letter=seat, automatic=False).exists()
    last = table.events.filter(kind__in=_SPOKEN, seat=seat).order_by("-number").first()
    silent = last is not None and last.kind == Event.Kind.TIMEOUT and last.origin == "clock"
    rights.must(there and silent, "NOT_SILENT")
    return {}


_CHECKS: dict[str, Callable[[Table, str, int], Json]] = {
    Kind.PAUSE: _pause,
    Kind.RESUME: _resume,
    Kind.EXTEND: _extend,
    Kind.REPLACE: _replace,
}


def lapsed(one: Proposal) -> bool:
    """What it asks for is there already, or cannot be any more."""
    table = one.table
    if table.state not in (Table.State.PLAYING, Table.State.PAUSED):
        return True
    if one.kind == Kind.PAUSE:
        return table.state == Table.State.PAUSED
    if one.kind == Kind.RESUME:
        return table.state == Table.State.PLAYING
    if one.kind == Kind.EXTEND:
        turns = table.turns.filter(seat__letter=one.seat, number=one.turn, closed_at__isnull=True)
        return not turns.exists()
    gone = not table.table_seats.filter(letter=one.seat, automatic=False).exists()
    return gone or table.events.filter(kind=Event.Kind.MOVE, seat=one.seat, number__gt=one.seen).exists()


def effect(one: Proposal) -> Outcome | None:
    """Through the one door; None: the organiser says who comes."""
    if one.kind == Kind.REPLACE:
        return None
    key = f"proposal:{one.number}"
    if one.kind in (Kind.PAUSE, Kind.RESUME):
        return tables.play(one.table_id, kind=str(one.kind), key=key, origin=ORIGIN, reason=one.reason)
    return tables.play(
        one.table_id,
        kind="ruling",
        key=key,
        origin=ORIGIN,
        seat=one.seat,
        expected=one.turn,
        reason=one.reason,
        data={"seconds": one.seconds},
    )


def carried(one: Proposal, votes: list[models.Vote], playing: list[str]) -> bool | None:
    """By more than half of all who still play. Whom it gives more time does not count, unless all others
    agree; None: others may still decide it."""
    said = {vote.seat: vote.agrees for vote in votes if vote.seat in playing}
    own = one.seat if one.kind == Kind.EXTEND else ""
    others = [letter for letter in playing if letter != own]
    yes = [letter for letter in others if said.get(letter)]
    open_ = [letter for letter in others if letter not in said]

    def enough(count: int) -> bool:
        counted = count + (count == len(others) and bool(own) and said.get(own, False))
        return counted * 2 > len(playing)

    if enough(len(yes)):
        return True
    best = len(yes) + len(open_)
    hope = best + (best == len(others) and bool(own) and said.get(own, True))
    return None if hope * 2 > len(playing) else False
