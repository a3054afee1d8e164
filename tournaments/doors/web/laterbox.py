"""The box for moves left in advance on a player's own table page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from referee import advance, picking
from referee.games.saint.state import RIVER_PHASE
from tournaments import wording
from tournaments.doors.web import times
from tournaments.doors.web.visitor import Visitor
from tournaments.models import Table
from tournaments.services import advances, views
from tournaments.services.advances import Kept
from tournaments.wording.advances import lapsed, left

HOLDEM, SAINT = "tables/_later.html", "tables/_later_saint.html"
PLACES = 5
"""So long a list can be chosen by clicks; a longer one is written."""


def context(sight: views.Sight, visitor: Visitor) -> dict[str, Any]:
    """``later``: what may be left, and what was; ``silent``: what is done if nothing comes, with what was
    left in its place. One query, and only for a seat of one's own.
    """
    may = may_leave(sight, visitor)
    if not may and sight.options is None:
        return {"later": None, "later_template": HOLDEM, "silent": None}
    kept, silent = advances.own(sight)
    saint = sight.table.game == "saint"
    box = (_saint(sight, kept) if saint else _box(sight, next(iter(kept), None))) if may else None
    return {"later": box, "later_template": SAINT if saint else HOLDEM, "silent": silent}


def may_leave(sight: views.Sight, visitor: Visitor) -> bool:
    """His own seat, in the deal, in a game that has this. Not by a letter's link: that lends one turn."""
    if sight.seat is None or visitor.by_link or sight.table.game not in advance.GAMES:
        return False
    playing = sight.table.state in (Table.State.PLAYING, Table.State.PAUSED)
    own: Mapping[str, Any] = sight.view["seats"][sight.seat]
    if not playing or sight.view["deal_over"]:
        return False
    if sight.table.game == "saint":
        return not sight.seats[sight.seat].automatic and bool(own["cards"])
    return own["state"] == "in" and own["cards"] is not None


def _saint(sight: views.Sight, kept: Sequence[Kept]) -> dict[str, Any]:
    """A list is chosen from the pool while it lies open, and written in words before; the card for the next
    river from what will be left of the hand as far as that is decided."""
    view = sight.view
    own = view["seats"][sight.seat]
    asked = view["phase"] == RIVER_PHASE and not own["chosen"]
    number = picking.round_of(picking.RIVER, view)
    rest = [card for card in own["cards"] if card not in (own["choice"] or ())]
    lies_open = view["pool"] if picking.round_of(picking.LIST, view) == view["round"] else []
    return {
        "stands": [
            {"kind": one.condition.kind, "words": left(one.condition, times.instant)}
            for one in kept
            if not one.over
        ],
        "lapsed": [lapsed(one.condition, one.over, times.instant) for one in kept if one.over],
        "round": view["round"],
        "pool": [{"card": card, "words": wording.card_name(card)} for card in lies_open],
        "places": range(1, min(len(lies_open), PLACES) + 1),
        "river": [] if asked or number > view["of"] else rest,
        "river_round": number,
    }


def _box(sight: views.Sight, kept: Kept | None) -> dict[str, Any]:
    view = sight.view
    own = view["seats"][sight.seat]
    price, whole = view["price"], own["bet"] + own["stack"]
    return {
        "left": left(kept.condition, times.instant) if kept is not None and not kept.over else "",
        "lapsed": lapsed(kept.condition, kept.over, times.instant) if kept is not None and kept.over else "",
        "check": bool(sight.contest.rules.get("check")),
        "price": price if price > own["bet"] else None,
        "least": max(min(price, whole), own["bet"] + 1),
        "whole": whole,
        "stack": own["stack"],
        "deal": view["deal"],
        "street": view["street"],
        "awaited": sight.turn is not None,
        "zone": timezone.get_current_timezone_name(),
    }
