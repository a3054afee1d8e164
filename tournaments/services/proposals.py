"""Proposals: what takes effect at a table only when a second referee, or the table, agrees.

A proposal is a row; that it was made, each answer and its end are lines of the table's log, and so of the
ledger. Everybody at the table is told. Lock order as everywhere: the table, then what hangs on it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from referee.core import Json, Refusal, Stale
from referee.ledger import timestamp
from tournaments import models
from tournaments.models import Proposal, Table, Vote
from tournaments.services import (
    ballots,
    clock,
    electorate,
    notices,
    rights,
    rollbacks,
    tables,
    tablevotes,
    typed,
)
from tournaments.services.desk import Outcome

log = logging.getLogger(__name__)

Asks, Kind, State = Proposal.Asks, Proposal.Kind, Proposal.State
HOURS, MOST_HOURS, MOST_A_DAY = 24, 72, 3
"""How long a second referee, or the table, may think: usually, and at most; a vote of the table lasts 24
hours. How many of those one player may ask for at a table in a day."""
PAUSE = "proposal:{0}:pause"


@dataclass(frozen=True, slots=True)
class _Rule:
    """When a proposal of some kind is void of sense, and what it does once it is carried."""

    lapsed: Callable[[Proposal], bool]
    effect: Callable[[Proposal], Outcome | None]


_RULES: dict[str, _Rule] = {
    Kind.ROLLBACK: _Rule(rollbacks.lapsed, rollbacks.effect),
    **dict.fromkeys(
        (Kind.PAUSE, Kind.RESUME, Kind.EXTEND, Kind.REPLACE), _Rule(tablevotes.lapsed, tablevotes.effect)
    ),
}


@transaction.atomic
def decline(proposal: int, by: models.User) -> Proposal:
    """The organiser puts nobody in, though the table asked for it.

    Refusals: Illegal NOT_ALLOWED; Stale PROPOSAL_OVER. Proposal.DoesNotExist.
    """
    one = _under_lock(proposal)
    rights.must(rights.rules_at(by, one.table))
    if one.state != State.AGREED:
        raise Stale("PROPOSAL_OVER", number=one.number)
    _end(one, State.REFUSED)
    return one


def replaced(table: Table, seat: str, event: int) -> None:
    """Somebody has taken the seat: the vote that asked for it is done. Under the table's lock."""
    found = table.proposals.filter(kind=Kind.REPLACE, seat=seat, state__in=[State.OPEN, State.AGREED])
    for one in found.select_related("proposer"):
        one.table = table
        one.ruling = models.Event.objects.get(table=table, number=event)
        _close(one, State.DONE)


@transaction.atomic
def vote(proposal: int, by: models.User, *, agrees: bool, via: str) -> Proposal:
    """Agree or refuse, once; the last that is needed lets it take effect at once.

    Refusals: Illegal NO_VOICE, VOTED_ALREADY; Stale PROPOSAL_OVER. Proposal.DoesNotExist.
    """
    one = _under_lock(proposal)
    seat = electorate.voice(one, by)
    rights.must(seat is not None, "NO_VOICE")
    before = one.votes.filter(user=by).first() or (one.votes.filter(seat=seat).first() if seat else None)
    if before is not None:
        rights.must(before.user_id == by.pk and before.agrees == agrees, "VOTED_ALREADY")
        return one
    if not is_open(one):
        raise Stale("PROPOSAL_OVER", number=one.number)
    say(one, by, seat or "", agrees=agrees, via=via)
    settle(one)
    return one


def settle_due() -> int:
    """End what has lapsed, or is carried since somebody left; how many. For the sweep."""
    ended = 0
    waiting = Proposal.objects.filter(state__in=[State.OPEN, State.AGREED])
    for pk in waiting.order_by("until").values_list("pk", flat=True):
        try:
            with transaction.atomic():
                one = _under_lock(pk)
                ended += one.state in (State.OPEN, State.AGREED) and settle(one)
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


def marked(rows: QuerySet[Table]) -> QuerySet[Table]:
    """``proposed``: whether something waits there; so that only such a table's page asks what."""
    waiting = Proposal.objects.filter(table=OuterRef("pk"), state__in=[State.OPEN, State.AGREED])
    return rows.annotate(proposed=Exists(waiting))


