"""One letter a day for who asked for a digest, at an hour of his own zone. The sweep writes its row.

What a digest player is told at once all the same: his turns with their reminders (unless he gave these up),
what the staff decides or asks of him, answers to his letters, and what a contest says to each entrant
(registered, seated, the final ranking). A digest takes the place of letters about deals and single events.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q

from referee.contests import deadlines
from referee.core import Refusal
from tournaments import models
from tournaments.models import Notice, Table, User
from tournaments.services import clock, wake

LATE = timedelta(hours=12)
"""After an outage a digest still goes out so long after its hour; later the next one tells it all."""
_LINGER = timedelta(days=2)
"""A table that has ended is told of for so long; one digest is enough, two may have failed."""
_LIVE = (Table.State.WAITING, Table.State.PLAYING, Table.State.PAUSED)


def write_due() -> int:
    """Write the digest rows that are due; how many were new. Keyed by (player, day of his own calendar):
    one a day, whoever asks how often, and however the clocks are changed."""
    rows = {row.key: row for row in _due()}
    if not rows:
        return 0
    known = set(Notice.objects.filter(key__in=rows).values_list("key", flat=True))
    new = [row for key, row in rows.items() if key not in known]
    Notice.objects.bulk_create(new, ignore_conflicts=True)
    if new:
        wake.poke("tournaments.send")
    return len(new)


def _due() -> Iterable[Notice]:
    now = clock.now()
    live = models.Seat.objects.filter(
        Q(table__state__in=_LIVE) | Q(table__over_at__gte=now - _LINGER), entry__user=OuterRef("pk")
    )
    readers = User.objects.filter(Exists(live), notices=User.Notices.DIGEST, is_active=True)
    for user in readers.only("timezone", "digest_hour", "digest_since"):
        try:
            day, at = deadlines.daily(now, user.digest_hour, user.timezone)
        except Refusal:  # a zone that the time zone database does not know any more
            day, at = deadlines.daily(now, user.digest_hour, "UTC")
        if now - at > LATE or (user.digest_since is not None and at < user.digest_since):
            continue
        data = {"day": day.isoformat()}
        key = f"digest:{user.pk}:{day:%Y-%m-%d}"
        yield Notice(user_id=user.pk, kind="digest", key=key, data=data, created_at=now, retry_at=now)
