"""Asking awaited players for their moves: by letter, one or all at once, or by hand."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from referee.core import Illegal, Refusal, Stale
from tournaments import wording
from tournaments.doors.web.access import for_helpers, person, posted
from tournaments.doors.web.refusals import refuse
from tournaments.models import Contest, Turn
from tournaments.services import nudges, rights, telling


@posted("manage")
@for_helpers
def ask(request: HttpRequest, contest: Contest, turn: int) -> HttpResponse:
    """A letter to one awaited player."""
    back = f"{reverse('manage', args=[contest.slug])}#awaited"
    try:
        if not Turn.objects.filter(pk=turn, table__contest=contest).exists():
            raise Stale("TURN_OVER")
        asked = nudges.nudge(turn, person(request))
    except Refusal as refusal:
        return refuse(request, refusal, back=back)
    said = {"name": asked.seat.entry.name}
    messages.success(request, _("A letter to %(name)s is on its way.") % said)
    return redirect(back)


@posted("manage")
@for_helpers
def ask_all(request: HttpRequest, contest: Contest) -> HttpResponse:
    """A letter to everybody who is awaited where the reader rules."""
    done = nudges.nudge_all(contest, person(request))
    count = len(done.asked)
    if count:
        sent = ngettext(
            "%(n)d letter is on its way: to %(names)s.",
            "%(n)d letters are on their way: to %(names)s.",
            count,
        )
        messages.success(request, sent % {"n": count, "names": wording.listed(done.asked)})
    if done.in_peace:
        said = {"names": wording.listed(done.in_peace)}
        messages.info(request, _("Asked within the last hour already: %(names)s.") % said)
    if done.by_hand:
        said = {"names": wording.listed(done.by_hand)}
        messages.warning(request, _("Without an account, to be told by hand: %(names)s.") % said)
    if not (count or done.in_peace or done.by_hand):
        messages.info(request, _("Nobody is awaited where you rule."))
    return redirect(f"{reverse('manage', args=[contest.slug])}#awaited")


@never_cache
@for_helpers
def tell(request: HttpRequest, contest: Contest, number: int, seat: str) -> HttpResponse:
    """What to write to a player who has no account. GET shows what lies open; his link is asked for."""
    turn = _turn(contest, number, seat)
    try:
        rights.must(rights.rules_at(request.user, turn.table))
        rights.must(turn.seat.entry.user_id is None, "HAS_ACCOUNT", name=turn.seat.entry.name)
        link = _done(request, turn) if request.method == "POST" else ""
    except Refusal as refusal:
        return refuse(request, refusal, back=reverse("table", args=[contest.slug, number]))
    if link is None:
        messages.success(request, _("Noted: %(name)s was told.") % {"name": turn.seat.entry.name})
        return redirect(f"{reverse('manage', args=[contest.slug])}#awaited")
    turn.refresh_from_db(fields=["nudged_at"])
    context = {"contest": contest, "table": turn.table, "turn": turn, "link": link}
    return render(request, "contests/tell.html", {**context, "texts": telling.messages(turn, link)})


def _done(request: HttpRequest, turn: Turn) -> str | None:
    """The link that was asked for; None: it is noted that the player was told."""
    do: dict[str, Any] = {"link": nudges.link_for, "told": nudges.told}
    act = do.get(request.POST.get("do", ""))
    if act is None:
        raise Illegal("MALFORMED", where="do")
    result = act(turn.pk, person(request))
    return result if isinstance(result, str) else None


def _turn(contest: Contest, number: int, seat: str) -> Turn:
    """The open turn of a seat. Http404."""
    rows = Turn.objects.filter(
        table__contest=contest, table__number=number, seat__letter=seat, closed_at__isnull=True
    )
    turn = rows.select_related("table__contest__organiser", "seat__entry").first()
    if turn is None:
        raise Http404
    return turn
