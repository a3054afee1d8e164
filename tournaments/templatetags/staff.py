"""What a croupier may know of a seat's turn: only what lies open before everybody."""

from __future__ import annotations

from django import template

from tournaments import models, wording
from tournaments.services import nudges, views

register = template.Library()


@register.simple_tag
def may_of(table: models.Table, letter: str, name: str) -> str:
    """What the player of a seat may do now, said of him; empty where that is not for everybody to know."""
    may, _silence = views.open_options(table, letter)
    return wording.options(may, table.game, name) if may is not None else ""


@register.simple_tag
def silence_of(table: models.Table, letter: str) -> str:
    """What his silence is deemed to be; empty likewise."""
    _may, silence = views.open_options(table, letter)
    return wording.move(silence, table.game) if silence is not None else ""


@register.filter
def again_at(turn: models.Turn) -> object:
    """From when on he may be asked again, if he was asked within the hour."""
    return nudges.in_peace_until(turn)


@register.filter
def seat_entry(seats: dict[str, models.Seat], letter: str) -> models.Entry:
    """Who sits there."""
    return seats[letter].entry
