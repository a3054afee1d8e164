"""The front page: what is open, what is being played, what is over; and the reader's language."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET

from tournaments import models
from tournaments.doors.web import needs
from tournaments.doors.web.access import posted
from tournaments.doors.web.tablepage import whole
from tournaments.services import lobby as lobbies
from tournaments.services import people, rights


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    pages = {kind: whole(request.GET.get(kind)) or 1 for kind in ("open", "soon", "running", "finished")}
    context = {
        "listed": lobbies.lobby(request.user, pages),
        "needs": [one for one in needs.lines(request.user) if one["kind"] != "announce"],
        "may_create": rights.may_open_contests(request.user),
    }
    return render(request, "contests/lobby.html", context)


@posted("lobby")
def set_language(request: HttpRequest) -> HttpResponse:
    """The reader's language, from now on: a cookie, and his account's choice where he has one."""
    word, back = request.POST.get("language", ""), request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}):
        back = reverse("lobby")
    response = HttpResponseRedirect(back)
    if word in dict(settings.LANGUAGES):
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, word, max_age=31536000, samesite="Lax")
        if isinstance(request.user, models.User):
            people.set_language(request.user, word)
    return response
