"""The staff asks an awaited player for his move: by a letter, or by hand where he has no account.

It changes nothing at the table; that it was asked, when and by whom everybody reads in the log.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from referee.core import Illegal, Refusal, Stale
from tournaments import models
from tournaments.models import Contest, Table, Turn
from tournaments.services import clock, ledger, links, rights, wake

AGAIN = timedelta(hours=1)
"""Who was asked is left in peace for so long."""


@dataclass(slots=True)
class Round:
    """What asking everybody came to: names of players; ``by_hand``: those who have no account."""

    asked: list[str] = field(default_factory=list)
    by_hand: list[str] = field(default_factory=list)
    in_peace: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Waiting:
    """An awaited player as the staff sees him. ``may``: the reader rules at his table."""

    turn: Turn
    may: bool
    by_hand: bool
    again: datetime | None

    @property
    def paused(self) -> bool:
        return self.turn.remaining is not None


def waiting(contest: Contest, user: rights.Person) -> list[Waiting]:
    """Who is awaited over all tables: the nearest deadline first, paused ones last. Two queries."""
    sits = set(Table.objects.filter(table_seats__entry__user=user.pk or 0).values_list("pk", flat=True))
    organises, now = rights.organises(user, contest), clock.now()
    rows = Turn.objects.filter(closed_at__isnull=True, table__contest=contest)
    turns = rows.select_related("table", "seat__entry__user").defer("table__snapshot")
    found = []
    for turn in turns.order_by(F("remaining").asc(nulls_first=True), "deadline_at"):
        rules = organises or turn.table.croupier_id == user.pk
        again = again_at(turn)
        found.append(
            Waiting(
                turn,
                rules and turn.table_id not in sits,
                turn.seat.entry.user_id is None,
                again if again is not None and again > now else None,
            )
        )
    return found


@transaction.atomic
def nudge(turn: int, by: models.User) -> Turn:
    """A letter to the awaited player, now; at most once an hour a turn.

    Refusals: Illegal NOT_ALLOWED, BY_HAND (no account), NUDGED, PAUSED; Stale TURN_OVER. Turn.DoesNotExist.
    """
    one = _locked(turn, by)
    entry, now = one.seat.entry, clock.now()
    if entry.user_id is None:
        raise Illegal("BY_HAND", name=entry.name)
    if not may_be_asked(one, now):
        raise Illegal("NUDGED", name=entry.name, at=one.nudged_at, again=again_at(one))
    models.Notice.objects.create(
        user_id=entry.user_id,
        kind="nudge",
        key=f"nudge:{one.pk}:{now.isoformat()}",
        contest_id=one.table.contest_id,
        table=one.table,
        turn=one,
        data={"seat": one.seat.letter, "by": by.pk},
        created_at=now,
        retry_at=now,
    )
    _note(one, by, "letter", now)
    wake.poke("tournaments.send")
    return one


def nudge_all(contest: Contest, by: models.User) -> Round:
    """Ask everybody who is awaited where ``by`` rules, each in a transaction of its own."""
    done = Round()
    for turn in _awaited(contest):
        name = turn.seat.entry.name
        try:
            nudge(turn.pk, by)
        except Refusal as refusal:
            {"BY_HAND": done.by_hand, "NUDGED": done.in_peace}.get(refusal.code, []).append(name)
        else:
            done.asked.append(name)
    return done


@transaction.atomic
def told(turn: int, by: models.User) -> Turn:
    """The staff told a player without an account by hand. Twice within the hour is once.

    Refusals: Illegal NOT_ALLOWED, HAS_ACCOUNT, PAUSED; Stale TURN_OVER. Turn.DoesNotExist.
    """
    one, now = _locked(turn, by), clock.now()
    _must_have_no_account(one)
    if may_be_asked(one, now):
        _note(one, by, "hand", now)
    return one


@transaction.atomic
def link_for(turn: int, by: models.User) -> str:
    """The link of this turn, to be passed on to a player without an account: it shows him his cards.

    Whoever rules here must not look at them, so each time it is handed out stands in the log.
    Refusals: as of ``told``.
    """
    one = _locked(turn, by)
    _must_have_no_account(one)
    _note(one, by, "link", clock.now())
    return links.turn_link(one)


def may_be_asked(turn: Turn, now: datetime) -> bool:
    again = again_at(turn)
    return again is None or now >= again


def in_peace_until(turn: Turn) -> datetime | None:
    """From when on the player may be asked again, while that lies ahead."""
    again = again_at(turn)
    return again if again is not None and again > clock.now() else None


def again_at(turn: Turn) -> datetime | None:
    """From when on the player may be asked again; None: he was not asked yet."""
    return turn.nudged_at + AGAIN if turn.nudged_at is not None else None


def _awaited(contest: Contest) -> list[Turn]:
    rows = Turn.objects.filter(closed_at__isnull=True, table__contest=contest, seat__automatic=False)
    return list(rows.select_related("seat__entry").order_by("deadline_at"))


def _locked(turn: int, by: models.User) -> Turn:
    """The turn, under the lock of its table: nobody plays, pauses or extends it meanwhile."""
    number = Turn.objects.values_list("table_id", flat=True).get(pk=turn)
    rows = Table.objects.select_for_update(of=("self",)).select_related("contest")
    table = rows.get(pk=number)
    rights.must(rights.rules_at(by, table))
    one = table.turns.select_related("seat__entry").get(pk=turn)
    one.table = table
    if one.closed_at is not None or one.seat.automatic:
        raise Stale("TURN_OVER", seat=one.seat.letter, expected=one.number)
    if table.state == Table.State.PAUSED:
        raise Illegal("PAUSED", since=table.paused_at)
    return one


def _must_have_no_account(turn: Turn) -> None:
    entry = turn.seat.entry
    rights.must(entry.user_id is None, "HAS_ACCOUNT", name=entry.name)


def _note(turn: Turn, by: models.User, how: str, now: datetime) -> None:
    turn.nudged_at = now
    turn.save(update_fields=["nudged_at"])
    entry = turn.seat.entry
    data = {"how": how, "table": turn.table.ref, "turn": turn.number}
    ledger.append(turn.table.contest, "asked", ref=entry.ref, data=data, actor=f"u{by.pk}", at=now)
