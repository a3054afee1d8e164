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

    Folded chips stay in. Layers with the same rivals are one pot; a layer whose contributors have
    all folded joins the pot below, or the one above where there is none below.
    """
    pots: list[Layer] = []
    below, waiting = 0, dead
    for level in sorted(set(put) - {0}):
        inside = [place for place, total in enumerate(put) if total >= level]
        amount = (level - below) * len(inside)
        rivals = tuple([place for place in inside if live >> place & 1])
        below = level
        if pots and (not rivals or rivals == pots[-1].rivals):
            pots[-1] = Layer(pots[-1].amount + amount, pots[-1].rivals)
        elif rivals:
            pots.append(Layer(amount + waiting, rivals))
            waiting = 0
        else:
            waiting += amount
    if waiting:
        # Nobody in the hand has put anything in: it is contested by all who are left.
        pots.append(Layer(waiting, tuple([place for place in range(len(put)) if live >> place & 1])))
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
