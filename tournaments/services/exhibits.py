"""Evidence with a ruling: what it may be, who may see it, and how it is kept.

What a file is, its content says, never its name nor its sender; it is given out as a download alone.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from referee.core import Illegal
from tournaments import models
from tournaments.models import Event, Evidence
from tournaments.services import looking, rights, typed

MOST_BYTES = 1024 * 1024
MOST_TEXT = 8000
SALT = 16
Kind = Evidence.Kind

TYPES = {
    Kind.TEXT: ("text/plain; charset=utf-8", "txt"),
    Kind.PNG: ("image/png", "png"),
    Kind.JPEG: ("image/jpeg", "jpg"),
    Kind.GIF: ("image/gif", "gif"),
    Kind.WEBP: ("image/webp", "webp"),
    Kind.LETTER: ("message/rfc822", "eml"),
}
"""Kind -> its media type and the ending of its name: the only ones that are ever given out."""
_IMAGES = (
    (Kind.PNG, re.compile(rb"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")),
    (Kind.JPEG, re.compile(rb"\xff\xd8\xff")),
    (Kind.GIF, re.compile(rb"GIF8[79]a")),
    (Kind.WEBP, re.compile(rb"RIFF....WEBPVP8", re.DOTALL)),
)
_HEAD = re.compile(rb"(?:[!-9;-~]{1,80}:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*){2,}(?:\r?\n|\Z)")
_WRITER = re.compile(rb"^from:", re.IGNORECASE | re.MULTILINE)
_SENT = re.compile(rb"^(?:date|received|message-id):", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that a ruling leans on."""

    kind: str
    data: bytes = field(repr=False)
    salt: bytes = field(default_factory=lambda: secrets.token_bytes(SALT), repr=False)

    @property
    def sha256(self) -> str:
        """What stands in the ledger. Whoever may see the piece is given the salt, and can compute it."""
        return hashlib.sha256(self.salt + self.data).hexdigest()


def of_text(text: str) -> list[Piece]:
    """What was pasted; nothing where that is blank."""
    words = typed.text(text, MOST_TEXT)
    return [Piece(Kind.TEXT, words.encode())] if words else []


def of_file(data: bytes) -> Piece:
    """A file by its content. Refusals: Illegal EVIDENCE_TOO_LARGE, EVIDENCE_KIND."""
    if len(data) > MOST_BYTES:
        raise Illegal("EVIDENCE_TOO_LARGE")
    for kind, begins in _IMAGES:
        if begins.match(data):
            return Piece(kind, data)
    if not _is_letter(data):
        raise Illegal("EVIDENCE_KIND")
    return Piece(Kind.LETTER, data)


def _is_letter(data: bytes) -> bool:
    head = _HEAD.match(data)
    if head is None or b"\0" in data:
        return False
    return _WRITER.search(head[0]) is not None and _SENT.search(head[0]) is not None


def keep(
    event: Event, pieces: Sequence[Piece], readers: Iterable[int | None], by: models.User | None, at: datetime
) -> list[str]:
    """Store them with the ruling; their hashes, for its entry in the ledger."""
    known = sorted({reader for reader in readers if reader is not None})
    Evidence.objects.bulk_create(
        Evidence(
            event=event,
            number=number,
            kind=piece.kind,
            data=piece.data,
            salt=piece.salt,
            size=len(piece.data),
            sha256=piece.sha256,
            readers=known,
            added_by=by,
            at=at,
        )
        for number, piece in enumerate(pieces, start=1)
    )
    return [piece.sha256 for piece in pieces]


def listed(event: Event) -> list[Evidence]:
    """The pieces of a ruling, without what is in them."""
    return list(event.pieces.defer("data").order_by("number"))


def may_see(user: rights.Person, one: Evidence) -> bool:
    """Who rules at the table, and whom the ruling concerns."""
    return user.pk in one.readers or rights.rules_at(user, one.event.table)


def opened(event: Event, number: int, user: models.User) -> Evidence:
    """One piece with its content; that somebody of the staff looked is noted.

    Refusal: Illegal NOT_ALLOWED. Evidence.DoesNotExist.
    """
    rows = Evidence.objects.select_related("event__table__contest__organiser", "event__table__croupier")
    one = rows.get(event=event, number=number)
    rights.must(may_see(user, one))
    if user.pk not in one.readers and user.pk != one.added_by_id:
        table = one.event.table
        looking.looked(table.contest, user, "evidence", f"{table.ref}#{event.number}/{number}")
    return one
