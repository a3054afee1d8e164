"""The box for moves left in advance on a player's own table page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee import advance
from referee.advance import Condition
from tournaments import wording
from tournaments.doors.web.visitor import Visitor
from tournaments.models import Table
from tournaments.services import advances, views
from tournaments.wording.advances import left


def context(sight: views.Sight, visitor: Visitor) -> dict[str, Any]:
    """``later``: what may be left, and what was. One query, and only for a seat of one's own.

    ``silence`` and ``silence_do``: what happens if nothing comes, with what was left in its place.
    """
    silence, box = sight.silence, None
    if _may_leave(sight, visitor):
        assert sight.seat is not None
        condition = advances.standing(sight.seats[sight.seat], sight.view)
        if condition is not None and sight.options is not None:
            silence = advances.will_do(condition, sight.view, sight.options) or silence
        box = _box(sight, condition)
    said = wording.move(silence, sight.table.game, may=sight.options) if silence is not None else ""
    return {"later": box, "silence": said, "silence_do": silence.do if silence is not None else ""}


def _may_leave(sight: views.Sight, visitor: Visitor) -> bool:
    """His own seat, in the deal, in a game that has this. Not by a letter's link: that lends one turn."""
    if sight.seat is None or visitor.by_link or sight.table.game not in advance.GAMES:
        return False
    playing = sight.table.state in (Table.State.PLAYING, Table.State.PAUSED)
    own: Mapping[str, Any] = sight.view["seats"][sight.seat]
    return playing and not sight.view["deal_over"] and own["state"] == "in" and own["cards"] is not None


def _box(sight: views.Sight, condition: Condition | None) -> dict[str, Any]:
    view = sight.view
    own = view["seats"][sight.seat]
    price, whole = view["price"], own["bet"] + own["stack"]
    return {
        "left": left(condition) if condition is not None else "",
        "check": bool(sight.contest.rules.get("check")),
        "price": price if price > own["bet"] else None,
        "least": max(min(price, whole), own["bet"] + 1),
        "whole": whole,
        "stack": own["stack"],
        "deal": view["deal"],
        "street": view["street"],
        "awaited": sight.turn is not None,
    }
