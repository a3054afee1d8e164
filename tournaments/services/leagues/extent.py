"""How far a season can go: for the seeds that are committed before it begins."""

from __future__ import annotations

from referee.contests.league import DIVISION
from tournaments.models import Contest

DECIDERS = 3
"""Rounds of deciding games that may follow a season; who is equal after them shares his place."""
_TIES = 3
"""Places of a division that may be fought for: the title, the promotion, the relegation."""


def most_tables(row: Contest) -> int:
    """As many as a season of all entrants could need."""
    there = row.previous.members.values("division").distinct().count() if row.previous is not None else 0
    divisions = max(-(-row.cap // DIVISION), there) + 1
    return row.rounds * (-(-row.cap // 4) + divisions) + DECIDERS * _TIES * divisions
