"""A ``Move`` to words: what was understood, and what is possible now.

Outgoing letters must never hold a line that is itself a command, for many clients quote without
">": an example always carries a ``<placeholder>``, which no command has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.core import Game, Json, Move, Seat, View
from referee.grammar import holdem, pyramid, saint
from referee.grammar.lexicon import TABLES
from referee.grammar.text import SUITS

SIGNS = {suit: sign for sign, suit in reversed(SUITS.items())}
"""Letter of a suit -> its sign, the filled one."""


def _tables(lang: str) -> Any:
    return TABLES.get(lang[:2].lower(), TABLES["en"])


def say(game_name: str, move: Move, lang: str, view: View | None = None) -> str:
    """A short phrase that the grammar reads as ``move`` again: "raise to 5", "relancer à 5".

    With the mover's own ``view`` a call and an all-in name their chips: "call (2 chips)". A kind of
    move without words is said by its name.
    """
    said: dict[str, str] = _tables(lang).SAYS.get(game_name, {})
    phrase = said.get(move.do, move.do).format_map(_Known(_written(move.args, lang)))
    spent = _spent(move, view)
    return f"{phrase} ({_chips(said, spent)})" if spent and "chips" in said else phrase


class _Known(dict[str, Any]):
    """Missing arguments stay visible instead of failing: an illegal move is said, too."""

    def __missing__(self, key: str) -> str:
        return f"<{key}>"


def _written(args: Mapping[str, Any], lang: str) -> Json:
    said = pyramid.written(args)
    if args.get("cards") is not None:
        said["cards"] = say_cards(args["cards"], lang)
    if args.get("block") is not None:
        said["block"] = say_cards([str(args["block"])], lang)
    return said


def say_cards(cards: Sequence[str], lang: str) -> str:
    """Cards as they are read again in a letter of any language: "D♠ 10♦", suits by their signs."""
    return " ".join(_card(card, _tables(lang).COURT) for card in cards)


def _card(card: str, court: Mapping[str, str]) -> str:
    sign = SIGNS.get(card[-1:])
    return f"{court.get(card[0], card[0])}{sign}" if sign and len(card) == 2 else card


def _spent(move: Move, view: View | None) -> int:
    options = (view or {}).get("options") or {}
    spent: int = {"call": options.get("to_call"), "all-in": options.get("stack")}.get(move.do) or 0
    return spent


def _chips(said: Mapping[str, str], number: int) -> str:
    one, many = said["chips"].split("|")
    return (one if number == 1 else many).format(n=number)


def examples(game: Game[Any], state: Any, seat: Seat, lang: str) -> tuple[str, ...]:
    """What ``seat`` may write now, one line each: ``RAISE TO <amount: 3 to 18>``; empty out of turn."""
    options = game.options(state, seat)
    if options is None or game.name not in _POSSIBLE:
        return ()
    patterns: dict[str, str] = _tables(lang).EXAMPLES[game.name]
    said: dict[str, str] = _tables(lang).SAYS[game.name]
    return tuple(
        patterns[kind].format(**_filled(values, said, lang)) for kind, values in _POSSIBLE[game.name](options)
    )


def _filled(values: Json, said: Mapping[str, str], lang: str) -> Json:
    """The values of an example, chips and cards as words."""
    chips = {"chips": _chips(said, values["chips"])} if "chips" in values else {}
    return {**_written(values, lang), **chips}


_POSSIBLE: Mapping[str, Callable[[Json], list[tuple[str, Json]]]] = {
    "holdem": holdem.possible,
    "saint": saint.possible,
    "pyramid": pyramid.possible,
}
"""The kinds of move that a game's options allow, with the values of their examples."""
