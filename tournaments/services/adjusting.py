"""What the organiser may still choose between the announcement and the start (contests.md T5, T8)."""

from __future__ import annotations

from django.db import transaction

from referee.core import Stale
from tournaments import models
from tournaments.models import Contest
from tournaments.services import ledger, rights
from tournaments.services.moments import closed_at
from tournaments.services.registration import locked

State = Contest.State
LONGEST_TURN = 60 * 60 * 24 * 30
BEFORE_START = (State.DRAFT, State.REGISTRATION, State.CLOSED, State.SEATED)
BEFORE_CLOSING = (State.DRAFT, State.REGISTRATION)


@transaction.atomic
def set_turn_time(contest: int, by: models.User, *, seconds: int) -> Contest:
    """The time to speak, before the start; entrants see it on the page and in the ledger.

    Refusals: Illegal NOT_ALLOWED, MALFORMED; Stale RUNNING.
    """
    row = locked(contest)
    rights.must(rights.organises(by, row))
    rights.must(0 < seconds <= LONGEST_TURN, "MALFORMED", where="seconds")
    if row.state not in BEFORE_START:
        raise Stale("RUNNING", state=str(row.state))
    if row.turn_seconds != seconds:
        row.turn_seconds = seconds
        row.save(update_fields=["turn_seconds"])
        ledger.append(row, "time", data={"seconds": seconds}, actor=f"u{by.pk}")
    return row


@transaction.atomic
def set_table_rule(contest: int, by: models.User, rule: str) -> Contest:
    """As few tables as possible or as small ones as possible; before registration closes.

    Refusals: Illegal NOT_ALLOWED, MALFORMED; Stale REGISTRATION_CLOSED.
    """
    row = locked(contest)
    rights.must(rights.organises(by, row))
    rights.must(rule in (Contest.Tables.FEWEST, Contest.Tables.SMALLEST), "MALFORMED", where="table_rule")
    if row.state not in BEFORE_CLOSING:
        raise Stale("REGISTRATION_CLOSED", closes=closed_at(row) or row.closes_at)
    if row.table_rule != rule:
        row.table_rule = rule
        row.save(update_fields=["table_rule"])
        ledger.append(row, "tables", data={"choice": rule}, actor=f"u{by.pk}")
    return row
