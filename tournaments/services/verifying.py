"""Every contest's ledger is checked each night, and whenever somebody asks, as any reader of an export would.

Nothing is withheld from this check, and it has to go on from where it held last: a history that was written
anew since then is named even if it is in order in itself. What it finds stands in ``Verification``.
"""

from __future__ import annotations

import hashlib
import json
import logging
from datetime import datetime, time, timedelta
from itertools import chain
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.db.models import F, Q

from referee.audit import BadExport, verify_export
from referee.ledger import checkpoint_of_line
from tournaments import models
from tournaments.models import Contest, Verification
from tournaments.services import clock, exports, notices, wake

log = logging.getLogger(__name__)

NIGHT = time(3)
"""On the clock of the service's own time zone."""
_LOCK = 0x6C656467
_MOST = 2000
"""Characters of a fault that are kept."""


def ask(contest: Contest) -> None:
    """Check it soon; a wake-up that is lost costs a minute."""
    Verification.objects.update_or_create(contest=contest, defaults={"asked_at": clock.now()})
    wake.poke("tournaments.verify")


def run() -> int:
    """Check all that is due; how many were. One that cannot be checked does not keep the others waiting."""
    count = 0
    for pk in due():
        try:
            count += verify(pk) is not None
        except Exception as error:
            log.error("the ledger of contest %s could not be checked: %s", pk, type(error).__name__)
    return count


def due(now: datetime | None = None) -> list[int]:
    """The contests that were asked for, or not checked since the last night began. One query."""
    row = "verification"
    waits = Q(**{f"{row}__at__isnull": True}) | Q(**{f"{row}__at__lt": last_night(now or clock.now())})
    asked = Q(**{f"{row}__asked_at__isnull": False})
    found = Contest.objects.filter(waits | asked, ledger_head__isnull=False)
    return list(
        found.order_by(F("verification__asked_at").asc(nulls_last=True), "pk").values_list("pk", flat=True)
    )


def last_night(now: datetime) -> datetime:
    """The newest beginning of a night that is not after ``now``."""
    local = now.astimezone(ZoneInfo(settings.TIME_ZONE_DEFAULT))
    night = datetime.combine(local.date(), NIGHT, local.tzinfo)
    return (
        night if night <= local else datetime.combine(local.date() - timedelta(days=1), NIGHT, local.tzinfo)
    )


@transaction.atomic
def verify(contest: int) -> Verification | None:
    """Check one contest now and write down what came of it. None where another check of it is under way."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [_LOCK, contest])
        if not cursor.fetchone()[0]:
            return None
    row = Contest.objects.select_related("organiser").get(pk=contest)
    before = Verification.objects.filter(contest=row).first() or Verification(contest=row)
    asked, was = before.asked_at, before.fault
    entries, fault, checkpoint = _check(row, before.checkpoint)
    now = clock.now()
    found, _ = Verification.objects.update_or_create(
        contest=row,
        defaults={
            "at": now,
            "entries": entries,
            "fault": fault,
            "since": (before.since or now) if fault else None,
            "checkpoint": before.checkpoint if fault else checkpoint,
        },
    )
    # Who asks while it is being checked is answered by another check.
    Verification.objects.filter(contest=row, asked_at=asked).update(asked_at=None)
    if fault and fault != was:
        _tell(row, found)
    return found


def _check(row: Contest, before: str) -> tuple[int, str, str]:
    """How many entries, the first fault ("" where all holds), the checkpoint of this moment."""
    lines = exports.lines(row, AnonymousUser(), seeds=True, bodies=True)
    first = next(lines)
    head = json.loads(first)
    given = [("the check before", before)] if before else []
    try:
        report = verify_export(chain([first], lines), given)
    except BadExport as error:
        return head["entries"], str(error)[:_MOST], before
    fault = report.problems[0][:_MOST] if report.problems else ""
    return head["entries"], fault, before if fault else checkpoint_of_line(head["checkpoint"])


def _tell(row: Contest, found: Verification) -> None:
    """A letter to the staff; to the organiser where there is none."""
    staff = list(models.User.objects.filter(is_superuser=True, is_active=True)) or [row.organiser]
    said = hashlib.sha256(f"{found.since}{found.fault}".encode()).hexdigest()[:16]
    for person in staff:
        notices.tell_person(
            person,
            "needs",
            key=f"needs:ledger:{row.pk}:{person.pk}:{said}",
            contest=row,
            data={"code": "LEDGER_BAD", "fault": found.fault[:300], "ledger": True},
        )


def is_bad(row: Contest) -> bool:
    """Whether its last check named a fault. The row brings its verification."""
    found: Verification | None = getattr(row, "verification", None)
    return found is not None and bool(found.fault)


def bad() -> list[Contest]:
    """All contests whose ledger does not hold. One query."""
    return list(Contest.objects.exclude(verification__fault="").filter(verification__isnull=False))
