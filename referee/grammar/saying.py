"""A ``Move`` to words: what was understood, and what is possible now.

Outgoing letters must never hold a line that is itself a command, for many clients quote without
">": an example always carries a ``<placeholder>``, which no command has.
"""

from __future__ import annotations

from typing import Any

from referee.core import Game, Json, Move, Seat, View
from referee.grammar.lexicon import TABLES


def _tables(lang: str) -> Any:
    return TABLES.get(lang[:2].lower(), TABLES["en"])


def say(game_name: str, move: Move, lang: str, view: View | None = None) -> str:
    """A short phrase that the grammar reads as ``move`` again: "raise to 5", "relancer à 5".

    With the mover's own ``view`` a call and an all-in name their chips: "call (2 chips)". A kind of
    move without words is said by its name.
    """
    said: dict[str, str] = _tables(lang).SAYS.get(game_name, {})
    phrase = said.get(move.do, move.do).format_map(_Known(move.args))
    spent = _spent(move, view)
    return f"{phrase} ({_chips(said, spent)})" if spent and "chips" in said else phrase


class _Known(dict[str, Any]):
    """Missing arguments stay visible instead of failing: an illegal move is said, too."""

    def __missing__(self, key: str) -> str:
        return f"<{key}>"


def _spent(move: Move, view: View | None) -> int:
    options = (view or {}).get("options") or {}
    spent: int = {"call": options.get("to_call"), "all-in": options.get("stack")}.get(move.do) or 0
    return spent


def _chips(said: dict[str, str], number: int) -> str:
    one, many = said["chips"].split("|")
    return (one if number == 1 else many).format(n=number)


def examples(game: Game[Any], state: Any, seat: Seat, lang: str) -> tuple[str, ...]:
    """What ``seat`` may write now, one line each: ``RAISE TO <amount: 3 to 18>``; empty out of turn."""
    options = game.options(state, seat)
    if options is None or game.name not in _tables(lang).EXAMPLES:
        return ()
    patterns: dict[str, str] = _tables(lang).EXAMPLES[game.name]
    said: dict[str, str] = _tables(lang).SAYS[game.name]
    return tuple(
        patterns[kind].format(**{**numbers, "chips": _chips(said, numbers.get("chips", 0))})
        for kind, numbers in _possible(options)
    )


def _possible(options: Json) -> list[tuple[str, dict[str, int]]]:
    """The kinds of hold'em move that ``options`` allows, with the numbers of their examples."""
    found: list[tuple[str, dict[str, int]]] = [("fold", {})] if options.get("fold") else []
    if options.get("check"):
        found.append(("check", {}))
    if options.get("call"):
        found.append(("call", {"chips": options["to_call"]}))
    limits = options.get("raise")
    if limits:
        found.append(("raise-one" if limits["min"] == limits["max"] else "raise", dict(limits)))
    if options.get("all_in"):
        found.append(("all-in", {"chips": options["stack"]}))
    return found
