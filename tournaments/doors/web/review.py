"""Audit review: the ledger of a contest, its filters, one entry with its proof. Nothing here can write."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import wraps
from itertools import batched
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from referee.core import Illegal
from tournaments.doors.web.access import View, for_helpers, for_organiser, person, signed_in
from tournaments.doors.web.refusals import refuse
from tournaments.doors.web.reviewforms import FilterForm
from tournaments.doors.web.tablepage import whole
from tournaments.models import Contest, LedgerEntry, Verification
from tournaments.services import evidence, packing, reading, review, rights, tabular, verifying, views
from tournaments.wording import ledger as wording_ledger
from tournaments.wording import letters as wording_letters

_CONTESTS = 50
_ROWS = 200
"""Rows of the table for people that are put into words in one go."""


def reading_only(view: View) -> View:
    """The whole view in a transaction that cannot write; only GET gets that far."""

    @require_GET
    @never_cache
    @wraps(view)
    def wrapper(request: HttpRequest, *args: object, **named: object) -> HttpResponseBase:
        with reading.read_only():
            return view(request, *args, **named)

    return wrapper


@reading_only
@signed_in
def contests(request: HttpRequest) -> HttpResponse:
    """The contests that the reader may review."""
    user = person(request)
    found = review.reviewed(user)
    page = Paginator(found, _CONTESTS).get_page(request.GET.get("page"))
    if not page.object_list and not user.is_superuser:
        return refuse(request, Illegal("NOT_ALLOWED"))
    return render(request, "review/contests.html", {"page": page})


@reading_only
@for_helpers
def ledger(request: HttpRequest, contest: Contest) -> HttpResponse:
    """A page of the ledger. What cannot be looked for is said beside its field."""
    form = FilterForm(request.GET, user=request.user, contest=contest)
    good = form.is_valid()
    rows = review.of(request.user, contest)
    found = review.search(rows, contest, form.filters()) if good else rows.none()
    newest = form.data.get("order") != "old"
    page = review.page(
        found, newest_first=newest, before=_place(request, "before"), after=_place(request, "after")
    )
    given = {key: value for key, value in request.GET.items() if value and key not in ("before", "after")}
    context = {
        "contest": contest,
        "form": form,
        "page": page,
        "lines": [_told(one) for one in review.lines(contest, page.rows)],
        "newest_first": newest,
        "filtered": bool(given.keys() - {"order"}),
        "active": form.active() if good else (),
        "query": urlencode(given),
        "other_order": urlencode({**given, "order": "old" if newest else "new"}),
        "organises": rights.organises(request.user, contest),
        "check": Verification.objects.filter(contest=contest).first(),
    }
    return render(request, "review/ledger.html", context, status=200 if good else 422)


@reading_only
@for_helpers
def table(request: HttpRequest, contest: Contest) -> HttpResponseBase:
    """What was looked for as a table for people; row by row, however many."""
    form = FilterForm(request.GET, user=request.user, contest=contest)
    if not form.is_valid():
        return redirect(f"{reverse('ledger', args=[contest.slug])}?{request.GET.urlencode()}")
    found = review.search(review.of(request.user, contest), contest, form.filters())
    rows = _rows(contest, found, newest_first=form.data.get("order") != "old", where=_where())
    headers = {"Content-Disposition": f'attachment; filename="{contest.slug}-audit.csv"'}
    return StreamingHttpResponse(tabular.lines(rows), content_type="text/csv; charset=utf-8", headers=headers)


def _where() -> tuple[str, str]:
    """The language and the time zone of the reader: the rows are made when his request is over."""
    return translation.get_language() or "en", timezone.get_current_timezone_name()


def _rows(
    contest: Contest, found: review.Rows, *, newest_first: bool, where: tuple[str, str]
) -> Iterator[list[object]]:
    language, zone = where
    with reading.read_only():
        lines = review.all_lines(contest, found, newest_first=newest_first)
        with translation.override(language):
            yield [str(title) for title in _TITLES]
        for some in batched(lines, _ROWS):
            with translation.override(language), timezone.override(ZoneInfo(zone)):
                rows = [_row(one) for one in some]
            yield from rows


def _row(line: review.Line) -> list[object]:
    told = _told(line)
    return [
        line.row.seq,
        line.body["ts"],
        told["kind"],
        told["actor"],
        line.table.name if line.table else "",
        line.seat,
        line.player_name,
        told["door"],
        " ".join(told["sentences"]),
        line.row.body,
        line.row.body_hash,
        line.row.link,
    ]


_TITLES = (
    *(gettext_lazy("number"), gettext_lazy("time (UTC)"), gettext_lazy("Kind of entry")),
    *(gettext_lazy("Who did it"), gettext_lazy("Table"), gettext_lazy("Seat"), gettext_lazy("Player")),
    *(pgettext_lazy("of the ledger", "By"), gettext_lazy("in words"), gettext_lazy("body")),
    *(gettext_lazy("hash of the body"), gettext_lazy("link")),
)


@reading_only
@for_helpers
def entry(request: HttpRequest, contest: Contest, seq: int) -> HttpResponse:
    """One entry: in words and as stored, its proof, and what stands beside it."""
    try:
        found = evidence.of(request.user, contest, seq)
    except LedgerEntry.DoesNotExist:
        raise Http404 from None
    context = {
        "contest": contest,
        "found": found,
        "told": _told(found.line),
        "proof": found.proof,
        "asked": _json(found.line.data.get("input")),
        "facts": _json(found.line.data.get("facts")),
        "letters": [_letter(one, contest) for one in found.letters or ()],
        "notices": [{"notice": one, "kind": wording_ledger.notice(one.kind)} for one in found.notices or ()],
        "organises": rights.organises(request.user, contest),
        "addresses": rights.sees_addresses(request.user),
    }
    return render(request, "review/entry.html", context)


@require_http_methods(["GET", "POST"])
def verify(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Have the ledger checked soon; who opens this address is led to the ledger."""
    return _verify(request, slug=slug) if request.method == "POST" else redirect("ledger", slug)


@for_organiser
def _verify(request: HttpRequest, contest: Contest) -> HttpResponse:
    verifying.ask(contest)
    return redirect(f"{reverse('ledger', args=[contest.slug])}#verification")


def _place(request: HttpRequest, name: str) -> int | None:
    given = whole(request.GET.get(name))
    return given if given is not None and given < 2**62 else None


def _told(line: review.Line) -> dict[str, Any]:
    return {
        "line": line,
        "kind": wording_ledger.kind(line.kind),
        "sentences": wording_ledger.sentences(line),
        "actor": wording_ledger.actor(line.actor),
        "door": wording_ledger.door(line.door) if line.door else "",
    }


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) if value is not None else ""


def _letter(row: Any, contest: Contest) -> dict[str, Any]:
    """How it ended; in games of secret hands that would say something of one."""
    if contest.game not in views.OPEN:
        return {"letter": row, "ended": ""}
    packed = row.outcome.get("refusal")
    refusal = packing.unpack(packed) if packed else None
    return {"letter": row, "ended": wording_letters.ended(row.outcome, refusal, contest.game)}
