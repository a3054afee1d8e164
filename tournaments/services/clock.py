"""The time of day: the database's clock, and nobody else's."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

from django.db import connection


def now() -> datetime:
    """The database's clock (UTC), moving also inside a transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        value: datetime = cursor.fetchone()[0]
    return value.astimezone(UTC)


def arrived(monotonic: float) -> datetime:
    """The database's time at an earlier ``time.monotonic()`` of this process.

    A request that waited for a lock or a connection counts by its arrival.
    """
    return now() - timedelta(seconds=max(0.0, time.monotonic() - monotonic))
