"""The table of a league, and why everybody stands where he stands (contests.md, 2 "Tie-breaks").

Points, then: table wins · head-to-head where all the tied have met · the average of the points of
all opponents met · the own share of all game points at one's tables · deciding games · else shared.
Each tie-break looks at a group that all earlier ones left equal, and is not asked again after a
later one has split it. All values are exact fractions, larger is better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from referee.contests.league import Season, TableResult, beaten, bye_points, promotions, withdrawn

POINTS, WINS, HEAD_TO_HEAD, OPPONENTS, SHARE, DECIDER = (
    "points",
    "wins",
    "head_to_head",
    "opponents",
    "share",
    "decider",
)

type Values = Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Step:
    """One criterion applied to players that were equal until then.

    values  by player; None where the criterion does not apply to this group: the tied have not all
            met (head_to_head), or the deciding game was not between all of them
    """

    criterion: str
    tied: tuple[str, ...]
    values: Values | None

    def splits(self) -> bool:
        """Whether it made a difference."""
        return self.values is not None and len(set(self.values.values())) > 1

    def to_json(self) -> dict[str, Any]:
        values = self.values
        return {
            "criterion": self.criterion,
            "tied": list(self.tied),
            "values": None if values is None else {player: str(value) for player, value in values.items()},
        }


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line.

    place       counted from 1; equals share one and the next are left out
    played      tables sat at          byes    announced absences
    opponents   average of the points of all opponents met, None without any
    share       own part of all game points at one's tables, None without any
    shared      who has the same place, in the order drawn
    behind      the criterion that puts him behind the line above; None for the first and for equals
    why         the steps that looked at him, in order
    withdrawn   the round in which he was taken out, or None
    """

    place: int
    player: str
    points: Fraction
    wins: Fraction
    played: int
    byes: int
    opponents: Fraction | None
    share: Fraction | None
    shared: tuple[str, ...]
    behind: str | None
    why: tuple[Step, ...]
    withdrawn: int | None = None


@dataclass(frozen=True, slots=True)
class Tie:
    """A shared place that a deciding game must part. ``kind``: title, promotion or relegation."""

    kind: str
    players: tuple[str, ...]


class _Sums:
    """What the criteria are computed from, once for a whole season."""

    def __init__(self, season: Season) -> None:
        self.season = season
        self.tables: dict[str, list[TableResult]] = {player: [] for player in season.players}
        for table in season.tables:
            for player in table.scores:
                self.tables.setdefault(player, []).append(table)
        self.points = {player: self._points(player) for player in self.tables}

    def _points(self, player: str) -> Fraction:
        own = sum((table.points[player] for table in self.tables[player]), Fraction(0))
        return own + sum(bye_points(self.season, player).values(), Fraction(0))

    def wins(self, player: str) -> Fraction:
        return sum((table.wins[player] for table in self.tables[player]), Fraction(0))

    def opponents(self, player: str) -> Fraction | None:
        """One opponent counts as often as he was met."""
        met = [
            self.points[other] for table in self.tables[player] for other in table.scores if other != player
        ]
        return sum(met, Fraction(0)) / len(met) if met else None

    def share(self, player: str) -> Fraction | None:
        all_points = sum(sum(table.scores.values()) for table in self.tables[player])
        own = sum(table.scores[player] for table in self.tables[player])
        return Fraction(own, all_points) if all_points else None

    def between(self, own: str, other: str) -> Fraction | None:
        """What ``own`` has of ``other``: the mean over their meetings; None if they have not met."""
        had = [
            beaten(own, other, table.scores, table.out) for table in self.tables[own] if other in table.scores
        ]
        return sum(had, Fraction(0)) / len(had) if had else None

    def head_to_head(self, tied: Sequence[str]) -> Values | None:
        """Sum over all other tied players, None where two of them have not met."""
        values: dict[str, Fraction] = {}
        for own in tied:
            had = [self.between(own, other) for other in tied if other != own]
            if None in had:
                return None
            values[own] = sum((one for one in had if one is not None), Fraction(0))
        return values


