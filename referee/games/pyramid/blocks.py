"""The 54 blocks: the 52 cards under their numbers (``referee.cards``), then the jokers 52 and 53."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.cards import DECK, HIDDEN, JOKERS
from referee.core import Illegal

BLOCKS = (*DECK, *JOKERS)
"""All blocks in canonical order, the order every shuffle starts from."""

_NUMBERS = {code: number for number, code in enumerate(BLOCKS)}

type Blocks = tuple[int, ...]


def code(number: int) -> str | None:
    """A block's code; None for one that this copy does not know."""
    return None if number == HIDDEN else BLOCKS[number]


def codes(numbers: Iterable[int]) -> list[str | None]:
    """Numbers to codes."""
    return [code(number) for number in numbers]


def is_joker(number: int) -> bool:
    """A joker opens its three at once, so a block hidden from this copy is none."""
    return number >= len(DECK)


def numbers_of(deck: Sequence[object]) -> Blocks:
    """The codes of a whole deck as numbers; None stands for a block that is hidden from this copy.

    Refusals: Illegal MALFORMED with ``where`` (not 54 blocks, one that is none, one that comes twice).
    """
    if isinstance(deck, str) or not isinstance(deck, Sequence) or len(deck) != len(BLOCKS):
        raise Illegal("MALFORMED", where=f"deck: a list of {len(BLOCKS)} blocks is wanted")
    seen: dict[int, int] = {}
    for place, given in enumerate(deck):
        number = HIDDEN if given is None else _NUMBERS.get(given) if isinstance(given, str) else None
        if number is None:
            raise Illegal("MALFORMED", where=f"deck[{place}]: {given!r} is no block")
        if number != HIDDEN and number in seen.values():
            raise Illegal("MALFORMED", where=f"deck[{place}]: {given} comes twice")
        seen[place] = number
    return tuple(seen.values())
