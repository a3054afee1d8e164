"""Sending notices: rows first, letters afterwards, ``sent_at`` only after the other side has it."""

from __future__ import annotations

import logging
import time
from datetime import timedelta

from django.db import InterfaceError, OperationalError, transaction

from tournaments import models
from tournaments.channels import CHANNELS, Channel, Outgoing, Undeliverable
from tournaments.services import advances, bounces, clock, sealing
from tournaments.services.composing import compose

log = logging.getLogger(__name__)

_BACKOFF = (30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600)
"""Seconds until a notice is tried again; for ever, the last of them: a notice is never given up."""

_A_MOMENT = timedelta(seconds=3)

LONGEST_SECONDS = 30.0
"""Whoever sends also sweeps: a slow mail server must not stop the clock, which would look like an outage."""


def send_due(limit: int = 500, channel: str = "email", longest: float = LONGEST_SECONDS) -> int:
    """Send what is due, oldest first, each in a transaction of its own; how many went out.

    Moves that were left in advance are played first: whoever has left one is asked for none.
    Several at once share the work. A notice that cannot go out waits, the next one goes; where
    the channel itself is away, or ``longest`` seconds have passed, this ends, and the next call tries again.
    """
    advances.act_due()
    sent, end = 0, time.monotonic() + longest
    with CHANNELS[channel]() as way:
        for _ in range(limit):
            done = _next(way)
            if done is None:
                break
            sent += done
            if time.monotonic() >= end:
                break
    return sent


def _next(way: Channel) -> int | None:
    """One notice: 1 sent, 0 dropped or put off; None: nothing is due, or nothing can go out now."""
    with transaction.atomic():
        notice = _due()
        if notice is None:
            return None
        if advances.holds(notice) or _comes_after(notice):
            notice.retry_at = clock.now() + _A_MOMENT
            notice.save(update_fields=["retry_at"])
            return 0
        try:
            with transaction.atomic():
                letter = compose(notice)
        except (OperationalError, InterfaceError):
            raise  # the database is away: nothing is known of this letter
        except Exception as error:  # whatever one letter does, the next one goes out
            log.exception("notice %s cannot be written", notice.pk)
            _put_off(notice, type(error).__name__)
            return 0
        if letter is None:
            notice.dropped_at = clock.now()
            notice.save(update_fields=["dropped_at"])
            return 0
        return _hand_over(way, notice, letter)


def _due() -> models.Notice | None:
    return (
        models.Notice.objects.select_for_update(of=("self",), skip_locked=True)
        .select_related("user", "contest", "table__contest", "turn__seat", "turn__table")
        .filter(sent_at__isnull=True, dropped_at__isnull=True, retry_at__lte=clock.now())
        .order_by("retry_at", "id")
        .first()
    )


def _comes_after(notice: models.Notice) -> bool:
    """Whether an earlier letter about the same contest to the same reader is still on its way: somebody else
    sends it just now, or it waits a moment. One that could not go out holds up no other."""
    if notice.user_id is None or notice.contest_id is None:
        return False
    waiting = models.Notice.objects.filter(sent_at__isnull=True, dropped_at__isnull=True, attempts=0)
    return waiting.filter(user=notice.user_id, contest=notice.contest_id, pk__lt=notice.pk).exists()


def _hand_over(way: Channel, notice: models.Notice, letter: Outgoing) -> int | None:
    notice.address = letter.to
    try:
        way.send(letter)
    except Undeliverable as error:
        log.warning("notice %s was not taken: %s", notice.pk, error.trouble)
        _put_off(notice, error.trouble)
        if error.refused:
            bounces.refused(notice, error.refused)
        return None if error.down else 0
    notice.sent_at = clock.now()
    notice.message_id, notice.trouble = sealing.token_hash(letter.message_id.strip("<>")), ""
    notice.attempts += 1
    # ``data``: up to where a digest has told; it counts from the moment that this letter is out.
    notice.save(update_fields=["sent_at", "message_id", "trouble", "attempts", "address", "data"])
    return 1


def _put_off(notice: models.Notice, trouble: str) -> None:
    wait = _BACKOFF[min(notice.attempts, len(_BACKOFF) - 1)]
    notice.attempts += 1
    notice.trouble = trouble[:300]
    notice.retry_at = clock.now() + timedelta(seconds=wait)
    notice.save(update_fields=["attempts", "trouble", "retry_at"])
