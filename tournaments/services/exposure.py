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


def since(table: Table, event: Event) -> Exposure:
    """Page views are not recorded: what stands in the log, anybody may have read. Two queries."""
    about = Notice.objects.filter(table=table, user__isnull=False)
    sent = about.filter(sent_at__gte=event.created_at).order_by()
    rows = sent.values("user").annotate(letters=Count("pk"), last=Max("sent_at"))
    names = dict(models.User.objects.filter(pk__in=[row["user"] for row in rows]).values_list("pk", "name"))
    readers = [Reader(names[row["user"]], row["letters"], row["last"]) for row in rows]
    waiting = about.filter(sent_at__isnull=True, dropped_at__isnull=True).count()
    return Exposure(event.created_at, sorted(readers, key=lambda one: one.name), waiting)


def turned_up(table: Table, event: Event) -> list[str]:
    """The cards that were turned up for all from an event on, each once: on the page, in letters, in copies
    for a forum. What every player saw of his own hand is known to him alone."""
    events = records.live(records.events_of(table))
    cards = records.cards_of(table, events)
    later = (one for one in events if one.number >= event.number)
    found = (text for one in later for text in undoing.texts(one.facts) if text in cards)
    return list(dict.fromkeys(found))
