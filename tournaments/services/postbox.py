"""A mailbox that letters are fetched from: when they arrived there, and whether we have caught up with it.

A letter counts as received when the mailbox took it (INTERNALDATE): that instant is set by its server, and
by nobody who writes letters. It is still not taken on trust. A letter that was not there when we last
looked came after that, and none comes from the future; whatever its server's clock says, the error is at
most the time between two looks.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import DateTimeField
from django.db.models.functions import Greatest

from tournaments import models
from tournaments.services import clock

HEART = "postbox"
WAIT = timedelta(minutes=10)
"""So long a turn waits past its deadline for a look into the mailbox; one that is away holds up nobody."""


def caught_up() -> datetime | None:
    """When we last looked and left nothing behind."""
    beat = models.Heartbeat.objects.filter(name=HEART).first()
    return beat.at if beat else None


def catch_up(at: datetime) -> None:
    """Everything that was there at that instant is stored. Never goes back."""
    beat, made = models.Heartbeat.objects.get_or_create(name=HEART, defaults={"at": at})
    if not made:
        later = Greatest("at", at, output_field=DateTimeField())
        models.Heartbeat.objects.filter(pk=beat.pk).update(at=later)


def arrived(stamp: datetime | None, since: datetime | None) -> datetime:
    """When a letter arrived: its stamp, but not before we last looked (``since``), and not after now."""
    now = clock.now()
    if stamp is None:
        return now
    return min(max(stamp, since) if since else stamp, now)


def behind(deadline: datetime, now: datetime) -> bool:
    """Whether a letter that came by this deadline may still lie in the mailbox, unseen."""
    if not settings.IMAP_URL or now >= deadline + WAIT:
        return False
    seen = caught_up()
    return seen is None or seen < deadline
