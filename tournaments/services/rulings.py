"""What the staff may do at a table: each with a reason that everybody there sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from referee.core import Illegal, Json, Refusal, Stale
from referee.ledger import timestamp
from tournaments import models
from tournaments.models import Contest, Table
from tournaments.services import clock, ledger, people, proposals, rights, tables, views
from tournaments.services.desk import Outcome
from tournaments.services.exhibits import Piece
from tournaments.services.registration import locked, set_free
from tournaments.services.speaking import Said, speak, understand

type Evidence = Sequence[Piece]

_NO_CARDS = ("PAUSED", "NOT_SEATED")
"""Refusals of a move that say nothing of a hand."""


def extend_turn(
    table: Table,
    by: models.User,
    seat: str,
    *,
    seconds: int,
    reason: str,
    expected: int | None = None,
    key: str,
    evidence: Evidence = (),
) -> Outcome:
    """More time for one turn. Refusals: Illegal NOT_ALLOWED, NO_REASON, MALFORMED; Stale TURN_OVER."""
    _reason(table, by, reason)
    return tables.play(
        table.pk,
        kind="ruling",
        key=key,
        origin="staff",
        seat=seat,
        expected=expected,
        actor=by,
        reason=reason.strip(),
        data={"seconds": seconds},
        evidence=evidence,
    )


def pause_table(table: Table, by: models.User, *, reason: str, key: str, evidence: Evidence = ()) -> Outcome:
    """Stop a table's clock. Refusals: Illegal NOT_ALLOWED, NO_REASON; Stale PAUSED, TABLE_OVER."""
    _reason(table, by, reason)
    return _stop_or_go(table, by, "pause", reason=reason, key=key, evidence=evidence)


def resume_table(table: Table, by: models.User, *, reason: str, key: str, evidence: Evidence = ()) -> Outcome:
    """Give back what was left of each turn. Refusals as for a pause; Stale NOT_PAUSED, CONTEST_PAUSED."""
    _reason(table, by, reason)
    if table.contest.paused_at is not None:
        raise Stale("CONTEST_PAUSED", since=table.contest.paused_at)
    return _stop_or_go(table, by, "resume", reason=reason, key=key, evidence=evidence)


def _stop_or_go(table: Table, by: models.User, kind: str, *, reason: str, **asked: Any) -> Outcome:
    return tables.play(table.pk, kind=kind, origin="staff", actor=by, reason=reason.strip(), **asked)


def take_back(
    table: Table,
    by: models.User,
    event: int,
    *,
    seen: int,
    reason: str,
    key: str,
    evidence: Evidence = (),
) -> Outcome:
    """A mis-keyed move or a wrong time-out, and all that was played since, does not count: its player is
    asked again, with his whole time. ``seen``: the last event that the referee had before him.

    Refusals: Illegal NOT_ALLOWED, NO_REASON, REVEALED (a card was turned up since: only the deal can be
    void); Stale TABLE_MOVED, TABLE_OVER, NOTHING_TO_VOID.
    """
    return _undo(table, by, event - 1, void=False, seen=seen, reason=reason, key=key, evidence=evidence)


def void_deal(
    table: Table,
    by: models.User,
    event: int,
    *,
    seen: int,
    reason: str,
    key: str,
    evidence: Evidence = (),
) -> Outcome:
    """The running deal (which began with ``event``) does not count: everybody has the chips that he began it
    with, and the next number of the series is dealt. Refusals: as of ``take_back``.
    """
    return _undo(table, by, event - 1, void=True, seen=seen, reason=reason, key=key, evidence=evidence)


def _undo(
    table: Table, by: models.User, to: int, *, void: bool, seen: int, reason: str, **asked: Any
) -> Outcome:
    _reason(table, by, reason)
    data = {"ruling": "undo", "to": to, "void": void, "seen": seen}
    return _ruling(table, by, data, reason=reason, **asked)


def remove_player(
    table: Table,
    by: models.User,
    seat: str,
    *,
    leaves: bool,
    reason: str,
    key: str,
    evidence: Evidence = (),
) -> Outcome:
    """Take a player out: his seat folds from now on. Where he is disqualified his chips leave play, too.

    Refusals: Illegal NOT_ALLOWED, NO_REASON, REMOVED; Stale NOT_SEATED, TABLE_OVER, BETWEEN_DEALS.
    """
    _reason(table, by, reason)
    data = {"ruling": "remove", "stack": "leaves" if leaves else "stays"}
    return _ruling(table, by, data, seat=seat, reason=reason, key=key, evidence=evidence)


@transaction.atomic
def substitute(
    table: Table,
    by: models.User,
    seat: str,
    address: str,
    *,
    reason: str,
    key: str,
    evidence: Evidence = (),
) -> Outcome:
    """Somebody else who has an account takes a seat, its chips and its cards; a reserve, too.

    Refusals: Illegal NOT_ALLOWED, NO_REASON, NO_SUCH_PERSON, ENTERED_ALREADY, RULES_HERE, NAME_TAKEN;
    Stale NOT_SEATED, TABLE_OVER.
    """
    row = locked(table.contest_id)
    _reason(table, by, reason)
    first = table.events.filter(key=key).first()
    if first is not None:
        return Outcome.of(first, repeated=True)
    user = people.by_address(address)
    one = table.table_seats.select_related("entry").filter(letter=seat).first()
    if one is None:
        raise Stale("NOT_SEATED", seat=seat)
    entry, before, name = one.entry, one.entry.user_id, one.entry.name
    rules = user.pk in (table.croupier_id, row.organiser_id) or user.pk == by.pk
    rights.must(not rules, "RULES_HERE", name=user.name)
    set_free(row, user, by)
    same = row.entries.exclude(pk=entry.pk).filter(name__iexact=user.name)
    rights.must(not same.exists(), "NAME_TAKEN", name=user.name)
    entry.user, entry.name, entry.claim_hash = user, user.name, ""
    entry.save(update_fields=["user", "name", "claim_hash"])
    old = models.Notice.objects.filter(table=table, user_id=before or 0, sent_at__isnull=True)
    old.filter(dropped_at__isnull=True).update(dropped_at=clock.now())
    data = {"ruling": "substitute", "user": f"u{user.pk}", "before": f"u{before}" if before else ""}
    outcome = _ruling(table, by, data, seat=seat, reason=reason, key=key, evidence=evidence)
    _remember(one, name, table.events.get(number=outcome.number))
    proposals.replaced(table, seat, outcome.number)
    return outcome