def wait_for(user: models.User, now: datetime | None = None) -> list[Proposal]:
    """What waits for this person in the contests that he organises: his answer as a second referee, or
    another player for a seat. One query."""
    still = Q(state=State.OPEN, asks=Asks.SECOND, until__gte=now or clock.now())
    second = still & ~Q(proposer=user) & ~Q(table__table_seats__entry__user=user)
    rows = Proposal.objects.filter(second | Q(state=State.AGREED), table__contest__organiser=user)
    return list(rows.select_related("table__contest", "proposer").defer("table__snapshot").order_by("until"))


def answered(one: Proposal) -> list[Vote]:
    return list(one.votes.select_related("user"))


# --- parts


def locked(table: int) -> Table:
    rows = Table.objects.select_for_update(of=("self",)).select_related("contest__organiser", "croupier")
    return rows.get(pk=table)


def _under_lock(proposal: int) -> Proposal:
    table = locked(Proposal.objects.values_list("table_id", flat=True).get(pk=proposal))
    one = Proposal.objects.select_related("proposer").get(pk=proposal)
    one.table = table
    return one


def known(table: Table, by: models.User, key: str) -> Proposal | None:
    return table.proposals.filter(proposer=by, key=key).select_related("proposer").first()


def write(
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


def say(one: Proposal, by: models.User, seat: str, *, agrees: bool, via: str) -> None:
    one.votes.create(user=by, seat=seat, agrees=agrees, via=via, at=clock.now())
    fact = {"fact": ballots.VOTED, "seat": seat, "by": f"u{by.pk}", "agrees": agrees}
    _note(one, fact, f"proposal:{one.number}:vote:{by.pk}", via, actor=by, seat=seat)


def settle(one: Proposal) -> bool:
    """End it where it is decided, or has lapsed; whether it ended."""
    if (one.state == State.OPEN and clock.now() > one.until) or _RULES[one.kind].lapsed(one):
        _end(one, State.LAPSED)
        return True
    decided = _decided(one) if one.state == State.OPEN else None
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
    if outcome is None:
        _wait(one)
        return True
    one.ruling = models.Event.objects.get(table_id=one.table_id, number=outcome.number)
    _close(one, State.DONE)
    return True


def _wait(one: Proposal) -> None:
    """The table has agreed; who comes, the organiser says."""
    fact = {"fact": ballots.OVER, "how": str(State.AGREED), "what": str(one.kind), "seat": one.seat}
    _note(one, fact, f"proposal:{one.number}:agreed", "service", seat=one.seat)
    one.state = State.AGREED
    one.save(update_fields=["state"])
    name = one.table.table_seats.values_list("entry__name", flat=True).get(letter=one.seat)
    data = {"code": "REPLACE_ASKED", "name": name, "table": one.table.name, "number": one.number}
    notices.tell_person(
        one.table.contest.organiser,
        "needs",
        key=f"needs:proposal:{one.pk}",
        contest=one.table.contest,
        table=one.table,
        data=data,
    )


def _decided(one: Proposal) -> bool | None:
    """Carried, refused, or (None) still to be answered by somebody."""
    votes = list(one.votes.all())
    if one.asks == Asks.MOST:
        playing = [seat.letter for seat in electorate.still_play(one.table)]
        return tablevotes.carried(one, votes, playing)
    if any(not one_vote.agrees for one_vote in votes):
        return False
    if one.asks == Asks.SECOND:
        return True if votes else None
    agreed = {one_vote.seat for one_vote in votes}
    needed = {seat.letter for seat in electorate.still_play(one.table)} & set(one.seats) - {one.seat}
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
    own = last is not None and last.key == PAUSE.format(one.number)
    if own and table.state == Table.State.PAUSED and table.contest.paused_at is None:
        act(one, "resume", f"proposal:{one.number}:resume", "service")


def _note(one: Proposal, fact: Json, key: str, via: str, **asked: Any) -> None:
    act(one, "vote", key, via, data={**fact, "proposal": one.number}, **asked)


def act(one: Proposal, kind: str, key: str, origin: str, **asked: Any) -> None:
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
