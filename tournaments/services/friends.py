"""A single table for friends: opened by anybody, shared by its link, begun by itself when it is full."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction

from referee.contests.timebank import USUAL
from referee.games import GAMES
from tournaments.models import Contest, User
from tournaments.services import clock, contests, registration, rights
from tournaments.services.presets import PRESETS

MOST_OPEN = 5
"""Tables of one host that are not over."""
OPEN_FOR = timedelta(days=14)
"""So long its seats can be taken, where no start was named."""
CHECK_IN = 600
"""Seconds for values of the players' own: they wait at their table already."""


def presets() -> list[str]:
    """The games that are played at a table of a few."""
    return [
        name
        for name, plan in PRESETS.items()
        if GAMES[plan["game"]].seats[1] <= contests.FEW and not plan["fields"].get("rounds")
    ]


def _time(seconds: int | None) -> dict[str, Any]:
    if seconds is None:
        return {"bank_seconds": int(USUAL.start.total_seconds())}
    return {"turn_seconds": seconds, "grace_seconds": seconds // 2}


@transaction.atomic
def open_table(
    host: User,
    preset: str,
    name: str,
    *,
    seats: int,
    turn_seconds: int | None,
    starts_local: datetime | None = None,
    key: str = "",
) -> Contest:
    """A table of ``seats`` that is open at once, its host at it. It begins when it is full, and at
    ``starts_local`` (in the host's zone) with those who are there. ``turn_seconds`` None: each player has a
    time bank (48 hours, and 12 more for each move). The same ``key`` is once.

    Refusals: Illegal NO_SUCH_PRESET, NO_NAME, NOT_AS_MANY, TOO_MANY_OPEN, CLOSES_IN_THE_PAST.
    """
    rights.must(preset in presets(), "NO_SUCH_PRESET", preset=preset)
    fewest, most = GAMES[PRESETS[preset]["game"]].seats
    fits = {"players": seats, "fewest": fewest, "most": most}
    rights.must(fewest <= seats <= most, "NOT_AS_MANY", **fits)
    User.objects.select_for_update().get(pk=host.pk)  # one after the other, so that the count holds
    running = Contest.objects.filter(organiser=host, friends=True, finished_at__isnull=True)
    closes = starts_local or (clock.now() + OPEN_FOR).astimezone(ZoneInfo(host.timezone))
    made = contests.create(
        host,
        preset,
        name,
        closes_local=closes.replace(tzinfo=None, second=0, microsecond=0),
        zone=host.timezone,
        key=f"friends:{key or secrets.token_hex(16)}",
        friends=True,
        cap=seats,
        **_time(turn_seconds),
        checkin_seconds=CHECK_IN,
        languages=[host.language],
    )
    if made.state == Contest.State.DRAFT:
        rights.must(running.count() <= MOST_OPEN, "TOO_MANY_OPEN", most=MOST_OPEN)
        made = contests.announce(made.pk, host)
        registration.register(made.pk, host)
    return made
