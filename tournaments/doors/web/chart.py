"""Chips over the deals as lines to draw: where each point, label and mark of the scale lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.services.chips import Course

WIDTH, LEFT, RIGHT, TOP, FOOT = 360, 34, 118, 14, 30
"""Units of the drawing: its width, and the margins around the lines."""
_GAP = 16
"""Between two labels."""
_MARKS = 4
_DEAL_MARKS = 8
_LETTERS = 9
"""Of a name, before it is cut."""


@dataclass(frozen=True, slots=True)
class Line:
    """One seat's line. ``y``: where it ends; ``label``: where its name stands."""

    letter: str
    name: str
    short: str
    mine: bool
    stacks: Sequence[int]
    points: str
    y: int
    label: int

    @property
    def chips(self) -> int:
        return self.stacks[-1]

    @property
    def rise(self) -> int:
        """From the end of the line to its label; downwards is positive."""
        return self.label - self.y


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark of a scale: the number that stands there, and where."""

    value: int
    at: int


@dataclass(frozen=True, slots=True)
class Chart:
    """``rows``: the same as a table, a row for each deal (0: before the first), a column for each line."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    deals: int
    lines: Sequence[Line]
    chips: Sequence[Mark]
    marks: Sequence[Mark]
    rows: Sequence[tuple[int, Sequence[int]]]


def draw(course: Course, names: Mapping[str, str], mine: str | None = None) -> Chart:
    height = max(240, TOP + FOOT + _GAP * len(course.stacks))
    right, bottom = WIDTH - RIGHT, height - FOOT
    most = max(max(stacks) for stacks in course.stacks.values())
    step = _step(most)
    top = max(step, -(-most // step) * step)

    def x(deal: int) -> int:
        return LEFT + round((right - LEFT) * deal / course.deals)

    def y(chips: int) -> int:
        return bottom - round((bottom - TOP) * chips / top)

    ends = {letter: y(stacks[-1]) for letter, stacks in course.stacks.items()}
    labels = _apart(ends, bottom)
    lines = [
        Line(
            letter,
            names[letter],
            _short(names[letter]),
            letter == mine,
            stacks,
            " ".join(f"{x(deal)},{y(chips)}" for deal, chips in enumerate(stacks)),
            ends[letter],
            labels[letter],
        )
        for letter, stacks in course.stacks.items()
    ]
    every = -(-course.deals // _DEAL_MARKS)
    marks = [Mark(deal, x(deal)) for deal in range(0, course.deals + 1, every)]
    rows = [(deal, [line.stacks[deal] for line in lines]) for deal in range(course.deals + 1)]
    chips = [Mark(value, y(value)) for value in range(0, top + 1, step)]
    return Chart(WIDTH, height, LEFT, right, bottom, course.deals, lines, chips, marks, rows)


def _step(most: int) -> int:
    """The round number that makes few marks: 1, 2 or 5, times a power of ten."""
    power = 1
    while True:
        for round_number in (1, 2, 5):
            if round_number * power * _MARKS >= most:
                return round_number * power
        power *= 10


def _apart(ends: Mapping[str, int], bottom: int) -> dict[str, int]:
    """Labels near the ends of their lines that do not cover each other, in the order of the lines."""
    order = sorted(ends, key=lambda letter: ends[letter])
    places: list[int] = []
    for letter in order:
        places.append(max(ends[letter], places[-1] + _GAP if places else TOP))
    lowest = bottom
    for index in range(len(places) - 1, -1, -1):
        places[index] = min(places[index], lowest)
        lowest = places[index] - _GAP
    return dict(zip(order, places, strict=True))


def _short(name: str) -> str:
    return name if len(name) <= _LETTERS else name[: _LETTERS - 1] + "…"
