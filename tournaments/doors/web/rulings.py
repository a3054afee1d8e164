"""Putting something right at a table: take back, void a deal, remove a player, put another in."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from referee.core import Illegal, Refusal
from referee.games import GAMES
from tournaments import models, wording
from tournaments.doors.web import tablepage
from tournaments.doors.web.access import find, person, signed_in
from tournaments.doors.web.refusals import refuse
from tournaments.models import Event, Table
from tournaments.services import exposure, putting_right, rights, rulings, unsealing

_FIELDS = ("do", "event", "seat", "address", "reason", "seen", "deal")


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
        context = {**_context(row), "sealed": unsealing.may_break(request.user, row)}
        return render(request, "cases/rulings.html", context)
    typed = {name: tablepage.written(request.POST, name, 400) for name in _FIELDS}
    try:
        do = _ACTS.get(typed["do"])
        if do is None:
            raise Illegal("MALFORMED", where="do")
        rights.must(bool(typed["reason"].strip()), "NO_REASON")
        do(row, person(request), typed, _key(request))
    except Refusal as refusal:
        row = Table.objects.select_related("contest__organiser", "croupier").get(pk=row.pk)
        context = {**_context(row), "typed": typed}
        names = dict(row.table_seats.values_list("letter", "entry__name"))
        return refuse(request, refusal, template="cases/rulings.html", context=context, names=names)
    messages.success(request, _("The ruling stands. Everybody at the table gets a letter with your reason."))
    return redirect(back)


def _context(table: Table) -> dict[str, Any]:
    names = dict(table.table_seats.values_list("letter", "entry__name"))
    going = table.state in (Table.State.PLAYING, Table.State.PAUSED)
    first = putting_right.deal_event(table) if going and not table.between else None
    moves = putting_right.takes_back(table) if first is not None else []
    return {
        "contest": table.contest,
        "table": table,
        "going": going,
        "seats": list(table.table_seats.select_related("entry").order_by("letter")) if going else [],
        "deal": first,
        "moves": [_told(one, names, table) for one in moves],
        "seen_by": exposure.since(table, moves[-1] if moves else first) if first is not None else None,
        "seen": table.last_event,
        "once": secrets.token_hex(16),
        "leaves": "remove" in GAMES[table.game].extra,
    }


def _told(event: Event, names: Mapping[str, str], table: Table) -> dict[str, Any]:
    return {"event": event, "text": " ".join(wording.log(event.facts, names, table.game))}


def _take_back(table: Table, by: models.User, typed: Mapping[str, str], key: str) -> None:
    event = _number(typed, "event")
    rulings.take_back(table, by, event, seen=_number(typed, "seen"), reason=typed["reason"], key=key)


def _void(table: Table, by: models.User, typed: Mapping[str, str], key: str) -> None:
    event = _number(typed, "deal")
    rulings.void_deal(table, by, event, seen=_number(typed, "seen"), reason=typed["reason"], key=key)


def _out(leaves: bool) -> Callable[[Table, models.User, Mapping[str, str], str], None]:
    def act(table: Table, by: models.User, typed: Mapping[str, str], key: str) -> None:
        rulings.remove_player(table, by, typed["seat"], leaves=leaves, reason=typed["reason"], key=key)

    return act


def _substitute(table: Table, by: models.User, typed: Mapping[str, str], key: str) -> None:
    rulings.substitute(table, by, typed["seat"], typed["address"], reason=typed["reason"], key=key)


def _number(typed: Mapping[str, str], name: str) -> int:
    number = tablepage.whole(typed[name])
    if number is None:
        raise Illegal("MALFORMED", where=name)
    return number


def _key(request: HttpRequest) -> str:
    once = tablepage.written(request.POST, "once", 64) or secrets.token_hex(16)
    return f"staff:{request.user.pk}:{once}"


_ACTS: dict[str, Callable[[Table, models.User, Mapping[str, str], str], None]] = {
    "take-back": _take_back,
    "void": _void,
    "remove": _out(leaves=False),
    "disqualify": _out(leaves=True),
    "substitute": _substitute,
}
