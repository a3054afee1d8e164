"""A contest's page: its terms in words, who is in, how it stands; and entering and leaving it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from referee.core import Refusal
from tournaments.doors.web.access import find, person, posted, sign_in
from tournaments.doors.web.refusals import refuse
from tournaments.models import Contest, Entry
from tournaments.services import clock, draws, forum, overview, projections, registration, rights, standings
from tournaments.wording import changes as wording_changes
from tournaments.wording import contests as wording_contests

State = Contest.State
PAGE = "contests/contest.html"
_BEFORE_START = (State.DRAFT, State.REGISTRATION, State.CLOSED, State.SEATED)
_WITH_TABLES = (State.SEATED, State.RUNNING, State.PROVISIONAL, State.FINAL)
_CAN_LEAVE = (State.REGISTRATION, State.CLOSED, State.SEATED, State.RUNNING)


@require_GET
def show(request: HttpRequest, slug: str) -> HttpResponse:
    contest = find(request, slug)
    if getattr(request, "htmx", False):
        return render(request, f"{PAGE}#live", live(contest))
    return render(request, PAGE, context(request, contest))


def context(request: HttpRequest, contest: Contest) -> dict[str, Any]:
    """All that the page shows. A fixed number of queries."""
    croupiers = [one.user.name for one in contest.croupiers.select_related("user").order_by("id")]
    helps = rights.helps_with(request.user, contest)
    listed = _listed(contest, helps)
    taken = sum(entry.state == Entry.State.IN for entry in listed)
    return {
        **live(contest),
        "entry": overview.entry_of(contest, request.user),
        "entries": listed,
        "announcement": wording_contests.announcement(contest, croupiers),
        "rules": wording_contests.rules_of(contest),
        "fee": wording_contests.fee(contest),
        "taken": taken,
        "full": taken >= contest.cap,
        "outlook": projections.outlook(contest) if contest.state in _BEFORE_START else None,
        "before_start": contest.state in _BEFORE_START,
        "can_leave": contest.state in _CAN_LEAVE,
        "reason": overview.reason_of_end(contest) if contest.state == State.CANCELLED else "",
        "has_draws": contest.draws.filter(revealed__isnull=False).exists(),
        "organises": rights.organises(request.user, contest),
        "helps": helps,
    }


def live(contest: Contest) -> dict[str, Any]:
    """What changes while people play: the tables at a glance, the ranking, the prizes."""
    final = contest.state == State.FINAL
    awards = list(contest.awards.select_related("entry")) if final else []
    by_entry: dict[int | None, list[Any]] = {}
    for award in awards:
        by_entry.setdefault(award.entry_id, []).append(award)
    lines = standings.standings(contest)
    return {
        "contest": contest,
        "glances": overview.glances(contest) if contest.state in _WITH_TABLES else [],
        "standings": [(line, by_entry.get(line.entry.pk, [])) for line in lines],
        "kept": by_entry.get(None, []),
    }


def _listed(contest: Contest, helps: bool) -> list[Entry]:
    """Who withdrew is listed for the staff alone, and nobody of a cancelled contest for strangers."""
    if contest.state == State.CANCELLED and not helps:
        return []
    found = overview.entries(contest)
    return list(found if helps else found.exclude(state=Entry.State.WITHDRAWN))


@posted("contest")
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter; in time if the form arrived in time."""
    contest = find(request, slug)
    here = reverse("contest", args=[slug])
    if not request.user.is_authenticated:
        return sign_in(request, here)
    received = clock.arrived(request.arrived)  # type: ignore[attr-defined]
    sponsored = bool(request.POST.get("sponsored"))
    try:
        entry = registration.register(contest.pk, person(request), sponsored=sponsored, received=received)
    except Refusal as refusal:
        filled = {**context(request, contest), "sponsored": sponsored, "code": refusal.code}
        return refuse(request, refusal, template=PAGE, context=filled)
    if entry.state == Entry.State.RESERVE:
        messages.success(request, _("You are on the reserve list: you move up when somebody withdraws."))
    else:
        messages.success(request, _("You are entered. A letter tells you when the seats are drawn."))
    return redirect(here)


@posted("contest")
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    contest = find(request, slug)
    here = reverse("contest", args=[slug])
    if not request.user.is_authenticated:
        return sign_in(request, here)
    entry = overview.entry_of(contest, request.user)
    if entry is None:
        return redirect(here)
    try:
        registration.withdraw(entry.pk, person(request))
    except Refusal as refusal:
        return refuse(request, refusal, template=PAGE, context=context(request, contest))
    messages.success(request, _("You have withdrawn."))
    return redirect(here)


@require_GET
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """What was changed, by whom, when: the contest's part of the ledger, in sentences."""
    contest = find(request, slug)
    lines = wording_changes.log(overview.changes(contest))
    return render(request, "contests/log.html", {"contest": contest, "lines": lines})


@require_GET
def copies(request: HttpRequest, slug: str) -> HttpResponse:
    """Texts of the contest for a forum: what everybody may see."""
    contest = find(request, slug)
    context = {"contest": contest, "texts": forum.of_contest(contest)}
    return render(request, "tables/copies.html", context)


@require_GET
def draws_json(request: HttpRequest, slug: str) -> HttpResponse:
    """Every opened draw, for ``python -m referee verify``."""
    contest = find(request, slug)
    response = JsonResponse(draws.documents(contest), safe=False, json_dumps_params={"indent": 1})
    response.headers["Content-Disposition"] = f'attachment; filename="{contest.slug}-draws.json"'
    return response
