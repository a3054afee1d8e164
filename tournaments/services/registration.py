"""Entrants: register, withdraw, the reserve list, fees in kind, claim links (contests.md T2-T4, T7)."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Max, Q, Value
from django.db.models.functions import Lower

from referee.core import Illegal, Stale
from tournaments import models
from tournaments.models import Contest, Entry
from tournaments.services import clock, fees, ledger, notices, rights, sealing, tables, typed, wake
from tournaments.services.moments import closed_at

State = Contest.State
_BEFORE_DRAW = (State.REGISTRATION, State.CLOSED)
_AFTER_DRAW = (State.SEATED, State.RUNNING)


def locked(contest: int) -> Contest:
    """The contest's row, locked: the first lock of all.

    Its key stays free: a move commits rows that name the contest, while we may wait for its table.
    """
    rows = Contest.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("organiser").get(pk=contest)


@transaction.atomic
def register(
    contest: int, user: models.User, *, sponsored: bool = False, received: datetime | None = None
) -> Entry:
    """Enter a contest; after the cap on the reserve list. Twice is once.

    Refusals: Stale NOT_OPEN, REGISTRATION_CLOSED; Illegal NAME_TAKEN, NO_SPONSOR.
    """
    row = locked(contest)
    at = received or clock.now()
    _must_be_open(row, at)
    entry = row.entries.filter(user=user).first()
    if entry is not None and entry.state != Entry.State.WITHDRAWN:
        return entry
    _name_must_be_free(row, user.name, entry)
    entry = entry or Entry(contest=row, user=user, number=_next_number(row))
    entry.name = user.name
    enter(row, entry, sponsored=sponsored, at=at)
    notices.tell(row, "registered", [entry], once=f"registered:{at.timestamp():.6f}", at=at)
    return entry


@transaction.atomic
def add_entrant(
    contest: int, by: models.User, name: str, *, sponsored: bool = False, key: str = ""
) -> tuple[Entry, str]:
    """Enter somebody who has no account; returns the entry and the word of his claim link.

    The same ``key`` again gives the first answer.

    Refusals: Illegal NOT_ALLOWED, NO_NAME, NAME_TAKEN, NO_SPONSOR; Stale NOT_OPEN, REGISTRATION_CLOSED.
    """
    row = locked(contest)
    rights.must(rights.helps_with(by, row))
    word = claim_word(row, key or secrets.token_hex(16))
    known = row.entries.filter(claim_hash=sealing.token_hash(word)).first()
    if known is not None:
        return known, word
    at = clock.now()
    _must_be_open(row, at)
    name = typed.line(name, 40)
    if not name:
        raise Illegal("NO_NAME")
    _name_must_be_free(row, name, None)
    entry = Entry(
        contest=row, name=name, number=_next_number(row), entered_by=by, claim_hash=sealing.token_hash(word)
    )
    enter(row, entry, sponsored=sponsored, at=at)
    return entry, word


def claim_word(row: Contest, key: str) -> str:
    """The word of the claim link of the entrant that was added with this key."""
    return sealing.token("claim", f"{row.ref}|{key}")


def claimable(word: str) -> Entry | None:
    """The entry that a claim link is for, taken or not."""
    known = Entry.objects.select_related("contest__organiser", "user").exclude(claim_hash="")
    return known.filter(claim_hash=sealing.token_hash(word)).first()


@transaction.atomic
def renew_claim(contest: int, by: models.User, entry: int, *, key: str) -> Entry:
    """A new claim link for an entry without an account; the one before it is dead from now on.

    The same ``key`` again changes nothing: its word is that of ``claim_word``.
    Refusals: Illegal NOT_ALLOWED, CLAIMED, MALFORMED (another entry's key). Entry.DoesNotExist.
    """
    row = locked(contest)
    rights.must(rights.helps_with(by, row))
    one = row.entries.get(pk=entry)
    rights.must(one.user_id is None, "CLAIMED", name=one.name)
    new = sealing.token_hash(claim_word(row, key))
    others = row.entries.exclude(pk=one.pk).filter(claim_hash=new)
    rights.must(not others.exists(), "MALFORMED", where="key")
    if one.claim_hash != new:
        one.claim_hash = new
        one.save(update_fields=["claim_hash"])
        _note(row, "link", one, actor=by)
    return one


@transaction.atomic
def claim(word: str, user: models.User) -> Entry:
    """Tie an entry without an account to a person; the same person again changes nothing.

    Refusals: Stale NO_SUCH_CLAIM; Illegal ALREADY_ENTERED.
    """
    found = claimable(word)
    if found is None:
        raise Stale("NO_SUCH_CLAIM")
    row = locked(found.contest_id)
    entry = row.entries.select_for_update().get(pk=found.pk)
    if entry.user_id == user.pk:
        return entry
    if entry.user_id is not None:
        raise Stale("NO_SUCH_CLAIM")
    if row.entries.filter(user=user).exists():
        raise Illegal("ALREADY_ENTERED", contest=row.name)
    entry.user = user
    entry.save(update_fields=["user"])
    _note(row, "claimed", entry, actor=user)
    notices.tell(row, "registered", [entry], once="claimed")
    return entry


def withdraw(entry: int, by: models.User) -> Entry:
    """Leave a contest. Before the draw the first reserve moves up; after it the seat folds.

    The entrant himself or the organiser. Refusals: Illegal NOT_ALLOWED; Stale CONTEST_OVER.
    """
    with transaction.atomic():
        found = Entry.objects.get(pk=entry)
        row = locked(found.contest_id)
        one = row.entries.select_for_update().get(pk=entry)
        rights.must(one.user_id == by.pk or rights.organises(by, row))
        if one.state == Entry.State.WITHDRAWN:
            return one
        seats = _leave(row, one)
        for seat in seats:
            tables.leave_seat(seat.table_id, seat.letter, actor=by)
        _note(row, "withdrawn", one, actor=by)
        notices.tell(row, "withdrawn", [one], once=f"withdrawn:{one.withdrawn_at}")
    for seat in seats:
        tables.go_on(seat.table_id)
    return one


def _leave(row: Contest, one: Entry) -> list[models.Seat]:
    if row.state not in _BEFORE_DRAW + _AFTER_DRAW:
        raise Stale("CONTEST_OVER", state=str(row.state))
    one.withdrawn_at = clock.now()
    still = models.Seat.objects.filter(entry=one).exclude(table__state__in=["over", "void"])
    seats = list(still.order_by("table_id")) if row.state in _AFTER_DRAW else []
    had_place = one.state == Entry.State.IN
    one.state = Entry.State.WITHDRAWN
    one.save(update_fields=["state", "withdrawn_at"])
    if had_place and row.state in _BEFORE_DRAW:
        move_up(row)
    return seats


def set_free(row: Contest, user: models.User, by: models.User) -> None:
    """Who waits for a place, or has withdrawn before the draw, may take another one's seat: his own entry is
    nobody's from now on, under his name with a number behind it. The row is locked.

    Refusal: Illegal ENTERED_ALREADY, where he has a place.
    """
    one = row.entries.select_for_update().filter(user=user).first()
    if one is None:
        return
    idle = one.state != Entry.State.IN and not one.seats.exists()
    rights.must(idle, "ENTERED_ALREADY", name=user.name)
    if one.state != Entry.State.WITHDRAWN:
        one.state, one.withdrawn_at = Entry.State.WITHDRAWN, clock.now()
        _note(row, "withdrawn", one, actor=by)
    one.user, one.name, one.claim_hash = None, _free_name(row, one.name), ""
    one.save(update_fields=["user", "name", "claim_hash", "state", "withdrawn_at"])


def _free_name(row: Contest, name: str) -> str:
    taken = {known.lower() for known in row.entries.values_list("name", flat=True)}
    names = (f"{name[:34]} ({number})" for number in itertools.count(2))
    return next(free for free in names if free.lower() not in taken)


def move_up(row: Contest) -> list[Entry]:
    """Fill free places from the reserve list, in the order of registration. The row is locked.

    Who was one too many to be seated is the first reserve.
    """
    free = row.cap - row.entries.filter(state=Entry.State.IN).count()
    waiting = row.entries.filter(state__in=[Entry.State.DROPPED, Entry.State.RESERVE])
    up = list(waiting[: max(free, 0)])
    for entry in up:
        entry.state = Entry.State.IN
        entry.save(update_fields=["state"])
        _note(row, "moved-up", entry)
    notices.tell(row, "reserve", up, once=f"moved-up:{clock.now().isoformat()}")
    return up


@transaction.atomic
def mark_paid(contest: int, by: models.User, entries: Iterable[int], *, paid_by: str = "self") -> int:
    """Mark fees as paid; those already paid stay as they are. How many were newly marked.

    ``paid_by``: "self", "sponsor" or a name; never empty: a fee is paid by somebody.
    """
    row = locked(contest)
    rights.must(rights.organises(by, row))
    rights.must(bool(paid_by.strip()), "NOBODY_PAYS")
    unpaid = row.entries.filter(pk__in=list(entries), paid_at__isnull=True)
    at = clock.now()
    for entry in unpaid:
        entry.paid_at, entry.paid_by = at, paid_by.strip()[:80]
        entry.save(update_fields=["paid_at", "paid_by"])
        _note(row, "paid", entry, actor=by)
    return len(unpaid)


@transaction.atomic
def mark_unpaid(contest: int, by: models.User, entry: int) -> bool:
    """Take a mistaken mark back, before the draw. False where there was none."""
    row = locked(contest)
    rights.must(rights.organises(by, row))
    if row.state not in (State.DRAFT, *_BEFORE_DRAW):
        raise Stale("DRAWN")
    one = row.entries.get(pk=entry)
    if one.paid_at is None:
        return False
    one.paid_at, one.paid_by = None, ""
    one.save(update_fields=["paid_at", "paid_by"])
    _note(row, "unpaid", one, actor=by)
    return True


@transaction.atomic
def mark_returned(contest: int, by: models.User, entry: int) -> bool:
    """The fee of somebody who does not play was given back. False where none is due back (``fees.standing``):
    he has moved up meanwhile, say, or somebody else's mark came first."""
    row = locked(contest)
    rights.must(rights.organises(by, row))
    one = row.entries.get(pk=entry)
    if fees.standing(one, row) != fees.BACK:
        return False
    one.returned_at = clock.now()
    one.save(update_fields=["returned_at"])
    _note(row, "returned", one, actor=by)
    return True


def _must_be_open(row: Contest, at: datetime) -> None:
    if row.state != State.REGISTRATION:
        closed = row.state != State.DRAFT
        really = closed_at(row) or row.closes_at
        raise Stale("REGISTRATION_CLOSED" if closed else "NOT_OPEN", closes=really)
    if at > row.closes_at:
        raise Stale("REGISTRATION_CLOSED", closes=row.closes_at)


def _name_must_be_free(row: Contest, name: str, mine: Entry | None) -> None:
    # Both ways: a few letters have the same small form, which the database keeps unique, and two large ones.
    same = Q(name__iexact=name) | Q(small=Lower(Value(name)))
    others = row.entries.annotate(small=Lower("name")).filter(same)
    if mine is not None:
        others = others.exclude(pk=mine.pk)
    if others.exists():
        raise Illegal("NAME_TAKEN", name=name)


def _next_number(row: Contest) -> int:
    return (row.entries.aggregate(last=Max("number"))["last"] or 0) + 1


def enter(row: Contest, entry: Entry, *, sponsored: bool, at: datetime) -> None:
    """Into the list, or on the reserve list after the cap. The row is locked. Refusal: Illegal NO_SPONSOR."""
    if sponsored and not row.sponsor:
        raise Illegal("NO_SPONSOR")
    full = row.entries.filter(state=Entry.State.IN).count() >= row.cap
    entry.state = Entry.State.RESERVE if full else Entry.State.IN
    entry.withdrawn_at, entry.sponsored = None, sponsored
    if sponsored:
        entry.paid_at, entry.paid_by = at, "sponsor"
    entry.save()
    _note(row, "registered", entry, actor=entry.entered_by or entry.user)
    if row.friends:
        wake.poke("tournaments.advance")  # it begins with the last seat


def _note(row: Contest, what: str, entry: Entry, *, actor: models.User | None = None) -> None:
    data = {
        "what": what,
        "state": str(entry.state),
        "sponsored": entry.sponsored,
        "paid": bool(entry.paid_at),
    }
    ledger.append(row, "entry", ref=entry.ref, data=data, actor=f"u{actor.pk}" if actor else "system")
