"""A search for schedules with few repeats: swap two players of a round, again and again.

Late acceptance hill climbing: a swap is kept if the cost does not rise, or is not above the cost of
some steps ago. Everything is whole numbers and a fixed sequence of choices, so that every machine
finds the same schedule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

type Tables = list[list[int]]

MEMORY = 6
"""How many steps ago the cost is remembered that a worse swap must not exceed."""


def choices(seed: int) -> Iterator[int]:
    """A fixed sequence of numbers of 31 bits (a linear congruential generator, its upper bits)."""
    state = seed
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        yield state >> 33


class Swapper:
    """Rounds that are changed in place. ``meets[a][b]``: how often a and b sit together in all rounds.

    ``free`` are the places of the rounds that may be changed; the others, and ``past`` meetings
    beside them, only count.
    """

    def __init__(self, rounds: Sequence[Tables], free: Sequence[int], past: Sequence[Sequence[int]]) -> None:
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.free = list(free)
        self.meets = [list(row) for row in past]
        for tables in rounds:
            for table in tables:
                for a, b in combinations(table, 2):
                    self.meets[a][b] += 1
                    self.meets[b][a] += 1
        self.cost = sum(row[b] * (row[b] - 1) // 2 for a, row in enumerate(self.meets) for b in range(a))

    def improve(self, steps: int, goal: int, seed: int) -> tuple[int, list[Tables]]:
        """The best cost found within so many steps, and its rounds; at once where ``goal`` is reached."""
        best, kept = self.cost, self._copy()
        history = [self.cost] * MEMORY
        drawn = choices(seed)
        for step in range(steps):
            if best <= goal:
                break
            swap = self._propose(drawn)
            rise = self._rise(*swap) if swap else None
            if swap and rise is not None and self._accepted(rise, history[step % MEMORY]):
                self._swap(*swap)
                self.cost += rise
                if self.cost < best:
                    best, kept = self.cost, self._copy()
            history[step % MEMORY] = self.cost
        return best, kept

    def _accepted(self, rise: int, before: int) -> bool:
        return rise <= 0 or self.cost + rise <= before

    def _copy(self) -> list[Tables]:
        return [[list(table) for table in tables] for tables in self.rounds]

    def _propose(self, drawn: Iterator[int]) -> tuple[list[int], int, list[int], int] | None:
        """Two tables of a free round and a place in each; None where that round has only one table."""
        tables = self.rounds[self.free[next(drawn) % len(self.free)]]
        if len(tables) < 2:
            return None
        first = next(drawn) % len(tables)
        second = (first + 1 + next(drawn) % (len(tables) - 1)) % len(tables)
        one, other = tables[first], tables[second]
        return one, next(drawn) % len(one), other, next(drawn) % len(other)

    def _rise(self, one: list[int], at: int, other: list[int], to: int) -> int:
        """By how much the cost grows if the two change places."""
        a, b = one[at], other[to]
        of_a, of_b = self.meets[a], self.meets[b]
        rise = 0
        for guest in one:
            if guest != a:
                rise += of_b[guest] - of_a[guest] + 1
        for guest in other:
            if guest != b:
                rise += of_a[guest] - of_b[guest] + 1
        return rise

    def _swap(self, one: list[int], at: int, other: list[int], to: int) -> None:
        a, b = one[at], other[to]
        for table, leaving, coming in ((one, a, b), (other, b, a)):
            for guest in table:
                if guest != leaving:
                    self._count(leaving, guest, -1)
                    self._count(coming, guest, 1)
        one[at], other[to] = b, a

    def _count(self, a: int, b: int, by: int) -> None:
        self.meets[a][b] += by
        self.meets[b][a] += by
