"""Pots: the uncalled bet, the layers, and how each pot is split by itself (TDA 21)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.core import Seat
from referee.games.holdem.state import Pot


class Layer(NamedTuple):
    """Chips with the same rivals; places in speaking order."""

    amount: int
    rivals: tuple[int, ...]


def uncalled(put: Sequence[int]) -> tuple[int, int] | None:
    """The place that put in more than anybody else, and by how much; None where nobody did."""
    second, top = sorted(put)[-2:]
    return (put.index(top), top - second) if top > second else None


def layers(put: Sequence[int], live: int, dead: int) -> list[Layer]:
    """Pots by contribution, the main pot first; ``dead`` chips lie wholly in the main pot.

    A pot reaches from one total of those still in the hand to the next, so its rivals are the same
    all through. Folded chips stay in; what folded seats put in above everybody's total joins the
    last pot.
    """
    living = [place for place in range(len(put)) if live >> place & 1]
    levels = sorted({put[place] for place in living})
    pots: list[Layer] = []
    taken, everything = 0, sum(put) + dead
    for level in levels:
        if level == levels[-1]:
            reached = everything
        else:
            reached = dead + sum([total if total < level else level for total in put])
        if reached > taken:
            pots.append(Layer(reached - taken, tuple([place for place in living if put[place] >= level])))
            taken = reached
    return pots


def split(layer: Layer, values: dict[int, tuple[int, ...]], order: tuple[Seat, ...]) -> Pot:
    """Share a pot among its best hands; odd chips go one each from the first winner in ``order``."""
    winners = layer.rivals
    if len(winners) > 1:
        best = max([values[place] for place in winners])
        winners = tuple([place for place in winners if values[place] == best])
    share, rest = divmod(layer.amount, len(winners))
    return Pot(
        layer.amount,
        names(layer, order),
        tuple([(order[place], share + (rank < rest)) for rank, place in enumerate(winners)]),
        tuple([(order[place], 1) for place in winners[:rest]]),
    )


def names(layer: Layer, order: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The rivals of a layer by letter."""
    return tuple(sorted([order[place] for place in layer.rivals]))
