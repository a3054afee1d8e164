"""Chips over the deals, of a table and of a contest, read off what each deal began with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Contest, Event, Table
from tournaments.services import views
from tournaments.services.standings import Standing


@dataclass(frozen=True, slots=True)
class Course:
    """How the chips went. ``stacks``: letter -> chips before the first deal and after each one that is
    over; a seat that is out has none."""

    deals: int
    stacks: Mapping[str, tuple[int, ...]]


def finished(sight: views.Sight) -> range:
    """The numbers of the deals that are over."""
    last = sight.table.deal_number
    return range(1, last + 1 if sight.result is not None else last)


def course(sight: views.Sight) -> Course | None:
    """None before a deal is over, and in games that begin their deals without stacks. One query."""
    over = finished(sight)
    if not over:
        return None
    begun = sight.table.events.filter(kind=Event.Kind.DEAL, deal__lte=sight.table.deal_number).order_by(
        "number"
    )
    last = dict(begun.values_list("deal", "input__setup__stacks"))  # of a deal that was dealt anew the last
    points = [last[deal] for deal in sorted(last)]
    if sight.result is not None:
        points.append(sight.result.get("stacks"))
    if len(points) != len(over) + 1 or not all(isinstance(point, dict) for point in points):
        return None
    stacks = {letter: tuple(point.get(letter, 0) for point in points) for letter in sight.seats}
    return Course(len(over), stacks)


@dataclass(frozen=True, slots=True)
class Track:
    """How the chips of one player went, whatever his table: before the first deal and after each."""

    standing: Standing
    stacks: tuple[int, ...]


def tracks(row: Contest, lines: Sequence[Standing]) -> list[Track]:
    """Of all players of a ranking, in its order; those with a deal that is over. One query."""
    begun = _begun(row)
    found = [Track(line, _stacks(line, begun.get(line.seat.table_id, {}))) for line in lines]
    return [track for track in found if len(track.stacks) > 1]


def _begun(row: Contest) -> Mapping[int, Mapping[int, Mapping[str, int]]]:
    """Table -> deal -> the stacks that it began with; of a deal that was dealt anew the last."""
    deals = Event.objects.filter(table__contest=row, kind=Event.Kind.DEAL).order_by("table_id", "number")
    begun: dict[int, dict[int, Mapping[str, int]]] = {}
    for table, deal, stacks in deals.values_list("table_id", "deal", "input__setup__stacks"):
        if isinstance(stacks, dict):
            begun.setdefault(table, {})[deal] = stacks
    return begun


def _stacks(line: Standing, begun: Mapping[int, Mapping[str, int]]) -> tuple[int, ...]:
    points = tuple(begun[deal].get(line.letter, 0) for deal in sorted(begun))
    return (*points, line.chips) if points and line.seat.table.state == Table.State.OVER else points
