"""Absences in a round: announced before its pairing one a season is worth 12 points (contests.md 2)."""

from __future__ import annotations

from django.db import transaction

from referee.core import Stale
from tournaments import models
from tournaments.models import Bye, Contest, Entry
from tournaments.services import clock, ledger, rights
from tournaments.services.registration import locked

_CAN_ANNOUNCE = (Contest.State.SEATED, Contest.State.RUNNING)


@transaction.atomic
def announce(entry: int, by: models.User, number: int, *, away: bool = True) -> Bye | None:
    """Be away in round ``number``, or (``away`` False) come after all. By the player or the captain; twice
    is once.

    Refusals: Illegal NOT_ALLOWED; Stale PAIRED (the round is open already), CONTEST_OVER.
    """
    found = Entry.objects.get(pk=entry)
    row = locked(found.contest_id)
    one = row.entries.get(pk=entry)
    rights.must(one.user_id == by.pk or rights.organises(by, row))
    rights.must(one.state == Entry.State.IN)
    if row.state not in _CAN_ANNOUNCE:
        raise Stale("CONTEST_OVER", state=str(row.state))
    paired = row.season.filter(number=number).first()
    if paired is None or number > row.rounds or paired.opened_at is not None:
        raise Stale("PAIRED", round=number)
    known = one.byes.filter(number=number).first()
    if bool(known) == away:
        return known
    if known is not None:
        known.delete()
    made = one.byes.create(number=number, announced_at=clock.now()) if away else None
    data = {"round": number, "what": "announced" if away else "taken-back"}
    ledger.append(row, "bye", ref=one.ref, data=data, actor=f"u{by.pk}")
    return made
