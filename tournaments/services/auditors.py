"""The two people who alone see the seeds at the end, where the organiser chose so in his draft."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from referee.core import Stale
from tournaments import models
from tournaments.models import Contest
from tournaments.services import ledger, people, rights
from tournaments.services.registration import locked


@transaction.atomic
def name(contest: int, by: models.User, addresses: Sequence[str]) -> None:
    """These and no others; none where everybody sees the seeds.

    Refusals: Illegal NOT_ALLOWED, NO_SUCH_PERSON; Stale NOT_A_DRAFT.
    """
    row = locked(contest)
    rights.must(rights.organises(by, row))
    wanted = [] if row.seeds_for_all else [people.by_address(address) for address in addresses if address]
    known = set(row.auditors.values_list("user_id", flat=True))
    if known == {user.pk for user in wanted}:
        return
    if row.state != Contest.State.DRAFT:
        raise Stale("NOT_A_DRAFT")
    row.auditors.all().delete()
    for user in wanted:
        models.Auditor.objects.get_or_create(contest=row, user=user)
    data = {"users": [f"u{user.pk}" for user in wanted]}
    ledger.append(row, "auditors", data=data, actor=f"u{by.pk}")
