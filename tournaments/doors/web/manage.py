"""The organiser's desk: one page with all that can be done now, and its acts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from referee.core import Illegal, Refusal
from tournaments import models, wording
from tournaments.doors.web import create, league, needs
from tournaments.doors.web.access import for_helpers, for_organiser, person, posted
from tournaments.doors.web.beaconforms import BeaconForm, OtherBeaconForm
from tournaments.doors.web.forms import ChoiceForm, CroupierForm, ExtendForm, TurnForm
from tournaments.doors.web.pieces import RulingForm
from tournaments.doors.web.refusals import refuse, status_of
from tournaments.doors.web.tablepage import whole
from tournaments.models import Contest, Entry
from tournaments.services import (
    adjusting,
    clock,
    contests,
    correspondence,
    croupiers,
    fees,
    inputs,
    nudges,
    overview,
    projections,
    rights,
    rulings,
    seating,
)
from tournaments.services import needs as waits
from tournaments.wording import contests as wording_contests

State = Contest.State
_AT_ONCE = 20
PAGE = "contests/manage.html"
_WITH_TABLES = (State.SEATED, State.RUNNING, State.PROVISIONAL, State.FINAL)
_STEPS: dict[str, tuple[Callable[[int, models.User], Any], str]] = {
    "announce": (contests.announce, State.REGISTRATION),
    "close": (contests.close, State.CLOSED),
    "draw": (contests.draw, State.SEATED),
    "start": (contests.start, State.RUNNING),
    "confirm": (seating.confirm, State.FINAL),
}
"""What leads a contest on, and to which state."""


@require_GET
@for_helpers
def show(request: HttpRequest, contest: Contest) -> HttpResponse:
    if getattr(request, "htmx", False):
        return render(request, "contests/manage/awaited.html", _awaited(request, contest))
    return render(request, PAGE, _context(request, contest))


def _context(request: HttpRequest, contest: Contest, **bound: forms.Form) -> dict[str, Any]:
    """All that the desk shows; ``bound``: forms that were sent and have something to say."""
    count = contest.entries.filter(state=Entry.State.IN)
    totals = fees.totals_of(contest)
    outlook = projections.outlook(contest) if contest.state in adjusting.BEFORE_START else None
    return {
        **_fresh_forms(contest),
        "contest": contest,
        "players": count.count(),
        "totals": totals,
        "reserve": contest.entries.filter(state=Entry.State.RESERVE).count(),
        "last": count.order_by("-number").first(),
        "outlook": outlook,
        "choices": _choices(contest),
        **_inputs(contest),
        "croupiers": contest.croupiers.select_related("user").order_by("id"),
        "glances": overview.newest(overview.glances(contest)) if contest.state in _WITH_TABLES else [],
        **(_awaited(request, contest) if contest.state == State.RUNNING else {}),
        "needs": [one for one in needs.lines(request.user, contest) if one["kind"] not in waits.STEPS],
        "preview": _preview(contest) if contest.state == State.DRAFT else None,
        "post": _post(request, contest),
        "awards": _awards(contest),
        "comments": contest.comments.select_related("user") if contest.state == State.DRAFT else [],
        "sponsor_total": wording_contests.fee(contest, totals.sponsor) if totals.sponsor else "",
        "share_link": request.build_absolute_uri(reverse("draft", args=[contest.share_token])),
        "organises": rights.organises(request.user, contest),
        "before_closing": contest.state in adjusting.BEFORE_CLOSING,
        "before_start": contest.state in adjusting.BEFORE_START,
        "over": contest.state in (State.FINAL, State.CANCELLED),
        **league.captain(contest),
        **bound,
    }


def _fresh_forms(contest: Contest) -> dict[str, forms.Form]:
    closes = contest.closes_local.replace(tzinfo=None)
    return {
        "extend_form": ExtendForm(prefix="extend", initial={"closes_local": closes}),
        "turn_form": TurnForm(prefix="turn", initial={"turn_seconds": contest.turn_seconds}),
        "pause_form": RulingForm(contest, prefix="pause"),
        "cancel_form": RulingForm(contest, prefix="cancel"),
        "choice_form": ChoiceForm(prefix="choice"),
        "beacon_form": BeaconForm(contest, prefix="beacon"),
        "other_form": OtherBeaconForm(prefix="other"),
        "croupier_form": CroupierForm(prefix="croupier"),
    }


def _awaited(request: HttpRequest, contest: Contest) -> dict[str, Any]:
    """Who is awaited; and whether there is more than one whom the reader may ask at once."""
    waiting = nudges.waiting(contest, request.user)
    able = [one for one in waiting if one.may and not one.paused and not one.by_hand and not one.again]
    return {"contest": contest, "awaited": waiting, "may_ask": len(able) > 1}


def _inputs(contest: Contest) -> dict[str, Any]:
    """The check-in and the public value, as long as the draw waits for them."""
    if contest.state != State.CLOSED:
        return {}
    what = getattr(contest, "inputs", None)
    return {
        "inputs": what,
        "checking_in": len(inputs.awaited(contest)),
        "beacon_due": inputs.overdue(contest) is not None,
    }


def _preview(contest: Contest) -> dict[str, Any]:
    named = [one.user.name for one in contest.croupiers.select_related("user").order_by("id")]
    return create.preview(contest, named)


def _post(request: HttpRequest, contest: Contest) -> dict[str, Any]:
    """Letters that did not go out, and letters that could not be opened; no address of anybody."""
    stuck = waits.in_trouble().filter(contest=contest).select_related("user", "table")
    unread = waits.unread(clock.now()).filter(pk__in=correspondence.of_contest(request.user, contest))
    return {
        "stuck": list(stuck[:_AT_ONCE]),
        "unread": list(unread.select_related("turn__seat__entry").order_by("-received_at")[:_AT_ONCE]),
    }


def _choices(contest: Contest) -> list[str]:
    """What is offered, in order, where the closed list cannot be split (T5)."""
    if contest.state != State.CLOSED:
        return []
    try:
        seating.sizes(contest, contest.entries.filter(state=Entry.State.IN).count())
    except Refusal as refusal:
        return list(refusal.params.get("choices", ("extension",)))
    return []


def _awards(contest: Contest) -> Any:
    if contest.state != State.FINAL:
        return []
    return contest.awards.select_related("entry__placing", "handed_by")


@posted("manage")
@for_organiser
def step(request: HttpRequest, contest: Contest, step: str) -> HttpResponse:
    """Announce, close, draw, start, confirm. What is done already is done; no second time, no complaint."""
    if step not in _STEPS:
        raise Http404
    do, target = _STEPS[step]
    try:
        do(contest.pk, person(request))
    except Refusal as refusal:
        contest.refresh_from_db()
        if contest.state != target:
            return refuse(request, refusal, template=PAGE, context=_context(request, contest))
    contest.refresh_from_db()
    said = {"state": contest.get_state_display()}
    messages.success(request, _("The contest is now: %(state)s.") % said)
    return redirect("manage", contest.slug)


def act(
    request: HttpRequest,
    contest: Contest,
    name: str,
    form: forms.Form,
    do: Callable[[dict[str, Any]], Any],
    done: str,
) -> HttpResponse:
    """Check a form, do it, come back; or show the desk again: what is wrong, and all that was typed."""
    if not form.is_valid():
        return render(request, PAGE, _context(request, contest, **{name: form}), status=422)
    try:
        do(form.cleaned_data)
    except Refusal as refusal:
        form.add_error(_FIELD_OF.get(refusal.code), wording.refusal(refusal))
        contest.refresh_from_db()
        page = _context(request, contest, **{name: form})
        return render(request, PAGE, page, status=status_of(refusal))
    messages.success(request, done)
    return redirect("manage", contest.slug)


_FIELD_OF = {"CLOSES_IN_THE_PAST": "closes_local", "NO_REASON": "reason", "NO_SUCH_PERSON": "email"}


@posted("manage")
@for_organiser
def extend(request: HttpRequest, contest: Contest) -> HttpResponse:
    form = ExtendForm(request.POST, prefix="extend")
    user = person(request)
    done = _("Registration stays open longer; everybody who is entered gets a letter.")
    return act(
        request, contest, "extend_form", form, lambda data: contests.extend(contest.pk, user, **data), done
    )


@posted("manage")
@for_organiser
def choose(request: HttpRequest, contest: Contest) -> HttpResponse:
    """The recorded decision for a number that cannot be split."""
    form = ChoiceForm(request.POST, prefix="choice")
    user = person(request)
    done = _("Your decision is recorded. The seats can be drawn.")
    return act(
        request, contest, "choice_form", form, lambda data: contests.choose(contest.pk, user, **data), done
    )


@posted("manage")
@for_organiser
def cancel(request: HttpRequest, contest: Contest) -> HttpResponse:
    form = RulingForm(contest, request.POST, request.FILES, prefix="cancel")
    user = person(request)
    done = _("The contest is cancelled. Fees are to be given back.")
    return act(
        request,
        contest,
        "cancel_form",
        form,
        lambda data: contests.cancel(contest.pk, user, **form.ruling()),
        done,
    )


@posted("manage")
@for_organiser
def pause(request: HttpRequest, contest: Contest) -> HttpResponse:
    """Pause all tables, or let them go on: the form says which."""
    form = RulingForm(contest, request.POST, request.FILES, prefix="pause")
    user, on = person(request), request.POST.get("do") == "resume"
    do = rulings.resume_contest if on else rulings.pause_contest
    done = _("The tables go on.") if on else _("All tables are paused.")
    return act(request, contest, "pause_form", form, lambda data: do(contest.pk, user, **form.ruling()), done)


@posted("manage")
@for_organiser
def turn_time(request: HttpRequest, contest: Contest) -> HttpResponse:
    form = TurnForm(request.POST, prefix="turn")
    user = person(request)

    def do(data: dict[str, Any]) -> Contest:
        return adjusting.set_turn_time(contest.pk, user, seconds=data["turn_seconds"])

    return act(request, contest, "turn_form", form, do, _("The time to speak is set."))


@posted("manage")
@for_organiser
def table_rule(request: HttpRequest, contest: Contest) -> HttpResponse:
    try:
        adjusting.set_table_rule(contest.pk, person(request), request.POST.get("rule", ""))
    except Refusal as refusal:
        return refuse(request, refusal, template=PAGE, context=_context(request, contest))
    messages.success(request, _("The way to split the players is chosen."))
    return redirect("manage", contest.slug)


@posted("manage")
@for_organiser
def croupier(request: HttpRequest, contest: Contest) -> HttpResponse:
    """Name somebody croupier."""
    form = CroupierForm(request.POST, prefix="croupier")
    user = person(request)
    return act(
        request,
        contest,
        "croupier_form",
        form,
        lambda data: croupiers.add(contest.pk, user, data["email"]),
        _("The croupier is named."),
    )


@posted("manage")
@for_organiser
def croupier_away(request: HttpRequest, contest: Contest) -> HttpResponse:
    try:
        croupiers.remove(contest.pk, person(request), _number(request, "user"))
    except Refusal as refusal:
        return refuse(request, refusal, template=PAGE, context=_context(request, contest))
    return redirect("manage", contest.slug)


@posted("manage")
@for_organiser
def croupier_at(request: HttpRequest, contest: Contest, number: int) -> HttpResponse:
    """Who rules at a table."""
    try:
        user = None if request.POST.get("user") == "" else _number(request, "user")
        croupiers.assign(contest.pk, person(request), number, user)
    except models.Table.DoesNotExist:
        raise Http404 from None
    except Refusal as refusal:
        return refuse(request, refusal, template=PAGE, context=_context(request, contest))
    return redirect("manage", contest.slug)


@posted("manage")
@for_organiser
def hand_out(request: HttpRequest, contest: Contest) -> HttpResponse:
    """Mark a prize as handed out; once."""
    try:
        if not contest.awards.filter(pk=_number(request, "award")).exists():
            raise Illegal("MALFORMED", where="award")
        rulings.hand_out(_number(request, "award"), person(request))
    except Refusal as refusal:
        return refuse(request, refusal, template=PAGE, context=_context(request, contest))
    return redirect(f"{reverse('manage', args=[contest.slug])}#prizes")


def _number(request: HttpRequest, name: str) -> int:
    number = whole(request.POST.get(name))
    if number is None:
        raise Illegal("MALFORMED", where=name)
    return number
