"""Time banks at a table: what a change of it does to them, written beside its event for the ledger.

``clock`` of an event, and of its entry::

    {"control": {"start": 172800, "increment": 43200, "cap": 259200},    where a game begins
     "left": {"A": 190000},      seat -> what is in its bank now, in seconds
     "until": {"B": "2026-…Z"}}  seat -> the deadline of a decision that is asked now
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from referee.contests import timebank
from referee.contests.timebank import TimeControl
from referee.core import Json
from referee.ledger import timestamp
from tournaments.models import Contest, Event, Seat, Turn


def control(contest: Contest) -> TimeControl:
    """Of a contest that has time banks."""
    return TimeControl(
        timedelta(seconds=contest.bank_seconds or 0),
        timedelta(seconds=contest.increment_seconds),
        timedelta(seconds=contest.bank_cap_seconds),
    )


def begin(contest: Contest, seats: Iterable[Seat]) -> Json:
    """A game begins: the banks are full, whatever came before. {} where there are none."""
    if contest.bank_seconds is None:
        return {}
    return {"control": control(contest).to_json(), "left": fill(contest, seats, {})}


def fill(contest: Contest, seats: Iterable[Seat], left: dict[str, int]) -> dict[str, int]:
    """Set the banks: as in ``left``, elsewhere as at the beginning of a game."""
    for seat in seats:
        seat.bank = left.get(seat.letter, contest.bank_seconds)
        seat.save(update_fields=["bank"])
    return {seat.letter: seat.bank or 0 for seat in seats}


def limit(contest: Contest, seat: Seat) -> timedelta:
    """How long a seat may think about what it is asked now."""
    return timebank.available(timedelta(seconds=seat.bank or 0), control(contest))


def settle(contest: Contest, turn: Turn, how: str, received: datetime) -> int | None:
    """What a decision leaves in its seat's bank; None where that stays as it is. A time-out empties it: from
    then on the lowest cards are played for the seat."""
    seat = turn.seat
    if seat.bank is None or seat.automatic or how not in ("move", "timeout"):
        return None
    lent = timedelta(seconds=contest.grace_seconds if turn.alive_at else 0)
    after = timebank.bank_after(turn.deadline_at, received, control(contest), lent)
    seat.bank = timebank.seconds(after)
    if how == "timeout":
        seat.bank, seat.automatic, seat.forfeited_at = 0, True, seat.forfeited_at or received
    seat.save(update_fields=["bank", "automatic", "forfeited_at"])
    return seat.bank


def asked(turns: Sequence[Turn]) -> dict[str, str]:
    """The deadlines of new turns."""
    return {turn.seat.letter: timestamp(turn.deadline_at) for turn in turns if turn.limit is not None}


def empty(seat: Seat) -> Json:
    """The fact that says so."""
    return {"fact": timebank.OUT_OF_TIME, "seat": seat.letter}


def as_of(events: Iterable[Event]) -> dict[str, int]:
    """What the banks held after these events, which are those that count, of one game."""
    left: dict[str, int] = {}
    for event in events:
        left |= (event.clock or {}).get("left", {})
    return left


def forfeits(events: Iterable[Event]) -> tuple[str, ...]:
    """The seats whose bank was empty, from the events that count."""
    return timebank.forfeits(fact for event in events for fact in event.facts)


def back(contest: Contest, seats: Iterable[Seat], kept: Sequence[Event]) -> Json:
    """A ruling took back what came after the events of ``kept``: banks and whose are empty, as they were."""
    if contest.bank_seconds is None:
        return {}
    there, still = list(seats), forfeits(kept)
    for seat in there:
        if seat.forfeited_at is not None and seat.letter not in still:
            seat.forfeited_at = None
            seat.save(update_fields=["forfeited_at"])
    return {"left": fill(contest, there, as_of(kept))}


def in_record(event: Event) -> Json:
    """What a deal of the game record says of time banks when it begins; {} where it has none."""
    began = event.clock or {}
    return {"bank": {**began["control"], "left": {}, "forfeits": []}} if "control" in began else {}


def note(deal: Json, event: Event) -> None:
    """What an event did to them; ``left`` in seconds, ``forfeits``: whose were empty."""
    if (bank := deal.get("bank")) is not None:
        bank["left"] |= (event.clock or {}).get("left", {})
        bank["forfeits"] += timebank.forfeits(event.facts)
