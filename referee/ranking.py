"""The value of five to seven cards, and which five of them count (rules: hands.md).

A value is a tuple of numbers compared from left to right: the category (0 high card … 8 straight
flush), then the ranks that decide it (2 … 14, ace 14). Equal tuples are a real tie; suits never
break one. The five best cards come in reading order: the pair before its kickers, a straight from
the top, the wheel as 5-4-3-2-A.

How it is fast: each card adds one to a three-bit counter of its rank and to a four-bit counter of
its suit, all in one integer. The suit counters start at 3, so five of a suit set a known bit; else
the rank counters are the key of a table that remembers every combination seen (49,205 at most for
seven cards) with its value and the order in which its cards are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.cards import DECK, NUMBERS

type Value = tuple[int, ...]

CATEGORIES = (
    "high card",
    "one pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)

_RANK_SHIFT = 16
_FIVE_OF_A_SUIT = 0x8888
_EMPTY = 0x3333
_COUNTERS = tuple((1 << (_RANK_SHIFT + 3 * (n % 13))) + (1 << (4 * (n // 13))) for n in range(52))
_WHEEL_RANKS = (3, 2, 1, 0, 12)
_UNUSED = 99


class _Reading(NamedTuple):
    """What a combination of ranks is worth when no flush is there.

    places    card number -> its place in reading order, for sorting
    straight  the five ranks of a straight, of which one card each is taken; else empty
    """

    value: Value
    places: bytes
    straight: tuple[int, ...]


_readings: dict[bool, dict[int, _Reading]] = {True: {}, False: {}}


def category(value: Sequence[int]) -> str:
    """The English name of a value's category: ``"two pairs"``."""
    return CATEGORIES[value[0]]


def best_five(cards: Sequence[str], *, wheel: bool = True) -> tuple[Value, tuple[str, ...]]:
    """The value of 5 to 7 different cards and the five that count, in reading order.

    ``wheel``: A-2-3-4-5 is a straight (top rank 5). Raises ValueError for another number of
    cards and KeyError for a code that is no card of the 52.
    """
    value, five = best_numbers([NUMBERS[code] for code in cards], wheel)
    return value, tuple([DECK[number] for number in five])


def best_numbers(cards: Sequence[int], wheel: bool = True) -> tuple[Value, list[int]]:
    """``best_five`` for card numbers (``referee.cards``)."""
    if not 5 <= len(cards) <= 7:
        raise ValueError(f"5 to 7 cards are ranked, not {len(cards)}")
    key = _EMPTY
    for card in cards:
        key += _COUNTERS[card]
    if key & _FIVE_OF_A_SUIT:
        return _flush(cards, key, wheel)
    known = _readings[wheel]
    reading = known.get(key >> _RANK_SHIFT)
    if reading is None:
        reading = known[key >> _RANK_SHIFT] = _read(key >> _RANK_SHIFT, wheel)
    if reading.straight:
        of_rank = {card % 13: card for card in reversed(cards)}
        return reading.value, [of_rank[rank] for rank in reading.straight]
    return reading.value, sorted(cards, key=reading.places.__getitem__)[:5]


def _flush(cards: Sequence[int], key: int, wheel: bool) -> tuple[Value, list[int]]:
    """Five or more of one suit: no four of a kind and no full house fits beside them in seven."""
    suit = ((key & _FIVE_OF_A_SUIT).bit_length() - 1) // 4
    suited = sorted((card for card in cards if card // 13 == suit), reverse=True)
    run = _straight_in({card % 13 for card in suited}, wheel)
    if run:
        return (8, run[0] + 2), [suit * 13 + rank for rank in run]
    five = suited[:5]
    return (5, *(card % 13 + 2 for card in five)), five


def _straight_in(ranks: set[int], wheel: bool) -> tuple[int, ...]:
    """The five ranks (0 … 12) of the highest straight, from its top; empty where there is none."""
    for top in range(12, 3, -1):
        run = tuple(range(top, top - 5, -1))
        if ranks.issuperset(run):
            return run
    return _WHEEL_RANKS if wheel and ranks.issuperset(_WHEEL_RANKS) else ()


def _read(counters: int, wheel: bool) -> _Reading:
    """Rank counters (three bits each) to their value, flushes aside."""
    counts = {rank: counters >> 3 * rank & 7 for rank in range(13) if counters >> 3 * rank & 7}
    order = sorted(counts, key=lambda rank: (-counts[rank], -rank))
    most, second = counts[order[0]], counts[order[1]]
    if most == 4:
        return _ranked(7, [order[0], max(order[1:])])
    if most == 3 and second >= 2:
        # Beside three of a kind, the second triple or the highest pair.
        return _ranked(6, [order[0], max(rank for rank in order[1:] if counts[rank] >= 2)])
    run = _straight_in(set(counts), wheel)
    if run:
        return _Reading((4, run[0] + 2), b"", run)
    if most == 3:
        return _ranked(3, order[:3])
    if most == second == 2:
        # With three pairs the kicker is the best card left, of the third pair or single.
        return _ranked(2, [*order[:2], max(order[2:])])
    if most == 2:
        return _ranked(1, order[:4])
    return _ranked(0, order[:5])


def _ranked(number: int, ranks: list[int]) -> _Reading:
    """A reading that lists the cards rank by rank; the first five of that order count."""
    places = bytearray([_UNUSED]) * 52
    for place, rank in enumerate(ranks):
        for suit in range(4):
            places[suit * 13 + rank] = place
    return _Reading((number, *(rank + 2 for rank in ranks)), bytes(places), ())
