"""Goods for the best places, shared exactly (contests.md, T10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.contests.ranking import Place
from referee.core import Illegal

type Goods = Mapping[str, int]
"""Good -> count of whole units (ml, g, pieces)."""


@dataclass(frozen=True, slots=True)
class Lot:
    """What cannot be divided and goes by an auditable lot among ``players``.

    ``count`` parts of ``unit`` units each of ``good``; whoever comes first in the lot's order
    takes the first part, the next the second. Fewer parts than players, always.
    """

    place: int
    good: str
    unit: int
    count: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Award:
    """Who gets what for sure, what is drawn by lot, what stays with the organiser.

    ``shares`` names every ranked player and every good, zeros included. ``kept`` are the
    prizes of places that nobody took. Nothing is lost: shares, lots and kept add up to the prizes.
    """

    shares: Mapping[str, Goods]
    lots: tuple[Lot, ...]
    kept: Goods


def award(ranking: Sequence[Place], prizes: Sequence[Goods], units: Goods | None = None) -> Award:
    """The prizes of places 1, 2, 3 … (``prizes[0]`` is the first place's) over a ranking.

    Who share a place split the sum of the prizes of the places they fill, down to ``units``
    (good -> smallest part, in whole units; 1 where not named). A prize that is no multiple of
    its unit leaves a smaller rest, drawn by lot as one part.
    Refusals: Illegal MALFORMED (a negative count, a unit below one).
    """
    goods = _all_goods(prizes, units or {})
    shares = {player: dict.fromkeys(goods, 0) for place in ranking for player in place.players}
    lots: list[Lot] = []
    for place in ranking:
        first = place.number - 1
        pool = _total(prizes[first : first + len(place.players)], goods)
        for good, amount in pool.items():
            each, rest = _split(place, good, amount, (units or {}).get(good, 1))
            for player in place.players:
                shares[player][good] = each
            lots += rest
    taken = sum(len(place.players) for place in ranking)
    return Award(shares, tuple(lots), _total(prizes[taken:], goods))


def _all_goods(prizes: Sequence[Goods], units: Goods) -> tuple[str, ...]:
    if any(count < 0 for prize in prizes for count in prize.values()):
        raise Illegal("MALFORMED", where="prizes")
    if any(unit < 1 for unit in units.values()):
        raise Illegal("MALFORMED", where="units")
    return tuple(dict.fromkeys(good for prize in prizes for good in prize))


def _total(prizes: Sequence[Goods], goods: Sequence[str]) -> dict[str, int]:
    return {good: sum(prize.get(good, 0) for prize in prizes) for good in goods}


def _split(place: Place, good: str, amount: int, unit: int) -> tuple[int, list[Lot]]:
    """The sure share of each, and the lots for the rest."""
    sharers = len(place.players)
    if sharers == 1:
        return amount, []
    parts, crumbs = divmod(amount, unit)
    each, left = divmod(parts, sharers)
    lots = [Lot(place.number, good, unit, left, place.players)] if left else []
    if crumbs:
        lots.append(Lot(place.number, good, crumbs, 1, place.players))
    return each * unit, lots


def settle_lot(lot: Lot, order: Sequence[str]) -> dict[str, int]:
    """Who of the lot's players takes how many units, by the ``order`` drawn (all of its players).

    Refusals: Illegal MALFORMED where ``order`` is not an order of these players.
    """
    if sorted(order) != sorted(lot.players):
        raise Illegal("MALFORMED", where="order")
    return {player: lot.unit if i < lot.count else 0 for i, player in enumerate(order)}
