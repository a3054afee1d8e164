"""Instants and spans as people read them: the absolute time first, with its offset; then what is left."""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournaments import wording
from tournaments.wording.small import dated


def instant(at: datetime, zone: str | None = None) -> str:
    """``Tue 1 Dec 2026, 18:00 (+01:00)``, in the reader's zone unless one is named."""
    return _instant(at, zone or timezone.get_current_timezone(), translation.get_language())


@lru_cache(maxsize=4096)
def _instant(at: datetime, zone: str | tzinfo, _language: str | None) -> str:
    """The same instants stand on many pages."""
    local = timezone.localtime(at, ZoneInfo(zone) if isinstance(zone, str) else zone)
    # Translators: a date and time in the notation of Django's date filter, without the offset.
    return f"{dated(local, _('D j M Y, H:i'))} ({_offset(local)})"


def short(at: datetime) -> str:
    """``Tue 1 Dec, 18:00`` in the reader's zone; year and offset stand beside it."""
    # Translators: a date and time without the year, in the notation of Django's date filter.
    return dated(timezone.localtime(at), _("D j M, H:i"))


def day(at: datetime) -> str:
    """``1 Dec 2026``, in the reader's zone."""
    # Translators: a date in the notation of Django's date filter.
    return dated(timezone.localtime(at), _("j M Y"))


def _offset(local: datetime) -> str:
    text = local.strftime("%z")
    return f"{text[:3]}:{text[3:5]}"


def span(length: timedelta | float) -> str:
    """``7 days``, ``24 hours``, ``90 minutes``: a limit as people say it."""
    seconds = round(length.total_seconds() if isinstance(length, timedelta) else length)
    if seconds >= 172800 and seconds % 86400 == 0:
        return wording.span(timedelta(seconds=seconds))
    return wording.hours(seconds)


def left_shapes() -> dict[str, str]:
    """How what is left is said, by its size; the page's script counts on with the same words."""
    return {
        "days": _("{d} d {h} h left"),
        "hours": _("{h} h {m} min left"),
        "minutes": _("{m} min left"),
        "over": _("time is up"),
    }


def left(length: timedelta) -> str:
    """``5 h 12 min left``."""
    seconds = int(length.total_seconds())
    shapes = left_shapes()
    size = (
        "over" if seconds <= 0 else "days" if seconds >= 86400 else "hours" if seconds >= 3600 else "minutes"
    )
    numbers = {"d": seconds // 86400, "h": seconds % 86400 // 3600, "m": seconds % 3600 // 60}
    return shapes[size].format(**numbers)
