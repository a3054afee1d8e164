"""Reminders at half and at 80 % of the time, one letter a player for all his tables (clock.md 6)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef

from referee.contests.deadlines import reminders
from tournaments import models
from tournaments.services import clock, wake

_STEPS = ("half", "late")
_LEAST_SECONDS = 3600
"""Shorter turns get no reminder: it would come with the letter itself."""


def write_due(limit: int = 500) -> int:
    """Write the reminder rows that are due; how many were new. Keyed by (player, deadline, step)."""
    now = clock.now()
    turns = (
        models.Turn.objects.filter(
            closed_at__isnull=True,
            remaining__isnull=True,
            deadline_at__gt=now,
            seat__automatic=False,
            seat__entry__user__isnull=False,
            table__contest__turn_seconds__gte=_LEAST_SECONDS,
        )
        .exclude(seat__entry__user__notices=models.User.Notices.DIGEST, seat__entry__user__turn_letters=False)
        .exclude(_away(now))
        .select_related("seat__entry", "table")
        .order_by("deadline_at")
    )
    rows: dict[str, models.Notice] = {}
    for turn in turns.iterator():
        step = _step(turn, now)
        if step is not None:
            row = _row(turn, step, now)
            rows.setdefault(row.key, row)
        if len(rows) >= limit:
            break
    if not rows:
        return 0
    known = set(models.Notice.objects.filter(key__in=rows).values_list("key", flat=True))
    new = [row for key, row in rows.items() if key not in known]
    models.Notice.objects.bulk_create(new, ignore_conflicts=True)
    if new:
        wake.poke("tournaments.send")
    return len(new)


def _away(now: datetime) -> Exists:
    """Nobody is reminded on a day of absence that he has declared; the next step comes after it."""
    declared = models.Absence.objects.filter(withdrawn_at__isnull=True, starts_at__lte=now, ends_at__gt=now)
    mine = {"contest": OuterRef("table__contest"), "user": OuterRef("seat__entry__user")}
    return Exists(declared.filter(**mine))


def sent(turns: Sequence[int]) -> list[datetime]:
    """When letters that ask for these turns again went out, the oldest first. One query."""
    rows = models.Notice.objects.filter(turn__in=turns, kind__in=("reminder", "nudge"), sent_at__isnull=False)
    return [at for at in rows.order_by("sent_at").values_list("sent_at", flat=True) if at is not None]


def _step(turn: models.Turn, now: datetime) -> str | None:
    """The last step of this turn that has passed."""
    due = zip(_STEPS, reminders(turn.opened_at, turn.deadline_at), strict=True)
    passed = [name for name, instant in due if now >= instant]
    return passed[-1] if passed else None


def _row(turn: models.Turn, step: str, now: datetime) -> models.Notice:
    user = turn.seat.entry.user_id
    return models.Notice(
        user_id=user,
        kind="reminder",
        key=f"reminder:{user}:{turn.deadline_at.isoformat()}:{step}",
        contest_id=turn.table.contest_id,
        table=turn.table,
        turn=turn,
        data={"step": step, "seat": turn.seat.letter},
        created_at=now,
        retry_at=now,
    )
