"""What the page of a table is made of: everything in it comes from one sight and one page of the log."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, QueryDict
from django.urls import reverse
from django.utils import timezone

from referee.core import Move
from tournaments import wording
from tournaments.doors.web import board, laterbox, proposed, tablelog, times, waiting
from tournaments.doors.web.chart import Chart, draw
from tournaments.doors.web.middleware import zone_of
from tournaments.doors.web.sizes import sizes
from tournaments.doors.web.visitor import Visitor
from tournaments.models import Draw, Event, Table
from tournaments.services import (
    away,
    chips,
    clock,
    expecting,
    history,
    proofs,
    proposals,
    records,
    rights,
    unsealing,
    views,
)
from tournaments.wording.expecting import again

_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
_ENDED = (Table.State.OVER, Table.State.VOID)
_MOST_CARDS = 60
COMMENT = 1000
"""Characters of a comment."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What stands in the form: kept when something was refused."""

    words: str = ""
    comment: str = ""
    to: str = ""
    cards: tuple[str, ...] = ()

    @classmethod
    def of(cls, data: QueryDict) -> Typed:
        cards = tuple(card[:2] for card in data.getlist("cards")[:_MOST_CARDS])
        return cls(written(data, "words"), written(data, "comment"), written(data, "to", 12), cards)


@dataclass(slots=True)
class Seen:
    """A table as one visitor sees it at one moment."""

    request: HttpRequest
    sight: views.Sight
    visitor: Visitor
    before: int | None = None
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def table(self) -> Table:
        return self.sight.table

    @property
    def address(self) -> str:
        return reverse("table", args=[self.sight.contest.slug, self.table.number])

    @property
    def turn_number(self) -> int:
        """The number of the turn that the visitor may play now; 0: none."""
        turn = self.sight.turn
        return turn.number if turn is not None and self.table.state == Table.State.PLAYING else 0

    @property
    def etag(self) -> str:
        latest = max((turn.deadline_at for turn in self.sight.turns.values()), default=None)
        return etag(self.table.last_event, self.table.state, latest)

    @property
    def finished(self) -> range:
        """The deals that may be replayed."""
        return chips.finished(self.sight)

    def draw(self) -> Draw | None:
        """The draw of the deck that is played. Costs queries, so that only what shows it asks."""
        return proofs.of_latest_deal(self.table) if self.table.deal_number else None

    def chart(self) -> Chart | None:
        """Chips over the deals, once one is over. Costs a query, so that only a whole page asks."""
        course = chips.course(self.sight)
        return None if course is None else draw(course, self.sight.names, self.sight.seat)


def look(request: HttpRequest, slug: str, number: int) -> Seen:
    """The table at an address, for whoever asks. Http404."""
    row = proposals.marked(views.rows()).filter(contest__slug=slug, number=number).first()
    if row is None:
        raise Http404
    visitor = Visitor(request, row)
    sight = views.look_at(row, visitor.choose)
    owner = sight.seats[sight.seat].entry.user if visitor.by_link and sight.seat else None
    if owner is not None:
        timezone.activate(zone_of(owner.timezone))
    return Seen(request, sight, visitor, whole(request.GET.get("before")))


def etag(last_event: int, state: str, deadline: datetime | None) -> str:
    """What the page shows, as the poll names it: every change of a table is an event, or its end; after an
    outage the open deadlines alone move (``deadline``: the latest of them)."""
    return f'"{last_event}-{state}-{int(deadline.timestamp()) if deadline else 0}"'


def written(data: Mapping[str, str], name: str, most: int = 4000) -> str:
    """What was typed into a field, without control characters and without what turns text round."""
    return _UNSEEN.sub("", data.get(name, "").replace("\r\n", "\n"))[:most]


def once(request: HttpRequest) -> str:
    """What names a form that was sent: the same one sent twice is one act, one that was filled in anew
    (after a step back in the browser) is another; without the page's own word each is an act of its own."""
    given = request.POST.get("once", "")
    if not given:
        return secrets.token_hex(16)
    fields = sorted((name, said) for name, said in request.POST.lists() if name != "csrfmiddlewaretoken")
    files = [(one.name, one.size) for name in sorted(request.FILES) for one in request.FILES.getlist(name)]
    return hashlib.sha256(repr((fields, files)).encode("utf-8", "replace")).hexdigest()[:32]


