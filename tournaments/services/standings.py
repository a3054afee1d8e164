"""The ranking as a page shows it: live from the tables, or as it was decided."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch

from referee.contests.ranking import rank
from tournaments import models
from tournaments.models import Contest, Entry
from tournaments.services import seating

_DECIDED = (Contest.State.PROVISIONAL, Contest.State.FINAL)
_LIVE = (Contest.State.SEATED, Contest.State.RUNNING)


def _seats(where: str) -> Prefetch[str]:
    tables = models.Seat.objects.select_related("table").defer("table__snapshot")
    return Prefetch(where, tables)


WITH_SEATS = _seats("entry__seats")
"""For placings: the seats of their entries, with their tables."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One line: ``chips`` in front of the player; ``out_in``: the deal in which he lost the last."""

    place: int
    entry: Entry
    chips: int
    table: str
    letter: str
    seat: models.Seat
    out_in: int | None = None


def goods_in_order(row: Contest) -> list[str]:
    """Every good that the contest gives, in the order in which its announcement names them."""
    return list(dict.fromkeys(good for goods in row.prizes for good in goods))


def awards(row: Contest) -> dict[int | None, list[models.Award]]:
    """Entry -> what it gets, in that order; None: what nobody took. One query."""
    found: dict[int | None, list[models.Award]] = {}
    for award in in_order(row, row.awards.all()):
        found.setdefault(award.entry_id, []).append(award)
    return found


def in_order(row: Contest, given: Iterable[models.Award]) -> list[models.Award]:
    """Awards in the order in which the announcement names their goods."""
    order = {good: place for place, good in enumerate(goods_in_order(row))}
    return sorted(given, key=lambda one: (order.get(one.good, len(order)), one.good))


def standings(row: Contest) -> list[Standing]:
    """Best first; empty before the draw, for a cancelled contest, and for a league, which has its own."""
    if row.rounds:
        return []
    if row.state in _DECIDED:
        return _decided(row)
    return _live(row) if row.state in _LIVE else []


def placed(row: Contest) -> list[models.Placing]:
    """The places of a contest that is over; of a league, division by division."""
    found = row.placings.select_related("entry")
    return list(found.order_by("entry__member__division", "place", "entry__number"))


def champions(row: Contest) -> list[str]:
    """Who is first in the top division of a league that is over."""
    first = row.placings.filter(place=1, entry__member__division=1).order_by("entry__member__place")
    return list(first.values_list("entry__name", flat=True))


def _decided(row: Contest) -> list[Standing]:
    placings = row.placings.select_related("entry").prefetch_related(WITH_SEATS)
    return [_line(one.place, one.entry, one.chips) for one in placings.order_by("place", "entry__number")]


def _live(row: Contest) -> list[Standing]:
    outcomes = seating.outcomes_of(row)
    seated = row.entries.filter(seat__isnull=False).distinct().prefetch_related(_seats("seats"))
    entries = {entry.ref: entry for entry in seated}
    return [
        _line(place.number, entries[ref], outcomes[ref].chips, outcomes[ref].out_in)
        for place in rank(outcomes)
        for ref in sorted(place.players, key=lambda ref: entries[ref].number)
    ]


def _line(place: int, entry: Entry, chips: int, out_in: int | None = None) -> Standing:
    seat = entry.seat
    assert seat is not None
    return Standing(place, entry, chips, seat.table.name, seat.letter, seat, out_in)
