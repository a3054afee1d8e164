"""Entry fees in kind: where each stands, and what all of them come to (contests.md T2, T3).

Nothing is collected here: the organiser marks what was handed over elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tournaments.models import Contest, Entry

UNPAID, PAID, BACK, RETURNED, NONE = "unpaid", "paid", "back", "returned", "none"
"""Awaited · paid by somebody · paid, to be given back · given back · nothing is due."""

_BEFORE_DRAW = (Contest.State.DRAFT, Contest.State.REGISTRATION, Contest.State.CLOSED)
_WAITING = (Entry.State.IN, Entry.State.RESERVE)


@dataclass(slots=True)
class Totals:
    """How many fees; ``by``: who paid (``self``, ``sponsor`` or a name) -> how many."""

    by: Counter[str] = field(default_factory=Counter)
    unpaid: int = 0
    back: int = 0

    @property
    def sponsor(self) -> int:
        return self.by["sponsor"]

    @property
    def paid(self) -> int:
        return sum(self.by.values())

    @property
    def others(self) -> list[tuple[str, int]]:
        """Those who paid for somebody else, by name."""
        return sorted((name, count) for name, count in self.by.items() if name not in ("self", "sponsor"))


def standing(entry: Entry, contest: Contest) -> str:
    """Where the fee of an entry stands. ``entry.seat`` is asked: prefetch ``seats``."""
    if not contest.fee_amount:
        return NONE
    if entry.returned_at is not None:
        return RETURNED
    plays = _has_a_place(entry, contest)
    if entry.paid_at is None:
        return UNPAID if plays else NONE
    if plays:
        return PAID
    # A sponsor pays for those who play: where nobody does, he owes nothing, and nothing goes back.
    return NONE if entry.paid_by == "sponsor" else BACK


def totals(entries: Sequence[Entry], contest: Contest) -> Totals:
    """What all fees come to."""
    found = Totals()
    for entry in entries:
        where = standing(entry, contest)
        found.unpaid += where == UNPAID
        found.back += where == BACK
        if where == PAID:
            found.by[entry.paid_by] += 1
    return found


def totals_of(contest: Contest) -> Totals:
    """The same from the database. One query."""
    return totals(list(contest.entries.prefetch_related("seats")), contest)


def _has_a_place(entry: Entry, contest: Contest) -> bool:
    """Who plays or may still come to play; a seat that was drawn is kept, also by those who left it."""
    if contest.state == Contest.State.CANCELLED:
        return False
    if entry.seat is not None:
        return True
    return contest.state in _BEFORE_DRAW and entry.state in _WAITING
