"""Proposals: the form to go back by agreement, and the page on which one is answered."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from referee.core import Illegal, Refusal
from tournaments import wording
from tournaments.doors.web import tablepage
from tournaments.doors.web.access import find, person, sign_in, signed_in
from tournaments.doors.web.refusals import refuse
from tournaments.models import Contest, Event, Proposal, Table
from tournaments.services import (
    electorate,
    exposure,
    proposals,
    proposing,
    records,
    rights,
    rollbacks,
    sitting,
    tablevotes,
)
from tournaments.wording.proposals import what

_PLAYED = (Event.Kind.MOVE, Event.Kind.TIMEOUT)
_FIELDS = ("way", "asks", "hours", "pause", "reason", "seen")


@never_cache
@signed_in
def rollback(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """For whoever rules here. GET: what is legal, each with who has seen what since; POST proposes one."""
    table = _table(find(request, slug), number)
    if not rights.rules_at(request.user, table):
        return refuse(request, Illegal("NOT_ALLOWED"), back=reverse("table", args=[slug, number]))
    if request.method != "POST":
        return render(request, "cases/rollback.html", _choices(request, table))
    typed = {name: tablepage.written(request.POST, name, 400) for name in _FIELDS} | {"do": "rollback"}
    try:
        one = _propose(request, table, typed)
    except Refusal as refusal:
        fresh = _table(table.contest, number)
        context = {**_choices(request, fresh), "typed": typed}
        return refuse(request, refusal, template="cases/rollback.html", context=context)
    messages.success(request, _("It is proposed. Everybody at the table gets a letter with your reason."))
    return redirect("proposal", slug, number, one.number)


@never_cache
@signed_in
def propose(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The form for a player who still plays here; sent, the table votes."""
    table = _table(find(request, slug), number)
    playing = electorate.still_play(table)
    own = next((one.letter for one in playing if one.entry.user_id == request.user.pk), None)
    if own is None:
        return refuse(request, Illegal("NOT_SEATED"), back=reverse("table", args=[slug, number]))
    context: dict[str, Any] = {
        "contest": table.contest,
        "table": table,
        "own": own,
        "playing": playing,
        "awaited": list(table.turns.filter(closed_at__isnull=True).select_related("seat__entry")),
        "most_hours": tablevotes.most_hours(table),
        "once": secrets.token_hex(16),
    }
    if request.method != "POST":
        return render(request, "cases/propose.html", context)
    names = ("do", "extend", "replace", "hours", "reason")
    typed = {name: tablepage.written(request.POST, name, 400) for name in names}
    try:
        one = proposing.propose(
            table.pk,
            person(request),
            typed["do"],
            seat=typed.get(typed["do"], ""),
            hours=tablepage.whole(typed["hours"]) or 0,
            reason=typed["reason"],
            key=f"web:{tablepage.once(request)}",
        )
    except Refusal as refusal:
        return refuse(request, refusal, template="cases/propose.html", context={**context, "typed": typed})
    messages.success(request, _("It is proposed, and your voice counts for it. Everybody gets a letter."))
    return redirect("proposal", slug, number, one.number)


@never_cache
def show(request: HttpRequest, slug: str, number: int, proposal: int) -> HttpResponse:
    """One proposal, as everybody may read it; POST: the answer of one who is asked."""
    table = _table(find(request, slug), number)
    one = table.proposals.select_related("proposer", "ruling").filter(number=proposal).first()
    if one is None:
        raise Http404
    one.table = table
    if request.method != "POST":
        return render(request, "cases/proposal.html", _shown(request, one))
    if not request.user.is_authenticated:
        return sign_in(request, reverse("proposal", args=[slug, number, proposal]))
    said = request.POST.get("do")
    try:
        rights.must(said in ("agree", "refuse", "decline"), "MALFORMED", where="do")
        if said == "decline":
            proposals.decline(one.pk, person(request))
        else:
            proposals.vote(one.pk, person(request), agrees=said == "agree", via="web")
    except Refusal as refusal:
        context = _shown(request, _again(one))
        return refuse(request, refusal, template="cases/proposal.html", context=context)
    messages.success(request, _("Your answer stands; the table reads it."))
    return redirect("proposal", slug, number, proposal)


