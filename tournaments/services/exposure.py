"""Who may have seen what since an event: what lies open, and the letters that went out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max

from referee import undoing
from tournaments import models
from tournaments.models import Event, Notice, Table
from tournaments.services import records


@dataclass(frozen=True, slots=True)
class Reader:
    """Letters about the table that went to one person since then."""

    name: str
    letters: int
    last: datetime


@dataclass(frozen=True, slots=True)
class Exposure:
    """``waiting``: letters that are written and not sent; they say what holds when they go out."""

    since: datetime
    readers: Sequence[Reader]
    waiting: int

    @property
    def names(self) -> list[str]:
        return [one.name for one in self.readers]


def since(table: Table, event: Event, until: datetime | None = None) -> Exposure:
    """Page views are not recorded: what stands in the log, anybody may have read. Three queries."""
    about = Notice.objects.filter(table=table, user__isnull=False)
    sent = about.filter(sent_at__gte=event.created_at).order_by()
    sent = sent if until is None else sent.filter(sent_at__lt=until)
    rows = sent.values("user").annotate(letters=Count("pk"), last=Max("sent_at"))
    names = dict(models.User.objects.filter(pk__in=[row["user"] for row in rows]).values_list("pk", "name"))
    readers = [Reader(names[row["user"]], row["letters"], row["last"]) for row in rows]
    waiting = about.filter(sent_at__isnull=True, dropped_at__isnull=True).count()
    return Exposure(event.created_at, sorted(readers, key=lambda one: one.name), waiting)


def turned_up(table: Table, event: Event) -> list[str]:
    """The cards that were turned up for all from an event on, each once: on the page, in letters, in copies
    for a forum. What every player saw of his own hand is known to him alone."""
    return _turned_up(table, records.events_of(table), event.number)


def of_ruling(ruling: Event) -> tuple[list[str], Exposure] | None:
    """What everybody had seen of the play that a ruling takes back, and which letters told of it; None where
    it takes nothing back."""
    if not undoing.is_undo(ruling.input):
        return None
    events, first = records.events_of(ruling.table), records.back_to(ruling) + 1
    before = [one for one in events if one.number < ruling.number]
    began = next(one for one in before if one.number == first)
    return _turned_up(ruling.table, before, first), since(ruling.table, began, ruling.created_at)


def _turned_up(table: Table, events: Sequence[Event], first: int) -> list[str]:
    counted = records.live(events)
    cards = records.cards_of(table, counted)
    later = (one for one in counted if one.number >= first)
    found = (text for one in later for text in undoing.texts(one.facts) if text in cards)
    return list(dict.fromkeys(found))
