"""What happened at a table, newest first: events as everybody may read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments import models
from tournaments.models import Event
from tournaments.services import records

AT_ONCE = 40
"""Events of one page of the log."""


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the log, newest first. ``older``: the number to ask for the next page with, or None."""

    events: tuple[Event, ...]
    older: int | None

    def find(self, number: int | None) -> Event | None:
        return next((event for event in self.events if event.number == number), None)


def page(table: models.Table, before: int | None = None, size: int = AT_ONCE) -> Page:
    """The newest events below a number. One query, however long the log is."""
    events = table.events.select_related("actor").defer("sealed_input").order_by("-number")
    if before is not None:
        events = events.filter(number__lt=before)
    found = list(events[: size + 1])
    return Page(tuple(found[:size]), found[size - 1].number if len(found) > size else None)


def one(table: models.Table, number: int) -> Event | None:
    """One event of a table."""
    return table.events.select_related("actor").defer("sealed_input").filter(number=number).first()


def newest(table: models.Table, kinds: Sequence[str]) -> Event | None:
    """The newest event of these kinds. One query."""
    events = table.events.select_related("actor").defer("sealed_input").filter(kind__in=kinds)
    return events.order_by("-number").first()


def still_told(table: models.Table, events: Sequence[Event]) -> list[Event]:
    """Without what was played and does not count any more: the ruling that took it back stands for it.
    One query.
    """
    undone = table.events.filter(kind=Event.Kind.RULING, input__ruling="undo")
    ranges = [(back_to, number) for back_to, number in undone.values_list("input__to", "number")]
    return [
        one
        for one in events
        if not (_is_play(one) and any(back_to < one.number < number for back_to, number in ranges))
    ]


def _is_play(event: Event) -> bool:
    """What somebody rules, says or asks beside the game happened all the same."""
    beside = event.kind == Event.Kind.CLOCK and any(fact.get("fact") == "advance" for fact in event.facts)
    return event.kind in (Event.Kind.DEAL, Event.Kind.MOVE, Event.Kind.TIMEOUT) or beside


def events_of_deal(table: models.Table, deal: int) -> list[Event]:
    """All that was to be seen of a deal, in order, without what was taken back. One query."""
    return records.live(table.events.filter(deal=deal).defer("sealed_input").order_by("number"))
