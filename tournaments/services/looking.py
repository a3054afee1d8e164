"""That the staff looked at something protected, for the contest's ledger."""

from __future__ import annotations

from django.db import transaction

from tournaments import models
from tournaments.models import Contest
from tournaments.services import ledger, typed

LONGEST_REASON = 400


@transaction.atomic
def looked(contest: Contest, user: models.User, what: str, ref: str, reason: str = "") -> None:
    """One entry of the kind ``looked``, before anything is shown. Each look is one: none is left out.

    what    a word of the ledger's: letter, fairness …
    ref     which one, by its id ("letter/12"); "" where the contest has only one
    reason  in the person's own words; "" where none was asked for
    """
    data = {"what": what}
    if reason := typed.line(reason, LONGEST_REASON):
        data["reason"] = reason
    ledger.append(contest, "looked", ref=ref, data=data, actor=f"u{user.pk}")


def looks(contest: Contest, what: str) -> list[models.LedgerEntry]:
    """The entries about one kind of thing, the newest first."""
    rows = contest.ledger.filter(kind="looked", body__contains=f'"what":"{what}"')
    return list(rows.order_by("-seq"))
