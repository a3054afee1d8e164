"""Who meets whom in a league: table sizes, a season's schedule, a round's pairing (contests.md, 2).

The cost of a schedule is the sum over all pairs of C(meetings, 2): 0 where nobody meets twice.
Players are numbered in the order that an auditable lot gave them; a schedule is a pure function of
their number, so everyone can compute it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from referee.contests.designs import Round, exact_rounds
from referee.contests.swaps import Swapper, choices
from referee.contests.tables import even_sizes
from referee.core import Illegal

FEWEST, MOST, USUAL = 2, 5, 4
"""Seats of a table of Saint Poker: the least, the most, and the size leagues play with."""

STARTS, STEPS = 60, 2_000
"""How many searches are made, each from other rounds, and how many swaps each tries."""
LAST_STEPS = 40_000
"""How many swaps are tried on the best that the searches found."""


def league_sizes(players: int) -> tuple[int, ...]:
    """Two to five players: one table; from six on ceil(n / 4) tables of 4 and 3, the larger first.

    Refusals: Illegal CANNOT_SPLIT with ``players`` and ``choices`` (fewer than two players).
    """
    if players < FEWEST:
        raise Illegal("CANNOT_SPLIT", players=players, choices=("extension",))
    return even_sizes(players, 1 if players <= MOST else -(-players // USUAL))


def repeats(rounds: Iterable[Iterable[Iterable[object]]]) -> int:
    """The cost of rounds of tables."""
    return sum(count * (count - 1) // 2 for count in meetings(rounds).values())


def meetings(rounds: Iterable[Iterable[Iterable[object]]]) -> Counter[frozenset[object]]:
    """How often each pair sits at one table."""
    return Counter(
        frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2)
    )


def fewest_repeats(sizes: Sequence[int], rounds: int) -> int:
    """A bound that no schedule with these tables goes below: all pairs meet equally often."""
    players = sum(sizes)
    pairs = players * (players - 1) // 2
    if not pairs:
        return 0
    each, more = divmod(rounds * sum(size * (size - 1) // 2 for size in sizes), pairs)
    return more * (each + 1) * each // 2 + (pairs - more) * each * (each - 1) // 2


def schedule(players: int, rounds: int = 5, sizes: Sequence[int] | None = None) -> tuple[Round, ...]:
    """A season: ``rounds`` rounds of tables with as few repeated meetings as are known or found.

    ``sizes``: seats of the tables, the same in every round; ``league_sizes`` where not given.
    Tables come larger first, players in their order. A second or less for up to 32 players.
    Refusals: Illegal CANNOT_SPLIT (fewer than two players), MALFORMED (sizes that do not seat all).
    """
    shape = tuple(sorted(sizes, reverse=True)) if sizes is not None else league_sizes(players)
    if sum(shape) != players or min(shape, default=0) < 1 or rounds < 0:
        raise Illegal("MALFORMED", where="sizes")
    full = len(shape) * max(shape)
    known = [_fitted(_without(tables, players), shape) for tables in exact_rounds(full, max(shape))]
    plan = known[:rounds]
    plan += [_some_round(players, shape, place) for place in range(len(plan), rounds)]
    blank = [[0] * players for _ in range(players)]
    return _searched(plan, range(rounds), blank, fewest_repeats(shape, rounds))


def _without(tables: Round, players: int) -> list[list[int]]:
    """A round of a larger number of players, without those who are not there: the last ones."""
    return [[player for player in table if player < players] for table in tables]


def _fitted(tables: list[list[int]], sizes: Sequence[int]) -> list[list[int]]:
    """The same round with these sizes: players move from tables with too many to those with too few."""
    ordered = sorted((list(table) for table in tables), key=len, reverse=True)
    ordered += [[] for _ in range(len(sizes) - len(ordered))]
    wanted = [*sizes, *[0] * (len(ordered) - len(sizes))]
    spare = [
        table.pop() for table, size in zip(ordered, wanted, strict=True) for _ in range(len(table) - size)
    ]
    for table, size in zip(ordered, wanted, strict=True):
        while len(table) < size:
            table.append(spare.pop(0))
    return [table for table in ordered if table]


def _some_round(players: int, sizes: Sequence[int], seed: int) -> list[list[int]]:
    """Tables in an order that only looks like chance."""
    drawn = choices(seed)
    order = sorted(range(players), key=lambda player: (next(drawn), player))
    return [[order.pop() for _ in range(size)] for size in sizes]


def _searched(
    plan: list[list[list[int]]], free: Sequence[int], past: Sequence[Sequence[int]], goal: int
) -> tuple[Round, ...]:
    """The best of many searches: the first begins with ``plan``, the others with other free rounds."""
    best, kept = Swapper(plan, free, past).improve(0, goal, 0)
    sizes, players = [len(table) for table in plan[free[0]]] if free else [], len(past)
    for start in range(STARTS if free else 0):
        if best <= goal:
            break
        rounds = list(plan)
        for place in free if start else ():
            rounds[place] = _some_round(players, sizes, 1000 + start * len(plan) + place)
        cost, found = Swapper(rounds, free, past).improve(STEPS, goal, start)
        best, kept = min((best, kept), (cost, found), key=lambda one: one[0])
    if best > goal and free:
        best, kept = Swapper(kept, free, past).improve(LAST_STEPS, goal, STARTS)
    return tuple(_ordered(tables) for tables in kept)


def _ordered(tables: Iterable[Iterable[int]]) -> Round:
    """The larger tables first, those of one size by their first player."""
    return tuple(sorted((tuple(sorted(table)) for table in tables), key=lambda table: (-len(table), table)))


def pair(
    players: Sequence[str],
    past: Sequence[Sequence[Sequence[str]]],
    planned: Sequence[Sequence[str]] = (),
) -> tuple[tuple[str, ...], ...]:
    """The tables of one round for those who are there, with as few repeated meetings as are found.

    ``players``: who plays, in the order drawn; ``past``: the rounds played before; ``planned``: the
    season's tables for this round, which stand where exactly these players are there. One player
    alone is a table of one (he gets the full points), nobody is no table.
    """
    numbers = {player: number for number, player in enumerate(players)}
    if sorted(player for table in planned for player in table) == sorted(numbers):
        return tuple(tuple(table) for table in planned)
    if len(numbers) < FEWEST:
        return tuple((player,) for player in players)
    met = [[0] * len(numbers) for _ in players]
    for two, count in meetings(past).items():
        if two <= numbers.keys():
            a, b = (numbers[str(player)] for player in two)
            met[a][b] = met[b][a] = count
    shape = league_sizes(len(numbers))
    present = [[numbers[player] for player in table if player in numbers] for table in planned]
    placed = {number for table in present for number in table}
    present.append([number for number in numbers.values() if number not in placed])
    start = _fitted(present, shape)
    (tables,) = _searched([start], [0], met, _cost_of(met))
    return tuple(tuple(players[number] for number in table) for table in tables)


def _cost_of(met: Sequence[Sequence[int]]) -> int:
    """What the past alone costs: a round without a repeat adds nothing."""
    return sum(count * (count - 1) // 2 for a, row in enumerate(met) for count in row[:a])