def _remember(seat: models.Seat, name: str, event: models.Event) -> None:
    """Who had the seat until this event; all his other tables, too, were his until now."""
    for one in seat.entry.seats.select_related("table").defer("table__snapshot"):
        until = event.number if one.pk == seat.pk else one.table.last_event + 1
        one.earlier = [*one.earlier, [until, name, timestamp(event.created_at)]]
        one.save(update_fields=["earlier"])


def _ruling(table: Table, by: models.User, data: Json, **asked: Any) -> Outcome:
    reason = asked.pop("reason").strip()
    return tables.play(table.pk, kind="ruling", origin="staff", actor=by, reason=reason, data=data, **asked)


def pause_contest(contest: int, by: models.User, *, reason: str, evidence: Evidence = ()) -> Contest:
    """Stop every table of a contest; each keeps the evidence."""
    row = _switch(contest, by, reason, pause=True)
    for table in _tables(row, Table.State.PLAYING):
        _quietly(table, "pause", by, reason, evidence)
    return row


def resume_contest(contest: int, by: models.User, *, reason: str, evidence: Evidence = ()) -> Contest:
    """Let every table go on that was stopped."""
    row = _switch(contest, by, reason, pause=False)
    for table in _tables(row, Table.State.PAUSED):
        _quietly(table, "resume", by, reason, evidence)
    return row


def enter_move(
    table: Table,
    by: models.User,
    seat: str,
    text: str,
    *,
    language: str,
    key: str,
    expected: int | None = None,
) -> Said:
    """A croupier enters what a player told him: same grammar, the text kept, "entered by" shown (T7).

    Where moves name cards in a hand, it is not said why one cannot be played: guesses would be answered.
    Refusals: Illegal NOT_ALLOWED, SECRET_HAND; those of ``speak``.
    """
    rights.must(rights.rules_at(by, table))
    try:
        said = speak(
            table.pk,
            seat,
            text,
            language=language,
            key=key,
            origin="staff",
            expected=expected,
            actor=by,
            entered=True,
        )
    except Refusal as refusal:
        lies_open = table.game in views.OPEN or isinstance(refusal, Stale) or refusal.code in _NO_CARDS
        raise (refusal if lies_open else Illegal("SECRET_HAND")) from None
    rights.must(said.outcome is not None or table.game in views.OPEN, "SECRET_HAND")
    return said


def preview_move(table: Table, by: models.User, seat: str, text: str, *, language: str) -> Said:
    """What ``enter_move`` would play. Refusals: Illegal NOT_ALLOWED, SECRET_HAND; those of the grammar."""
    rights.must(rights.rules_at(by, table))
    rights.must(table.game in views.OPEN, "SECRET_HAND")
    return understand(table.pk, seat, text, language)


def hand_out(award: int, by: models.User) -> models.Award:
    """Mark goods as handed out, once. Refusals: Illegal NOT_ALLOWED, NOT_FINAL."""
    with transaction.atomic():
        one = models.Award.objects.select_for_update(of=("self",)).select_related("contest").get(pk=award)
        rights.must(rights.organises(by, one.contest))
        rights.must(one.contest.state == Contest.State.FINAL, "NOT_FINAL")
        if one.handed_at is None:
            one.handed_at, one.handed_by = clock.now(), by
            one.save(update_fields=["handed_at", "handed_by"])
            ref = one.entry.ref if one.entry else ""
            data = {"amount": one.amount, "good": one.good}
            ledger.append(one.contest, "handed", ref=ref, data=data, actor=f"u{by.pk}")
    return one


def _reason(table: Table, by: models.User, reason: str) -> None:
    rights.must(rights.rules_at(by, table))
    rights.must(bool(reason.strip()), "NO_REASON")


@transaction.atomic
def _switch(contest: int, by: models.User, reason: str, *, pause: bool) -> Contest:
    row = locked(contest)
    rights.must(rights.organises(by, row))
    rights.must(bool(reason.strip()), "NO_REASON")
    if row.state != Contest.State.RUNNING:
        raise Stale("NOT_RUNNING", state=str(row.state))
    row.paused_at = (row.paused_at or clock.now()) if pause else None
    row.save(update_fields=["paused_at"])
    data = {"paused": pause, "reason": reason.strip()}
    ledger.append(row, "pause" if pause else "resume", data=data, actor=f"u{by.pk}")
    return row


def _tables(row: Contest, state: str) -> list[Table]:
    return list(row.tables.filter(state=state).order_by("id"))


def _quietly(table: Table, kind: str, by: models.User, reason: str, evidence: Evidence) -> None:
    """One table of a contest-wide order; one that was already there stays as it is."""
    key = f"contest:{kind}:{table.last_event}"
    try:
        _stop_or_go(table, by, kind, reason=reason, key=key, evidence=evidence)
    except Stale:
        return
