"""The whole state, secrets included, as JSON and back. For sealed storage only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core import Json
from referee.games.saint.rules import read_rules
from referee.games.saint.state import Deal, Match, Round, Scoring, State


def dump(state: State) -> Json:
    """Objects by field name; tuples become lists."""
    match, deal, hands, chosen, rounds = state
    return {
        "match": {"rules": match.rules._asdict(), "seats": list(match.seats)},
        "deal": _fields(deal) if deal else None,
        "hands": _lists(hands),
        "chosen": _lists(chosen),
        "rounds": [
            {**_fields(played), "scoring": _fields(played.scoring) if played.scoring else None}
            for played in rounds
        ],
    }


def load(data: Mapping[str, Any]) -> State:
    """The state that ``dump`` wrote."""
    deal = data["deal"]
    return State(
        Match(read_rules(data["match"]["rules"]), tuple(data["match"]["seats"])),
        Deal(**_tuples(deal)) if deal else None,
        _tuple(data["hands"]),
        _tuple(data["chosen"]),
        tuple([_round(played) for played in data["rounds"]]),
    )


def _round(data: Mapping[str, Any]) -> Round:
    scoring = data["scoring"]
    return Round(**{**_tuples(data), "scoring": Scoring(**_tuples(scoring)) if scoring else None})


def _fields(record: Any) -> Json:
    """The fields of a named tuple."""
    return {key: _lists(value) for key, value in record._asdict().items()}


def _lists(value: Any) -> Any:
    return [_lists(item) for item in value] if isinstance(value, tuple) else value


def _tuples(record: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _tuple(value) for key, value in record.items()}


def _tuple(value: Any) -> Any:
    return tuple([_tuple(item) for item in value]) if isinstance(value, list) else value