type _Criterion = tuple[str, Callable[[Sequence[str]], Values | None]]


def _criteria(sums: _Sums) -> list[_Criterion]:
    def each(value: Callable[[str], Fraction | None]) -> Callable[[Sequence[str]], Values]:
        return lambda tied: {player: value(player) or Fraction(0) for player in tied}

    def decided(game: Mapping[str, int]) -> Callable[[Sequence[str]], Values | None]:
        return lambda tied: (
            {player: Fraction(game[player]) for player in tied} if set(tied) <= game.keys() else None
        )

    return [
        (POINTS, each(sums.points.__getitem__)),
        (WINS, each(sums.wins)),
        (HEAD_TO_HEAD, sums.head_to_head),
        (OPPONENTS, each(sums.opponents)),
        (SHARE, each(sums.share)),
        *((DECIDER, decided(game)) for game in sums.season.deciders),
    ]


@dataclass(frozen=True, slots=True)
class _Group:
    """Players that are equal so far, and the steps that led here."""

    players: tuple[str, ...]
    steps: tuple[Step, ...] = ()


def standings(season: Season) -> tuple[Line, ...]:
    """Best first; who shares a place stands in the order drawn."""
    sums = _Sums(season)
    groups = [_Group(season.players)]
    for name, measure in _criteria(sums):
        groups = [part for group in groups for part in _split(group, name, measure)]
    lines: list[Line] = []
    for group in groups:
        place = len(lines) + 1
        behind = _separated(group, lines[-1]) if lines else None
        for at, player in enumerate(group.players):
            lines.append(_line(sums, group, place, player, None if at else behind))
    return tuple(lines)


def _split(group: _Group, name: str, measure: Callable[[Sequence[str]], Values | None]) -> list[_Group]:
    if len(group.players) < 2 and name != POINTS:
        return [group]
    values = measure(group.players)
    steps = (*group.steps, Step(name, group.players, values))
    if values is None:
        return [_Group(group.players, steps)]
    ordered = sorted(group.players, key=values.__getitem__, reverse=True)
    return [_Group(tuple(part), steps) for _, part in groupby(ordered, key=values.__getitem__)]


def _separated(group: _Group, above: Line) -> str | None:
    """The last criterion that looked at both."""
    common = [step for step in group.steps if above.player in step.tied]
    return common[-1].criterion if common else None


def _line(sums: _Sums, group: _Group, place: int, player: str, behind: str | None) -> Line:
    return Line(
        place,
        player,
        sums.points[player],
        sums.wins(player),
        len(sums.tables[player]),
        len(bye_points(sums.season, player)),
        sums.opponents(player),
        sums.share(player),
        tuple(other for other in group.players if other != player),
        behind,
        group.steps,
        withdrawn(sums.season).get(player),
    )


def undecided(
    lines: Sequence[Line], *, title: bool = False, up: bool = True, down: bool = True
) -> tuple[Tie, ...]:
    """The shared places that a deciding game must part at the end of a season.

    ``title``: this is the top division, its best is champion; ``up``, ``down``: there is a division
    above, or below. Withdrawn players neither rise nor play for a title, and do not count.
    """
    ranked = [line for line in lines if line.withdrawn is None]
    count = promotions(len(ranked))
    borders = (
        [("title", 1)] * title + [("promotion", count)] * up + [("relegation", len(ranked) - count)] * down
    )
    ties = []
    for kind, border in borders:
        if 0 < border < len(ranked) and ranked[border - 1].place == ranked[border].place:
            place = ranked[border].place
            ties.append(Tie(kind, tuple(line.player for line in ranked if line.place == place)))
    return tuple(ties)


def places(lines: Iterable[Line]) -> list[tuple[int, tuple[str, ...]]]:
    """(Place, players who share it), best first."""
    return [
        (place, tuple(line.player for line in group))
        for place, group in groupby(lines, key=lambda line: line.place)
    ]
