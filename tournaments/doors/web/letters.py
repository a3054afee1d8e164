"""The link in a letter: opens its turn's page, signed in for that table only. It never plays."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.doors.web import visitor
from tournaments.services import turns


@require_safe
@never_cache
def follow(request: HttpRequest, word: str) -> HttpResponse:
    """To the table's own address, so that the word does not stay in the address bar or in a history."""
    turn = turns.of_link(word)
    if turn is None:
        raise Http404
    if request.method == "GET":
        visitor.lend(request, turn)
    response = redirect("table", turn.table.contest.slug, turn.table.number)
    response.headers["Referrer-Policy"] = "no-referrer"
    owner = turn.seat.entry.user
    if owner is not None and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, owner.language, samesite="Lax")
    return response
