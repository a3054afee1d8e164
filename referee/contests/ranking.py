"""The one ranking over all tables of a tournament (contests.md, T9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a player stands at the end.

    chips   what he has left, over all tables
    out_in  the number of the deal in which he lost his last chip; None with chips
    stack   his chips at the start of that deal
    """

    chips: int
    out_in: int | None = None
    stack: int = 0

    @property
    def merit(self) -> tuple[int, int, int]:
        """What is compared: chips, then the later deal, then the larger stack at its start.

        Deal numbers, never clock times: tables run at their own speed.
        """
        return (self.chips, 0, 0) if self.chips else (0, self.out_in or 0, self.stack)


@dataclass(frozen=True, slots=True)
class Place:
    """A place, counted from 1, and who shares it (in the order of the names' code points)."""

    number: int
    players: tuple[str, ...]


def rank(outcomes: Mapping[str, Outcome]) -> tuple[Place, ...]:
    """All players in one list, best first; equals share a place and the next places are skipped.

    Source: T9. Most chips first; without chips, who went out in a later deal, then who had
    the larger stack at the start of that deal, else shared.
    """
    by_merit = sorted(outcomes, key=lambda player: outcomes[player].merit, reverse=True)
    places: list[Place] = []
    taken = 0
    for _, group in groupby(by_merit, key=lambda player: outcomes[player].merit):
        players = tuple(sorted(group))
        places.append(Place(taken + 1, players))
        taken += len(players)
    return tuple(places)
