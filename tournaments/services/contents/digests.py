"""The digest: what happened at each of the reader's tables since the last one. Asked at sending.

Where each table's log was told to is kept in the notice itself (``data``), by the numbers of events: none is
told twice, and none is left out, whatever the clocks say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Q
from django.utils import formats
from django.utils.translation import gettext as _

from referee.core import Json
from tournaments import models, wording
from tournaments.models import Contest, Event, Notice, Seat, Table
from tournaments.services import clock, ledger, links, standings, views
from tournaments.services.contents.content import Content
from tournaments.services.contents.tables import MOST_EVENTS, events_of, standing, told

_OVER = (Table.State.OVER, Table.State.VOID)
_DONE_FOR_HIM = (Event.Kind.TIMEOUT, Event.Kind.RULING)


@dataclass(slots=True)
class _Last:
    """Up to where the reader knows: by the last digest, or since he asked for one."""

    since: datetime
    told: Mapping[str, int] = field(default_factory=dict)
    places: Mapping[str, int] = field(default_factory=dict)


def digest(notice: Notice) -> Content | None:
    """None where nothing happened, where he does not want one any more, or where a later one is written."""
    user = notice.user
    if user is None or user.notices != models.User.Notices.DIGEST or _superseded(notice):
        return None
    last, now = _last(user), clock.now()
    seats = _seats(user, last)
    places, moved = _places(seats, last)
    parts = [_part(seat, last) for seat in seats]
    worth = [part for part in parts if part["news"]]
    if not worth and not moved:
        return None
    on_turn = [part["turn"] for part in parts if part["turn"] is not None]
    turn = on_turn[0] if len(on_turn) == 1 else None
    notice.data = {
        **notice.data,
        "at": now.isoformat(),
        "told": {str(seat.table_id): part["number"] for seat, part in zip(seats, parts, strict=True)},
        "places": places,
    }
    context = {
        "tables": worth,
        "moved": moved,
        "only": turn is not None,
        "several": len(on_turn) > 1,
        "seat": turn.seat.letter if turn is not None else None,
        "day": formats.date_format(date.fromisoformat(notice.data["day"]), "DATE_FORMAT"),
        "own": [line for part in worth for line in part["own"]],
        "examples": _examples(worth) if turn is not None else (),
        "checkpoint": "\n".join(ledger.checkpoint(one) for one in _contests(seats, worth)),
        "mine": links.page("my-turns"),
        "choices": links.page("profile"),
    }
    return Content(_("your digest"), context, turn)


def _examples(parts: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    return next((part["examples"] for part in parts if part["turn"] is not None), ())


def _superseded(notice: Notice) -> bool:
    """A digest that could not go out until the next one was due: that one tells it all."""
    later = Notice.objects.filter(user=notice.user_id, kind="digest", pk__gt=notice.pk)
    return later.filter(dropped_at__isnull=True).exists()


def _last(user: models.User) -> _Last:
    since = user.digest_since or clock.now() - timedelta(days=1)
    sent = Notice.objects.filter(user=user, kind="digest", sent_at__isnull=False).order_by("-pk").first()
    if sent is None or sent.sent_at is None or sent.sent_at < since:
        return _Last(since)
    at = datetime.fromisoformat(sent.data.get("at", sent.sent_at.isoformat()))
    return _Last(at, sent.data.get("told", {}), sent.data.get("places", {}))


def _seats(user: models.User, last: _Last) -> list[Seat]:
    """At tables that go on, and at those that have ended since."""
    on = ~Q(table__state__in=_OVER) | Q(table__in=[int(key) for key in last.told])
    lately = on | Q(table__over_at__gte=last.since)
    seats = Seat.objects.filter(lately, entry__user=user).select_related("table__contest", "entry")
    return list(seats.defer("table__snapshot").order_by("table__contest", "table__number"))


def _part(seat: Seat, last: _Last) -> dict[str, Any]:
    """One table: what is new there, who is awaited, and the reader's own turn."""
    sight = views.look(seat.table_id, seat.letter)
    events = _events(sight, last)
    turn = sight.turn
    own_turn = turn if turn is not None and turn.remaining is None else None
    left_out = max(0, len(events) - MOST_EVENTS)
    return {
        **standing(sight),
        "number": sight.table.last_event,
        "contest": sight.contest,
        "happened": told(events[left_out:], sight),
        "left_out": left_out,
        "turn": own_turn,
        "link": links.turn_link(own_turn) if own_turn else links.table_link(sight.table),
        "subject": f"{sight.table.name} [#{links.tag(own_turn)}]" if own_turn else "",
        "news": own_turn is not None or any(_is_news(event, seat.letter) for event in events),
    }


def _events(sight: views.Sight, last: _Last) -> list[Event]:
    number = last.told.get(str(sight.table.pk))
    if number is not None:
        return events_of(sight, after=number, most=None)
    return [event for event in events_of(sight, most=None) if event.created_at > last.since]


def _is_news(event: Event, own: str) -> bool:
    """What he did himself is told with the rest, and is no reason for a letter."""
    return event.seat != own or event.kind in _DONE_FOR_HIM or event.origin == "advance"


def _places(seats: Iterable[Seat], last: _Last) -> tuple[Json, list[dict[str, Any]]]:
    """His place in each contest that is played, and where it is another one than the last digest knew."""
    places: Json = {}
    moved = []
    for seat in seats:
        contest = seat.table.contest
        ranking = standings.standings(contest)
        own = next((line for line in ranking if line.entry.pk == seat.entry_id), None)
        if own is None:
            continue
        key = str(contest.pk)
        places[key] = own.place
        before = last.places.get(key)
        if before is not None and before != own.place:
            said = {"contest": contest.name, "place": own.place, "of": len(ranking), "before": before}
            moved.append({**said, "chips": wording.counted(own.chips, contest.game)})
    return places, moved


def _contests(seats: Iterable[Seat], worth: Iterable[Mapping[str, Any]]) -> list[Contest]:
    told_of = {part["table"].pk for part in worth}
    found = {seat.table.contest_id: seat.table.contest for seat in seats if seat.table_id in told_of}
    return list(found.values())
