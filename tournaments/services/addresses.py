"""A player's own address, changed by himself: confirmed from the new one, undone from the old one.

Until it is confirmed nothing changes. From then on a letter from the old address is a stranger's, but for
KEPT the old address is kept for its owner: one letter that went there at once takes everything back. Nobody
learns from any of this whether an address has an account; only its own mailbox does.
"""

from __future__ import annotations

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import QuerySet

from referee.core import Illegal, Json, Stale
from tournaments.models import AddressChange, Notice, User
from tournaments.services import clock, letterbox, rights, sealing, wake

GOOD = timedelta(days=3)
"""So long the letter to the new address can be answered."""
KEPT = timedelta(days=14)
"""So long after the change the old address can undo it, and belongs to nobody else."""
A_DAY = timedelta(days=1)
MOST_ASKED = 3
"""Wishes a day by one player, and letters a day to one new address, whoever asks."""


# --- asking


@transaction.atomic
def ask(user: User, typed: str) -> AddressChange:
    """Write to the new address, and tell the old one. A new wish takes the place of an open one.

    Refusals: Illegal BAD_ADDRESS, SAME_ADDRESS, ASKED_TOO_OFTEN. An address that has an account already
    looks as any other: its owner is told, and nothing can be confirmed.
    """
    new, now = _address(typed), clock.now()
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    rights.must(new != user.email.lower(), "SAME_ADDRESS")
    lately = AddressChange.objects.filter(asked_at__gte=now - A_DAY)
    rights.must(lately.filter(user=user).count() < MOST_ASKED, "ASKED_TOO_OFTEN")
    rights.must(lately.filter(new__iexact=new).count() < MOST_ASKED, "ASKED_TOO_OFTEN")
    _open(user).update(closed_at=now)
    change = AddressChange.objects.create(user=user, old=user.email, new=new, asked_at=now)
    _write(change, "address" if is_free(new, user) else "address-taken", new)
    _write(change, "address-asked", change.old)
    return change


def drop(user: User) -> None:
    """Take an open wish back."""
    _open(user).update(closed_at=clock.now())


def waiting(user: User) -> AddressChange | None:
    """His open wish, while it can be confirmed."""
    return _open(user).filter(asked_at__gt=clock.now() - GOOD).first()


def undoable(user: User) -> AddressChange | None:
    """His last change, while the old address can still undo it."""
    kept = user.address_changes.filter(confirmed_at__isnull=False, undone_at__isnull=True)
    return kept.filter(kept_until__gt=clock.now()).order_by("-pk").first()


def is_free(address: str, user: User | None = None) -> bool:
    """Whether ``user`` (None: somebody new) may have it: nobody has it, and it is kept for nobody else."""
    others = User.objects.filter(email__iexact=address)
    kept = AddressChange.objects.filter(
        old__iexact=address,
        confirmed_at__isnull=False,
        undone_at__isnull=True,
        kept_until__gt=clock.now(),
    )
    if user is not None:
        others, kept = others.exclude(pk=user.pk), kept.exclude(user=user)
    return not others.exists() and not kept.exists()


# --- words of letters


def word(change: AddressChange) -> str:
    """What confirms it: stands in the letter to the new address alone."""
    return sealing.signed("address", change.pk)


def undo_word(change: AddressChange) -> str:
    """What takes it back: stands in letters to the old address alone."""
    return sealing.signed("undo-address", change.pk)


def of(token: str | None) -> AddressChange | None:
    """The wish that this word confirms, open or not."""
    return _of("address", token)


def of_undo(token: str | None) -> AddressChange | None:
    return _of("undo-address", token)


def _of(purpose: str, token: str | None) -> AddressChange | None:
    number = sealing.number_of(purpose, token)
    return None if number is None else AddressChange.objects.select_related("user").filter(pk=number).first()


def can_be_confirmed(change: AddressChange) -> bool:
    open_ = change.closed_at is None and change.confirmed_at is None
    return open_ and change.user.is_active and clock.now() < change.asked_at + GOOD


def can_be_undone(change: AddressChange) -> bool:
    """Also before it is confirmed: then it never is."""
    if change.undone_at is not None:
        return False
    if change.confirmed_at is None:
        return can_be_confirmed(change)
    return change.kept_until is not None and clock.now() < change.kept_until


# --- doing it


@transaction.atomic
def confirm(number: int) -> AddressChange:
    """The reader of the new address agrees. Twice is once.

    Refusals: Stale ADDRESS_OVER; Illegal ADDRESS_TAKEN (somebody was first).
    """
    change = _locked(number)
    if change.confirmed_at is not None and change.undone_at is None:
        return change
    if not can_be_confirmed(change):
        raise Stale("ADDRESS_OVER")
    rights.must(is_free(change.new, change.user), "ADDRESS_TAKEN")
    now = clock.now()
    change.old = change.user.email
    change.confirmed_at = change.closed_at = now
    change.kept_until = now + KEPT
    change.save(update_fields=["old", "confirmed_at", "closed_at", "kept_until"])
    letterbox.move(change.user, change.new)
    _write(change, "address-changed", change.old)
    _write(change, "address-done", change.new, change.user)
    return change


@transaction.atomic
def undo(number: int) -> AddressChange:
    """The reader of the old address takes it back, and with it all that was changed after it.

    Whoever is signed in anywhere as this person has to sign in again: by a code to the old address.
    Refusals: Stale ADDRESS_OVER; Illegal ADDRESS_TAKEN.
    """
    change = _locked(number)
    if not can_be_undone(change):
        raise Stale("ADDRESS_OVER")
    user, now = change.user, clock.now()
    rights.must(is_free(change.old, user), "ADDRESS_TAKEN")
    later = user.address_changes.filter(pk__gte=change.pk, undone_at__isnull=True)
    later.update(undone_at=now)
    later.model.objects.filter(user=user, closed_at__isnull=True).update(closed_at=now)
    if change.confirmed_at is not None:
        letterbox.move(user, change.old)
        _write(change, "address-undone", change.old, user)
    user.set_unusable_password()  # a new one, though nobody can type it: sessions hang on it
    user.save(update_fields=["password"])
    change.refresh_from_db()
    return change


def _locked(number: int) -> AddressChange:
    user = AddressChange.objects.values_list("user", flat=True).get(pk=number)
    User.objects.select_for_update(no_key=True).get(pk=user)
    return AddressChange.objects.select_related("user").get(pk=number)


def _open(user: User) -> QuerySet[AddressChange]:
    return AddressChange.objects.filter(user=user, confirmed_at__isnull=True, closed_at__isnull=True)


def _address(typed: str) -> str:
    address = typed.strip().lower()
    try:
        validate_email(address)
    except ValidationError as error:
        raise Illegal("BAD_ADDRESS") from error
    rights.must(len(address) <= 254 and not letterbox.is_ours(address), "BAD_ADDRESS")
    return address


def _write(change: AddressChange, kind: str, address: str, user: User | None = None) -> None:
    """``user`` only where the letter is about the address that he has now: reports about it are then his."""
    now = clock.now()
    data: Json = {
        "change": change.pk,
        "language": change.user.language,
        "timezone": change.user.timezone,
    }
    Notice.objects.create(
        user=user,
        address=address,
        kind=kind,
        key=f"{kind}:{change.pk}",
        data=data,
        created_at=now,
        retry_at=now,
    )
    wake.poke("tournaments.send")
