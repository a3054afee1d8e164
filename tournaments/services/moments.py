"""When a contest went from state to state, as its ledger says: a closing may come before its hour."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime

from tournaments.models import Contest

type Moments = Mapping[str, datetime]
"""State -> when it was last reached."""

_OPEN = (Contest.State.DRAFT, Contest.State.REGISTRATION)


def moments(row: Contest) -> Moments:
    """One query. The announcement is the first one: an extension opens registration without an entry."""
    bodies = row.ledger.filter(kind="contest").order_by("seq")
    return {
        str(body["data"]["state"]): datetime.fromisoformat(body["ts"])
        for body in map(json.loads, bodies.values_list("body", flat=True))
    }


def closed_at(row: Contest, known: Moments | None = None) -> datetime | None:
    """When registration really ended; None while it is open. One query, none with ``known``."""
    if row.state in _OPEN:
        return None
    return (moments(row) if known is None else known).get(Contest.State.CLOSED)
