"""The canonical order of a deck: who could choose it after the seed would choose the cards."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import NUMBERS


def is_canonical_deck(items: Sequence[str]) -> bool:
    """True for one deck or equal decks one after the other, each 2c 3c … As and then its jokers.

    Decks of fewer cards keep the order too; labels of another kind follow the cards, shorter and
    then smaller ones first. Items without a single card are no deck and pass.
    """
    if not any(item in NUMBERS for item in items):
        return True
    decks: list[list[str]] = [[]]
    for item in items:
        if decks[-1] and _place(item) <= _place(decks[-1][-1]):
            decks.append([])
        decks[-1].append(item)
    return all(deck == decks[0] for deck in decks)


def _place(item: str) -> tuple[int, int, str]:
    number = NUMBERS.get(item)
    return (0, number, "") if number is not None else (1, len(item), item)
