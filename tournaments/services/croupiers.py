"""Croupiers: a person per table, or one for all; never at a table where he plays (contests.md T1, T7)."""

from __future__ import annotations

from django.db import transaction

from referee.core import Stale
from tournaments import models
from tournaments.models import Contest, Table
from tournaments.services import ledger, people, rights
from tournaments.services.registration import locked

_OVER = (Contest.State.FINAL, Contest.State.CANCELLED)


@transaction.atomic
def add(contest: int, by: models.User, address: str) -> models.Croupier:
    """Name somebody who has an account. Twice is once.

    Refusals: Illegal NOT_ALLOWED, NO_SUCH_PERSON; Stale CONTEST_OVER.
    """
    row = _open(contest, by)
    user = people.by_address(address)
    one, made = models.Croupier.objects.get_or_create(contest=row, user=user)
    if made:
        _note(row, "named", user, by)
    return one


@transaction.atomic
def remove(contest: int, by: models.User, user: int) -> None:
    """Take the right back; his tables go to the organiser, or to nobody where the organiser plays.

    Refusals: Illegal NOT_ALLOWED; Stale CONTEST_OVER.
    """
    row = _open(contest, by)
    one = row.croupiers.filter(user=user).select_related("user").first()
    if one is None:
        return
    one.delete()
    for table in row.tables.select_for_update().filter(croupier=user).order_by("id"):
        table.croupier = None if rights.sits_at(row.organiser, table) else row.organiser
        table.save(update_fields=["croupier"])
    _note(row, "removed", one.user, by)


@transaction.atomic
def assign(contest: int, by: models.User, number: int, user: int | None) -> Table:
    """Who rules at table ``number``: a croupier of the contest or its organiser; None: nobody.

    Refusals: Illegal NOT_ALLOWED, NOT_A_CROUPIER, PLAYS_HERE; Stale CONTEST_OVER. Table.DoesNotExist.
    """
    row = _open(contest, by)
    table = row.tables.select_for_update().get(number=number)
    if table.croupier_id == user:
        return table
    named = None if user is None else models.User.objects.filter(pk=user).first()
    if user is not None:
        known = user == row.organiser_id or row.croupiers.filter(user=user).exists()
        rights.must(known and named is not None, "NOT_A_CROUPIER")
    if named is not None:
        rights.must(not rights.sits_at(named, table), "PLAYS_HERE", name=named.name, table=table.name)
    table.croupier = named
    table.save(update_fields=["croupier"])
    data = {"what": "assigned", "user": f"u{user}" if user else ""}
    ledger.append(row, "croupier", ref=table.ref, data=data, actor=f"u{by.pk}")
    return table


def _open(contest: int, by: models.User) -> Contest:
    row = locked(contest)
    rights.must(rights.organises(by, row))
    if row.state in _OVER:
        raise Stale("CONTEST_OVER", state=str(row.state))
    return row


def _note(row: Contest, what: str, user: models.User, by: models.User) -> None:
    ledger.append(row, "croupier", data={"what": what, "user": f"u{user.pk}"}, actor=f"u{by.pk}")
