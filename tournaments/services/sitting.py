"""Who sat where when: a ruling may put another player into a seat in the middle of a contest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from tournaments import models
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Roll:
    """Who sits at a table, and who sat there when."""

    seats: Sequence[models.Seat]

    def at(self, number: int) -> dict[str, str]:
        """Letter -> the name of whoever had the seat at an event of the table."""
        return {seat.letter: seat.name_at(number) for seat in self.seats}


def roll(table: models.Table) -> Roll:
    """One query."""
    seats = table.table_seats.select_related("entry").order_by("letter")
    return Roll(list(seats.only("table_id", "letter", "earlier", "entry__name")))


def is_past(there: Roll, event: Event) -> bool:
    """Whether whoever had the seat of an event then has it no more."""
    ends = [until for seat in there.seats if seat.letter == event.seat for until, *_ in seat.earlier]
    return any(event.number < until for until in ends)


def before(entry: models.Entry) -> list[Any]:
    """Who an entry was before, as its seats have it. Prefetch ``seats``."""
    return max((seat.earlier for seat in entry.seats.all()), key=len, default=[])


def name_on(name: str, earlier: Iterable[Any], at: str) -> str:
    """The name of an entry at an instant of the ledger: ``earlier`` tells who it was before."""
    return next((before for _until, before, until in earlier if at < until), name)


def first_own_deal(table: models.Table, letter: str) -> int:
    """The first deal whose cards are those of the player who has the seat now: what his predecessor held in
    earlier ones is not his to see. 1: he has had it from the beginning. Two queries."""
    last = _replacements().filter(table=table, seat=letter).order_by("-number").first()
    if last is None:
        earlier = table.table_seats.filter(letter=letter).exclude(earlier=[])
        return table.deal_number + 1 if earlier.exists() else 1  # another one's, when this table was played
    knows = any(fact.get("knows") for fact in last.facts)
    return last.deal if knows else last.deal + 1


def was_replaced(contest: int, user: models.User) -> bool:
    """Whether somebody had a seat in a contest that another one has taken over."""
    return _replacements().filter(table__contest=contest, input__before=f"u{user.pk}").exists()


def _replacements() -> QuerySet[Event]:
    return Event.objects.filter(kind=Event.Kind.RULING, input__ruling="substitute")