def whole(text: str | None) -> int | None:
    """A number from an address or a form; None where it is none."""
    return int(text) if text is not None and text.isascii() and text.isdecimal() and len(text) < 10 else None


def context(seen: Seen) -> dict[str, Any]:
    """Everything that ``tables/table.html`` shows."""
    sight, game = seen.sight, seen.table.game
    log = history.page(seen.table, seen.before)
    shown = board.context(sight, () if seen.before else log.events)
    deals = tablelog.by_deal(log.events, sight, seen.extra.get("since"))
    may_rule = sight.seat is None and rights.rules_at(seen.request.user, seen.table)
    return {
        "seen": seen,
        "sight": sight,
        "table": seen.table,
        "contest": sight.contest,
        "view": sight.view,
        **shown,
        "awaited": [seat for seat in shown["seats"] if seat.turn is not None],
        "options": sight.options,
        "may": partial(wording.options, sight.options, game) if seen.turn_number else "",
        **laterbox.context(sight, seen.visitor),
        "log": deals,
        "spoken": tablelog.spoken(deals),
        "older": log.older,
        "newest": log.events[0].number if log.events else 0,
        "answer": answer(seen, log),
        "again": asked_again(sight),
        "sizes": sizes(sight.options, sight.view.get("pot") or 0),
        "comment_most": COMMENT,
        **waiting.context(sight, log),
        "ended": seen.table.state in _ENDED,
        "away": partial(_away, seen.table),
        "may_rule": may_rule,
        "sealed": partial(_sealed, seen),
        "proposals": proposed.listed(seen.request.user, seen.table, sight.names),
        "may_call": sight.seat is not None and not seen.visitor.by_link,
        "moves_template": board.template("moves", game),
        "own_words": partial(wording.own, sight.view, game) if sight.seat else [],
        "standing": partial(wording.situation, sight.view, sight.names, game),
        "form_turn": seen.turn_number,
        "typed": Typed(),
        "once": secrets.token_hex(16),
        **seen.extra,
    }


def _sealed(seen: Seen) -> bool:
    """Whether the reader may break a seal here. Costs queries, so that only a table that is over asks."""
    row = seen.table
    return not records.opened(row.contest) and unsealing.may_break(seen.request.user, row)


def _away(table: Table) -> list[dict[str, Any]]:
    """Who is away, or will be. Costs queries where the contest gives days, so that only the board asks."""
    if not table.contest.absence_days or table.state in _ENDED:
        return []
    now = clock.now()
    found = away.at_table(table, now)
    return [{"name": name, "absence": one, "begun": one.starts_at <= now} for name, one in found]


def answer(seen: Seen, log: history.Page) -> dict[str, Any] | None:
    """What was understood of the move that led here (``?said=``), and what came of it."""
    number = whole(seen.request.GET.get("said")) or seen.extra.get("said")
    if not number:
        return None
    event = log.find(number) or history.one(seen.table, number)
    mine = (seen.visitor.seat, seen.visitor.link_over)
    if event is None or event.kind != Event.Kind.MOVE or event.seat not in mine:
        return None
    understood = wording.move(event.input, seen.table.game, facts=event.facts) if event.input else ""
    return {
        "understood": understood,
        "sentences": wording.log(event.facts, seen.sight.names_at(number), seen.table.game),
        "event": event,
    }


def asked_again(sight: views.Sight) -> str:
    """When the reader is asked again, in a sentence; empty where nobody can say."""
    found = expecting.again(sight)
    if found is None:
        return ""
    names = [sight.names[letter] for letter in found.before]
    return again(found.state, names, times.instant(found.at) if found.at else "", last=found.last)


def readings(moves: Sequence[Move], sight: views.Sight) -> list[dict[str, Any]]:
    """The moves that refused words could be, as buttons."""
    game, may = sight.table.game, sight.options
    return [{"move": move.to_json(), "words": wording.move(move, game, may=may)} for move in moves]
