"""Cards and decks.

A card is written rank + suit: ranks ``23456789TJQKA``, suits ``c d h s`` (``"Td"``), jokers
``X1 X2``. Inside the rule book a card of the 52 is a number from 0 to 51, its place in the
canonical deck: suits outer, ranks inner, ``2c`` = 0 … ``As`` = 51; rank = n % 13, suit = n // 13.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.core import Illegal

RANKS = "23456789TJQKA"
SUITS = "cdhs"

DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards in canonical order, the order every shuffle starts from."""

JOKERS = ("X1", "X2")

NUMBERS = {code: number for number, code in enumerate(DECK)}
"""Code -> number."""

HIDDEN = -1
"""The number of a card that this copy of a deal does not know (``None`` in JSON)."""


def codes(numbers: Iterable[int]) -> list[str | None]:
    """Numbers to codes; HIDDEN becomes None."""
    return [DECK[number] if number >= 0 else None for number in numbers]


def numbers_of(deck: Sequence[object], *, least: int = 0) -> tuple[int, ...]:
    """A deck of codes as numbers; ``None`` stands for a card that is hidden from this copy.

    Refusals: Illegal MALFORMED with ``where`` (a card that is none, one that comes twice, fewer
    than ``least`` cards).
    """
    try:
        numbers = tuple([NUMBERS[code] for code in deck])  # type: ignore[index]
    except (KeyError, TypeError):
        numbers = _with_hidden(deck)
    if len(numbers) < least:
        raise Illegal("MALFORMED", where=f"deck: {len(numbers)} cards, {least} needed")
    if len(set(numbers)) < len(numbers):
        _refuse_duplicates(numbers)
    return numbers


def _with_hidden(deck: Sequence[object]) -> tuple[int, ...]:
    if isinstance(deck, str) or not isinstance(deck, Sequence):
        raise Illegal("MALFORMED", where="deck: a list of cards is wanted")
    numbers = []
    for place, code in enumerate(deck):
        number = HIDDEN if code is None else NUMBERS.get(code) if isinstance(code, str) else None
        if number is None:
            raise Illegal("MALFORMED", where=f"deck[{place}]: {code!r} is no card")
        numbers.append(number)
    return tuple(numbers)


def _refuse_duplicates(numbers: tuple[int, ...]) -> None:
    first: dict[int, int] = {}
    for place, number in enumerate(numbers):
        if number != HIDDEN and number in first:
            raise Illegal("MALFORMED", where=f"deck[{place}]: {DECK[number]} is also deck[{first[number]}]")
        first[number] = place
