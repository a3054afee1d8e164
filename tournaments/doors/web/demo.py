"""Demo only: the letters of both ways, answers to ours, and links that sign a visitor in.

Everywhere else these pages do not exist.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments import checks
from tournaments.models import CaughtLetter, Letter
from tournaments.services import caught, demo, mailroom, people

type View = Callable[..., HttpResponse]

AT_ONCE, OF_A_THREAD = 20, 4
_BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
_LETTERS_OWN = {
    "default-src": ["'none'"],
    "style-src": ["'unsafe-inline'"],
    "img-src": ["data:"],
    "frame-ancestors": ["'self'"],
    "sandbox": ["allow-popups", "allow-popups-to-escape-sandbox"],
}
"""A letter in HTML may dress itself and open its links; nothing else."""


def demo_only(view: View) -> View:
    """404 unless this is a demo, and one that nobody else can reach."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not settings.DEMO or checks.in_production():
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


@demo_only
@require_safe
@never_cache
def viewer(request: HttpRequest) -> HttpResponse:
    """Threads, each with its newest letters; a thread alone is shown whole."""
    given = {name: request.GET.get(name, "").replace("\0", "") for name in ("to", "about", "way")}
    found = mailroom.threads(given["to"], given["about"], given["way"])
    page = Paginator(found, AT_ONCE).get_page(request.GET.get("page"))
    context = {
        **given,
        "page": page,
        "shown": ":" if len(found) == 1 else f":{OF_A_THREAD}",
        "most": OF_A_THREAD,
        "people": mailroom.people(),
        "tables": mailroom.tables(),
        "query": urlencode({name: value for name, value in given.items() if value}),
    }
    return render(request, "demo/letters.html", context)


@demo_only
@require_safe
@never_cache
def received(request: HttpRequest, pk: int) -> HttpResponse:
    """A letter that a player sent, and what was read in it."""
    row = get_object_or_404(Letter.objects.select_related("turn__table__contest", "contest"), pk=pk)
    context = {"letter": row, "opened": mailroom.opened(row), "table": row.turn.table if row.turn else None}
    return render(request, "demo/received.html", context)


@demo_only
@require_safe
@never_cache
def received_raw(request: HttpRequest, pk: int) -> HttpResponse:
    """The bytes as they came over the wire."""
    return _raw(get_object_or_404(Letter, pk=pk).raw)


@demo_only
@require_safe
@never_cache
def letter(request: HttpRequest, pk: int) -> HttpResponse:
    return _letter(request, get_object_or_404(CaughtLetter, pk=pk))


def _letter(request: HttpRequest, row: CaughtLetter, *, status: int = 200, **extra: Any) -> HttpResponse:
    newer = caught.letters(row.recipient).filter(pk__gt=row.pk).order_by("id").first()
    thread = mailroom.thread_of(row)
    context = {"letter": row, "opened": caught.opened(row), "newer": newer, "thread": thread, **extra}
    return render(request, "demo/letter.html", context, status=status)


@demo_only
@require_safe
@never_cache
@xframe_options_sameorigin
@csp_override(_LETTERS_OWN)
def letter_html(request: HttpRequest, pk: int) -> HttpResponse:
    """The letter's own HTML, in a sandbox of its own."""
    html = caught.opened(get_object_or_404(CaughtLetter, pk=pk)).html
    return HttpResponse(html.replace("<head>", '<head><base target="_blank">', 1))


@demo_only
@require_safe
@never_cache
def letter_raw(request: HttpRequest, pk: int) -> HttpResponse:
    """The bytes as they went over the wire."""
    return _raw(get_object_or_404(CaughtLetter, pk=pk).raw)


def _raw(raw: bytes | memoryview) -> HttpResponse:
    return HttpResponse(bytes(raw), content_type="text/plain; charset=utf-8")


@demo_only
@require_POST
@never_cache
def reply(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer a letter by mail, through the same door as everybody's."""
    row, text = get_object_or_404(CaughtLetter, pk=pk), request.POST.get("text", "").replace("\0", "")[:20000]
    if not text.strip():
        refusal = _("Nothing was written. Please write something and send it again.")
        return _letter(request, row, status=400, refusal=refusal)
    try:
        caught.answer(row, text)
    except caught.NotDelivered as error:
        refusal = _("The mail door did not take the letter: %(why)s") % {"why": error}
        return _letter(request, row, status=502, refusal=refusal, text=text)
    messages.success(
        request, _("Your answer is on its way. What came of it will arrive as a new letter here.")
    )
    return redirect("mail-letter", pk)


@demo_only
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def enter(request: HttpRequest, word: str) -> HttpResponse:
    """A visitor becomes one of the demo's people, who from then on speaks the visitor's language.

    A mere visit of the link changes nothing.
    """
    person = demo.unsign(word)
    if person is None:
        raise Http404
    if request.method == "POST":
        people.set_language(person, translation.get_language() or settings.LANGUAGE_CODE)
        login(request, person, backend=_BACKEND)
        if person.is_superuser:
            return redirect("audit")
        return redirect("lobby" if person.is_organiser else settings.LOGIN_REDIRECT_URL)
    return render(request, "demo/enter.html", {"person": person})
