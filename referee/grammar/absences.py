"""``absent until Monday``, ``absent du 3 au 5 mai``, ``assente fino a lunedì``: days of absence.

The words of all languages are understood whatever the letter's own is. Both days are days of absence; without
a first one it is tomorrow. A line is one only as a whole, polite words behind it allowed.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from referee.core import Unreadable
from referee.grammar.lexicon import lexicon
from referee.grammar.moments import read_day
from referee.grammar.text import clean, fold, lines, tokens

_HEAD = (
    r"(?:(?:i am|i m|i will be|i ll be|je suis|je serai|sono|saro) )?"
    r"(?:absente?|assente|away|on (?:holidays?|vacation|leave)|en vacances|in (?:vacanza|ferie))"
)
_UNTIL = r"(?:until|till|til|jusqu (?:au|a|en)|fino (?:al|all|a))"
_FROM = r"(?:from|between|du|de|entre|dal|dall|da|tra)"
_TO = rf"(?:to|and|through|au|a|et|al|all|e|{_UNTIL})"
_PATTERNS = (
    re.compile(rf"{_HEAD} {_UNTIL} (?P<last>.+)"),
    re.compile(rf"{_HEAD} {_FROM} (?P<first>.+?) {_TO} (?P<last>.+)"),
    re.compile(rf"{_HEAD} (?:the |le |il )?(?P<first>\d{{1,2}}(?: [a-z]+)?) {_TO} (?P<last>.+)"),
)
_ONE_DAY = re.compile(rf"{_HEAD} (?P<last>.+)")
_RANGE = re.compile(r"(?<![\d\-])(\d{1,2}) ?[-\u2013\u2014] ?(\d{1,2})(?= [a-z])")
_MOST_WORDS = 20
_TALK = 5
_DAY = timedelta(days=1)
_YEAR = timedelta(days=364)
_POLITE = ("polite", "vocative")

type Days = tuple[date, date]


def read_absences(text: str, today: date) -> tuple[list[Days], list[str]]:
    """The days that a text declares, first and last, each once; and its other lines.

    Refusal: Unreadable BAD_DAYS (``written``), where a line begins as one and its days are not understood.
    """
    found, rest = [], []
    for line in lines(text):
        days = None if line.bidi else of_line(line.text, today)
        if days is None:
            rest.append(line.text)
        else:
            found.append(days)
    return list(dict.fromkeys(found)), rest


def of_line(line: str, today: date) -> Days | None:
    """The days of one line; a question declares none. Refusal: Unreadable BAD_DAYS."""
    said = _said(line)
    if said is None:
        return None
    for pattern in _PATTERNS:
        match = pattern.fullmatch(said)
        if match is None:
            continue
        try:
            return _days(match.groupdict().get("first"), match["last"], today)
        except (ValueError, OverflowError):
            if _is_talk(match.groupdict().get("first"), match["last"], today):
                return None
            raise Unreadable("BAD_DAYS", written=line.strip()) from None
    match = _ONE_DAY.fullmatch(said)
    try:
        day = read_day(match["last"], today) if match is not None else None
    except (ValueError, OverflowError):
        return None  # "absent minded" is talk
    return (day, day) if day is not None else None


def speaks(line: str) -> bool:
    """Whether a line would declare days, or be refused as one that was meant to."""
    try:
        return of_line(line, date(2000, 1, 1)) is not None
    except Unreadable:
        return True


def _said(line: str) -> str | None:
    """Its words without signs and accents, the polite ones at its end left out."""
    if "?" in line or "؟" in line:
        return None
    text = _RANGE.sub(r"\1 to \2", fold(clean(line)))
    words = re.sub(r"[^\w]", " ", text).split()
    if not 1 < len(words) <= _MOST_WORDS:
        return None
    for end in range(len(words), 1, -1):
        if end == len(words) or _is_polite(" ".join(words[end:])):
            said = " ".join(words[:end])
            if _ONE_DAY.fullmatch(said) and not _is_polite(words[end - 1]):
                return said
    return None


def _is_talk(first: str | None, last: str, today: date) -> bool:
    """Days that are not understood were none: "away from my desk until Monday, so forgive the haste"."""
    if re.search(r"\d", f"{first or ''} {last}"):
        return len(last.split()) >= _TALK
    try:
        read_day(last, today)
    except (ValueError, OverflowError):
        return len(last.split()) >= _TALK
    return first is not None


def _days(first: str | None, last: str, today: date) -> Days:
    """ValueError. A first day without its month has that of the last."""
    if first is None:
        return today + _DAY, read_day(last, today)
    if re.fullmatch(r"(?:the |le |il )?\d{1,2}(?:st|nd|rd|th|er)?", first):
        end = read_day(last, today - _DAY)
        number = int(re.sub(r"\D", "", first))
        month = end if number <= end.day else end.replace(day=1) - _DAY
        return month.replace(day=number), end
    if re.search(r"\d", first) and re.search(r"\d", last):
        end = read_day(last, today - _DAY)
        return read_day(first, end - _YEAR), end
    begins = read_day(first, today)
    return begins, read_day(last, begins)


def _is_polite(words: str) -> bool:
    atoms = lexicon(None).atoms(tokens(words), "en")
    return all(atom.kind in _POLITE for atom in atoms)
