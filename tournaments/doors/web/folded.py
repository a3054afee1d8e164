"""Why was I folded? The story of a time-out; and the ledger of outages."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tournaments import wording
from tournaments.doors.web.access import find
from tournaments.models import Letter, Table
from tournaments.services import folded, packing, sitting, views
from tournaments.wording import letters as wording_letters


@require_GET
@never_cache
def why(request: HttpRequest, slug: str, number: int, event: int) -> HttpResponse:
    contest = find(request, slug)
    rows = Table.objects.select_related("contest__organiser").defer("snapshot")
    table = rows.filter(contest=contest, number=number).first()
    found = folded.why(table, event, request.user) if table is not None else None
    if table is None or found is None:
        raise Http404
    names = sitting.roll(table).at(event)
    # Where moves name cards of a hand, what a letter said is for its player alone.
    own = found.own
    told = own or table.game in views.OPEN
    context = {
        "contest": contest,
        "table": table,
        "why": found,
        "name": names[found.turn.seat.letter],
        "own": own,
        "steps": [
            {"step": one, "sentences": wording.log(one.facts, names, table.game)} for one in found.steps
        ],
        "letters": [
            {"letter": one, "ended": _ended(one, table) if told else ""} for one in found.letters or ()
        ],
    }
    return render(request, "tables/why.html", context)


@require_GET
def outages(request: HttpRequest, slug: str) -> HttpResponse:
    contest = find(request, slug)
    return render(request, "contests/outages.html", {"contest": contest, "outages": folded.outages(contest)})


def _ended(letter: Letter, table: Table) -> str:
    packed = letter.outcome.get("refusal")
    return wording_letters.ended(letter.outcome, packing.unpack(packed) if packed else None, table.game)
