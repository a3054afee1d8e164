"""Turns from a player's side: his own over all contests, and the one that a letter's link names."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F, Prefetch, QuerySet

from tournaments.models import Contest, Entry, Placing, Seat, Table, Turn, User
from tournaments.services import sealing

_NOT_SEATED = (Contest.State.REGISTRATION, Contest.State.CLOSED)
_RESULTS = 50


@dataclass(frozen=True, slots=True)
class Mine:
    """All that a player has to do and to look at. ``turns``: the most urgent first, paused tables last."""

    turns: list[Turn]
    seats: list[Seat]
    entries: list[Entry]
    placings: list[Placing]


def of_link(word: str) -> Turn | None:
    """The turn, open or over, whose link has this word; None where there is none."""
    turns = Turn.objects.select_related("table__contest", "seat__entry__user")
    return turns.filter(link_hash=sealing.token_hash(word)).first()


def of(user: User) -> Mine:
    """Five queries, however many contests there are. ``open_turns`` of each seat's table: who is awaited."""
    turns = list(
        Turn.objects.filter(seat__entry__user=user, closed_at__isnull=True)
        .select_related("table__contest", "seat")
        .order_by(F("remaining").asc(nulls_first=True), "deadline_at")
    )
    awaited = {turn.seat_id for turn in turns}
    seats = (
        Seat.objects.filter(entry__user=user)
        .exclude(table__state__in=[Table.State.OVER, Table.State.VOID])
        .exclude(pk__in=awaited)
        .select_related("table__contest")
        .prefetch_related(Prefetch("table__turns", _open_turns(), to_attr="open_turns"))
        .order_by("table__contest__starts_at", "table_id")
    )
    entries = Entry.objects.filter(
        user=user, state__in=[Entry.State.IN, Entry.State.RESERVE], contest__state__in=_NOT_SEATED
    ).select_related("contest")
    placings = Placing.objects.filter(entry__user=user).select_related("contest", "entry__seat__table")
    return Mine(
        turns,
        list(seats),
        list(entries.order_by("contest__closes_at")),
        list(placings.order_by("-contest__finished_at")[:_RESULTS]),
    )


def _open_turns() -> QuerySet[Turn]:
    return Turn.objects.filter(closed_at__isnull=True).select_related("seat__entry").order_by("seat__letter")
