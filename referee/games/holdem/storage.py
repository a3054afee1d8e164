"""The whole state, secrets included, as JSON and back. For sealed storage only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core import Json
from referee.games.holdem.rules import Level, read_rules
from referee.games.holdem.state import Deal, Hand, Match, Out, Outcome, Positions, Pot, Shown, State
from referee.plain import fields, tuples


def dump(state: State) -> Json:
    """Objects by field name; tuples become lists."""
    match, deal, hand, outcome = state
    return {
        "match": {
            **fields(match),
            "rules": match.rules.to_json(),
            "positions": fields(match.positions) if match.positions else None,
            "outs": [fields(out) for out in match.outs],
        },
        "deal": {**fields(deal), "level": fields(deal.level)} if deal else None,
        "hand": fields(hand) if hand else None,
        "outcome": {
            **fields(outcome),
            "pots": [fields(pot) for pot in outcome.pots],
            "shown": [fields(shown) for shown in outcome.shown],
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
                **tuples(match),
                "rules": read_rules(match["rules"]),
                "positions": Positions(**match["positions"]) if match["positions"] else None,
                "outs": tuple([Out(**out) for out in match["outs"]]),
            }
        ),
        Deal(**{**tuples(deal), "level": Level(**deal["level"])}) if deal else None,
        Hand(**tuples(hand)) if hand else None,
        Outcome(
            **{
                **tuples(outcome),
                "pots": tuple([Pot(**tuples(pot)) for pot in outcome["pots"]]),
                "shown": tuple([Shown(**tuples(shown)) for shown in outcome["shown"]]),
            }
        )
        if outcome
        else None,
    )
