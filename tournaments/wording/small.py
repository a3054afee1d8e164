"""Small pieces of sentences: chips, lists, moments."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

_SHORT = timedelta(minutes=1)
_FIRST = {"fr": "1er", "it": "1º"}
"""The first day of a month, in the languages that do not count it like the others."""


def chips(count: int) -> str:
    return ngettext("%(count)s chip", "%(count)s chips", count) % {"count": count}


def listed(items: Sequence[str]) -> str:
    """``a, b and c``."""
    if len(items) < 2:
        return "".join(items)
    return _("%(first)s and %(last)s") % {"first": ", ".join(items[:-1]), "last": items[-1]}


def instant(at: datetime, *, seconds: bool = False) -> str:
    """An absolute moment in the reader's time zone with its offset, never "in 59 minutes".

    ``Tuesday 3 November 2026, 20:00 (UTC+01:00)``. Seconds are cut off, so that a deadline is
    never shown later than it is; they are written where two moments are compared.
    """
    local = timezone.localtime(at)
    day = dated(local, pgettext("a date: weekday, day, month, year (Django's letters)", "l j F Y"))
    first = _FIRST.get(language())
    if first and local.day == 1:
        day = day.replace(" 1 ", f" {first} ", 1)
    offset = local.isoformat()[-6:]
    return f"{day}, {date_format(local, 'H:i:s' if seconds else 'H:i')} (UTC{offset})"


def dated(at: datetime, letters: str) -> str:
    """A local moment in Django's letters; days and months with a capital in English alone.

    Django's own names have one in some languages that write them small.
    """
    text = date_format(at, letters)
    return text if language() == "en" else text.lower()


def language() -> str:
    """The active language without its country."""
    return (get_language() or "en").partition("-")[0]


def span(length: timedelta) -> str:
    """How long, in the two largest units: ``1 hour 5 minutes``; seconds below one minute."""
    seconds = int(abs(length).total_seconds())
    if seconds < _SHORT.total_seconds():
        return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}
    days, rest = divmod(seconds, 86400)
    hours_, rest = divmod(rest, 3600)
    minutes = rest // 60
    parts = [
        ngettext("%(count)s day", "%(count)s days", days) % {"count": days} if days else "",
        ngettext("%(count)s hour", "%(count)s hours", hours_) % {"count": hours_} if hours_ else "",
        ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes} if minutes else "",
    ]
    return " ".join([part for part in parts if part][:2])


def hours(seconds: int) -> str:
    """A limit as people say it: ``24 hours``, ``30 minutes``."""
    if seconds >= 3600 and seconds % 3600 == 0:
        count = seconds // 3600
        return ngettext("%(count)s hour", "%(count)s hours", count) % {"count": count}
    return span(timedelta(seconds=seconds))


def amount(count: int, good: str) -> str:
    """Goods in kind: ``4000 alcohol (ml)`` -> ``alcohol: 4000 ml``; without a unit ``3 × good``."""
    name, bracket, unit = good.partition("(")
    if bracket and unit.rstrip().endswith(")"):
        said = {"good": name.strip(), "count": count, "unit": unit.rstrip()[:-1].strip()}
        return _("%(good)s: %(count)s %(unit)s") % said
    return f"{count} × {good}"
