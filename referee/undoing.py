"""What a referee's ruling takes back, as the log of a table says it.

The input of such an event is ``{"ruling": "undo", "to": n, "void": bool, "deal": d}``: the table stands again
as it stood right after event n. With ``void`` that is the moment before the deal began; else it must be a
moment of the running deal, and no card may have been turned up since.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from referee.core import Json


def is_undo(asked: Mapping[str, Any] | None) -> bool:
    """Whether the input of an event is the ruling that takes something back."""
    return asked is not None and asked.get("ruling") == "undo"


def facts(asked: Mapping[str, Any]) -> list[Json]:
    """The fact that follows: all events after ``to`` do not count any more."""
    kind = "deal_void" if asked["void"] else "taken_back"
    return [{"fact": kind, "deal": asked["deal"], "to": asked["to"]}]


def turned_up(stated: object, cards: Collection[str]) -> bool:
    """Whether facts name one of these cards: then it lies open, and cannot be unseen."""
    return any(text in cards for text in texts(stated))


def texts(value: object) -> Iterator[str]:
    """Every text in a JSON value, keys left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)
