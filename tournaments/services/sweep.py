"""The sweep: idempotent, every 10 s, from Celery and from ``manage.py sweep --loop`` (clock.md 2)."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import OperationalError, transaction
from django.db.models import F, Q

from referee.contests import deadlines
from referee.core import Illegal, Stale
from referee.ledger import timestamp
from tournaments import models
from tournaments.services import advances, clock, contests, digests, ledger, proposals, reminders, tables
from tournaments.services.leagues import rounds

log = logging.getLogger(__name__)

BATCH = 200
HEART = "sweep"
_BACKOFF = (30, 60, 300, 900, 3600)
"""Seconds until a poisoned turn is tried again; the next turn goes on meanwhile."""


@dataclass(frozen=True, slots=True)
class Swept:
    """What one sweep did."""

    timed_out: int = 0
    woken: int = 0
    advanced: int = 0
    reminded: int = 0
    shifted: int = 0
    acted: int = 0
    digests: int = 0
    settled: int = 0


def sweep() -> Swept:
    """Everything that is due. Two at once do no harm: each turn goes through the one door."""
    shifted = after_outage()
    settled = proposals.settle_due()
    acted = advances.act_due()
    timed_out = sum(time_out(turn) for turn in due_turns())
    woken = 0
    for table in _asleep():
        tables.go_on(table)
        woken += 1
    advanced, reminded = contests.advance_due(), reminders.write_due()
    return Swept(timed_out, woken, advanced, reminded, shifted, acted, digests.write_due(), settled)


def due_turns(limit: int = BATCH) -> list[int]:
    """Ids of open turns past their deadline, oldest first, read without locks."""
    now = clock.now()
    ready = Q(retry_at__isnull=True) | Q(retry_at__lte=now)
    return list(
        models.Turn.objects.filter(ready, closed_at__isnull=True, remaining__isnull=True, deadline_at__lt=now)
        .order_by("deadline_at")
        .values_list("pk", flat=True)[:limit]
    )


def time_out(turn_id: int) -> bool:
    """Time one turn out; False where the player was first, or somebody is playing there now.

    What the player left in advance comes before silence, also where it is played only now.
    """
    turn = models.Turn.objects.select_related("seat", "table").get(pk=turn_id)
    if turn.table.closes_at is not None and turn.deadline_at >= turn.table.closes_at:
        return False  # not his silence, but the end of the round
    try:
        if advances.weigh(turn):
            return False
        tables.play(
            turn.table_id,
            kind="timeout",
            key=f"timeout:{turn.pk}",
            origin="clock",
            seat=turn.seat.letter,
            expected=turn.number,
            received=None,
            nowait=True,
        )
    except Stale:
        return False
    except OperationalError as error:
        log.info("turn %s waits: %s", turn_id, type(error).__name__)
        return False
    except Exception as error:  # a poisoned turn may raise anything; the next one goes on
        if not (isinstance(error, Illegal) and error.code == "PAUSED"):  # paused since the ids were read
            _poisoned(turn, error)
        return False
    return True


def _poisoned(turn: models.Turn, error: Exception) -> None:
    """Try again later; a turn that cannot be played must not hold up the others."""
    attempts = turn.attempts + 1
    wait = _BACKOFF[min(attempts, len(_BACKOFF)) - 1]
    log.error("turn %s cannot be timed out (attempt %s): %s", turn.pk, attempts, type(error).__name__)
    models.Turn.objects.filter(pk=turn.pk, closed_at__isnull=True).update(
        attempts=F("attempts") + 1,
        retry_at=clock.now() + timedelta(seconds=wait),
        trouble=type(error).__name__[:200],
    )


def _asleep() -> list[int]:
    """Tables that could go on without anybody: a deal to begin, a seat whose player has left."""
    playing = models.Table.objects.filter(state=models.Table.State.PLAYING)
    left = Q(turns__closed_at__isnull=True, turns__seat__automatic=True)
    ended = Q(closes_at__lt=clock.now())
    found = playing.filter(Q(between=True) | left | ended).order_by("id").distinct()
    return list(found.values_list("pk", flat=True))


def after_outage() -> int:
    """Beat; after a gap of over 5 minutes move every open deadline instead of timing out (clock.md 5).

    Returns how many turns were moved. Deadlines that fell inside the gap get at least an hour more.
    """
    with transaction.atomic():
        now = clock.now()
        beat = models.Heartbeat.objects.select_for_update().filter(name=HEART).first()
        if beat is None:
            models.Heartbeat.objects.get_or_create(name=HEART, defaults={"at": now})
            return 0
        since, beat.at = beat.at, now
        moved = _shift(since, now) if deadlines.outage(since, now) else 0
        beat.save(update_fields=["at"])
        return moved


def _shift(since: datetime, now: datetime) -> int:
    """Move the open deadlines of all running contests by the gap, and say so in each ledger."""
    turns = models.Turn.objects.filter(
        closed_at__isnull=True, remaining__isnull=True, table__contest__state=models.Contest.State.RUNNING
    )
    total = 0
    contests_hit = models.Contest.objects.filter(state=models.Contest.State.RUNNING).order_by("id")
    for contest in contests_hit.select_for_update(of=("self",), no_key=True):
        ids = list(
            models.Table.objects.select_for_update()
            .filter(contest=contest)
            .order_by("id")
            .values_list("pk", flat=True)
        )
        rounds.move_ends(contest, now - since)
        moved = 0
        for turn in turns.filter(table__in=ids).select_for_update(of=("self",)):
            turn.deadline_at = deadlines.after_outage(turn.deadline_at, since, now)
            turn.save(update_fields=["deadline_at"])
            moved += 1
        data = {
            "from": timestamp(since),
            "to": timestamp(now),
            "seconds": int((now - since).total_seconds()),
            "turns": moved,
        }
        ledger.append(contest, "outage", data=data, at=now)
        total += moved
    return total


def heart() -> dict[str, object]:
    """How the clock is doing: for a health page and for monitoring."""
    now = clock.now()
    beat = models.Heartbeat.objects.filter(name=HEART).first()
    oldest = (
        models.Turn.objects.filter(closed_at__isnull=True, remaining__isnull=True, deadline_at__lt=now)
        .order_by("deadline_at")
        .first()
    )
    unsent = (
        models.Notice.objects.filter(sent_at__isnull=True, dropped_at__isnull=True).order_by("id").first()
    )
    unread = models.Letter.objects.filter(state=models.Letter.State.UNREAD).order_by("received_at").first()
    return {
        "heartbeat_seconds": _age(now, beat.at if beat else None),
        "overdue_seconds": _age(now, oldest.deadline_at if oldest else None),
        "unsent_seconds": _age(now, unsent.created_at if unsent else None),
        "unread_seconds": _age(now, unread.received_at if unread else None),
        "poisoned": models.Turn.objects.filter(closed_at__isnull=True, attempts__gt=0).count(),
    }


def _age(now: datetime, at: datetime | None) -> int | None:
    return None if at is None else int((now - at).total_seconds())
