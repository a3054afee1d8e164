"""The box for moves left in advance on a player's own table page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from referee import advance
from tournaments.doors.web import times
from tournaments.doors.web.visitor import Visitor
from tournaments.models import Table
from tournaments.services import advances, views
from tournaments.services.advances import Kept
from tournaments.wording.advances import lapsed, left


def context(sight: views.Sight, visitor: Visitor) -> dict[str, Any]:
    """``later``: what may be left, and what was; ``silent``: what is done if nothing comes, with what was
    left in its place. One query, and only for a seat of one's own.
    """
    may = may_leave(sight, visitor)
    if not may and sight.options is None:
        return {"later": None, "silent": None}
    kept, silent = advances.own(sight)
    return {"later": _box(sight, kept) if may else None, "silent": silent}


def may_leave(sight: views.Sight, visitor: Visitor) -> bool:
    """His own seat, in the deal, in a game that has this. Not by a letter's link: that lends one turn."""
    if sight.seat is None or visitor.by_link or sight.table.game not in advance.GAMES:
        return False
    playing = sight.table.state in (Table.State.PLAYING, Table.State.PAUSED)
    own: Mapping[str, Any] = sight.view["seats"][sight.seat]
    return playing and not sight.view["deal_over"] and own["state"] == "in" and own["cards"] is not None


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
