"""What waits for an organiser or a croupier now, over all his contests: the most urgent first.

A fixed number of queries, however many contests there are; one for somebody who has none.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet

from referee.core import Illegal
from tournaments import models
from tournaments.models import Award, Contest, Entry, Letter, Notice, Turn
from tournaments.services import cases, clock, health, inputs, proposals, seating, verifying

State = Contest.State

CLOCK, TELL, DECIDE, DRAW, CLOSE, START = "clock", "tell", "decide", "draw", "close", "start"
UNPAID, CONFIRM, POST, UNREAD, PRIZES, BACK = "unpaid", "confirm", "post", "unread", "prizes", "back"
ANNOUNCE, BEACON, BOUNCED = "announce", "beacon", "bounced"
CASE, ANSWERED, NAME, LEDGER, PROPOSAL = "case", "answered", "name", "ledger", "proposal"
KINDS = (
    *(
        CLOCK,
        LEDGER,
        CASE,
        NAME,
        PROPOSAL,
        TELL,
        DECIDE,
        BEACON,
        CLOSE,
        DRAW,
        START,
        UNPAID,
        CONFIRM,
        BOUNCED,
        POST,
        UNREAD,
    ),
    *(PRIZES, BACK, ANSWERED),
    ANNOUNCE,
)
"""In the order of urgency."""

STEPS = (ANNOUNCE, CLOSE, DECIDE, DRAW, START, CONFIRM)
"""What the contest's own desk says anyway, as the next step."""
SOON = timedelta(hours=6)
"""Who has no account is pointed out again when so little of his time is left."""
_CLOSING = timedelta(days=3)
_LETTERS = timedelta(days=7)
_PLAYED = (State.REGISTRATION, State.CLOSED, State.SEATED, State.RUNNING)
_BEFORE_DRAW = (State.DRAFT, State.REGISTRATION, State.CLOSED)


@dataclass(frozen=True, slots=True)
class Need:
    """One thing to do. ``at``: until when; ``turn``: whose (``tell``); ``case``, ``proposal``:
    which."""

    kind: str
    contest: Contest | None = None
    count: int = 0
    at: datetime | None = None
    turn: Turn | None = None
    case: models.Case | None = None
    proposal: models.Proposal | None = None


def of(user: models.User) -> list[Need]:
    """Everything that waits for this person."""
    if not (user.is_staff or user.is_superuser or _helps(user)):
        return []
    now = clock.now()
    found = [Need(CLOCK)] if user.is_staff and health.sweep_stands_still() else []
    found += [Need(TELL, turn.table.contest, 1, turn.deadline_at, turn) for turn in _to_tell(user, now)]
    found += _cases(user)
    waiting = proposals.wait_for(user, now)
    found += [Need(PROPOSAL, one.table.contest, at=one.until, proposal=one) for one in waiting]
    own = {row.pk: row for row in _contests(user)}
    bad = verifying.bad() if user.is_superuser else [row for row in own.values() if verifying.is_bad(row)]
    found += [Need(LEDGER, row) for row in bad]
    for row in own.values():
        found += _steps(row, now)
    if own:
        found += _counted(own, now)
    return sorted(found, key=lambda need: (KINDS.index(need.kind), need.at or now))


def _helps(user: models.User) -> bool:
    """Organises a contest, or rules at a table."""
    return Contest.objects.filter(Q(organiser=user) | Q(tables__croupier=user)).exists()


def of_contest(user: models.User, contest: Contest) -> list[Need]:
    """The same for one contest."""
    return [need for need in of(user) if need.contest is not None and need.contest.pk == contest.pk]


def _contests(user: models.User) -> QuerySet[Contest]:
    present = Q(entries__state=Entry.State.IN)
    return (
        Contest.objects.filter(organiser=user)
        .select_related("inputs", "verification")
        .annotate(
            players=Count("entries", filter=present),
            unpaid=Count("entries", filter=present & Q(entries__paid_at__isnull=True)),
        )
    )


def _cases(user: models.User) -> list[Need]:
    """Players who call the referee. Where the organiser plays himself, he can only name a croupier."""
    found = []
    for case in cases.waiting(user):
        contest = case.table.contest
        if not _annotated(case, "plays"):
            found.append(Need(CASE if case.waits else ANSWERED, contest, at=case.opened_at, case=case))
        elif case.table.croupier_id in (None, user.pk) and contest.organiser_id == user.pk:
            found.append(Need(NAME, contest, at=case.opened_at, case=case))
    return found


