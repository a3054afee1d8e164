"""The whole state, secrets included, as JSON and back. For sealed storage only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core import Json
from referee.games.holdem.rules import Level, read_rules
from referee.games.holdem.state import Deal, Hand, Match, Out, Outcome, Positions, Pot, Shown, State


def dump(state: State) -> Json:
    """Objects by field name; tuples become lists."""
    match, deal, hand, outcome = state
    return {
        "match": {
            **_fields(match),
            "rules": match.rules.to_json(),
            "positions": _fields(match.positions) if match.positions else None,
            "outs": [_fields(out) for out in match.outs],
        },
        "deal": {**_fields(deal), "level": _fields(deal.level)} if deal else None,
        "hand": _fields(hand) if hand else None,
        "outcome": {
            **_fields(outcome),
            "pots": [_fields(pot) for pot in outcome.pots],
            "shown": [_fields(shown) for shown in outcome.shown],
        }
        if outcome
        else None,
    }


def load(data: Mapping[str, Any]) -> State:
    """The state that ``dump`` wrote."""
    match, deal, hand, outcome = (data[key] for key in ("match", "deal", "hand", "outcome"))
    return State(
        Match(
            **{
                **_tuples(match),
                "rules": read_rules(match["rules"]),
                "positions": Positions(**match["positions"]) if match["positions"] else None,
                "outs": tuple([Out(**out) for out in match["outs"]]),
            }
        ),
        Deal(**{**_tuples(deal), "level": Level(**deal["level"])}) if deal else None,
        Hand(**_tuples(hand)) if hand else None,
        Outcome(
            **{
                **_tuples(outcome),
                "pots": tuple([Pot(**_tuples(pot)) for pot in outcome["pots"]]),
                "shown": tuple([Shown(**_tuples(shown)) for shown in outcome["shown"]]),
            }
        )
        if outcome
        else None,
    )


def _fields(record: Any) -> Json:
    """The fields of a named tuple."""
    return {key: _lists(value) for key, value in record._asdict().items()}


def _lists(value: Any) -> Any:
    return [_lists(item) for item in value] if isinstance(value, tuple) else value


def _tuples(record: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _tuple(value) for key, value in record.items()}


def _tuple(value: Any) -> Any:
    return tuple([_tuple(item) for item in value]) if isinstance(value, list) else value
