"""A moment in words: ``Tuesday 18:00``, ``demain à 18h30``, ``1 dicembre alle 18``, ``2026-12-01 18:00``.

The words of all languages are understood whatever the letter's own is. A local hour is meant, in the
writer's own time zone; a day and an hour without their year or their date are the next ones to come.
``1/12`` is two dates, depending on who reads it: it is refused, as everything else that is not plain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

from referee.contests.deadlines import local_instant
from referee.core import Illegal, Unreadable
from referee.grammar.text import fold

_WEEKDAYS = (
    ("monday", "lundi", "lunedi"),
    ("tuesday", "mardi", "martedi"),
    ("wednesday", "mercredi", "mercoledi"),
    ("thursday", "jeudi", "giovedi"),
    ("friday", "vendredi", "venerdi"),
    ("saturday", "samedi", "sabato"),
    ("sunday", "dimanche", "domenica"),
)
_MONTHS = (
    ("january", "janvier", "gennaio"),
    ("february", "fevrier", "febbraio"),
    ("march", "mars", "marzo"),
    ("april", "avril", "aprile"),
    ("may", "mai", "maggio"),
    ("june", "juin", "giugno"),
    ("july", "juillet", "luglio"),
    ("august", "aout", "agosto"),
    ("september", "septembre", "settembre"),
    ("october", "octobre", "ottobre"),
    ("november", "novembre", "novembre"),
    ("december", "decembre", "dicembre"),
)
_DAYS = {
    **dict.fromkeys(("today", "tonight", "aujourd hui", "ce soir", "oggi", "stasera"), 0),
    **dict.fromkeys(("tomorrow", "demain", "domani"), 1),
}
_NOON = re.compile(r"\b(?:noon|midi|mezzogiorno)\b")
_SMALL = re.compile(r"\b(?:the|on|at|of|le|a|il|alle|ore|les)\b")
_AT = re.compile(r"\b(?:at|alle(?: ore)?|ore) (\d{1,2})$")
_HOUR = re.compile(
    r"(?:^|(?<= ))(?P<h>\d{1,2})(?:(?: ?h ?| |\.)(?P<m>\d{2})| ?h| ?(?=[ap]m))(?: ?(?P<half>[ap]m))?$"
)
OFFSET = re.compile(r"\((?:utc|gmt)? ?(?P<sign>[+\-\u2212])(?P<h>\d\d):(?P<m>\d\d)\)", re.IGNORECASE)
"""An offset in brackets, as our own pages and letters write it beside a moment."""
_DATE = re.compile(r"(?P<year>\d{4}) (?P<month>\d{1,2}) (?P<day>\d{1,2})")
_NAMED = re.compile(r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|o)? (?P<month>[a-z]+)(?: (?P<year>\d{4}))?")
_MONTH_FIRST = re.compile(r"(?P<month>[a-z]+) (?P<day>\d{1,2})(?:st|nd|rd|th)?(?: (?P<year>\d{4}))?")


YEARS = (1000, 9000)
"""Years of four digits, far from both ends of the calendar."""


def _beginnings(names: Iterable[Iterable[str]]) -> dict[str, int]:
    """From three letters on; those that two names share are none."""
    found: dict[str, set[int]] = {}
    for place, same in enumerate(names):
        for name in same:
            for end in range(3, len(name) + 1):
                found.setdefault(name[:end], set()).add(place)
    return {name: places.pop() for name, places in found.items() if len(places) == 1}


_WEEKDAY, _MONTH = _beginnings(_WEEKDAYS), _beginnings(_MONTHS)


def read_moment(words: str, now: datetime, zone: str) -> datetime:
    """The instant (UTC) that words name, for a writer in ``zone`` who writes ``now``.

    An offset beside it, as our own pages write deadlines, is believed. Refusals: Unreadable BAD_MOMENT
    (``written``); Illegal UNTIL_PAST (``until``) where it is over already.
    """
    here = now.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    try:
        text, offset = _without_offset(fold(words))
        day, hour, minute = _parts(" ".join(re.sub(r"[^\w.]|\.(?!\d)", " ", text).split()))
        found = _first(day, hour, minute, here)
        if not can_be_shown(found):
            raise ValueError("no year of ours")
        instant = found.replace(tzinfo=offset) if offset else local_instant(found, zone)
    except (ValueError, OverflowError):
        raise Unreadable("BAD_MOMENT", written=words) from None
    if instant <= now:
        raise Illegal("UNTIL_PAST", until=instant)
    return instant.astimezone(UTC)


def read_day(words: str, after: date) -> date:
    """The first such day behind ``after``; today and tomorrow count from there. ValueError, OverflowError."""
    text = " ".join(_SMALL.sub(" ", fold(words)).split())
    midnight = datetime.combine(after, time(0))
    found = _first(text, 0, 0, midnight).date() if text else None
    if found is None or not can_be_shown(datetime.combine(found, time(0))):
        raise ValueError("no day")
    return found


def can_be_shown(local: datetime) -> bool:
    """Whether an hour has its place in the calendar in every time zone: not on its first or last day."""
    return YEARS[0] <= local.year <= YEARS[1]


def _without_offset(text: str) -> tuple[str, timezone | None]:
    match = OFFSET.search(text)
    if match is None:
        return text, None
    away = timedelta(hours=int(match["h"]), minutes=int(match["m"]))
    return text[: match.start()] + text[match.end() :], timezone(away if match["sign"] == "+" else -away)


def _parts(text: str) -> tuple[str, int, int]:
    """The words of the day, the hour and the minute. ValueError."""
    text = _AT.sub(r"\1h", _NOON.sub("12h", text))
    text = " ".join(_SMALL.sub(" ", text).split())
    match = _HOUR.search(text)
    if match is None:
        raise ValueError("no hour")
    hour = int(match["h"])
    if match["half"]:
        if not 1 <= hour <= 12:
            raise ValueError("no such hour")
        hour = hour % 12 + (12 if match["half"] == "pm" else 0)
    return text[: match.start()].strip(), hour, int(match["m"] or 0)


def _first(day: str, hour: int, minute: int, here: datetime) -> datetime:
    """The first such moment that is not over. ValueError."""
    today = here.replace(hour=hour, minute=minute, second=0, microsecond=0)
    if not day:
        return today if today > here else today + timedelta(days=1)
    if day in _DAYS:
        return today + timedelta(days=_DAYS[day])
    if day in _WEEKDAY:
        away = today + timedelta(days=(_WEEKDAY[day] - today.weekday()) % 7)
        return away if away > here else away + timedelta(days=7)
    name, _, rest = day.partition(" ")
    weekday = _WEEKDAY.get(name) if rest[:1].isdigit() else None
    found = _dated(rest if weekday is not None else day, today, here)
    if weekday not in (None, found.weekday()):
        raise ValueError("another day of the week")
    return found


def _dated(text: str, today: datetime, here: datetime) -> datetime:
    match = _DATE.fullmatch(text)
    if match is not None:
        return datetime.combine(date(*(int(part) for part in match.groups())), today.time())
    match = _NAMED.fullmatch(text) or _MONTH_FIRST.fullmatch(text)
    if match is None or match["month"] not in _MONTH:
        raise ValueError("no day")
    month = _MONTH[match["month"]] + 1
    if match["year"]:
        return today.replace(year=int(match["year"]), month=month, day=int(match["day"]))
    found = today.replace(month=month, day=int(match["day"]))
    return found if found > here else found.replace(year=found.year + 1)
