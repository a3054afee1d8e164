"""How long a contest takes at least, for both ways to split the players, and what shortens it (T5, T8)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from referee.contests.projection import limit_that_fits, projection
from referee.contests.tables import table_sizes
from referee.core import Refusal
from tournaments.models import Contest, Entry
from tournaments.services import clock, seating

_FEW = 4


@dataclass(frozen=True, slots=True)
class Plan:
    """One way to split: its tables, its earliest end when all use their time, and the wanted length.

    ``fits``: the time to speak with which these tables would end within the wanted length.
    """

    rule: str
    chosen: bool
    sizes: tuple[int, ...]
    length: timedelta
    ends: datetime
    wanted: timedelta
    fits: timedelta

    @property
    def too_long(self) -> bool:
        return self.length > self.wanted

    @property
    def shape(self) -> str:
        """``7 + 6``; many tables as ``4 × 6 + 8 × 5``."""
        if len(self.sizes) <= _FEW:
            return " + ".join(str(size) for size in self.sizes)
        return " + ".join(
            f"{self.sizes.count(size)} × {size}" for size in sorted({*self.sizes}, reverse=True)
        )


@dataclass(frozen=True, slots=True)
class Outlook:
    """The plans for ``players`` entrants; none and ``refusal`` where that number cannot be split."""

    players: int
    real: bool
    plans: tuple[Plan, ...]
    refusal: Refusal | None = None


def outlook(row: Contest, players: int | None = None) -> Outlook | None:
    """Both ways while the organiser may choose (one where they come to the same), else the chosen one.

    None for a match without a fixed end.

    Without entrants the plans are those of a full contest (``real`` is then False).
    """
    deals, rounds = row.rules.get("hands"), len(row.rules.get("streets", ()))
    if not deals or not rounds:
        return None
    entered = row.entries.filter(state=Entry.State.IN).count() if players is None else players
    count = entered or row.cap
    try:
        shapes = _shapes(row, count)
    except Refusal as refusal:
        return Outlook(count, bool(entered), (), refusal)
    starts = max(row.starts_at or _closes(row), clock.now())
    return Outlook(count, bool(entered), tuple(_plan(row, starts, rule, sizes) for rule, sizes in shapes))


def _closes(row: Contest) -> datetime:
    """When the seats can be drawn: at once where registration was closed before its time."""
    still_open = row.state in (Contest.State.DRAFT, Contest.State.REGISTRATION)
    return row.closes_at if still_open else clock.now()


def _shapes(row: Contest, count: int) -> list[tuple[str, tuple[int, ...]]]:
    open_choice = (Contest.Tables.FEWEST, Contest.Tables.SMALLEST)
    if row.table_rule not in open_choice or row.state not in (
        Contest.State.DRAFT,
        Contest.State.REGISTRATION,
    ):
        return [(str(row.table_rule), seating.sizes(row, count))]
    shapes = [
        (str(rule), table_sizes(count, smallest=rule == Contest.Tables.SMALLEST)) for rule in open_choice
    ]
    same = shapes[0][1] == shapes[1][1]
    return [(str(row.table_rule), shapes[0][1])] if same else shapes


def _plan(row: Contest, starts: datetime, rule: str, sizes: tuple[int, ...]) -> Plan:
    deals, rounds = row.rules["hands"], len(row.rules["streets"])
    limit, wanted = timedelta(seconds=row.turn_seconds), timedelta(seconds=row.week_seconds)
    found = projection(starts, sizes, deals=deals, rounds=rounds, limit=limit)
    fits = limit_that_fits(wanted, sizes, deals=deals, rounds=rounds)
    return Plan(rule, rule == row.table_rule, sizes, found.length, found.ends, wanted, fits)
