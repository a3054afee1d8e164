"""What absences do to the deadlines of new turns, and who is away. They are declared in ``absences``."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from referee.contests import deadlines
from tournaments.models import Absence, Contest, Table, Turn


def standing(contest: Contest) -> QuerySet[Absence]:
    """All that were not taken back."""
    return Absence.objects.filter(contest=contest, withdrawn_at__isnull=True)


def deadline(contest: Contest, user: int | None, opened: datetime, limit: timedelta) -> datetime:
    """Of a new turn, which alone an absence moves. What it uses cannot be taken back any more. The table is
    locked; one query, two where somebody is away."""
    plain = deadlines.deadline(opened, limit)
    if user is None:
        return plain
    found = list(standing(contest).filter(user=user, ends_at__gt=opened).order_by("starts_at"))
    ends = deadlines.away_deadline(opened, limit, [(one.starts_at, one.ends_at) for one in found])
    if ends != plain:
        used = [one.pk for one in found if one.starts_at < ends]
        Absence.objects.filter(pk__in=used).update(used=True)
    return ends


def of_turn(turn: Turn, limit: timedelta) -> tuple[datetime, list[Absence]]:
    """The first deadline of a turn, and the absences that made it later. One query."""
    plain = deadlines.deadline(turn.opened_at, limit)
    user = turn.seat.entry.user_id
    if user is None or not turn.table.contest.absence_days:
        return plain, []
    known = Absence.objects.filter(contest=turn.table.contest, user=user, declared_at__lte=turn.opened_at)
    known = known.filter(Q(withdrawn_at__isnull=True) | Q(withdrawn_at__gt=turn.opened_at))
    found = list(known.filter(ends_at__gt=turn.opened_at).order_by("starts_at"))
    spans = [(one.starts_at, one.ends_at) for one in found]
    ends = deadlines.away_deadline(turn.opened_at, limit, spans)
    return ends, [one for one in found if one.starts_at < ends]


def at_table(table: Table, now: datetime) -> list[tuple[str, Absence]]:
    """(name, absence) of its players who are away now or will be, the next first. One query, none where the
    contest gives no days."""
    if not table.contest.absence_days:
        return []
    names = dict(table.table_seats.filter(automatic=False).values_list("entry__user", "entry__name"))
    found = standing(table.contest).filter(user__in=[pk for pk in names if pk], ends_at__gt=now)
    return [(names[one.user_id], one) for one in found.order_by("starts_at", "pk")]
