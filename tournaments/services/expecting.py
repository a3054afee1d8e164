"""When a player will be asked again: after whom at the earliest, and until when that may last."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.services import views

_DONE = ("folded", "all-in", "out", "removed")


@dataclass(frozen=True, slots=True)
class Again:
    """``state``: the seat's, where it has nothing more to say in this deal; else empty.

    before  the seats that speak first, in their order
    at      when that is over if each of them takes all the time there is
    last    no deal comes after this one
    """

    state: str
    before: tuple[str, ...]
    at: datetime | None
    last: bool


def again(sight: views.Sight) -> Again | None:
    """For the reader of a table; None where nobody can say (not his seat, his turn now, another game)."""
    view, seat = sight.view, sight.seat
    order, states = view.get("order"), view.get("seats", {})
    if seat is None or not order or seat not in order or view.get("deal_over") or seat in sight.turns:
        return None
    last = bool(view.get("hands")) and view["deal"] >= view["hands"]
    state = states[seat].get("state", "")
    if state in _DONE:
        return Again(state, (), None, last)
    speaker = next(iter(sight.turns), "")
    if speaker not in order:
        return None
    automatic = {letter for letter, one in sight.seats.items() if one.automatic}
    playing = {letter: one.get("state") == "in" and letter not in automatic for letter, one in states.items()}
    before = between(order, playing, speaker, seat)
    turn = sight.turns[speaker]
    running = turn.deadline_at if turn.remaining is None else None
    return Again("", before, latest(running, before, sight.contest.turn_seconds, {speaker}), last)


def between(order: Sequence[str], playing: Mapping[str, bool], speaker: str, seat: str) -> tuple[str, ...]:
    """From the speaker round the table up to a seat: those who may still have to speak before it."""
    at = order.index(speaker)
    round_table = [*order[at:], *order[:at]]
    return tuple(one for one in round_table[: round_table.index(seat)] if playing.get(one))


def latest(
    deadline: datetime | None, before: Sequence[str], turn_seconds: int, running: Collection[str]
) -> datetime | None:
    """The end of the running turn, and a whole turn for each who comes after it."""
    if deadline is None:
        return None
    waiting = sum(one not in running for one in before)
    return deadline + timedelta(seconds=turn_seconds * waiting)
