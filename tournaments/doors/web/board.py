"""The board of a table: its seats and its pots, as the templates of ``tables/boards`` show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.translation import gettext as _

from referee.core import View
from tournaments import models, wording
from tournaments.services import views
from tournaments.wording.seats import seat_shape, seat_state


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat as the list of seats shows it; ``view``: the game's own view of it."""

    letter: str
    name: str
    state: str
    mine: bool
    view: Mapping[str, Any]
    turn: models.Turn | None

    @property
    def word(self) -> str:
        return seat_state(self.state)

    @property
    def shape(self) -> str:
        return seat_shape(self.state)

    @property
    def hand(self) -> str:
        """What the seat's open cards are worth, in words."""
        known = self.view.get("hand")
        return wording.hand(known["category"], known["best"], known["value"]) if known else ""


@dataclass(frozen=True, slots=True)
class PotLine:
    name: str
    amount: int
    names: str
    wins: str


def template(kind: str, game: str) -> str:
    """A game's own part of the page; one that has none yet is told and played in words."""
    name = f"tables/{kind}/{game}.html"
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return f"tables/{kind}/plain.html"
    return name


def seats(sight: views.Sight) -> list[SeatLine]:
    lines = []
    shown = sight.view.get("seats", {})
    for letter in sight.seats:
        turn, seat = sight.turns.get(letter), shown.get(letter, {})
        state = "speaks" if turn is not None else seat.get("state", "in")
        if sight.seats[letter].automatic and state == "in":
            state = "left"
        lines.append(SeatLine(letter, sight.names[letter], state, letter == sight.seat, seat, turn))
    return lines


def seats_then(
    view: View, names: Mapping[str, str], awaited: Sequence[str], reader: str | None
) -> list[SeatLine]:
    """The seats at a moment that is past: nobody's time runs."""
    lines, shown = [], view.get("seats", {})
    for letter, name in names.items():
        seat = shown.get(letter, {})
        state = "speaks" if letter in awaited else seat.get("state", "in")
        lines.append(SeatLine(letter, name, state, letter == reader, seat, None))
    return lines


def pots(view: View, names: Mapping[str, str]) -> list[PotLine]:
    """The pots with who contests them, or after the deal who won what of them."""
    found = view.get("pots") or []
    return [
        PotLine(
            _pot_name(place, len(found)),
            pot["amount"],
            wording.listed([names[seat] for seat in pot["eligible"]]),
            ", ".join(f"{names[seat]} {chips}" for seat, chips in (pot.get("wins") or {}).items()),
        )
        for place, pot in enumerate(found)
    ]


def _pot_name(place: int, count: int) -> str:
    if count == 1:
        return _("Pot")
    return _("Main pot") if place == 0 else _("Side pot %(number)s") % {"number": place}
