"""Breaking a seal: a page that says what follows, and the cards, once, in the answer to the form."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables

from referee.core import Illegal, Refusal
from tournaments.doors.web import tablepage
from tournaments.doors.web.access import find, person, signed_in
from tournaments.doors.web.refusals import refuse
from tournaments.models import Table
from tournaments.services import rights, unsealing
from tournaments.services.seals import CHOICE, HAND
from tournaments.services.unsealing import Seal, Unsealed

_FIELDS = ("seal", "reason")


@never_cache
@signed_in
@sensitive_variables()
def show(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """For whoever rules here. GET: what lies under a seal and what follows; POST breaks one and shows it."""
    contest = find(request, slug)
    rows = Table.objects.select_related("contest__organiser", "croupier")
    table = rows.filter(contest=contest, number=number).first()
    if table is None:
        raise Http404
    back = reverse("table", args=[slug, number])
    if not rights.rules_at(request.user, table):
        return refuse(request, Illegal("NOT_ALLOWED"), back=back)
    if not unsealing.may_break(request.user, table):
        return refuse(request, Illegal("PLAYS_IN_CONTEST"), back=back)
    if request.method != "POST":
        return render(request, "cases/unseal.html", _context(table))
    typed = {name: tablepage.written(request.POST, name, 400) for name in _FIELDS}
    key = f"seal:{request.user.pk}:{tablepage.once(request)}"
    try:
        opened = unsealing.break_seal(table, person(request), typed["seal"], reason=typed["reason"], key=key)
    except Refusal as refusal:
        context = {**_context(table), "typed": typed}
        return refuse(request, refusal, template="cases/unseal.html", context=context)
    return render(request, "cases/unsealed.html", _shown(table, opened))


def _context(table: Table) -> dict[str, Any]:
    names = _names(table)
    return {
        "contest": table.contest,
        "table": table,
        "seals": [{"seal": one, "label": _label(one, names)} for one in unsealing.there(table)],
        "once": secrets.token_hex(16),
    }


def _shown(table: Table, opened: Unsealed) -> dict[str, Any]:
    names = _names(table)
    return {
        "contest": table.contest,
        "table": table,
        "opened": opened,
        "label": _label(opened.seal, names),
        "groups": [
            {"cards": one, "title": _title(one.to, names), "places": _places(one.places)}
            for one in opened.cards
        ],
    }


def _names(table: Table) -> dict[str, str]:
    return dict(table.table_seats.values_list("letter", "entry__name"))


def _label(seal: Seal, names: dict[str, str]) -> str:
    said = {"name": names.get(seal.seat, seal.seat), "deal": seal.deal}
    if seal.what == CHOICE:
        return _("The secret choice of %(name)s, with what was said with it") % said
    if seal.what == HAND:
        return _("The hand of %(name)s in deal %(deal)s") % said
    if seal.void:
        return _("The whole deck of deal %(deal)s that was void") % said
    return _("The whole deck of deal %(deal)s") % said


def _places(places: Sequence[int]) -> str:
    """Positions of a deck; more than a few in a row by the first and the last."""
    if not places:
        return ""
    if len(places) > 2 and places[-1] - places[0] == len(places) - 1:
        said = f"{places[0]}-{places[-1]}"
    else:
        said = ", ".join(str(place) for place in places)
    return _("Positions %(places)s of the deck, counted from 0") % {"places": said}


def _title(to: str, names: dict[str, str]) -> str:
    if to == "board":
        return _("Open before everybody")
    return names.get(to) or _("Dealt to nobody at the beginning")
