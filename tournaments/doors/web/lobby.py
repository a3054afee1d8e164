"""The front page: what is open, what is being played, what is over."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET, require_POST


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    return render(request, "contests/lobby.html")


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """The reader's language, from now on: a cookie, and his account's choice where he has one."""
    word = request.POST.get("language", "")
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}):
        back = reverse("lobby")
    response = HttpResponseRedirect(back)
    if word in dict(settings.LANGUAGES):
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, word, max_age=31536000, samesite="Lax")
        if request.user.is_authenticated:
            request.user.language = word
            request.user.save(update_fields=["language"])
    return response
