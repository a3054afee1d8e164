"""The link in a letter: opens its turn's page, signed in for that table only. It never plays."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from referee.core import Illegal
from tournaments.doors.web import visitor
from tournaments.doors.web.refusals import refuse
from tournaments.models import Turn
from tournaments.services import rights, turns


@require_safe
@never_cache
def follow(request: HttpRequest, word: str) -> HttpResponse:
    """To the table's own address, so that the word does not stay in the address bar or in a history."""
    turn = turns.of_link(word)
    if turn is None:
        raise Http404
    if rights.rules_at(request.user, turn.table):
        return refuse(request, Illegal("LINK_FOR_THE_PLAYER"), back=_table(turn))
    if request.method == "GET":
        visitor.lend(request, turn)
    response = redirect(_table(turn))
    response.headers["Referrer-Policy"] = "no-referrer"
    owner = turn.seat.entry.user
    if owner is not None and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, owner.language, samesite="Lax")
    return response


def _table(turn: Turn) -> str:
    return reverse("table", args=[turn.table.contest.slug, turn.table.number])
