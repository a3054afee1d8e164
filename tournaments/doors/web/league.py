"""A league's pages: standings that say why, the rounds and their dates, absences, the next season."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from referee.core import Illegal, Refusal
from tournaments.doors.web.access import find, for_organiser, person, posted, sign_in
from tournaments.doors.web.chart import draw_points
from tournaments.doors.web.refusals import refuse
from tournaments.doors.web.tablepage import whole
from tournaments.models import Contest, Entry
from tournaments.services import overview, rights
from tournaments.services.leagues import byes, seasons, tableau

PAGE = "contests/league.html"
_ANNOUNCED = (Contest.State.SEATED, Contest.State.RUNNING)
_FIRST_DAYS = 7
"""So long registration for the next season stays open, until its draft says otherwise."""


@require_GET
def show(request: HttpRequest, slug: str) -> HttpResponse:
    return render(request, PAGE, context(request, _find(request, slug)))


def context(request: HttpRequest, contest: Contest) -> dict[str, Any]:
    """All that the page shows. A fixed number of queries."""
    own = overview.entry_of(contest, request.user)
    found = tableau.divisions(contest)
    return {
        "contest": contest,
        "entry": own,
        "divisions": [
            (one, draw_points(tableau.courses(contest, one), own.pk if own else None)) for one in found
        ],
        "rounds": list(contest.season.order_by("number")),
        "coming": _coming(contest, own),
        "helps": rights.helps_with(request.user, contest),
    }


def _coming(contest: Contest, own: Entry | None) -> list[dict[str, Any]]:
    """The rounds that are not paired yet, and whether the reader has said that he will be away."""
    if own is None or own.state != Entry.State.IN or contest.state not in _ANNOUNCED:
        return []
    away = set(own.byes.values_list("number", flat=True))
    ahead = contest.season.filter(opened_at__isnull=True, number__lte=contest.rounds)
    return [{"round": one, "away": one.number in away} for one in ahead.order_by("number")]


@posted("league")
def absence(request: HttpRequest, slug: str) -> HttpResponse:
    """The reader will be away in a round, or comes after all."""
    contest = _find(request, slug)
    here = reverse("league", args=[slug])
    if not request.user.is_authenticated:
        return sign_in(request, here)
    entry = overview.entry_of(contest, request.user)
    if entry is None:
        return refuse(request, Illegal("NOT_ENTERED"), back=here)
    away = request.POST.get("do") != "come"
    try:
        byes.announce(entry.pk, person(request), whole(request.POST.get("round")) or 0, away=away)
    except Refusal as refusal:
        return refuse(request, refusal, template=PAGE, context=context(request, contest))
    messages.success(request, _("You are absent in this round.") if away else _("You play in this round."))
    return redirect(f"{here}#absences")


def captain(contest: Contest) -> dict[str, Any]:
    """What a captain sees of his members: their divisions, and who will be away."""
    if not contest.rounds:
        return {}
    ahead = contest.season.filter(opened_at__isnull=True, number__lte=contest.rounds).order_by("number")
    members = contest.members.select_related("entry__user")
    shown = members.prefetch_related("entry__seats__table", "entry__byes").order_by("division", "place")
    return {
        "members": list(shown),
        "ahead": list(ahead),
        "following": Contest.objects.filter(previous=contest).first(),
    }


@for_organiser
def bye(request: HttpRequest, contest: Contest) -> HttpResponse:
    """The captain says for a member that he will be away in a round, or comes after all."""
    here = reverse("manage", args=[contest.slug])
    if request.method != "POST" or not contest.rounds:
        return redirect(here)
    entry = contest.entries.filter(pk=whole(request.POST.get("entry")) or 0).first()
    if entry is None:
        raise Http404
    try:
        away = request.POST.get("do") != "come"
        byes.announce(entry.pk, person(request), whole(request.POST.get("round")) or 0, away=away)
    except Refusal as refusal:
        return refuse(request, refusal, back=f"{here}#members")
    return redirect(f"{here}#members")


@for_organiser
def following(request: HttpRequest, contest: Contest) -> HttpResponse:
    """The next season, as a draft."""
    if request.method != "POST" or not contest.rounds:
        return redirect(reverse("manage", args=[contest.slug]))
    closes = datetime.now(ZoneInfo(contest.zone)).replace(hour=20, minute=0, second=0, microsecond=0)
    local = (closes + timedelta(days=_FIRST_DAYS)).replace(tzinfo=None)
    name = request.POST.get("name", "").strip() or contest.name
    try:
        made = seasons.follow(contest.pk, person(request), name, closes_local=local)
    except Refusal as refusal:
        return refuse(request, refusal, back=reverse("manage", args=[contest.slug]))
    messages.success(request, _("The next season is a draft; its members enter once you announce it."))
    return redirect("manage", made.slug)


def _find(request: HttpRequest, slug: str) -> Contest:
    contest = find(request, slug)
    if not contest.rounds:
        raise Http404
    return contest
