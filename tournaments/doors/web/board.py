"""The board of a table: its seats and pots, as the templates of ``tables/boards`` show them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from referee.core import Json, View
from tournaments import models, wording
from tournaments.doors.web import showdown
from tournaments.services import views
from tournaments.wording import banks
from tournaments.wording.seats import seat_shape, seat_state

_GIVEN_UP = ("folded", "removed")


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat as the board shows it.

    view   the game's own view of it;  turn   its open turn, where its time runs now
    bank   what is in its time bank, in words
    place  how many seats from the bottom of the table it sits, clockwise
    """

    letter: str
    name: str
    state: str
    mine: bool
    view: Mapping[str, Any]
    turn: models.Turn | None
    place: int
    bank: str = ""

    @property
    def word(self) -> str:
        return seat_state(self.state)

    @property
    def shape(self) -> str:
        return seat_shape(self.state)

    @property
    def cards(self) -> Sequence[str | None]:
        """What lies before it: open cards, backs, or nothing once they have been given up."""
        return [] if self.state in _GIVEN_UP else self.view.get("cards") or []

    @property
    def best(self) -> Sequence[str]:
        """The five cards that count of those which the reader may see."""
        known = self.view.get("hand")
        return known["best"] if known else ()

    @property
    def hand(self) -> str:
        """What the seat's open cards are worth, in a word."""
        known = self.view.get("hand")
        return wording.hand_name(known["category"], known["value"]) if known else ""


def template(kind: str, game: str) -> str:
    """A game's own part of the page; one that has none yet is told and played in words."""
    name = f"tables/{kind}/{game}.html"
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return f"tables/{kind}/plain.html"
    return name


def context(sight: views.Sight, events: Sequence[models.Event]) -> dict[str, Any]:
    """What ``tables/boards`` shows of a table now; ``events``: the newest of its log."""
    game, seats = sight.table.game, now(sight)
    return {
        "seats": seats,
        "own": next((seat for seat in seats if seat.mine), None),
        "pots": showdown.pots(sight.view.get("pots") or [], sight.names),
        "ending": showdown.of_view(sight.view, sight.names, game),
        "last": None if sight.view.get("deal_over") else showdown.last(events, sight.names_at, game),
        "acted": events[0].seat if events else "",
        "turned": bool(events) and turned(events[0].facts),
        "board_template": template("boards", game),
    }


def turned(facts: Sequence[Json]) -> bool:
    """Whether cards of the board have just been turned up."""
    return any(fact.get("fact") == "street" and fact.get("cards") for fact in facts)


def now(sight: views.Sight) -> list[SeatLine]:
    """The seats as they stand now."""
    left = {letter for letter, seat in sight.seats.items() if seat.automatic}
    lines = _round(sight.view, sight.names, sight.turns, sight.seat, left)
    return [replace(line, bank=_bank(sight, line.letter)) for line in lines]


def _bank(sight: views.Sight, letter: str) -> str:
    """What is in its time bank."""
    return banks.held(sight.contest, sight.seats[letter], awaited=letter in sight.turns)


def then(view: View, names: Mapping[str, str], awaited: Sequence[str], reader: str | None) -> list[SeatLine]:
    """The seats at a moment that is past: nobody's time runs."""
    return _round(view, names, dict.fromkeys(awaited), reader, ())


def _round(
    view: View,
    names: Mapping[str, str],
    turns: Mapping[str, models.Turn | None],
    reader: str | None,
    left: Collection[str],
) -> list[SeatLine]:
    """The seats in the order in which they speak; those that are not in the deal come last."""
    letters, shown = list(names), view.get("seats", {})
    first = letters.index(reader) if reader in letters else 0
    ended = _ended(view)
    order = [letter for letter in view.get("order") or () if letter in names]
    lines = []
    for letter in [*order, *(one for one in letters if one not in order)]:
        seat = shown.get(letter, {})
        state = "speaks" if letter in turns else seat.get("state", "in")
        if state == "in" and letter in left:
            state = "left"
        elif state == "in" and seat.get("chosen"):
            state = "chosen"
        elif state == "in" and view.get("deal") == 0:
            state = "seated"
        if state != "out":
            state = ended.get(letter, state)
        place = (letters.index(letter) - first) % len(letters)
        lines.append(SeatLine(letter, names[letter], state, letter == reader, seat, turns.get(letter), place))
    return lines


def _ended(view: View) -> dict[str, str]:
    """How the deal ended for those who were in it at the end: who won something, and who showed cards."""
    result = view.get("result") or {}
    if view.get("game") not in showdown.GAMES:
        return dict.fromkeys(result.get("winners") or (), "won")
    won = {seat for pot in result.get("pots") or () for seat in pot["wins"]}
    return {**dict.fromkeys(result.get("shown") or (), "shown"), **dict.fromkeys(won, "won")}
