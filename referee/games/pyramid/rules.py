"""The options of a duel, and its presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.core import Json
from referee.options import chosen, flag, refuse

BASIC, ADVANCED = "basic", "advanced"
TARGETS = (7, 11)
"""Points of a short and of a long match (3.7)."""

SUPPLY = 15
"""Blocks that each of the two draws face down (3.3)."""
PLACED = 2 * SUPPLY
TURNED_UP = 3
"""Blocks of the remainder that a joker turns up (3.5)."""
HANDS, HAND = 3, 5
"""Hands of a seat, and blocks of a full one."""


class Rules(NamedTuple):
    """The options of one match.

    wheel    A-2-3-4-5 is the lowest straight (PP23)
    scoring  ``basic``: who wins two hands wins the deal; ``advanced``: points (3.7)
    target   points that win an advanced match, 7 or 11; None: one deal, drawn ones played again
    abandon  time-outs in a row after which a seat has given the match up; None: never
    """

    wheel: bool
    scoring: str
    target: int | None
    abandon: int | None = None

    @property
    def goal(self) -> int:
        """The points that win the match; without a target any point does, and a basic deal won is one."""
        return self.target or 1


PRESETS: Mapping[str, Json] = {
    "pyramid": {"wheel": True, "scoring": BASIC, "target": None, "abandon": 3},
    "pyramid-7": {"wheel": True, "scoring": ADVANCED, "target": 7, "abandon": 3},
    "pyramid-11": {"wheel": True, "scoring": ADVANCED, "target": 11, "abandon": 3},
}


def read_rules(given: Mapping[str, Any] | str) -> Rules:
    """Options, or ``{"preset": name, …overrides}``, or a preset's bare name, as checked Rules.

    ``abandon`` may be missing where no preset is named: nobody is deemed to give up.
    Refusals: Illegal MALFORMED with ``where``.
    """
    if isinstance(given, Mapping) and "preset" not in given:
        given = {"abandon": None, **given}
    options = chosen(given, PRESETS, Rules._fields)
    rules = Rules(
        flag("wheel", options["wheel"]),
        options["scoring"],
        _number("target", options["target"]),
        _number("abandon", options["abandon"]),
    )
    if rules.scoring not in (BASIC, ADVANCED):
        refuse(f"rules.scoring: {BASIC} or {ADVANCED} is wanted")
    if rules.target not in (None, *TARGETS):
        refuse("rules.target: null, 7 or 11 is wanted")
    if rules.target is not None and rules.scoring == BASIC:
        refuse("rules.target: only advanced scoring has points to count")
    return rules


def _number(name: str, value: object) -> int | None:
    """None or a whole number from 1 on."""
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        refuse(f"rules.{name}: null or a whole number from 1 on is wanted")
    return value
