"""A contest from a preset, without code; the draft edited with the same form; a preview at any time."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from referee.core import Illegal, Refusal
from tournaments import models, wording
from tournaments.doors.web.access import for_organiser, person, signed_in
from tournaments.doors.web.fields import zones
from tournaments.doors.web.refusals import refuse, status_of
from tournaments.doors.web.sheet import AUDITORS, Sheet, fresh
from tournaments.models import Contest
from tournaments.services import auditors, contests, croupiers, forum, projections, rights
from tournaments.services.presets import PRESETS
from tournaments.wording import contests as wording_contests
from tournaments.wording import presets as wording_presets

PAGE, PREVIEW = "contests/edit.html", "contests/manage/preview.html"


@require_GET
@signed_in
def choose(request: HttpRequest) -> HttpResponse:
    """Which preset."""
    if not rights.may_open_contests(request.user):
        return refuse(request, Illegal("NOT_ALLOWED"))
    zone = timezone.get_current_timezone_name()
    presets = [(name, wording_presets.lines(_fresh(request, name, zone))) for name in PRESETS]
    return render(request, "contests/choose_preset.html", {"presets": presets})


def _fresh(request: HttpRequest, preset: str, zone: str) -> Contest:
    return fresh(preset, person(request), zone)


@signed_in
def new(request: HttpRequest, preset: str) -> HttpResponse:
    if not rights.may_open_contests(request.user):
        return refuse(request, Illegal("NOT_ALLOWED"))
    if preset not in PRESETS:
        raise Http404
    user = person(request)
    typed = request.POST if request.method == "POST" else None
    sheet = Sheet(fresh(preset, user, timezone.get_current_timezone_name()), typed)
    if typed is None or _only_looks(request):
        return _sheet(request, sheet, preset=preset)
    if not sheet.is_valid():
        return _sheet(request, sheet, preset=preset, status=422)
    try:
        key = request.POST.get("once", "")[:64]
        contest = contests.create(user, preset, sheet.form.cleaned_data["name"], key=key, **sheet.fields())
        _name_people(contest, user, sheet)
    except Refusal as refusal:
        return _refused(request, sheet, refusal, preset=preset)
    messages.success(
        request, _("The draft is saved. Only people who have its link see it until you announce it.")
    )
    return redirect("manage", contest.slug)


@for_organiser
def edit(request: HttpRequest, contest: Contest) -> HttpResponse:
    if contest.state != Contest.State.DRAFT:
        return redirect("manage", contest.slug)
    typed = request.POST if request.method == "POST" else None
    sheet = Sheet(contest, typed)
    if typed is None or _only_looks(request):
        return _sheet(request, sheet, contest=contest)
    if not sheet.is_valid():
        return _sheet(request, sheet, contest=contest, status=422)
    try:
        contests.edit(contest.pk, person(request), name=sheet.form.cleaned_data["name"], **sheet.fields())
        _name_people(contest, person(request), sheet)
    except Refusal as refusal:
        return _refused(request, sheet, refusal, contest=contest)
    messages.success(request, _("The draft is saved."))
    return redirect("manage", contest.slug)


def _only_looks(request: HttpRequest) -> bool:
    return request.POST.get("do") == "preview"


def _name_people(contest: Contest, by: models.User, sheet: Sheet) -> None:
    address = sheet.form.cleaned_data["croupier"]
    if address:
        croupiers.add(contest.pk, by, address)
    auditors.name(contest.pk, by, [sheet.form.cleaned_data[field] for field in AUDITORS])


def _refused(request: HttpRequest, sheet: Sheet, refusal: Refusal, **context: Any) -> HttpResponse:
    """What the services found wrong stands at the top of the form; nothing typed is lost."""
    sheet.form.add_error(None, wording.refusal(refusal))
    return _sheet(request, sheet, status=status_of(refusal), **context)


def _sheet(request: HttpRequest, sheet: Sheet, status: int = 200, **context: Any) -> HttpResponse:
    """The whole page; for htmx the preview alone, which also says anew what is folded in."""
    would_be = sheet.would_be()
    named = _named(context.get("contest"))
    page = {
        "form": sheet.form,
        "options": [sheet.form[name] for name in sheet.options],
        "prizes": sheet.prizes,
        "levels": sheet.levels,
        "preview": preview(would_be, named),
        "said": wording_presets.folded(would_be),
        "named": named,
        "looks": _only_looks(request),
        "zones": zones(),
        **context,
    }
    if getattr(request, "htmx", False):
        return render(request, PREVIEW, {**page, "oob": True})
    return render(request, PAGE, page, status=status)


def _named(contest: Contest | None) -> list[str]:
    """The croupiers of a draft that is saved already."""
    if contest is None:
        return []
    return [one.user.name for one in contest.croupiers.select_related("user").order_by("id")]


def preview(contest: Contest, named: list[str]) -> dict[str, Any]:
    """The announcement of a contest that may not be saved: for players, and for a forum."""
    if contest.pk is None:
        contest.slug = contests.free_slug(contest.name)
    contest.name = contest.name or _("(no name yet)")
    return {
        "contest": contest,
        "terms": wording_contests.terms(contest, named),
        "rules": wording_contests.rule_chapters(contest),
        "outlook": projections.outlook(contest, 0),
        "text": forum.announcement_of(contest, named),
    }
