"""Putting something right at a table: take back, void a deal, remove a player, put another in."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from referee.core import Illegal, Refusal
from referee.games import GAMES
from tournaments import models, wording
from tournaments.doors.web import pieces, tablepage
from tournaments.doors.web.access import find, person, signed_in
from tournaments.doors.web.refusals import refuse
from tournaments.models import Event, Table
from tournaments.services import (
    contests,
    exhibits,
    exposure,
    putting_right,
    rights,
    rulings,
    sitting,
    unsealing,
)
from tournaments.services.exhibits import Piece

_FIELDS = ("do", "event", "seat", "address", "reason", "seen", "deal")


@dataclass(frozen=True, slots=True)
class Given:
    """What was sent: where, by whom, and what stood in the form."""

    table: Table
    by: models.User
    typed: Mapping[str, str]
    key: str
    kept: Sequence[Piece]

    @property
    def common(self) -> dict[str, Any]:
        """What every ruling has."""
        return {"reason": self.typed["reason"], "key": self.key, "evidence": self.kept}


@never_cache
@signed_in
def show(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """For whoever rules here. GET: what may be done now, and who has seen what; POST does one of it."""
    contest = find(request, slug)
    table = Table.objects.select_related("contest__organiser", "croupier").filter(
        contest=contest, number=number
    )
    row = table.first()
    if row is None:
        raise Http404
    back = reverse("table", args=[slug, number])
    if not rights.rules_at(request.user, row):
        return refuse(request, Illegal("NOT_ALLOWED"), back=back)
    if request.method != "POST":
        return render(request, "cases/rulings.html", _context(row, request.user))
    typed = {name: tablepage.written(request.POST, name, 400) for name in _FIELDS}
    typed["evidence"] = tablepage.written(request.POST, "evidence", exhibits.MOST_TEXT)
    try:
        do = _ACTS.get(typed["do"])
        if do is None:
            raise Illegal("MALFORMED", where="do")
        rights.must(bool(typed["reason"].strip()), "NO_REASON")
        do(Given(row, person(request), typed, _key(request), pieces.sent(request, typed["evidence"])))
    except Refusal as refusal:
        row = Table.objects.select_related("contest__organiser", "croupier").get(pk=row.pk)
        context = {**_context(row, request.user), "typed": typed}
        names = dict(row.table_seats.values_list("letter", "entry__name"))
        return refuse(request, refusal, template="cases/rulings.html", context=context, names=names)
    if typed["do"] == "cancel":
        messages.success(request, _("The contest is cancelled. Fees are to be given back."))
        return redirect("manage", slug)
    messages.success(request, _("The ruling stands. Everybody at the table gets a letter with your reason."))
    return redirect(back)


@require_GET
@never_cache
def ruling(request: HttpRequest, slug: str, number: int, event: int) -> HttpResponse:
    """One ruling with its reason, for everybody; what is kept with it opens for a few."""
    one = _event(find(request, slug), number, event)
    table = one.table
    names = sitting.roll(table).at(one.number)
    kept = exhibits.listed(one)
    for piece in kept:
        piece.event = one
    seen = exposure.of_ruling(one)
    context = {
        "contest": table.contest,
        "table": table,
        "event": one,
        "seen_by": seen[1] if seen else None,
        "cards": wording.cards(seen[0]) if seen and seen[0] else "",
        "sentences": wording.log(one.facts, names, table.game),
        "pieces": [(piece, exhibits.may_see(request.user, piece)) for piece in kept],
        "opens_any": any(exhibits.may_see(request.user, piece) for piece in kept),
    }
    return render(request, "cases/ruling.html", context)


@require_GET
@never_cache
@signed_in
def piece(request: HttpRequest, slug: str, number: int, event: int, kept: int) -> HttpResponse:
    """The bytes, as a download alone: a stranger may have made them."""
    one = _event(find(request, slug), number, event)
    try:
        found = exhibits.opened(one, kept, person(request))
    except models.Evidence.DoesNotExist:
        raise Http404 from None
    except Refusal as refusal:
        return refuse(request, refusal, back=reverse("ruling", args=[slug, number, event]))
    media, ending = exhibits.TYPES[models.Evidence.Kind(found.kind)]
    headers = {
        "Content-Disposition": f'attachment; filename="evidence-{event}-{kept}.{ending}"',
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
    }
    return HttpResponse(found.data, content_type=media, headers=headers)


def _event(contest: models.Contest, number: int, event: int) -> Event:
    """Http404."""
    rows = Event.objects.filter(table__contest=contest, table__number=number, number=event)
    rows = rows.filter(kind__in=[Event.Kind.RULING, Event.Kind.PAUSE, Event.Kind.RESUME])
    found = rows.select_related("table__contest__organiser", "table__croupier", "actor").first()
    if found is None:
        raise Http404
    return found


def _context(table: Table, user: rights.Person) -> dict[str, Any]:
    there = sitting.roll(table)
    going = table.state in (Table.State.PLAYING, Table.State.PAUSED)
    first = putting_right.deal_event(table) if going and not table.between else None
    moves = putting_right.takes_back(table) if first is not None else []
    since = (moves[-1] if moves else first) if first is not None else None
    cards = exposure.turned_up(table, since) if since is not None else []
    return {
        "contest": table.contest,
        "table": table,
        "going": going,
        "seats": list(table.table_seats.select_related("entry").order_by("letter")) if going else [],
        "deal": first,
        "moves": [_told(one, there.at(one.number), table) for one in moves],
        "seen_by": exposure.since(table, since) if since is not None else None,
        "cards": wording.cards(cards) if cards else "",
        "seen": table.last_event,
        "once": secrets.token_hex(16),
        "leaves": "remove" in GAMES[table.game].extra,
        "sealed": unsealing.may_break(user, table),
        "cancels": going and rights.organises(user, table.contest),
    }


def _told(event: Event, names: Mapping[str, str], table: Table) -> dict[str, Any]:
    return {"event": event, "text": " ".join(wording.log(event.facts, names, table.game))}


def _take_back(given: Given) -> None:
    event, seen = _number(given.typed, "event"), _number(given.typed, "seen")
    rulings.take_back(given.table, given.by, event, seen=seen, **given.common)


def _void(given: Given) -> None:
    event, seen = _number(given.typed, "deal"), _number(given.typed, "seen")
    rulings.void_deal(given.table, given.by, event, seen=seen, **given.common)


def _out(leaves: bool) -> Callable[[Given], None]:
    def act(given: Given) -> None:
        rulings.remove_player(given.table, given.by, given.typed["seat"], leaves=leaves, **given.common)

    return act


def _substitute(given: Given) -> None:
    typed = given.typed
    rulings.substitute(given.table, given.by, typed["seat"], typed["address"], **given.common)


def _cancel(given: Given) -> None:
    contests.cancel(given.table.contest_id, given.by, given.typed["reason"], evidence=given.kept)


def _number(typed: Mapping[str, str], name: str) -> int:
    number = tablepage.whole(typed[name])
    if number is None:
        raise Illegal("MALFORMED", where=name)
    return number


def _key(request: HttpRequest) -> str:
    return f"staff:{request.user.pk}:{tablepage.once(request)}"


_ACTS: dict[str, Callable[[Given], None]] = {
    "take-back": _take_back,
    "void": _void,
    "remove": _out(leaves=False),
    "disqualify": _out(leaves=True),
    "substitute": _substitute,
    "cancel": _cancel,
}
