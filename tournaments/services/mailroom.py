"""Demo only: the letters of both ways, ours and the players', as the threads that they are.

A thread is one person and one table (or one contest, or neither), as in that person's own mail program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from email.errors import MessageError

from referee import letters as reader
from referee.core import Unreadable
from tournaments.models import CaughtLetter, Contest, Letter, Notice, Table
from tournaments.services import caught, letters

MOST = 2000
"""Letters of each way that are looked at, the newest; a demo of a day writes about so many."""

WAYS = ("out", "in")
_NOTICE = re.compile(r"\.(\d{1,18})@[^@]*\Z")
"""Our letters are named after their notices: ``<turn.….812@poker.example>``."""


@dataclass(frozen=True, slots=True)
class Line:
    """A letter in a thread. ``way``: ``out`` is ours, ``in`` a player's; ``state``: what came of that one."""

    pk: int
    way: str
    subject: str
    at: datetime
    state: str = ""


@dataclass(slots=True)
class Thread:
    """``lines``: the newest first."""

    person: str
    table: Table | None
    contest: Contest | None
    lines: list[Line] = field(default_factory=list)

    @property
    def ref(self) -> str:
        """What its address is filtered by: ``c1/table-2``, ``c1``, or nothing."""
        about = self.table or self.contest
        return about.ref if about else ""


@dataclass(frozen=True, slots=True)
class Received:
    """A player's letter opened. ``own``: what was read as his own words; ``text``: all that it says."""

    own: str
    text: str
    answer: CaughtLetter | None


def threads(person: str = "", ref: str = "", way: str = "") -> list[Thread]:
    """All of them, or those of one person, table (``c1/table-2``) or way; the newest letter first."""
    found: dict[tuple[str, str], Thread] = {}
    rows = [*(_sent(person) if way != "in" else ()), *(_received(person) if way != "out" else ())]
    for thread, line in sorted(rows, key=lambda row: row[1].at, reverse=True):
        if not ref or thread.ref == ref:
            found.setdefault((thread.person, thread.ref), thread).lines.append(line)
    return list(found.values())


def people() -> list[str]:
    """Everybody who got a letter or wrote one."""
    wrote = Letter.objects.exclude(sender="").values_list("sender", flat=True).distinct()
    return sorted({*caught.recipients(), *wrote})


def tables() -> list[Table]:
    """Those that letters may be about."""
    return list(Table.objects.select_related("contest").order_by("contest_id", "number"))


def opened(letter: Letter) -> Received:
    raw = bytes(letter.raw)
    try:
        own = reader.read(raw, letters.ours()).text
    except Unreadable:
        own = ""
    try:
        text = caught.text_of(raw)
    except (MessageError, LookupError, ValueError, AttributeError):  # what cannot be read is shown as it came
        text = raw.decode("utf-8", "replace")
    return Received(own, text, _answer(letter))


def _answer(letter: Letter) -> CaughtLetter | None:
    notice = Notice.objects.filter(kind="answer", data__letter=letter.pk).first()
    if notice is None:
        return None
    return CaughtLetter.objects.filter(message_id__contains=f".{notice.pk}@").defer("raw").first()


def thread_of(letter: CaughtLetter) -> Thread:
    """The thread of one of our letters, without its lines."""
    return _threaded(letter, _notices([letter]))


def _sent(person: str) -> list[tuple[Thread, Line]]:
    rows = list(caught.letters(person)[:MOST])
    notices = _notices(rows)
    return [(_threaded(row, notices), Line(row.pk, "out", row.subject, row.caught_at)) for row in rows]


def _threaded(row: CaughtLetter, notices: dict[int, Notice]) -> Thread:
    notice = notices.get(_number(row))
    return Thread(row.recipient, notice.table if notice else None, notice.contest if notice else None)


def _notices(rows: Iterable[CaughtLetter]) -> dict[int, Notice]:
    wanted = {_number(row) for row in rows}
    return Notice.objects.select_related("table__contest", "contest").in_bulk(list(wanted - {0}))


def _number(row: CaughtLetter) -> int:
    named = _NOTICE.search(row.message_id.strip("<>"))
    return int(named[1]) if named else 0


def _received(person: str) -> list[tuple[Thread, Line]]:
    rows = Letter.objects.defer("raw").select_related("turn__table__contest", "contest").order_by("-id")
    rows = rows.filter(sender=person) if person else rows
    return [
        (
            Thread(row.sender or row.envelope_from, row.turn.table if row.turn else None, row.contest),
            Line(row.pk, "in", row.subject, row.received_at, str(row.get_state_display())),
        )
        for row in rows[:MOST]
    ]
