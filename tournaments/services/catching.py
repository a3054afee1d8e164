"""Outgoing letters of the demo, kept for its viewer; the same letter to the same person is kept once."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from email import message_from_bytes

from referee.letters.headers import text_of
from tournaments import models


def catch(raw: bytes, sender: str, recipients: Sequence[str]) -> int:
    """Keep a letter for each recipient; how many were new."""
    message = message_from_bytes(raw)
    name = text_of(message, "Message-ID") or hashlib.sha256(raw).hexdigest()
    before = models.CaughtLetter.objects.filter(message_id=name[:500], recipient__in=recipients).count()
    models.CaughtLetter.objects.bulk_create(
        [
            models.CaughtLetter(
                raw=raw,
                recipient=recipient.lower()[:320],
                sender=sender.lower()[:320],
                subject=text_of(message, "Subject")[:300],
                message_id=name[:500],
            )
            for recipient in recipients
        ],
        ignore_conflicts=True,
    )
    return len(recipients) - before
