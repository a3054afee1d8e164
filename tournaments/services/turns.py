"""Turns from a player's side: his own over all contests, and the one that a letter's link names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Prefetch, QuerySet

from tournaments.models import Award, Contest, Entry, Placing, Seat, Table, Turn, User
from tournaments.services import advances, sealing, standings, views

_NOT_SEATED = (Contest.State.REGISTRATION, Contest.State.CLOSED)
_RESULTS = 50
_SEEN_AT_ONCE = 12
"""Turns that are shown with what lies on their tables; who has more of them opens those."""


@dataclass(frozen=True, slots=True)
class Due:
    """An open turn, and what its player sees of the table (None: too many at once).

    ``silent``: what is done if nothing comes from him.
    """

    turn: Turn
    sight: views.Sight | None
    silent: advances.Silent | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a player did: his place among ``of``, and what he got."""

    placing: Placing
    of: int
    awards: Sequence[Award]


@dataclass(frozen=True, slots=True)
class Mine:
    """All that a player has to do and to look at. ``turns``: the most urgent first, paused tables last."""

    turns: Sequence[Due]
    seats: Sequence[Seat]
    entries: Sequence[Entry]
    results: Sequence[Result]


def of_link(word: str) -> Turn | None:
    """The turn, open or over, whose link has this word; None where there is none."""
    turns = Turn.objects.select_related("table__contest", "seat__entry__user")
    return turns.filter(link_hash=sealing.token_hash(word)).first()


def of(user: User) -> Mine:
    """A fixed number of queries, however many contests there are. ``open_turns`` of each seat's table:
    who is awaited."""
    turns = list(
        Turn.objects.filter(seat__entry__user=user, closed_at__isnull=True)
        .select_related("table__contest", "seat")
        .defer("table__snapshot")
        .order_by(F("remaining").asc(nulls_first=True), "deadline_at")
    )
    entries = Entry.objects.filter(
        user=user, state__in=[Entry.State.IN, Entry.State.RESERVE], contest__state__in=_NOT_SEATED
    ).select_related("contest")
    return Mine(
        _due(user, turns),
        _others(user, {turn.seat_id for turn in turns}),
        list(entries.order_by("contest__closes_at")),
        _results(user),
    )


def _due(user: User, turns: Sequence[Turn]) -> list[Due]:
    """What the player sees is shown as far as it belongs to the turn that was read."""
    first = [turn.table_id for turn in turns[:_SEEN_AT_ONCE]]
    sights = views.look_at_own(user, first) if first else {}
    silent = advances.silences(sights.values()) if sights else {}
    due = [(turn, _same(sights.get(turn.table_id), turn)) for turn in turns]
    return [Due(turn, sight, silent.get(turn.table_id) if sight else None) for turn, sight in due]


def _same(sight: views.Sight | None, turn: Turn) -> views.Sight | None:
    return sight if sight is not None and sight.turn is not None and sight.turn.pk == turn.pk else None


def _others(user: User, awaited: set[int]) -> list[Seat]:
    """His seats at tables where others are to speak."""
    seats = (
        Seat.objects.filter(entry__user=user)
        .exclude(table__state__in=[Table.State.OVER, Table.State.VOID])
        .exclude(pk__in=awaited)
        .select_related("table__contest")
        .defer("table__snapshot")
        .prefetch_related(Prefetch("table__turns", _open_turns(), to_attr="open_turns"))
    )
    return list(seats.order_by("table__contest__starts_at", "table_id"))


def _results(user: User) -> list[Result]:
    """The newest first; places may still change while a ranking is provisional."""
    placings = (
        Placing.objects.filter(entry__user=user)
        .select_related("contest", "entry")
        .prefetch_related("entry__awards", standings.WITH_SEATS)
        .annotate(of=Count("contest__placings"))
        .order_by(F("contest__finished_at").desc(nulls_first=True), "-contest_id")
    )
    return [
        Result(one, one.of, standings.in_order(one.contest, one.entry.awards.all()))
        for one in placings[:_RESULTS]
    ]


def _open_turns() -> QuerySet[Turn]:
    return Turn.objects.filter(closed_at__isnull=True).select_related("seat__entry").order_by("seat__letter")
