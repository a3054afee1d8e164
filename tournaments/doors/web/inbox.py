"""The letters that came in for a contest: the list, a letter's own page, its file; for who organises it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tournaments.doors.web.access import for_helpers, for_organiser, person
from tournaments.models import Contest, Letter
from tournaments.services import correspondence, packing, rights
from tournaments.wording import letters as wording

AT_ONCE = 50
_TABS = {
    "all": gettext_lazy("All letters"),
    "unread": gettext_lazy("Not read yet"),
    "refused": gettext_lazy("Refused"),
    "held": gettext_lazy("Held"),
    "quarantined": gettext_lazy("Could not be read"),
    "bounced": gettext_lazy("Came back"),
}
_ENDS = {"unread": "wait", "held": "wait", "quarantined": "off", "played": "on"}


@require_GET
@never_cache
@for_helpers
def listed(request: HttpRequest, contest: Contest) -> HttpResponse:
    found = correspondence.of_contest(request.user, contest)
    counts = correspondence.counts(found)
    show = request.GET.get("show", "all")
    show = show if show in _TABS else "all"
    page = Paginator(found.filter(correspondence.FILTERS[show]), AT_ONCE).get_page(request.GET.get("page"))
    context = {
        "contest": contest,
        "page": page,
        "lines": [
            {"line": line, "badge": _ENDS.get(line.letter.state, "")}
            for line in correspondence.lines(page.object_list, contest)
        ],
        "show": show,
        "tabs": [
            {"name": name, "label": label, "count": counts[name]}
            for name, label in _TABS.items()
            if counts[name] or name in ("all", show)
        ],
        "organises": rights.organises(request.user, contest),
    }
    return render(request, "contests/letters_in.html", context)


@require_GET
@never_cache
@for_helpers
def shown(request: HttpRequest, contest: Contest, number: int) -> HttpResponse:
    try:
        found = correspondence.opened(request.user, contest, number)
    except Letter.DoesNotExist:
        raise Http404 from None
    return render(request, "contests/letter_in.html", _context(request, contest, found))


def _context(request: HttpRequest, contest: Contest, found: correspondence.Opened) -> dict[str, Any]:
    game = found.table.game if found.table else contest.game
    packed = found.outcome.get("refusal")
    return {
        "contest": contest,
        "found": found,
        "letter": found.letter,
        "badge": _ENDS.get(found.letter.state, ""),
        "door": wording.door(found.letter.via),
        "cut": wording.cut(*found.cut),
        "at_the_door": wording.at_the_door(),
        "checks": [
            {"text": wording.check(name), "name": name, "passed": said == "passed"}
            for name, said in found.letter.outcome.get("checks", [])
        ],
        "understood": wording.understood(found.outcome, game),
        "ended": wording.ended(found.outcome, packing.unpack(packed) if packed else None, game),
        "withheld": found.words is None,
        "organises": rights.organises(request.user, contest),
    }


def seen(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Mark a letter that could not be read as looked at; who opens this address is led to the letter."""
    if request.method != "POST":
        return redirect("letter-in", slug, number)
    return _see(request, slug=slug, number=number)


@for_organiser
def _see(request: HttpRequest, contest: Contest, number: int) -> HttpResponse:
    if correspondence.see(person(request), contest, number):
        messages.success(request, _("The letter is marked as seen."))
    return redirect("letter-in", contest.slug, number)


@require_GET
@never_cache
@for_organiser
def file(request: HttpRequest, contest: Contest, number: int) -> HttpResponse:
    """The bytes, never shown in the browser: a stranger wrote them."""
    try:
        raw = correspondence.download(person(request), contest, number)
    except Letter.DoesNotExist:
        raise Http404 from None
    headers = {
        "Content-Disposition": f'attachment; filename="letter-{number}.eml"',
        "X-Content-Type-Options": "nosniff",
    }
    return HttpResponse(raw, content_type="application/octet-stream", headers=headers)
