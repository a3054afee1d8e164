"""The standings of a season as a page shows them: every place with its rounds, and why it is that place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from referee.contests.league import Season, bye_points, promotions, table_points
from referee.contests.standings import POINTS, Line, Step, standings
from tournaments.models import Contest, Entry, LeagueRound, Table
from tournaments.services.leagues import results

PLAYING, BYE, ALONE, NOT_THERE, PLAYED = "playing", "bye", "alone", "none", "played"


@dataclass(frozen=True, slots=True)
class Cell:
    """What a player has of a round. ``mark``: "forfeit" or "no_show", where he ran out of time."""

    what: str
    points: Fraction | None = None
    table: Table | None = None
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Reason:
    """A criterion that looked at a player: what he and those still equal to him had, the best first.

    ``own`` is None, and ``values`` empty, where it does not apply to them.
    """

    criterion: str
    own: Fraction | None
    values: Sequence[tuple[str, Fraction]]
    equals: int


@dataclass(frozen=True, slots=True)
class Place:
    """``zone``: champion, up, down or nothing."""

    line: Line
    entry: Entry
    cells: Sequence[Cell]
    why: Sequence[Reason]
    zone: str
    shared: bool


@dataclass(frozen=True, slots=True)
class Division:
    number: int
    places: Sequence[Place]
    rounds: Sequence[LeagueRound]


def divisions(row: Contest) -> list[Division]:
    """All divisions as they stand. A fixed number of queries, however many players there are."""
    members = list(row.members.select_related("entry__user").order_by("division", "place"))
    if not members:
        return []
    entries = {member.entry.ref: member.entry for member in members}
    rounds = list(row.season.order_by("number"))
    tables = list(row.tables.defer("snapshot").prefetch_related("table_seats__entry").order_by("number"))
    last = members[-1].division
    return [
        _division(number, last, season, entries, rounds, [one for one in tables if one.division == number])
        for number, season in results.seasons(row).items()
    ]


def _division(
    number: int,
    last: int,
    season: Season,
    entries: Mapping[str, Entry],
    rounds: Sequence[LeagueRound],
    tables: Sequence[Table],
) -> Division:
    lines = standings(season)
    names = {ref: entry.name for ref, entry in entries.items()}
    there = {(table.round, seat.entry.ref): table for table in tables for seat in table.table_seats.all()}
    zones = _zones(lines, number, last, entries)
    places = [
        Place(
            line,
            entries[line.player],
            [_cell(one, line.player, season, there) for one in rounds],
            [_reason(step, line.player, names) for step in line.why],
            zones.get(line.player, ""),
            bool(line.shared),
        )
        for line in lines
    ]
    return Division(number, places, rounds)


def _zones(lines: Sequence[Line], number: int, last: int, entries: Mapping[str, Entry]) -> dict[str, str]:
    """Who would be champion, go up or go down if the season ended now."""
    still = [one.player for one in results.without(lines, entries) if one.withdrawn is None]
    count = promotions(len(still))
    zones = dict.fromkeys(still[len(still) - count :], "down") if number < last and count else {}
    zones |= dict.fromkeys(still[:count], "up") if number > 1 else {}
    return zones | ({still[0]: "champion"} if number == 1 and still else {})


def _cell(one: LeagueRound, player: str, season: Season, there: Mapping[tuple[int, str], Table]) -> Cell:
    if player in one.byes:
        return Cell(BYE, bye_points(season, player).get(one.number))
    if player in one.alone:
        return Cell(ALONE, table_points({player: 0})[player])
    table = there.get((one.number, player))
    if table is None:
        return Cell(NOT_THERE)
    if table.outcome is None:
        return Cell(PLAYING, table=table)
    outcome = results.result_of(one.number, table.outcome)
    mark = "no_show" if player in outcome.no_shows else "forfeit" if player in outcome.forfeits else ""
    points = outcome.points[player] if one.number <= season.rounds else None
    return Cell(PLAYED, points, table, mark)


def _reason(step: Step, player: str, names: Mapping[str, str]) -> Reason:
    values = step.values or {}
    own = values.get(player)
    ordered = sorted(values.items(), key=lambda one: (-one[1], names[one[0]]))
    shown = () if step.criterion == POINTS else [(names[ref], value) for ref, value in ordered]
    return Reason(step.criterion, own, shown, sum(value == own for value in values.values()))


def courses(row: Contest, division: Division) -> list[tuple[Place, tuple[int, ...]]]:
    """The points of each player after every round that is over, from 0; table points are whole numbers."""
    over = [one.number for one in division.rounds if one.over_at is not None and one.number <= row.rounds]
    found = []
    for place in division.places:
        total, sums = Fraction(0), [0]
        for one, cell in zip(division.rounds, place.cells, strict=True):
            if one.number in over:
                total += cell.points or 0
                sums.append(int(total))
        found.append((place, tuple(sums)))
    return found if over else []
