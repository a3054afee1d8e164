"""The course of a contest as moments in their order: what was, what is due, and when it can end (T8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, F

from tournaments.models import Contest, Event, Table
from tournaments.services import clock, inputs
from tournaments.services.moments import Moments, closed_at
from tournaments.services.overview import Glance
from tournaments.services.projections import Outlook, Plan

State = Contest.State
QUICK = 4
"""The quick end: everybody answers in this part of his time."""
_BEFORE_START = (State.DRAFT, State.REGISTRATION, State.CLOSED, State.SEATED)
_BEFORE_CLOSING = (State.DRAFT, State.REGISTRATION)
_SPOKEN = (Event.Kind.MOVE, Event.Kind.TIMEOUT)


@dataclass(frozen=True, slots=True)
class Mile:
    """One moment. ``kind``: announced, closes, closed, checked, starts, started, quick, all_time, raises,
    wanted, ended, cancelled; ``past``: it lies behind."""

    kind: str
    at: datetime
    past: bool = False


@dataclass(frozen=True, slots=True)
class _Left:
    """What is left of a table: turns without a raise and with one in each round, and the running deadline."""

    turns: int
    with_raises: int
    due: datetime


def before_start(row: Contest, known: Moments, outlook: Outlook | None) -> list[Mile]:
    """From the announcement to the ends that can be expected; no ends where nothing fixes one."""
    now = clock.now()
    closed = closed_at(row, known)
    miles = [Mile("closed", closed, True) if closed else Mile("closes", row.closes_at)]
    checked = inputs.ends(row)
    if checked is not None and checked > (closed or row.closes_at):
        miles.append(Mile("checked", checked, checked <= now))
    closing = max(_drawn(row, closed or row.closes_at), checked or now)
    start = max(row.starts_at or closing, now)
    if row.automatic or row.starts_at:
        miles.append(Mile("starts", start))
    plan = _chosen(outlook)
    if plan is not None:
        miles += _ends_of(plan, start)
    return _in_order(known, miles)


def _drawn(row: Contest, closing: datetime) -> datetime:
    """When the seats are drawn at the latest: once the check-in is over, and a public value is out."""
    waits = getattr(row, "inputs", None)
    if waits is None:
        return closing
    return max(at for at in (closing, waits.closes_at, waits.due_at) if at is not None)


def after_start(row: Contest, known: Moments, glances: Sequence[Glance]) -> list[Mile]:
    """What was, and while it is played the ends that can be expected from now on. One query."""
    miles = [
        Mile(kind, known[state], True)
        for kind, state in (
            ("closed", State.CLOSED),
            ("started", State.RUNNING),
            ("cancelled", State.CANCELLED),
        )
        if state in known
    ]
    if row.state == State.FINAL and row.finished_at:
        miles.append(Mile("ended", row.finished_at, True))
    if row.state == State.RUNNING and row.paused_at is None:
        miles += _ends(row, glances)
    return _in_order(known, miles)


def course(row: Contest, known: Moments, outlook: Outlook | None, glances: Sequence[Glance]) -> list[Mile]:
    """The one or the other."""
    if row.state in _BEFORE_START:
        return before_start(row, known, outlook)
    return after_start(row, known, glances)


def _in_order(known: Moments, miles: list[Mile]) -> list[Mile]:
    announced = known.get(State.REGISTRATION)
    first = [Mile("announced", announced, True)] if announced else []
    return [*first, *sorted(miles, key=lambda mile: mile.at)]


def _chosen(outlook: Outlook | None) -> Plan | None:
    return next((plan for plan in outlook.plans if plan.chosen), None) if outlook else None


def _ends_of(plan: Plan, start: datetime) -> list[Mile]:
    seats = max(plan.sizes)
    return [
        Mile("wanted", start + plan.wanted),
        Mile("quick", start + plan.length / QUICK),
        Mile("all_time", start + plan.length),
        Mile("raises", start + plan.length * (2 * seats - 1) / seats),
    ]


def _ends(row: Contest, glances: Sequence[Glance]) -> list[Mile]:
    now, limit = clock.now(), timedelta(seconds=row.turn_seconds)
    left = _left(row, glances, now)
    if not left:
        return []
    return [
        Mile("quick", max(now + limit * one.turns / QUICK for one in left)),
        Mile("all_time", max(one.due + limit * (one.turns - 1) for one in left)),
        Mile("raises", max(one.due + limit * (one.with_raises - 1) for one in left)),
    ]


def _left(row: Contest, glances: Sequence[Glance], now: datetime) -> list[_Left]:
    """Tables that still play; empty for a match without a fixed end."""
    deals, rounds = row.rules.get("hands"), len(row.rules.get("streets", ()))
    if not deals or not rounds:
        return []
    spoken = _spoken(row)
    return [
        _table(glance, deals, rounds, spoken.get(glance.table.pk, 0), now)
        for glance in glances
        if glance.table.state == Table.State.PLAYING
    ]


def _table(glance: Glance, deals: int, rounds: int, spoken: int, now: datetime) -> _Left:
    seats, table = len(glance.seats), glance.table
    later = (deals - table.deal_number) * rounds
    turns = later * seats + max(rounds * seats - spoken, 1)
    with_raises = (later + rounds) * (2 * seats - 1) - min(spoken, rounds * seats - 1)
    due = max([now, *(turn.deadline_at for turn in glance.turns)])
    return _Left(turns, with_raises, due)


def _spoken(row: Contest) -> Mapping[int, int]:
    """Table -> how many turns of its running deal are over."""
    said = Event.objects.filter(table__contest=row, kind__in=_SPOKEN, deal=F("table__deal_number"))
    return dict(said.values_list("table_id").annotate(Count("pk")).order_by())
