"""A contest's page: its terms in words, who is in, how it stands; and entering and leaving it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from referee.core import Refusal
from tournaments.doors.web import glance, timeline
from tournaments.doors.web.access import find, person, posted, sign_in
from tournaments.doors.web.chart import Chart, draw_contest
from tournaments.doors.web.refusals import refuse
from tournaments.models import Contest, Entry, Turn
from tournaments.services import (
    chips,
    clock,
    draws,
    exports,
    forum,
    moments,
    overview,
    projections,
    proofs,
    registration,
    rights,
    sharing,
    standings,
)
from tournaments.services import timeline as timelines
from tournaments.services.leagues import tableau
from tournaments.wording import changes as wording_changes
from tournaments.wording import contests as wording_contests
from tournaments.wording import draws as wording_draws

State = Contest.State
PAGE = "contests/contest.html"
_BEFORE_START = (State.DRAFT, State.REGISTRATION, State.CLOSED, State.SEATED)
_WITH_TABLES = (State.SEATED, State.RUNNING, State.PROVISIONAL, State.FINAL)
_SHARES = (State.REGISTRATION, State.CLOSED, State.SEATED)
_CAN_LEAVE = (State.REGISTRATION, State.CLOSED, State.SEATED, State.RUNNING)


@require_GET
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; to the page itself, asking whether there is anything new, what changed or 304."""
    if getattr(request, "htmx", False):
        stamp = overview.stamp(slug)
        unchanged = get_conditional_response(request, f'"{stamp}"') if stamp is not None else None
        if unchanged is not None:
            return unchanged
        contest = find(request, slug)
        return render(request, f"{PAGE}#live", live(contest))
    contest = find(request, slug)
    return render(request, PAGE, context(request, contest))


def context(request: HttpRequest, contest: Contest) -> dict[str, Any]:
    """All that the page shows. A fixed number of queries."""
    helps = rights.helps_with(request.user, contest)
    listed = _listed(contest, helps)
    taken = sum(entry.state == Entry.State.IN for entry in listed)
    shown = live(contest)
    own = overview.entry_of(contest, request.user)
    return {
        **shown,
        **_told(contest, shown, taken),
        "entry": own,
        "share": _share(request, contest, own),
        "own_line": next((line for line in shown["standings"] if own and line[0].entry.pk == own.pk), None),
        "own_turn": _own_turn(shown["glances"], own),
        "entries": listed,
        "entry_groups": _groups(listed),
        "before_me": _before(listed, own),
        "fee": wording_contests.fee(contest),
        "taken": taken,
        "full": taken >= contest.cap,
        "chart": _chart(contest, shown["lines"], own),
        **(_league(contest) if contest.rounds else {}),
        "before_start": contest.state in _BEFORE_START,
        "can_leave": contest.state in _CAN_LEAVE,
        "reason": overview.reason_of_end(contest) if contest.state == State.CANCELLED else "",
        "draws": proofs.levels(contest),
        "organises": rights.organises(request.user, contest),
        "helps": helps,
        "seeds_to": wording_draws.seeds_to(contest) if contest.state == State.REGISTRATION else "",
    }


def _share(request: HttpRequest, contest: Contest, own: Entry | None) -> dict[str, Any] | None:
    """The reader's part in the draws. ``auto``: he has just registered, and his browser goes on by itself."""
    standing = sharing.of_reader(contest, own, request.user)
    over = contest.state not in _SHARES
    if standing is None or (over and standing.step in (sharing.NONE, sharing.IN, sharing.MISSING)):
        return None
    return {"standing": standing, "auto": "entered" in request.GET}


def _told(contest: Contest, shown: dict[str, Any], taken: int) -> dict[str, Any]:
    """Terms and rules in words, and the course of the contest from its announcement to its end."""
    croupiers = [one.user.name for one in contest.croupiers.select_related("user").order_by("id")]
    known = moments.moments(contest)
    closed = moments.closed_at(contest, known)
    outlook = projections.outlook(contest, taken) if contest.state in _BEFORE_START else None
    miles = timelines.course(contest, known, outlook, shown["glances"])
    return {
        "terms": wording_contests.terms(contest, croupiers, closed),
        "rules": wording_contests.rule_chapters(contest),
        "closing": wording_contests.closing(contest, closed),
        "in_short": wording_contests.in_short(contest, shown["winners"]),
        "outlook": outlook,
        "line": timeline.draw(miles, clock.now()),
    }


def live(contest: Contest) -> dict[str, Any]:
    """What changes while people play: the tables at a glance, the ranking, the prizes."""
    over = contest.state in (State.FINAL, State.PROVISIONAL)
    awards = standings.awards(contest) if contest.state == State.FINAL else {}
    lines = standings.standings(contest)
    shares = Counter(line.place for line in lines)
    tables = overview.glances(contest) if contest.state in _WITH_TABLES else []
    winners = [line.entry.name for line in lines if line.place == 1]
    return {
        "contest": contest,
        "stamp": overview.stamp_of(contest, tables),
        "glances": overview.newest(tables),
        "stacks": glance.stacks(tables, lines),
        "lines": lines,
        "standings": [(line, awards.get(line.entry.pk, []), shares[line.place] > 1) for line in lines],
        "winners": (standings.champions(contest) if contest.rounds else winners) if over else [],
        "kept": awards.get(None, []),
    }


def _league(contest: Contest) -> dict[str, Any]:
    """Its standings and rounds."""
    return {"divisions": tableau.divisions(contest), "rounds": list(contest.season.order_by("number"))}


def _chart(contest: Contest, lines: list[standings.Standing], own: Entry | None) -> Chart | None:
    return draw_contest(chips.tracks(contest, lines), own.pk if own else None) if lines else None


def _own_turn(glances: Sequence[overview.Glance], own: Entry | None) -> Turn | None:
    """The reader's own open turn."""
    turns = [turn for one in glances for turn in one.turns]
    return next((turn for turn in turns if own is not None and turn.seat.entry_id == own.pk), None)


def _groups(listed: Sequence[Entry]) -> list[tuple[str, list[Entry]]]:
    """Who plays, without a heading; then those who do not, each kind under its own."""
    titles = {Entry.State.IN: "", Entry.State.RESERVE: _("Reserve list, in its order")}
    groups = [
        (titles.get(state, str(state.label)), [one for one in listed if one.state == state])
        for state in Entry.State
    ]
    return [(title[:1].upper() + title[1:], rows) for title, rows in groups if rows]


def _before(listed: Sequence[Entry], own: Entry | None) -> int:
    """How many stand before the reader on the reserve list."""
    waiting = [entry for entry in listed if entry.state == Entry.State.RESERVE]
    return sum(own is not None and entry.number < own.number for entry in waiting)


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
    return redirect(f"{here}?entered=1")


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
def export(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """The whole contest as its reader may have it, for ``python -m referee verify``."""
    contest = find(request, slug)
    lines = (f"{line}\n" for line in exports.lines(contest, request.user))
    response = StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{contest.slug}.jsonl"'
    return response


@require_GET
def draws_json(request: HttpRequest, slug: str) -> HttpResponse:
    """Every opened draw, for ``python -m referee verify``."""
    contest = find(request, slug)
    seeds = proofs.may_see_seeds(contest, request.user)
    response = JsonResponse(
        draws.documents(contest, seeds=seeds), safe=False, json_dumps_params={"indent": 1}
    )
    response.headers["Content-Disposition"] = f'attachment; filename="{contest.slug}-draws.json"'
    return response
