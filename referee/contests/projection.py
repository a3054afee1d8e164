"""How long a tournament takes at least, shown before it starts (contests.md, T5 and T8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from referee.contests.deadlines import utc
from referee.contests.tables import table_sizes
from referee.core import Illegal


@dataclass(frozen=True, slots=True)
class Projection:
    """The tables of one way to split, and the end that cannot be beaten if all use their time."""

    sizes: tuple[int, ...]
    length: timedelta
    ends: datetime


def least_length(sizes: Sequence[int], *, deals: int, rounds: int, limit: timedelta) -> timedelta:
    """Deals x betting rounds x seats of the largest table x limit: everybody speaks once a round,
    at the last moment, and nobody raises. Tables play side by side.

    24 h, 8 seats, 2 deals of 2 rounds: 32 days. Refusals: Illegal MALFORMED for no tables and for
    numbers below one.
    """
    if not sizes or min(*sizes, deals, rounds) < 1 or limit <= timedelta(0):
        raise Illegal("MALFORMED", where="projection")
    return deals * rounds * max(sizes) * limit


def projection(
    start: datetime, sizes: Sequence[int], *, deals: int, rounds: int, limit: timedelta
) -> Projection:
    """The projected end of tables of these sizes that start at ``start``; elapsed time, in UTC."""
    length = least_length(sizes, deals=deals, rounds=rounds, limit=limit)
    return Projection(tuple(sizes), length, utc(start) + length)


def both_projections(
    start: datetime, players: int, *, deals: int, rounds: int, limit: timedelta
) -> tuple[Projection, Projection]:
    """The two ends to choose between: with the fewest tables (the default) and with the smallest.

    Refusals: Illegal CANNOT_SPLIT, as ``table_sizes``.
    """
    fewest, smallest = (
        projection(start, table_sizes(players, smallest=small), deals=deals, rounds=rounds, limit=limit)
        for small in (False, True)
    )
    return fewest, smallest


def limit_that_fits(wanted: timedelta, sizes: Sequence[int], *, deals: int, rounds: int) -> timedelta:
    """The longest limit, in whole seconds, with which such tables can end within ``wanted``.

    One of the remedies beside a projected end: 8 seats in a week of 168 h: 5 h 15 min a turn.
    """
    one_second = timedelta(seconds=1)
    speaking = least_length(sizes, deals=deals, rounds=rounds, limit=one_second) // one_second
    return (wanted // speaking) // one_second * one_second
