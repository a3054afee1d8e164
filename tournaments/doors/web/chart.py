"""Chips over the deals as lines to draw: where each point, label and mark of the scale lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.services.chips import Course, Track
from tournaments.services.leagues.tableau import Place

WIDTH, LEFT, RIGHT, TOP, FOOT = 360, 42, 118, 14, 30
"""Units of the drawing: its width, and the margins around the lines; four digits fit on the left."""
_GAP = 16
"""Between two labels."""
_MARKS = 4
_DEAL_MARKS = 8
_LETTERS = 9
"""Of a name, before it is cut."""
MOST = 8
"""Lines of a contest's chart: its best, and the reader's own."""


@dataclass(frozen=True, slots=True)
class Given:
    """What one line is drawn from. ``letter``: a seat's letter, or a place."""

    letter: str
    name: str
    stacks: Sequence[int]
    mine: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line. ``x``, ``y``: where it ends; ``label``: where its name stands."""

    letter: str
    name: str
    short: str
    mine: bool
    stacks: Sequence[int]
    points: str
    x: int
    y: int
    label: int

    @property
    def chips(self) -> int:
        return self.stacks[-1]


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark of a scale: the number that stands there, and where."""

    value: int
    at: int


@dataclass(frozen=True, slots=True)
class Chart:
    """``rows``: the same as a table, a row for each deal (0: before the first), a column for each line;
    None where a table has not come so far. ``whole``: every player has a line."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    deals: int
    lines: Sequence[Line]
    chips: Sequence[Mark]
    marks: Sequence[Mark]
    rows: Sequence[tuple[int, Sequence[int | None]]]
    whole: bool = True

    @property
    def names(self) -> int:
        """Where the names of the lines stand."""
        return self.right + 15

    @property
    def hook(self) -> int:
        """Where the stroke from a line's end to its name ends."""
        return self.right + 12


def draw(course: Course, names: Mapping[str, str], mine: str | None = None) -> Chart:
    """The seats of a table."""
    given = [Given(letter, names[letter], stacks, letter == mine) for letter, stacks in course.stacks.items()]
    return _chart(given)


def draw_contest(tracks: Sequence[Track], mine: int | None = None) -> Chart | None:
    """The best of a contest over all its tables, and the reader's own line (``mine``: his entry)."""
    shown = [track for number, track in enumerate(tracks) if number < MOST or track.standing.entry.pk == mine]
    if not shown:
        return None
    given = [
        Given(
            str(track.standing.place),
            track.standing.entry.name,
            track.stacks,
            track.standing.entry.pk == mine,
        )
        for track in shown
    ]
    return replace(_chart(given), whole=len(shown) == len(tracks))


def draw_points(courses: Sequence[tuple[Place, tuple[int, ...]]], mine: int | None = None) -> Chart | None:
    """A division's points over its rounds: the best, and the reader's own line (``mine``: his entry)."""
    given = [
        Given(str(place.line.place), place.entry.name, sums, place.entry.pk == mine)
        for number, (place, sums) in enumerate(courses)
        if number < MOST or place.entry.pk == mine
    ]
    if not given or not max(max(one.stacks) for one in given):
        return None
    return replace(_chart(given), whole=len(given) == len(courses))


def _chart(given: Sequence[Given]) -> Chart:
    height = max(240, TOP + FOOT + _GAP * len(given))
    right, bottom = WIDTH - RIGHT, height - FOOT
    deals = max(len(one.stacks) for one in given) - 1
    most = max(max(one.stacks) for one in given)
    step = _step(most)
    top = max(step, -(-most // step) * step)

    def x(deal: int) -> int:
        return LEFT + round((right - LEFT) * deal / deals)

    def y(chips: int) -> int:
        return bottom - round((bottom - TOP) * chips / top)

    labels = _apart([y(one.stacks[-1]) for one in given], bottom)
    lines = [
        Line(
            one.letter,
            one.name,
            shortened(one.name),
            one.mine,
            one.stacks,
            " ".join(f"{x(deal)},{y(chips)}" for deal, chips in enumerate(one.stacks)),
            x(len(one.stacks) - 1),
            y(one.stacks[-1]),
            label,
        )
        for one, label in zip(given, labels, strict=True)
    ]
    every = -(-deals // _DEAL_MARKS)
    marks = [Mark(deal, x(deal)) for deal in range(0, deals + 1, every)]
    chips = [Mark(value, y(value)) for value in range(0, top + 1, step)]
    return Chart(WIDTH, height, LEFT, right, bottom, deals, lines, chips, marks, _rows(given, deals))


def _rows(given: Sequence[Given], deals: int) -> list[tuple[int, Sequence[int | None]]]:
    return [
        (deal, [one.stacks[deal] if deal < len(one.stacks) else None for one in given])
        for deal in range(deals + 1)
    ]


def _step(most: int) -> int:
    """The round number that makes few marks: 1, 2 or 5, times a power of ten."""
    power = 1
    while True:
        for round_number in (1, 2, 5):
            if round_number * power * _MARKS >= most:
                return round_number * power
        power *= 10


def _apart(ends: Sequence[int], bottom: int) -> list[int]:
    """Labels near the ends of their lines that do not cover each other, in the order of the lines."""
    order = sorted(range(len(ends)), key=lambda index: ends[index])
    places: list[int] = []
    for index in order:
        places.append(max(ends[index], places[-1] + _GAP if places else TOP))
    lowest = bottom
    for index in range(len(places) - 1, -1, -1):
        places[index] = min(places[index], lowest)
        lowest = places[index] - _GAP
    return [place for _, place in sorted(zip(order, places, strict=True))]


def shortened(name: str) -> str:
    return name if len(name) <= _LETTERS else name[: _LETTERS - 1] + "…"
