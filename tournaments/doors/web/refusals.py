"""A refusal becomes a page: one helper for all views. Its sentence is written in ``wording``."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from referee.core import Refusal, Stale
from tournaments import wording

_FORBIDDEN = ("NOT_ALLOWED", "NOT_SEATED")


def status_of(refusal: Refusal) -> int:
    """403 not yours to do · 409 no longer (or not yet) possible · 422 cannot be done or read."""
    if refusal.code in _FORBIDDEN:
        return 403
    return 409 if isinstance(refusal, Stale) or refusal.code == "PAUSED" else 422


def refuse(
    request: HttpRequest,
    refusal: Refusal,
    *,
    back: str | None = None,
    template: str | None = None,
    context: dict[str, Any] | None = None,
    **said: Any,
) -> HttpResponse:
    """Say what was refused and what is possible now, with status 4xx.

    With ``template`` that page (or partial) is shown again, ``refusal`` holding the sentence and
    ``refused`` its code: nothing typed is lost, and a field can be marked. Without it a page of its own,
    or for htmx its sentence alone. ``said`` is what ``wording.refusal`` may know besides: options, names,
    game.
    """
    sentence = wording.refusal(refusal, **said)
    status = status_of(refusal)
    if template is not None:
        shown = {**(context or {}), "refusal": sentence, "refused": refusal.code}
        return render(request, template, shown, status=status)
    page = "refused.html#sentence" if getattr(request, "htmx", False) else "refused.html"
    return render(request, page, {"refusal": sentence, "back": back or way_back(request)}, status=status)


def way_back(request: HttpRequest) -> str:
    """The page the reader came from, if it is ours; else the lobby."""
    came_from = request.headers.get("Referer", "")
    safe = url_has_allowed_host_and_scheme(came_from, allowed_hosts={request.get_host()})
    return came_from if came_from and safe else reverse("lobby")
