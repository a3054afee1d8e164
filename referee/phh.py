"""The open Poker Hand History format (PHH, https://phh.readthedocs.io): one no-limit hold'em hand.

Only variant ``NT`` without straddles is read; p1 … pn become seats A, B … in the same order, which
is the record's own: left of the button first, heads-up the big blind first.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from referee.core import Illegal, Json, Move
from referee.games.holdem.game import HOLDEM
from referee.record import deal_entry, document

_BOARD = 5
_SEATS = "ABCDEFGHIJKLMNOPQRSTUV"


class BadHistory(ValueError):
    """The text is no PHH hand that can be read here; says why."""


class History(NamedTuple):
    """A hand as a record. ``scale``: chips of the record per chip of the history (half chips: 2).

    finishing  the stacks that the history says it ended with, in its own chips, or None
    """

    record: Json
    scale: int
    finishing: tuple[Fraction, ...] | None


def read_history(text: str, parts: int = 1) -> History:
    """``parts``: into how many a chip is split at least (where pots were shared by halves: 2).

    Raises BadHistory: not TOML, another variant, antes or straddles that the rules do not have, a move
    that they refuse.
    """
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise BadHistory(f"not TOML: {error}") from None
    if data.get("variant") != "NT":
        raise BadHistory("only no-limit hold'em (variant NT) is read")
    missing = [
        key for key in ("starting_stacks", "antes", "blinds_or_straddles", "actions") if key not in data
    ]
    if missing:
        raise BadHistory(f"{missing[0]}: missing")
    lines = [line.split("#")[0].split() for line in data["actions"]]
    scale = _scale(_amounts(data, lines)) * parts
    rules = _rules(data, scale)
    seats = _SEATS[: len(data["starting_stacks"])]
    setup = {
        "order": list(seats),
        "stacks": {
            seat: _chips(stack, scale) for seat, stack in zip(seats, data["starting_stacks"], strict=True)
        },
    }
    deck = _deck(lines, len(seats))
    actions = _actions(rules, setup, deck, lines, scale)
    ended = data.get("finishing_stacks")
    finishing = tuple(Fraction(stack) for stack in ended) if ended is not None else None
    return History(document(HOLDEM, rules, seats, [deal_entry(1, setup, deck, actions)]), scale, finishing)


def _amounts(data: Json, lines: Sequence[Sequence[str]]) -> Iterator[Fraction]:
    for key in ("starting_stacks", "antes", "blinds_or_straddles"):
        for amount in data[key]:
            yield Fraction(amount)
    for line in lines:
        if line[1:2] == ["cbr"]:
            yield Fraction(line[2])


def _scale(amounts: Iterable[Fraction]) -> int:
    """The smallest factor that makes whole chips of all amounts."""
    return lcm(*(amount.denominator for amount in amounts))


def _chips(amount: Any, scale: int) -> int:
    return int(Fraction(amount) * scale)


def _rules(data: Json, scale: int) -> Json:
    """The level: an ante that all pay, or one that only the big blind pays."""
    antes = [_chips(ante, scale) for ante in data["antes"]]
    small, big, *straddles = (_chips(blind, scale) for blind in data["blinds_or_straddles"])
    if any(straddles):
        raise BadHistory("straddles are not played here")
    level = {"from_hand": 1, "small_blind": small, "big_blind": big}
    big_place = 0 if len(antes) == 2 else 1
    if len(set(antes)) == 1:
        level["ante"] = antes[0]
    elif not any(antes[:big_place] + antes[big_place + 1 :]):
        level["big_blind_ante"] = antes[big_place]
    else:
        raise BadHistory("antes: neither equal nor the big blind's alone")
    given = {"preset": "holdem", "starting_stack": 0, "hands": 1, "levels": [level]}
    return HOLDEM.rules(given)


def _deck(lines: Sequence[Sequence[str]], count: int) -> list[str | None]:
    """Hole cards one at a time around the table, twice, then the board; unknown cards are None."""
    holes: list[list[str | None]] = [[None, None] for _ in range(count)]
    board: list[str | None] = []
    for line in lines:
        if line[:2] == ["d", "dh"]:
            holes[_place(line[2], count)] = _cards(line[3])
        elif line[:2] == ["d", "db"]:
            board += _cards(line[2])
        elif line[1:2] == ["sm"] and len(line) > 2 and "?" not in line[2]:
            holes[_place(line[0], count)] = _cards(line[2])
    board += [None] * (_BOARD - len(board))
    return [hole[0] for hole in holes] + [hole[1] for hole in holes] + board


def _cards(text: str) -> list[str | None]:
    """``"AcKd"`` as two codes; ``??`` is a card that the history does not know."""
    pairs = [text[start : start + 2] for start in range(0, len(text), 2)]
    return [None if pair == "??" else pair for pair in pairs]


def _place(player: str, count: int) -> int:
    number = player.removeprefix("p")
    if not number.isdigit() or not 1 <= int(number) <= count:
        raise BadHistory(f"{player!r} is no player of this hand")
    return int(number) - 1


def _actions(
    rules: Json, setup: Json, deck: Sequence[str | None], lines: Sequence[Sequence[str]], scale: int
) -> list[tuple[str, Move]]:
    """Folds, checks or calls, and raises; deals and showdowns follow from the rules."""
    seats = setup["order"]
    state, _ = HOLDEM.deal(HOLDEM.start(rules, seats), setup, deck)
    actions = []
    for line in lines:
        if line[1:2] not in (["f"], ["cc"], ["cbr"]):
            continue
        seat = seats[_place(line[0], len(seats))]
        options = HOLDEM.options(state, seat)
        if line[1] == "cbr":
            move = Move("raise", {"to": _chips(line[2], scale)})
        elif line[1] == "cc":
            move = Move("call" if options and options["to_call"] else "check")
        else:
            move = Move("fold")
        try:
            state, _ = HOLDEM.apply(state, seat, move)
        except Illegal as refusal:
            raise BadHistory(f"{' '.join(line)!r} is refused: {refusal}") from None
        actions.append((seat, move))
    return actions
