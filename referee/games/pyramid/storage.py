"""The whole state, secrets included, as JSON and back. For sealed storage only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core import Json
from referee.games.pyramid.rules import Rules
from referee.games.pyramid.state import Match, State, Taken
from referee.plain import fields, tuples


def dump(state: State) -> Json:
    """Objects by field name; tuples become lists."""
    match = state.match
    return {
        **fields(state),
        "match": {**fields(match), "rules": match.rules._asdict()},
        "taken": [fields(one) for one in state.taken],
    }


def load(data: Mapping[str, Any]) -> State:
    """The state that ``dump`` wrote."""
    match = tuples(data["match"])
    match["rules"] = Rules(**match["rules"])
    taken = tuple([Taken(**tuples(one)) for one in data["taken"]])
    return State(**{**tuples(data), "match": Match(**match), "taken": taken})
