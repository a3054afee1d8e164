"""Calling the referee, and the page of a case: its player writes, who may judge answers and closes it."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from referee.core import Illegal, Refusal
from tournaments import wording
from tournaments.doors.web import tablepage
from tournaments.doors.web.access import find, for_helpers, person, signed_in
from tournaments.doors.web.refusals import refuse
from tournaments.models import Case, Contest, Event, Table
from tournaments.services import cases, rights, sitting


@never_cache
@signed_in
def call(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The form for a player of this table; sent, it opens his case or adds to the open one."""
    table = _table(find(request, slug), number)
    context: dict[str, Any] = {"contest": table.contest, "table": table, "once": secrets.token_hex(16)}
    back = reverse("table", args=[slug, number])
    try:
        rights.must(rights.sits_at(person(request), table), "NOT_SEATED")
    except Refusal as refusal:
        return refuse(request, refusal, back=back)
    context |= {"mine": cases.own(table, request.user), "most": cases.LONGEST}
    context["open"] = next((one for one in context["mine"] if one.closed_at is None), None)
    context["judge"] = "" if cases.without_judge(table) else _judge(table)
    if request.method != "POST":
        return render(request, "cases/call.html", context)
    words = tablepage.written(request.POST, "words")
    try:
        said = cases.call(table.pk, person(request), words, key=_key(request), via="web")
    except Refusal as refusal:
        return refuse(request, refusal, template="cases/call.html", context={**context, "words": words})
    messages.success(request, _("The referee is called. The answer comes here, and to you as a letter."))
    return redirect("case", slug, number, said.case.number)


@never_cache
@signed_in
def show(request: HttpRequest, slug: str, number: int, case: int) -> HttpResponse:
    """One case. GET shows it to its player and to who may judge it; POST: a word, or its end."""
    table = _table(find(request, slug), number)
    row = table.cases.select_related("caller", "closed_by", "ruling__actor").filter(number=case).first()
    if row is None:
        raise Http404
    row.table = table
    try:
        rights.must(cases.may_read(request.user, row))
    except Refusal as refusal:
        return refuse(request, refusal, back=reverse("table", args=[slug, number]))
    if request.method != "POST":
        return render(request, "cases/case.html", _context(request, row))
    typed = {name: tablepage.written(request.POST, name) for name in ("words", "word", "ruling")}
    try:
        _do(request, row, typed)
    except Refusal as refusal:
        fresh = table.cases.select_related("caller", "closed_by", "ruling__actor").get(pk=row.pk)
        fresh.table = table
        context = {**_context(request, fresh), **typed, "closing": request.POST.get("do") == "close"}
        return refuse(request, refusal, template="cases/case.html", context=context)
    return redirect("case", slug, number, case)


@require_GET
@never_cache
@for_helpers
def listed(request: HttpRequest, contest: Contest) -> HttpResponse:
    """The cases that the reader may judge: open ones first, those that wait for him on top."""
    rows = cases.of_contest(person(request), contest).order_by("-waits", "-closed_at", "-opened_at")
    found = sorted(rows, key=lambda one: (one.closed_at is not None, not one.waits))
    return render(request, "cases/list.html", {"contest": contest, "cases": found})


def _do(request: HttpRequest, row: Case, typed: dict[str, str]) -> None:
    user, do = person(request), request.POST.get("do")
    if do == "say":
        cases.say(row.pk, user, typed["words"], key=_key(request), via="web")
        messages.success(request, _("Sent."))
    elif do == "close":
        ruling = tablepage.whole(typed["ruling"])
        cases.close(row.pk, user, word=typed["word"], ruling=ruling, key=_key(request))
        messages.success(request, _("The case is closed; the table reads how."))
    else:
        raise Illegal("MALFORMED", where="do")


def _context(request: HttpRequest, row: Case) -> dict[str, Any]:
    there = sitting.roll(row.table)
    judges = cases.may_judge(request.user, row)
    is_open = row.closed_at is None
    return {
        "case": row,
        "contest": row.table.contest,
        "table": row.table,
        "name": cases.name_of(row),
        "said": list(row.words.select_related("author")),
        "judges": judges,
        "own": row.caller_id == request.user.pk,
        "rulings": [_told(one, there.at(one.number), row) for one in cases.rulings_since(row)]
        if judges and is_open
        else [],
        "ruling_text": _told(row.ruling, there.at(row.ruling.number), row)["text"] if row.ruling else "",
        "most": cases.LONGEST,
        "most_word": cases.LONGEST_WORD,
        "once": secrets.token_hex(16),
    }


def _told(event: Event, names: dict[str, str], row: Case) -> dict[str, Any]:
    return {"number": event.number, "text": " ".join(wording.log(event.facts, names, row.table.game))}


def _table(contest: Contest, number: int) -> Table:
    """Http404."""
    rows = Table.objects.select_related("contest__organiser", "croupier").defer("snapshot")
    table = rows.filter(contest=contest, number=number).first()
    if table is None:
        raise Http404
    return table


def _judge(table: Table) -> str:
    croupier = table.croupier
    named = croupier is not None and rights.rules_at(croupier, table)
    return croupier.name if croupier is not None and named else table.contest.organiser.name


def _key(request: HttpRequest) -> str:
    return f"web:{request.user.pk}:{tablepage.once(request)}"
