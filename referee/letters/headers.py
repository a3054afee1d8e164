"""The head of a letter: who wrote it, whether a machine did, and what ties it to a turn."""

from __future__ import annotations

import re
from collections.abc import Iterable
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses

from referee.core import Unreadable
from referee.letters.clean import decoded
from referee.letters.ours import TAG, Ours

LOOP_HEADER = "X-Referee"
"""Stands in every letter of ours; a letter that brings it back was sent by a machine."""

LONGEST = 16_000
"""Characters of a header that are read; hundreds of recipients fit in."""

_MOST_HEADERS = 50
"""Headers of one name that are read."""

_MESSAGE_ID = re.compile(r"<([^<>\s\x00-\x1f\x7f]{3,250})>")
_ADDRESS = re.compile(r"[^\s<>@,;:\"()\x00-\x1f\x7f]+@[^\s<>@,;:\"()\x00-\x1f\x7f]+\Z")
# alice@example.org <alice@example.org>, without the quotation marks that a name with "@" needs
_SAME_TWICE = re.compile(
    r"([^\s<>@,;:\"()\x00-\x1f\x7f]+@[^\s<>@,;:\"()\x00-\x1f\x7f]+) ?<\1>", re.IGNORECASE
)
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f]")


def text_of(message: Message, name: str) -> str:
    """A header as one line of text without control characters; what cannot be decoded stays as it stands."""
    values = _values(message, name)
    return " ".join(_CONTROL.sub("", _decoded(values[0])).split()) if values else ""


def _values(message: Message, *names: str) -> list[str]:
    """Headers as they stand, each of a length that no attack on the standard library's parsers needs to be.

    Bytes beyond ASCII are read as UTF-8, which mail programs put there undeclared.
    """
    found = []
    for name in names:
        values = [value for key, value in message.raw_items() if key.lower() == name.lower()]
        found += [decoded(str(one)[:LONGEST].encode("utf-8", "surrogateescape"), None) for one in values]
    return found[:_MOST_HEADERS]


def _decoded(raw: str) -> str:
    """With the encoded words (RFC 2047) read; the whole as it stands where one is broken."""
    try:
        pieces = decode_header(raw)
    except (ValueError, LookupError, MessageError):
        return raw
    return "".join(
        piece if isinstance(piece, str) else decoded(piece, charset or "latin-1") for piece, charset in pieces
    )


def mailboxes(message: Message, *names: str) -> list[tuple[str, str]]:
    """All (name, address) of these headers, the addresses in lower case."""
    try:
        found = getaddresses(_values(message, *names))
    except (RecursionError, ValueError, LookupError, TypeError, AttributeError):
        return []  # comments inside comments, and whatever else breaks the standard library's parser
    return [(_decoded(name).strip(), address.strip().lower()) for name, address in found if address]


def addresses(message: Message, *names: str) -> list[str]:
    """All addresses of these headers, in lower case."""
    return [address for _, address in mailboxes(message, *names)]


def sender_of(message: Message) -> str:
    """The one address of the one From header. Refusal: Unreadable FROM with ``why``."""
    values = _values(message, "From")
    if len(values) != 1:
        raise Unreadable("FROM", why="several" if values else "none")
    if same := _SAME_TWICE.fullmatch(values[0].strip()):
        return same.group(1).lower()
    found = addresses(message, "From")
    if len(found) != 1 or not _ADDRESS.match(found[0]):
        raise Unreadable("FROM", why="several" if len(found) > 1 else "none")
    return found[0]


def bounce(message: Message, envelope_from: str | None) -> bool:
    """A report about a letter of ours: never answered. ``envelope_from`` None: not known."""
    if message.get_content_type() in ("multipart/report", "message/delivery-status"):
        return True
    path = (message.get("Return-Path") or "").strip()
    empty = envelope_from is not None and envelope_from.strip("<> ") == ""
    return empty or path == "<>"


def machine(message: Message, sender: str, ours: Ours) -> str:
    """Which sign says that a machine wrote this; ``""`` where none does.

    Not read: X-Auto-Response-Suppress and Precedence, which people's letters carry too.
    """
    auto = (message.get("Auto-Submitted") or "no").partition(";")[0].strip().lower()
    if auto not in ("no", ""):
        return "auto-submitted"
    if message.get(LOOP_HEADER) is not None:
        return "loop"
    return "from-us" if ours.owns(sender) else ""


def recipient_token(recipients: Iterable[str], ours: Ours) -> str | None:
    """The token in the first address of ours that has one."""
    return next((token for one in recipients if (token := ours.token_of(one))), None)


def reference_token(message: Message, ours: Ours) -> str | None:
    """The token in the Message-ID of ours that is answered: In-Reply-To, then the last Reference."""
    for name in ("In-Reply-To", "References"):
        found = ours.message_id_pattern.findall(str(message.get(name) or ""))
        if found:
            return str(found[-1]).lower()
    return None


def answered(message: Message) -> tuple[str, ...]:
    """The Message-IDs that a letter answers, without brackets, the nearest first."""
    found = [
        one
        for name in ("In-Reply-To", "References")
        for one in reversed(_MESSAGE_ID.findall(str(message.get(name) or "")))
    ]
    return tuple(dict.fromkeys(found))[:50]


def tag_of(subject: str) -> str | None:
    """The short tag in a subject, without ``[#]``."""
    found = TAG.search(subject)
    return found.group(1).lower() if found else None
