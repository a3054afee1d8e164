"""Declaring days of absence ahead, out of the contest's quota, and taking them back before they begin.

The quota is fixed before registration opens and is the same for everybody, so that nobody who profits gives
any. A deadline that runs already stays as it is: see ``away``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db import transaction

from referee.contests.deadlines import local_instant
from referee.core import Stale
from tournaments import models
from tournaments.models import Absence, Contest, Entry
from tournaments.services import away, clock, ledger, rights
from tournaments.services.registration import locked

_PLAYS = (Entry.State.IN, Entry.State.RESERVE)
_OVER = (Contest.State.PROVISIONAL, Contest.State.FINAL, Contest.State.CANCELLED)
_FARTHEST = timedelta(days=400)
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Own:
    """A player's absences, the earliest first; ``left``: days that he may still declare. ``may_undo``: those
    that have not begun and moved no deadline."""

    listed: list[Absence]
    left: int
    may_undo: frozenset[int]


def own(contest: Contest, user: models.User) -> Own:
    """One query."""
    listed, now = list(away.standing(contest).filter(user=user)), clock.now()
    undo = frozenset(one.pk for one in listed if not one.used and one.starts_at > now)
    return Own(listed, contest.absence_days - sum(one.days for one in listed), undo)


def entry_of(contest: Contest, user: rights.Person) -> Entry | None:
    """Who may declare: an entrant with an account."""
    if not isinstance(user, models.User):
        return None
    return contest.entries.filter(user=user, state__in=_PLAYS).first()


@transaction.atomic
def declare(contest: int, by: models.User, first: date, last: date) -> Absence:
    """Away from the first day to the last, both included. The same days again are the same absence.

    Refusals: Illegal NOT_ENTERED, NO_ABSENCES, ABSENCE_BACKWARDS, ABSENCE_LATE (it begins tomorrow or later),
    ABSENCE_FAR, ABSENCE_TWICE, ABSENCE_TOO_LONG; Stale CONTEST_OVER.
    """
    row, entry = _open(contest, by)
    rights.must(row.absence_days > 0, "NO_ABSENCES")
    rights.must(first <= last, "ABSENCE_BACKWARDS")
    now = clock.now()
    rights.must(last <= now.date() + _FARTHEST, "ABSENCE_FAR")
    mine = own(row, by)
    same = next((one for one in mine.listed if (one.first, one.last) == (first, last)), None)
    if same is not None:
        return same
    starts, ends = _midnight(row, first), _midnight(row, last + _DAY)
    rights.must(starts > now, "ABSENCE_LATE")
    clash = any(one.first <= last and first <= one.last for one in mine.listed)
    rights.must(not clash, "ABSENCE_TWICE")
    made = Absence(
        contest=row, user=by, first=first, last=last, starts_at=starts, ends_at=ends, declared_at=now
    )
    rights.must(made.days <= mine.left, "ABSENCE_TOO_LONG", left=mine.left)
    made.save()
    _note(row, entry, "declared", made, now)
    return made


@transaction.atomic
def undo(contest: int, by: models.User, absence: int) -> None:
    """Take one back; its days may be declared again. Twice is once.

    Refusals: Illegal NOT_ENTERED; Stale CONTEST_OVER, ABSENCE_BEGUN, ABSENCE_USED. Absence.DoesNotExist.
    """
    row, entry = _open(contest, by)
    # The tables' rows come before: a deal that sets a deadline by it is over, or waits.
    list(row.tables.select_for_update().order_by("id").values_list("pk"))
    one = Absence.objects.get(contest=row, user=by, pk=absence)
    if one.withdrawn_at is not None:
        return
    now = clock.now()
    if one.used:
        raise Stale("ABSENCE_USED")
    if one.starts_at <= now:
        raise Stale("ABSENCE_BEGUN")
    one.withdrawn_at = now
    one.save(update_fields=["withdrawn_at"])
    _note(row, entry, "withdrawn", one, now)


def _open(contest: int, by: models.User) -> tuple[Contest, Entry]:
    row = locked(contest)
    if row.state in _OVER:
        raise Stale("CONTEST_OVER", state=str(row.state))
    entry = entry_of(row, by)
    rights.must(entry is not None, "NOT_ENTERED")
    assert entry is not None
    return row, entry


def _midnight(row: Contest, day: date) -> datetime:
    return local_instant(datetime.combine(day, time(0)), row.zone)


def _note(row: Contest, entry: Entry, what: str, one: Absence, at: datetime) -> None:
    data = {"what": what, "absence": one.pk, "first": f"{one.first}", "last": f"{one.last}", "days": one.days}
    ledger.append(row, "absence", ref=entry.ref, data=data, actor=f"u{one.user_id}", at=at)
