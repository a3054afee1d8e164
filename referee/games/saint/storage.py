"""The whole state, secrets included, as JSON and back. For sealed storage only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core import Json
from referee.games.saint.rules import read_rules
from referee.games.saint.state import Deal, Match, Round, Scoring, State
from referee.plain import fields, lists, tuple_of, tuples


def dump(state: State) -> Json:
    """Objects by field name; tuples become lists."""
    match, deal, hands, chosen, rounds = state
    return {
        "match": {"rules": match.rules._asdict(), "seats": list(match.seats)},
        "deal": fields(deal) if deal else None,
        "hands": lists(hands),
        "chosen": lists(chosen),
        "rounds": [
            {**fields(played), "scoring": fields(played.scoring) if played.scoring else None}
            for played in rounds
        ],
    }


def load(data: Mapping[str, Any]) -> State:
    """The state that ``dump`` wrote."""
    deal = data["deal"]
    return State(
        Match(read_rules(data["match"]["rules"]), tuple(data["match"]["seats"])),
        Deal(**tuples(deal)) if deal else None,
        tuple_of(data["hands"]),
        tuple_of(data["chosen"]),
        tuple([_round(played) for played in data["rounds"]]),
    )


def _round(data: Mapping[str, Any]) -> Round:
    scoring = data["scoring"]
    return Round(**{**tuples(data), "scoring": Scoring(**tuples(scoring)) if scoring else None})
