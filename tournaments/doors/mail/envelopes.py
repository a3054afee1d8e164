"""The envelope of a letter that comes without one: whom it was for, and who sent it, as its head says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from email import message_from_bytes, policy
from email.message import Message

from tournaments.services import composing, letters

FOR = ("Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To", "Cc")
"""Where a recipient may stand: what the mailbox's server wrote first, then what the writer did."""
UNKNOWN = "unknown"

_ADDRESS = re.compile(r"[^\s<>,;:\"()\x00-\x1f\x7f]+@[^\s<>,;:\"()\x00-\x1f\x7f]+")


def of(raw: bytes, via: str, source: str, at: datetime) -> list[letters.Envelope]:
    """One envelope for each turn of ours that the letter names; the plain mailbox where it names none."""
    head = _head(raw)
    named = dict.fromkeys(one.lower() for one in _addresses(head) if "+" in one and letters.knows(one))
    recipients = list(named) or [composing.address()]
    sender = _sender(head)
    return [
        letters.Envelope(sender, one, via, at=at, source=source if place == 0 else f"{source}+{place}")
        for place, one in enumerate(recipients[: letters.MOST_IN_ONE])
    ]


def _head(raw: bytes) -> Message:
    """The head alone: the body is nobody's business before it is stored."""
    return message_from_bytes(re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[0], policy=policy.compat32)


def _addresses(head: Message) -> Iterator[str]:
    for name in FOR:
        for value in head.get_all(name) or []:
            yield from _ADDRESS.findall(str(value))


def _sender(head: Message) -> str:
    """The Return-Path, "" for the null sender; where the mailbox's server writes none, the From."""
    path = head.get("Return-Path")
    found = _ADDRESS.search(str(path if path is not None else head.get("From") or ""))
    if found is None:
        return "" if path is not None and "<>" in str(path) else UNKNOWN
    return found.group()
