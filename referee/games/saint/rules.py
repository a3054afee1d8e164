"""The three switches of Saint Poker, and their preset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.core import Json
from referee.options import chosen, flag

ROUNDS = 8
RIVER = 5
"""Cards of a complete river: one a seat, the rest from the future river before it."""
DEALT = 10
"""Cards in a hand when the first round begins."""
COUNTS: Mapping[str, int] = {"river": 1, "reveal": 2, "take": 1}
"""How many cards a move of each kind names."""


class Rules(NamedTuple):
    """The options of one game.

    wheel              A-2-3-4-5 is the lowest straight (SP4)
    last_round_future  a future river is turned up in round 8, too (SP16)
    last_round_pickup  round 8 ends with a pick-up, too (SP17)
    """

    wheel: bool
    last_round_future: bool
    last_round_pickup: bool


PRESETS: Mapping[str, Json] = {
    "saint": {"wheel": True, "last_round_future": True, "last_round_pickup": False},
}


def read_rules(given: Mapping[str, Any] | str) -> Rules:
    """Options, or ``{"preset": name, …overrides}``, or a preset's bare name, as checked Rules.

    Refusals: Illegal MALFORMED with ``where``.
    """
    options = chosen(given, PRESETS, Rules._fields)
    return Rules(**{name: flag(name, options[name]) for name in Rules._fields})


def future_size(seats: int) -> int:
    """How many cards a future river has: with one card of each seat it makes the next river."""
    return RIVER - seats


def cards_needed(rules: Rules, seats: int) -> int:
    """How many cards of the deck a whole game turns up or deals out."""
    turned_up = ROUNDS + rules.last_round_future
    return DEALT * seats + future_size(seats) * turned_up
