"""Standings of leagues in words."""

from __future__ import annotations

from fractions import Fraction

from django import template

from tournaments.models import Contest
from tournaments.services.leagues.tableau import Cell, Place
from tournaments.wording import leagues

register = template.Library()


@register.filter
def exact(value: Fraction | None) -> str:
    return leagues.fraction(value)


@register.filter
def zone_name(zone: str, contest: Contest) -> str:
    return leagues.zone(zone, over=contest.state == Contest.State.FINAL)


@register.filter
def reasons(place: Place) -> list[str]:
    """Why a place is that place, a sentence for each criterion."""
    return leagues.reasons(place.why, place.line.behind)


@register.filter
def cell_text(cell: Cell) -> str:
    return leagues.cell(cell.what, cell.points, cell.mark)


@register.filter
def cell_name(cell: Cell) -> str:
    """The same in words, for who points at it."""
    name = cell.table.name if cell.table is not None else ""
    return leagues.cell_in_words(cell.what, name, cell.mark)
