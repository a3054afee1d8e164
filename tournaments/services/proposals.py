"""Proposals: what takes effect at a table only when a second referee, or the table, agrees.

A proposal is a row; that it was made, each answer and its end are lines of the table's log, and so of the
ledger. Everybody at the table is told. Lock order as everywhere: the table, then what hangs on it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from referee.core import Json, Refusal, Stale
from referee.ledger import timestamp
from tournaments import models
from tournaments.models import Proposal, Table, Vote
from tournaments.services import (
    ballots,
    clock,
    electorate,
    notices,
    putting_right,
    rights,
    rollbacks,
    tables,
    typed,
)
from tournaments.services.desk import Outcome

log = logging.getLogger(__name__)

Asks, Kind, State = Proposal.Asks, Proposal.Kind, Proposal.State
HOURS, MOST_HOURS = 24, 72
"""How long a second referee, or the table, may think: usually, and at most."""
_PAUSE = "proposal:{0}:pause"


@dataclass(frozen=True, slots=True)
class _Rule:
    """When a proposal of some kind is void of sense, and what it does once it is carried."""

    lapsed: Callable[[Proposal], bool]
    effect: Callable[[Proposal], Outcome]


_RULES: dict[str, _Rule] = {Kind.ROLLBACK: _Rule(rollbacks.lapsed, rollbacks.effect)}


@transaction.atomic
def propose_rollback(
    table: int,
    by: models.User,
    event: int,
    *,
    void: bool,
    asks: str,
    seen: int,
    reason: str,
    key: str,
    hours: int = HOURS,
    pause: bool = False,
) -> Proposal:
    """From ``event`` on nothing shall count. ``asks``: second or table; ``seen``: the last event that the
    referee had before him; ``pause``: nobody plays until it is decided. The same ``key`` is once.

    Refusals: Illegal NOT_ALLOWED, NO_REASON, MALFORMED, REVEALED, NO_SEEDS, NO_SECOND, NOT_ALL_ASKABLE,
    PROPOSAL_OPEN; Stale TABLE_MOVED, TABLE_OVER, NOTHING_TO_VOID. Table.DoesNotExist.
    """
    row = _locked(table)
    rights.must(rights.rules_at(by, row))
    known = _known(row, by, key)
    if known is not None:
        return known
    rights.must(bool(reason.strip()), "NO_REASON")
    rights.must(asks in (Asks.SECOND, Asks.TABLE), "MALFORMED", where="asks")
    rights.must(0 < hours <= MOST_HOURS, "MALFORMED", where="hours")
    if putting_right.moved(row, seen):
        raise Stale("TABLE_MOVED")
    way = rollbacks.way(row, event, void=void)
    if asks == Asks.SECOND:
        rights.must(bool(electorate.seconds(row, by)), "NO_SECOND")
        seats: list[str] = []
    else:
        seats = electorate.letters(electorate.still_play(row))
    one = _open(
        row,
        by,
        Kind.ROLLBACK,
        asks,
        seats,
        reason,
        key=key,
        until=clock.now() + timedelta(hours=hours),
        said={"to": event - 1, "void": void, "deal": way.event.deal},
        event=event,
        void=void,
    )
    if pause and row.state == Table.State.PLAYING:
        _play(one, "pause", _PAUSE.format(one.number), "staff", actor=by, reason=one.reason)
    return one


@transaction.atomic
def vote(proposal: int, by: models.User, *, agrees: bool, via: str) -> Proposal:
    """Agree or refuse, once; the last that is needed lets it take effect at once.

    Refusals: Illegal NO_VOICE, VOTED_ALREADY; Stale PROPOSAL_OVER. Proposal.DoesNotExist.
    """
    one = _under_lock(proposal)
    seat = electorate.voice(one, by)
    rights.must(seat is not None, "NO_VOICE")
    known = one.votes.filter(user=by).first() or (one.votes.filter(seat=seat).first() if seat else None)
    if known is not None:
        rights.must(known.user_id == by.pk and known.agrees == agrees, "VOTED_ALREADY")
        return one
    if not is_open(one):
        raise Stale("PROPOSAL_OVER", number=one.number)
    _say(one, by, seat or "", agrees=agrees, via=via)
    _settle(one)
    return one


def settle_due() -> int:
    """End what has lapsed, or is carried since somebody left; how many. For the sweep."""
    ended = 0
    for pk in Proposal.objects.filter(state=State.OPEN).order_by("until").values_list("pk", flat=True):
        try:
            with transaction.atomic():
                one = _under_lock(pk)
                ended += one.state == State.OPEN and _settle(one)
        except Exception as error:  # whatever one table does, the next one goes on
            log.error("proposal %s cannot be settled: %s", pk, type(error).__name__)
    return ended


# --- what is shown


def is_open(one: Proposal) -> bool:
    """Whether it can still be answered now."""
    return one.state == State.OPEN and clock.now() <= one.until and not _RULES[one.kind].lapsed(one)


def open_at(table: Table) -> list[Proposal]:
    """The proposals of a table that wait for something. One query."""
    found = table.proposals.filter(state__in=[State.OPEN, State.AGREED]).select_related("proposer")
    return list(found.order_by("number"))


def wait_for(user: models.User) -> list[Proposal]:
    """Those that this person may answer as a second referee, over the contests that he organises."""
    rows = Proposal.objects.filter(
        state=State.OPEN, asks=Asks.SECOND, table__contest__organiser=user, until__gte=clock.now()
    ).exclude(proposer=user)
    found = rows.select_related("table__contest", "proposer").defer("table__snapshot").order_by("until")
    return [one for one in found if not rights.sits_at(user, one.table)]


def answered(one: Proposal) -> list[Vote]:
    return list(one.votes.select_related("user"))


# --- parts


def _locked(table: int) -> Table:
    rows = Table.objects.select_for_update(of=("self",)).select_related("contest__organiser", "croupier")
    return rows.get(pk=table)


def _under_lock(proposal: int) -> Proposal:
    table = _locked(Proposal.objects.values_list("table_id", flat=True).get(pk=proposal))
    one = Proposal.objects.select_related("proposer").get(pk=proposal)
    one.table = table
    return one


def _known(table: Table, by: models.User, key: str) -> Proposal | None:
    return table.proposals.filter(proposer=by, key=key).select_related("proposer").first()


def _open(
    table: Table,
    by: models.User,
    kind: str,
    asks: str,
    seats: Sequence[str],
    reason: str,
    *,
    key: str,
    until: datetime,
    said: Json,
    seat: str = "",
    via: str = "staff",
    **fields: Any,
) -> Proposal:
    """Write the row and its line in the log, and tell everybody whom it concerns."""
    there = table.proposals.filter(kind=kind, state__in=[State.OPEN, State.AGREED]).first()
    rights.must(there is None, "PROPOSAL_OPEN", number=there.number if there else 0)
    number, who = table.proposals.count() + 1, f"u{by.pk}"
    fact = {"fact": ballots.PROPOSED, "proposal": number, "what": str(kind)}
    fact |= {"asks": str(asks), "by": who}
    fact |= {"seats": list(seats), "until": timestamp(until), **said, **({"seat": seat} if seat else {})}
    one = Proposal.objects.create(
        table=table,
        number=number,
        kind=kind,
        asks=asks,
        proposer=by,
        reason=typed.line(reason, 200),
        seat=seat,
        seats=list(seats),
        said=fact,
        seen=table.last_event,
        opened_at=clock.now(),
        until=until,
        key=key,
        **fields,
    )
    own = table.table_seats.filter(entry__user=by).values_list("letter", flat=True).first() or ""
    _note(one, fact, f"proposal:{one.number}:made", via, actor=by, seat=own, reason=one.reason)
    _tell(one, "made")
    return one


def _say(one: Proposal, by: models.User, seat: str, *, agrees: bool, via: str) -> None:
    one.votes.create(user=by, seat=seat, agrees=agrees, via=via, at=clock.now())
    fact = {"fact": ballots.VOTED, "seat": seat, "by": f"u{by.pk}", "agrees": agrees}
    _note(one, fact, f"proposal:{one.number}:vote:{by.pk}", via, actor=by, seat=seat)


def _settle(one: Proposal) -> bool:
    """End it where it is decided, or has lapsed; whether it ended."""
    if clock.now() > one.until or _RULES[one.kind].lapsed(one):
        _end(one, State.LAPSED)
        return True
    decided = _decided(one)
    if decided is None:
        return False
    if not decided:
        _end(one, State.REFUSED)
        return True
    try:
        with transaction.atomic():
            outcome = _RULES[one.kind].effect(one)
    except Refusal as refusal:
        log.info("proposal %s cannot take effect: %s", one.pk, refusal.code)
        _end(one, State.LAPSED)
        return True
    one.ruling = models.Event.objects.get(table_id=one.table_id, number=outcome.number)
    _close(one, State.DONE)
    return True


def _decided(one: Proposal) -> bool | None:
    """Carried, refused, or (None) still to be answered by somebody."""
    votes = list(one.votes.all())
    if any(not one_vote.agrees for one_vote in votes):
        return False
    if one.asks == Asks.SECOND:
        return True if votes else None
    agreed = {one_vote.seat for one_vote in votes}
    needed = {seat.letter for seat in electorate.still_play(one.table)} & set(one.seats)
    return True if agreed and needed <= agreed else None


def _end(one: Proposal, state: str) -> None:
    """It takes no effect: a line in the log, and a letter."""
    fact = {"fact": ballots.OVER, "how": str(state)}
    _note(one, fact, f"proposal:{one.number}:over", "service")
    _close(one, state)
    _tell(one, "over")


def _close(one: Proposal, state: str) -> None:
    one.state, one.ended_at = state, clock.now()
    one.save(update_fields=["state", "ended_at", "ruling"])
    _let_go_on(one)


def _let_go_on(one: Proposal) -> None:
    """The pause that came with a proposal ends with it, unless somebody has paused the table since."""
    table = Table.objects.select_related("contest").get(pk=one.table_id)
    last = table.events.filter(kind=models.Event.Kind.PAUSE).order_by("-number").first()
    own = last is not None and last.key == _PAUSE.format(one.number)
    if own and table.state == Table.State.PAUSED and table.contest.paused_at is None:
        _play(one, "resume", f"proposal:{one.number}:resume", "service")


def _note(one: Proposal, fact: Json, key: str, via: str, **asked: Any) -> None:
    _play(one, "vote", key, via, data={**fact, "proposal": one.number}, **asked)


def _play(one: Proposal, kind: str, key: str, origin: str, **asked: Any) -> None:
    tables.play(one.table_id, kind=kind, key=key, origin=origin, **asked)
    one.table.refresh_from_db(fields=["state", "last_event", "paused_at"])


def _tell(one: Proposal, when: str) -> None:
    """Everybody at the table, and whoever may agree as a second referee or has proposed it."""
    seats = one.table.table_seats.filter(entry__user__isnull=False).select_related("entry__user")
    readers = {seat.entry.user: seat.letter for seat in seats if seat.entry.user is not None}
    if one.asks == Asks.SECOND:
        readers |= dict.fromkeys(electorate.seconds(one.table, one.proposer), "")
    if when == "over":
        readers.setdefault(one.proposer, "")
    for user, letter in readers.items():
        notices.tell_person(
            user,
            "proposal",
            key=f"proposal:{one.pk}:{when}:{user.pk}",
            contest=one.table.contest,
            table=one.table,
            data={"proposal": one.pk, "when": when, "seat": letter},
        )


__all__ = ["HOURS", "MOST_HOURS", "propose_rollback", "settle_due", "vote"]
