"""Why nothing can be done at a table just now: who is awaited, what stopped it, how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.models import Event, Table
from tournaments.services import history, reminders, views


@dataclass(frozen=True, slots=True)
class Stopped:
    """Who paused (or ended) a table, and the reason given."""

    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a seat stands by its chips or points; equal ones share a place."""

    place: int
    letter: str
    name: str
    chips: int


def context(sight: views.Sight, log: history.Page) -> dict[str, Any]:
    """One query where somebody else is awaited; one where a pause is older than the page of the log."""
    state = sight.table.state
    reminded: list[datetime] = []
    if state == Table.State.PLAYING and sight.turns and sight.turn is None:
        reminded = reminders.sent([turn.pk for turn in sight.turns.values()])
    return {
        "reminded": reminded,
        "stopped": _stopped(sight.table, log),
        "places": places(sight) if sight.table.between or state == Table.State.OVER else [],
    }


def _stopped(table: Table, log: history.Page) -> Stopped | None:
    if table.state not in (Table.State.PAUSED, Table.State.VOID):
        return None
    kinds = [Event.Kind.PAUSE] if table.state == Table.State.PAUSED else [Event.Kind.RULING]
    event = next((one for one in log.events if one.kind in kinds), None) or history.newest(table, kinds)
    if event is None:
        return None
    return Stopped(event.actor.name if event.actor else "", event.reason)


def places(sight: views.Sight) -> list[Place]:
    """The seats by their chips or points, in a game that counts them."""
    stacks = {
        letter: seat.get("stack", seat.get("score")) for letter, seat in sight.view.get("seats", {}).items()
    }
    if not stacks or not all(isinstance(stack, int) for stack in stacks.values()):
        return []
    order = sorted(stacks, key=lambda letter: (-stacks[letter], letter))
    return [
        Place(
            1 + sum(other > stacks[letter] for other in stacks.values()),
            letter,
            sight.names[letter],
            stacks[letter],
        )
        for letter in order
    ]