def _propose(request: HttpRequest, table: Table, typed: Mapping[str, str]) -> Proposal:
    hours = _whole(typed["hours"], "hours")
    if not typed["reason"].strip():
        raise Illegal("NO_REASON")
    event, _sep, kind = typed["way"].partition("-")
    rights.must(bool(event), "NOTHING_CHOSEN")
    return proposing.propose_rollback(
        table.pk,
        person(request),
        _whole(event, "way"),
        void=kind == "void",
        asks=typed["asks"],
        hours=hours,
        pause=bool(typed["pause"]),
        seen=_whole(typed["seen"], "seen"),
        reason=typed["reason"],
        key=f"web:{tablepage.once(request)}",
    )


def _choices(request: HttpRequest, table: Table) -> dict[str, Any]:
    there = sitting.roll(table)
    playing = electorate.still_play(table)
    return {
        "contest": table.contest,
        "table": table,
        "ways": [_way(one, table, there.at(one.event.number)) for one in rollbacks.ways(table)],
        "seconds": electorate.seconds(table, person(request)),
        "players": [seat.entry.name for seat in playing],
        "all_askable": all(seat.entry.user_id for seat in playing),
        "hours": proposals.HOURS,
        "most_hours": proposals.MOST_HOURS,
        "going": table.state in (Table.State.PLAYING, Table.State.PAUSED),
        "seen": table.last_event,
        "once": secrets.token_hex(16),
    }


def _way(one: rollbacks.Way, table: Table, names: Mapping[str, str]) -> dict[str, Any]:
    event = one.event
    return {
        "value": f"{event.number}-{'void' if one.void else 'back'}",
        "void": one.void,
        "event": event,
        "text": "" if one.void else " ".join(wording.log(event.facts, names, table.game)),
        **_seen_since(table, event.number),
    }


def _seen_since(table: Table, number: int) -> dict[str, Any]:
    event = table.events.get(number=number)
    cards = exposure.turned_up(table, event)
    return {"cards": wording.cards(cards) if cards else "", "seen_by": exposure.since(table, event)}


def _shown(request: HttpRequest, one: Proposal) -> dict[str, Any]:
    table = one.table
    there = sitting.roll(table)
    names = there.at(one.ruling.number - 1 if one.ruling else one.seen)
    voice = electorate.voice(one, request.user)
    votes = proposals.answered(one)
    still = proposals.is_open(one)
    concerned = voice is not None or rights.rules_at(request.user, table)
    said = {vote.seat for vote in votes}
    return {
        "contest": table.contest,
        "table": table,
        "one": one,
        "what": what(one.said, names),
        "falls": _falls(one) if still else [],
        "votes": [{"vote": vote, "name": names.get(vote.seat, vote.user.name)} for vote in votes],
        "silent": [names[letter] for letter in one.seats if letter not in said] if still else [],
        "open": still,
        "may_decline": one.state == Proposal.State.AGREED and rights.rules_at(request.user, table),
        "may_answer": still and voice is not None and request.user.pk not in {vote.user_id for vote in votes},
        "since": _seen_since(table, one.event) if concerned and one.event else None,
        "ruling": wording.log(one.ruling.facts, there.at(one.ruling.number), table.game)
        if one.ruling
        else [],
    }


def _falls(one: Proposal) -> list[str]:
    """What a rollback to a move takes back, in words; of a whole deal its name says all."""
    if one.kind != Proposal.Kind.ROLLBACK or one.void or one.event is None:
        return []
    there = sitting.roll(one.table)
    live = records.live(event for event in records.events_of(one.table) if event.number <= one.seen)
    taken = [event for event in live if event.number >= one.event and event.kind in _PLAYED]
    return [" ".join(wording.log(event.facts, there.at(event.number), one.table.game)) for event in taken]


def _again(one: Proposal) -> Proposal:
    fresh = Proposal.objects.select_related("proposer", "ruling").get(pk=one.pk)
    fresh.table = _table(one.table.contest, one.table.number)
    return fresh


def _whole(text: str, name: str) -> int:
    number = tablepage.whole(text)
    if number is None:
        raise Illegal("MALFORMED", where=name)
    return number


def _table(contest: Contest, number: int) -> Table:
    """Http404."""
    rows = Table.objects.select_related("contest__organiser", "croupier")
    table = rows.filter(contest=contest, number=number).first()
    if table is None:
        raise Http404
    return table
