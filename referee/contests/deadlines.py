"""Arithmetic on deadlines (clock.md; contests.md, T4 and T11).

Instants come in aware and go out in UTC; limits are elapsed time, so a turn of 24 hours
lasts 24 hours in the nights of the time change too. Every function refuses an instant
without a zone (ValueError): it would be a different moment on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from referee.core import Illegal

SIGN_OF_LIFE = timedelta(hours=12)
"""How far a move that could not be applied moves its deadline, once a turn (an option)."""
OUTAGE_FROM = timedelta(minutes=5)
"""A longer silence of the sweep is an outage."""
LEAST_AFTER_OUTAGE = timedelta(hours=1)
"""What a turn whose deadline fell into an outage has left at least."""


def utc(instant: datetime) -> datetime:
    """The same moment in UTC; ValueError without a zone."""
    if instant.utcoffset() is None:
        raise ValueError("an instant has a zone")
    return instant.astimezone(UTC)


def deadline(now: datetime, limit: timedelta) -> datetime:
    """When a turn that opens ``now`` ends: ``limit`` later, elapsed (clock.md 1)."""
    return utc(now) + limit


def away_deadline(opened: datetime, limit: timedelta, away: Iterable[tuple[datetime, datetime]]) -> datetime:
    """When a turn that opens at ``opened`` ends for a player who is away in these spans (begin, end; in any
    order): no time of his runs within them (clock.md 7). Without a span in the way it is ``deadline``.
    """
    ends = deadline(opened, limit)
    for begin, end in sorted((utc(begin), utc(end)) for begin, end in away):
        begin = max(begin, utc(opened))  # what lies before the turn takes nothing
        if begin < end and begin < ends:
            ends += end - begin
            opened = end  # of a span that reaches into this one the rest alone counts
    return ends


def in_time(received: datetime, ends: datetime) -> bool:
    """A move or an entry received at exactly the deadline is in time (T4, clock.md 3)."""
    return utc(received) <= utc(ends)


def reminders(opened: datetime, ends: datetime) -> tuple[datetime, datetime]:
    """When a player is reminded: at half and at 80 % of his time (clock.md 6).

    Counted from the opening of the turn to its present deadline: who moves the deadline
    moves both. Rounded down to the microsecond.
    """
    start, length = utc(opened), utc(ends) - utc(opened)
    return start + length // 2, start + length * 4 // 5


def extended(ends: datetime, now: datetime, more: timedelta) -> datetime:
    """A deadline after an extension by ``more``: from the old deadline, or from ``now`` if that is later.

    A turn that is already overdue thus gets the whole extension. ValueError unless ``more`` is positive.
    """
    if more <= timedelta(0):
        raise ValueError("an extension gives time")
    return max(utc(ends), utc(now)) + more


def remaining(ends: datetime, now: datetime) -> timedelta:
    """What a pause stores: the time left, never below zero (clock.md 7)."""
    return max(utc(ends) - utc(now), timedelta(0))


def resumed(now: datetime, left: timedelta) -> datetime:
    """The deadline after a pause: exactly the stored time from ``now`` on."""
    return utc(now) + left


def outage(last_beat: datetime, now: datetime) -> timedelta | None:
    """The gap since the sweep's last heartbeat, or None where it is 5 minutes or less (clock.md 5)."""
    gap = utc(now) - utc(last_beat)
    return gap if gap > OUTAGE_FROM else None


def after_outage(ends: datetime, last_beat: datetime, now: datetime) -> datetime:
    """An open deadline after the sweep was silent from ``last_beat`` to ``now`` (clock.md 5).

    Moves by the whole gap; one that fell inside it gets at least one hour from ``now`` on.
    Unchanged where the gap is no outage.
    """
    gap = outage(last_beat, now)
    if gap is None:
        return utc(ends)
    moved = utc(ends) + gap
    if utc(last_beat) < utc(ends) <= utc(now):
        return max(moved, utc(now) + LEAST_AFTER_OUTAGE)
    return moved


def local_instant(local: datetime, zone: str) -> datetime:
    """The instant of a local hour ("Tuesday 20:00", without a zone of its own) in ``zone``; UTC.

    The two nights of the time change are decided for whoever reads a clock on the wall:
    an hour that comes twice means the later one, so that nobody is late by it; an hour that is
    left out counts with the offset before the change (02:30 is then shown as 03:30).
    Refusals: Illegal UNKNOWN_ZONE (``zone``) where the time zone database has no such name,
    Illegal MALFORMED where ``local`` has a zone already or lies outside the calendar.
    """
    if local.tzinfo is not None:
        raise Illegal("MALFORMED", where="local")
    there = _zone(zone)
    try:
        first = local.replace(tzinfo=there, fold=0).astimezone(UTC)
        second = local.replace(tzinfo=there, fold=1).astimezone(UTC)
    except OverflowError:
        raise Illegal("MALFORMED", where="local") from None
    # In a left-out hour fold 1 takes the offset after the change, which is the earlier instant.
    return max(first, second)


def daily(now: datetime, hour: int, zone: str) -> tuple[date, datetime]:
    """The last time that ``hour`` (0 to 23) struck in ``zone``: its day there, and the instant (UTC).

    One instant a local day, in the nights of the time change too (``local_instant``). Refusal: Illegal
    UNKNOWN_ZONE; ValueError for another hour.
    """
    day = utc(now).astimezone(_zone(zone)).date()
    at = local_instant(datetime.combine(day, time(hour)), zone)
    if at > utc(now):
        day -= timedelta(days=1)
        at = local_instant(datetime.combine(day, time(hour)), zone)
    return day, at


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ValueError, KeyError, OSError):  # a folder of the database is an OSError
        raise Illegal("UNKNOWN_ZONE", zone=name) from None
