"""Secret simultaneous choices: sealed with all that was said with them, until everybody has chosen.

What a player writes beside his choice may name its cards, so it waits with it. Once the choices are turned
up their words stand in their events as those of any other move; the inputs stay sealed, for the facts of the
event that turned them up say them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.core import Json
from tournaments.models import Event, Table
from tournaments.services import sealing


def sealed(asked: Json | None, *, text: str, comment: str) -> bytes:
    """A choice and the words beside it, as an event keeps them."""
    return sealing.seal_json({"asked": asked, "text": text, "comment": comment})


def asked_of(event: Event) -> Json | None:
    """An event's input, a sealed choice opened. Never leaves the services while it is secret."""
    asked: Json | None = _opened(event)["asked"] if event.sealed_input is not None else event.input
    return asked


def comment_of(event: Event) -> str:
    """What was said with it, a sealed choice opened: for its own player, and once it is turned up."""
    said: str = _opened(event)["comment"] if event.sealed_input is not None else event.comment
    return said


def _opened(event: Event) -> Any:
    assert event.sealed_input is not None
    return sealing.unseal_json(event.sealed_input)


def secret(table: Table, events: Iterable[Event]) -> set[int]:
    """The numbers of those that are choices not turned up yet. ``table``: read no later than the events.

    A phase has several turns where a ruling has opened it anew.
    """
    collected = _turns(table, table.phase)
    return {
        event.number
        for event in events
        if event.sealed_input is not None and (event.turn in collected or event.turn > table.turn_number)
    }


def turn_up(table: Table, phase: str, events: Iterable[Event]) -> None:
    """All have chosen: what they said with their choices of this phase may be read by everybody.

    ``events``: those that still count; what was taken back is never turned up, nor the words beside it.
    """
    collected = _turns(table, phase)
    for event in events:
        if event.sealed_input is None or event.turn not in collected:
            continue
        opened = _opened(event)
        if opened["comment"] or opened["text"]:
            event.comment, event.text = opened["comment"], opened["text"]
            event.save(update_fields=["comment", "text"])


def _turns(table: Table, phase: str) -> set[int]:
    return set(table.turns.filter(phase=phase).values_list("number", flat=True))


__all__ = ["asked_of", "comment_of", "sealed", "secret", "turn_up"]
