"""Who at a table still plays, and so is asked; and who may answer."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core import Illegal
from tournaments import models
from tournaments.models import Proposal, Seat, Table
from tournaments.services import rights, views

_NOT = ("out", "removed")
"""What a view calls a seat that plays no more."""


def still_play(table: Table) -> list[Seat]:
    """The seats whose players play on: not out, not taken out, not gone. Three queries."""
    sight = views.look(table.pk, None)
    shown = sight.view["seats"]
    found = (seat for letter, seat in sorted(sight.seats.items()) if shown[letter].get("state") not in _NOT)
    return [seat for seat in found if not seat.automatic]


def letters(seats: Sequence[Seat]) -> list[str]:
    """Of seats that can all be asked. Refusal: Illegal NOT_ALL_ASKABLE where one has no account."""
    without = [seat.entry.name for seat in seats if seat.entry.user_id is None]
    if without or not seats:
        raise Illegal("NOT_ALL_ASKABLE", names=tuple(without))
    return [seat.letter for seat in seats]


def seconds(table: Table, first: models.User) -> list[models.User]:
    """Who could agree as a second referee."""
    named = models.User.objects.filter(is_active=True, is_superuser=True)
    found = {user.pk: user for user in (table.contest.organiser, *named.order_by("pk"))}
    return [user for user in found.values() if rights.seconds_at(user, table, first)]


def voice(one: Proposal, user: rights.Person) -> str | None:
    """As what somebody may answer a proposal: the letter of his seat, "" as a second referee; None: not."""
    if one.asks == Proposal.Asks.SECOND:
        return "" if rights.seconds_at(user, one.table, one.proposer) else None
    if not isinstance(user, models.User):
        return None
    seat = one.table.table_seats.filter(entry__user=user, automatic=False).first()
    return seat.letter if seat is not None and seat.letter in one.seats else None
