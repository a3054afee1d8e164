"""The options of hold'em, their presets, and how options given by an organiser are checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.core import Json
from referee.options import chosen, flag, refuse


class Level(NamedTuple):
    """What is posted from deal ``from_hand`` on, in chips; a running deal keeps its level (TDA 23)."""

    from_hand: int = 1
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    big_blind_ante: int = 0

    def posted(self) -> Json:
        """The four amounts, without the deal they begin with."""
        return {
            "small_blind": self.small_blind,
            "big_blind": self.big_blind,
            "ante": self.ante,
            "big_blind_ante": self.big_blind_ante,
        }


NO_LEVEL = Level()


class Rules(NamedTuple):
    """The options of one match.

    starting_stack  chips each
    hands           deals in the match; None: until one player holds all chips
    levels          in rising order of ``from_hand``
    streets         board cards turned up before each betting round
    check           false: facing no bet a player folds or bets
    raises          ``any``: by one chip or more · ``full``: TDA 43, 47
    silence         ``fold`` · ``check``: check if that is free, else fold (TDA 29)
    speaking        ``rotate``: the k-th seat opens deal k · ``button``
    """

    starting_stack: int
    hands: int | None
    levels: tuple[Level, ...]
    streets: tuple[int, ...]
    check: bool
    raises: str
    silence: str
    speaking: str

    def level_of(self, number: int) -> Level:
        """The level of deal ``number``; nothing is posted before the first level begins."""
        reached = [level for level in self.levels if level.from_hand <= number]
        return reached[-1] if reached else NO_LEVEL

    def to_json(self) -> Json:
        return {
            **self._asdict(),
            "levels": [level._asdict() for level in self.levels],
            "streets": list(self.streets),
        }


_SHANGRI: Json = {
    "starting_stack": 20,
    "hands": 2,
    "levels": [{"from_hand": 1, "small_blind": 0, "big_blind": 0, "ante": 2, "big_blind_ante": 0}],
    "streets": [0, 5],
    "check": False,
    "raises": "any",
    "silence": "fold",
    "speaking": "rotate",
}

PRESETS: Mapping[str, Json] = {
    "shangri": _SHANGRI,
    "shangri-draft": {**_SHANGRI, "starting_stack": 10, "levels": []},
    # An organiser chooses starting_stack and levels.
    "holdem": {
        "hands": None,
        "streets": [0, 3, 1, 1],
        "check": True,
        "raises": "full",
        "silence": "check",
        "speaking": "button",
    },
}

_CHOICES = {"raises": ("any", "full"), "silence": ("fold", "check"), "speaking": ("rotate", "button")}


def read_rules(given: Mapping[str, Any] | str) -> Rules:
    """Options, or ``{"preset": name, …overrides}``, or a preset's bare name, as checked Rules.

    Refusals: Illegal MALFORMED with ``where`` (an unknown preset or option, a value out of range,
    an option that nobody chose).
    """
    options = chosen(given, PRESETS, Rules._fields)
    hands = options["hands"]
    return Rules(
        starting_stack=_chips("rules.starting_stack", options["starting_stack"]),
        hands=None if hands is None else _chips("rules.hands", hands, least=1),
        levels=_levels(options["levels"]),
        streets=_streets(options["streets"]),
        check=flag("check", options["check"]),
        raises=_choice("raises", options["raises"]),
        silence=_choice("silence", options["silence"]),
        speaking=_choice("speaking", options["speaking"]),
    )


def _levels(given: object) -> tuple[Level, ...]:
    if not isinstance(given, list | tuple):
        refuse("rules.levels: a list is wanted")
    levels = tuple(_level(f"rules.levels[{place}]", item) for place, item in enumerate(given))
    for place in range(1, len(levels)):
        if levels[place].from_hand <= levels[place - 1].from_hand:
            refuse(f"rules.levels[{place}].from_hand: levels must rise from deal to deal")
    return levels


def _level(where: str, given: object) -> Level:
    if not isinstance(given, Mapping):
        refuse(f"{where}: an object is wanted")
    for key in given:
        if key not in Level._fields:
            refuse(f"{where}.{key}: no such option")
    amounts = {key: _chips(f"{where}.{key}", value, least=key == "from_hand") for key, value in given.items()}
    level = Level(**amounts)
    if level.small_blind > level.big_blind:
        refuse(f"{where}.small_blind: larger than the big blind")
    return level


def _streets(given: object) -> tuple[int, ...]:
    if not isinstance(given, list | tuple) or not given:
        refuse("rules.streets: a list of numbers is wanted")
    streets = tuple(_chips(f"rules.streets[{place}]", item) for place, item in enumerate(given))
    if not 3 <= sum(streets) <= 5:
        refuse("rules.streets: 3 to 5 board cards are wanted, so that five to seven cards are ranked")
    return streets


def _chips(where: str, given: object, least: int = 0) -> int:
    if type(given) is not int or given < least:
        refuse(f"{where}: a whole number from {int(least)} on is wanted")
    return given


def _choice(name: str, given: object) -> str:
    if not isinstance(given, str) or given not in _CHOICES[name]:
        refuse(f"rules.{name}: one of {', '.join(_CHOICES[name])} is wanted")
    return given