def _to_tell(user: models.User, now: datetime) -> list[Turn]:
    """Open turns of players without an account, where this person rules: no letter goes to them."""
    rows = Turn.objects.filter(
        Q(table__croupier=user) | Q(table__contest__organiser=user),
        Q(nudged_at__isnull=True) | Q(deadline_at__lt=now + SOON),
        closed_at__isnull=True,
        remaining__isnull=True,
        seat__automatic=False,
        seat__entry__user__isnull=True,
    ).exclude(table__table_seats__entry__user=user)
    shown = rows.select_related("table__contest", "seat__entry").defer("table__snapshot")
    return list(shown.order_by("deadline_at"))


def _steps(row: Contest, now: datetime) -> list[Need]:
    """Which step of its life a contest waits for that is not taken by itself."""
    if row.state == State.DRAFT:
        return [Need(ANNOUNCE, row, at=row.closes_at)]
    if row.state == State.REGISTRATION:
        return _closing(row, now)
    if row.state == State.CLOSED:
        if _cannot_split(row):
            return [Need(DECIDE, row, _annotated(row, "players"))]
        since = inputs.overdue(row)
        if since is not None:
            return [Need(BEACON, row, at=since)]
        return [] if row.automatic else [Need(DRAW, row)]
    if row.state == State.SEATED and not row.automatic:
        return [Need(START, row, at=row.starts_at)]
    return [Need(CONFIRM, row)] if row.state == State.PROVISIONAL else []


def _closing(row: Contest, now: datetime) -> list[Need]:
    if row.closes_at <= now:
        return [] if row.automatic else [Need(CLOSE, row, at=row.closes_at)]
    unpaid = _annotated(row, "unpaid") if row.fee_amount and not row.draw_unpaid else 0
    return [Need(UNPAID, row, unpaid, row.closes_at)] if unpaid and row.closes_at - now < _CLOSING else []


def _cannot_split(row: Contest) -> bool:
    try:
        seating.sizes(row, _annotated(row, "players"))
    except Illegal:
        return True
    return False


def _annotated(row: Contest | models.Case, name: str) -> int:
    return int(getattr(row, name))


def _counted(own: dict[int, Contest], now: datetime) -> list[Need]:
    """What is counted by contest: letters in trouble, prizes, fees."""
    rows: dict[str, QuerySet[Notice] | QuerySet[Letter] | QuerySet[Award] | QuerySet[Entry]] = {
        BOUNCED: not_reached().filter(contest__in=own),
        POST: in_trouble().filter(contest__in=own),
        UNREAD: unread(now).filter(contest__in=own),
        PRIZES: Award.objects.filter(
            contest__in=own, contest__state=State.FINAL, handed_at__isnull=True, entry__isnull=False
        ),
        BACK: to_give_back().filter(contest__in=own),
    }
    return [
        Need(kind, own[contest], count)
        for kind, found in rows.items()
        for contest, count in found.order_by().values_list("contest").annotate(n=Count("pk"))
    ]


def in_trouble() -> QuerySet[Notice]:
    """Letters that were tried and not taken; they are tried again."""
    return Notice.objects.filter(sent_at__isnull=True, dropped_at__isnull=True, attempts__gt=0)


def not_reached() -> QuerySet[Entry]:
    """Players whom letters do not reach, while they are needed to play."""
    there = Entry.objects.filter(user__bounced_at__isnull=False, contest__state__in=_PLAYED)
    return there.filter(state__in=[Entry.State.IN, Entry.State.RESERVE]).exclude(seat__automatic=True)


def unread(now: datetime) -> QuerySet[Letter]:
    """Letters of the last days that nobody could open, until the organiser has looked at them."""
    found = Letter.objects.filter(state=Letter.State.QUARANTINED, received_at__gte=now - _LETTERS)
    return found.filter(seen_at__isnull=True)


def to_give_back() -> QuerySet[Entry]:
    """Entries without a place whose own fee lies with the organiser (as ``fees.standing`` says it)."""
    waits = Q(contest__state__in=_BEFORE_DRAW, state__in=[Entry.State.IN, Entry.State.RESERVE])
    no_place = Q(seat__isnull=True) & ~waits
    paid = Entry.objects.filter(paid_at__isnull=False, returned_at__isnull=True, contest__fee_amount__gt=0)
    due = paid.exclude(paid_by="sponsor").filter(Q(contest__state=State.CANCELLED) | no_place)
    return due.distinct()  # a league's entrant has many seats
