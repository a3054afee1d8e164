"""The next season from the last: the same league as a draft, its members entered by themselves."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from referee.core import Stale
from tournaments import models
from tournaments.models import Contest
from tournaments.services import contests, rights
from tournaments.services.registration import locked

_SAME = (
    *("words", "place", "languages", "fee_amount", "fee_unit", "sponsor", "sponsor_group", "draw_unpaid"),
    *("automatic", "cap", "table_names", "turn_seconds", "grace_seconds", "absence_days", "drawn_by"),
    *("bank_seconds", "increment_seconds", "bank_cap_seconds"),
    *("checkin_seconds", "seeds_for_all", "rounds", "round_days", "rounds_early"),
)


@transaction.atomic
def follow(contest: int, by: models.User, name: str, *, closes_local: datetime, key: str = "") -> Contest:
    """A draft of the next season; once for every season.

    Refusals: Illegal NOT_ALLOWED, NO_NAME; Stale NOT_FINAL.
    """
    row = locked(contest)
    rights.must(rights.organises(by, row))
    if row.state != Contest.State.FINAL or not row.rounds:
        raise Stale("NOT_FINAL", state=str(row.state))
    known = Contest.objects.filter(previous=row).first()
    if known is not None:
        return known
    fields = {field: getattr(row, field) for field in _SAME}
    if fields["drawn_by"] == Contest.DrawnBy.NUMBERS:
        fields["drawn_by"] = Contest.DrawnBy.PLAYERS  # other numbers have to be named
    return contests.create(
        row.organiser,
        row.preset,
        name,
        closes_local=closes_local,
        zone=row.zone,
        rules=row.rules,
        key=key or f"after {row.ref}",
        previous=row,
        **fields,
    )
