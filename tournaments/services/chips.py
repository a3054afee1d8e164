"""Chips over the deals of a table, read off what each deal began with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import Event
from tournaments.services import views


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
    points = list(begun.values_list("input__setup__stacks", flat=True))
    if sight.result is not None:
        points.append(sight.result.get("stacks"))
    if len(points) != len(over) + 1 or not all(isinstance(point, dict) for point in points):
        return None
    stacks = {letter: tuple(point.get(letter, 0) for point in points) for letter in sight.seats}
    return Course(len(over), stacks)
