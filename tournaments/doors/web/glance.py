"""The stacks of a table from afar: a bar for each seat, and who leads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Table
from tournaments.services.overview import Glance
from tournaments.services.standings import Standing

STEP, HIGH = 24, 36
"""Units of the drawing: from bar to bar, and the height of the highest."""
_LEADERS = 2
"""As many may lead together; more of them are no leaders."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One seat: ``x`` and ``y`` are the corner of its bar, ``high`` its height."""

    letter: str
    name: str
    chips: int
    speaks: bool
    leads: bool
    x: int
    y: int
    high: int


@dataclass(frozen=True, slots=True)
class Stacks:
    """The bars of a table, all on the scale of the contest."""

    bars: Sequence[Bar]
    width: int


def stacks(glances: Sequence[Glance], lines: Sequence[Standing]) -> Mapping[int, Stacks]:
    """Table -> its bars; all tables on one scale, so that they can be compared."""
    chips = {line.seat.pk: line.chips for line in lines}
    most = max(chips.values(), default=0)
    return {one.table.pk: _of(one, chips, most) for one in glances if one.seats and most}


def _of(glance: Glance, chips: Mapping[int, int], most: int) -> Stacks:
    speaking = {turn.seat_id for turn in glance.turns}
    here = [chips.get(seat.pk, 0) for seat in glance.seats]
    best = max(here)
    leads = best if here.count(best) <= _LEADERS and glance.table.state != Table.State.VOID else None
    bars = []
    for place, (seat, count) in enumerate(zip(glance.seats, here, strict=True)):
        high = max(round(HIGH * count / most), 2 if count else 0)
        bars.append(
            Bar(
                seat.letter,
                seat.entry.name,
                count,
                seat.pk in speaking,
                count == leads,
                place * STEP + 4,
                HIGH - high,
                high,
            )
        )
    return Stacks(bars, STEP * len(bars))
