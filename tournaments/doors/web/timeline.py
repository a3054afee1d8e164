"""The course of a contest as a line to draw: where its moments lie, and in which parts it is dashed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from tournaments.services.timeline import Mile

WIDTH, EDGE = 360, 14
"""Units of the drawing: its width, and what is kept free at both ends."""
_GAP = 27
"""Between two marks."""
_OPEN = ("announced",)
_EXPECTED = ("checked", "starts", "quick", "all_time", "raises", "wanted")


@dataclass(frozen=True, slots=True)
class Mark:
    """One moment: its place on the line and its number there."""

    mile: Mile
    number: int
    x: int


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the line between two marks. ``kind``: open (registration), play, expected."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Drawing:
    width: int
    marks: Sequence[Mark]
    parts: Sequence[Part]
    now: int | None


def draw(miles: Sequence[Mile], now: datetime) -> Drawing | None:
    """None where there is no line to draw: fewer than two moments."""
    if len(miles) < 2:
        return None
    places = _apart([_share(mile.at, miles) for mile in miles])
    marks = [Mark(mile, number, x) for number, (mile, x) in enumerate(zip(miles, places, strict=True), 1)]
    parts = [Part(_kind(a.mile, b.mile), a.x, b.x) for a, b in pairwise(marks)]
    return Drawing(WIDTH, marks, parts, _now(marks, now))


def _share(at: datetime, miles: Sequence[Mile]) -> int:
    first, last = miles[0].at, max(mile.at for mile in miles)
    whole = (last - first).total_seconds() or 1
    return EDGE + round((WIDTH - 2 * EDGE) * (at - first).total_seconds() / whole)


def _apart(places: list[int]) -> list[int]:
    """The same places, none nearer to the next than a mark is wide."""
    for index in range(1, len(places)):
        places[index] = max(places[index], places[index - 1] + _GAP)
    last = WIDTH - EDGE
    for index in range(len(places) - 1, -1, -1):
        places[index] = min(places[index], last)
        last = places[index] - _GAP
    return places


def _kind(before: Mile, after: Mile) -> str:
    if before.kind in _OPEN:
        return "open"
    return "expected" if after.kind in _EXPECTED else "play"


def _now(marks: Sequence[Mark], now: datetime) -> int | None:
    """Between the marks around it; nowhere once everything is over."""
    for before, after in pairwise(marks):
        if before.mile.at <= now <= after.mile.at:
            whole = (after.mile.at - before.mile.at).total_seconds() or 1
            return before.x + round((after.x - before.x) * (now - before.mile.at).total_seconds() / whole)
    return None
