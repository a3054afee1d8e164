"""A table: the page, the moves of its players, and "is there anything new?"."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db.models import Max, Q
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from referee import grammar, record
from referee.core import Ambiguous, Illegal, Json, Move, Refusal, Stale, Unreadable
from tournaments import wording
from tournaments.doors.web import heard, inadvance, pieces, tablepage
from tournaments.doors.web.refusals import status_of
from tournaments.doors.web.tablepage import Seen, Typed
from tournaments.models import Table
from tournaments.services import clock, forum, proofs, records, speaking, views
from tournaments.services.speaking import Said

_LATEST = Max("turns__deadline_at", filter=Q(turns__closed_at__isnull=True))
_KNOWN = re.compile(r'(?:W/)?"(\d{1,9})-')
PAGE, SEAT, LIVE = "tables/table.html", "tables/acted.html", "tables/live.html"


@require_safe
@never_cache
def show(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return render(request, PAGE, tablepage.context(tablepage.look(request, slug, number)))


@require_safe
@never_cache
def news(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """304 where the table still is what ``If-None-Match`` names: one query; else on to ``live``."""
    rows = Table.objects.filter(contest__slug=slug, number=number).annotate(latest=_LATEST)
    found = rows.values_list("last_event", "state", "latest").first()
    if found is None:
        raise Http404
    etag = tablepage.etag(*found)
    answer = get_conditional_response(request, etag)
    if answer is None:
        known = _KNOWN.match(request.headers.get("If-None-Match", ""))
        query = {"turn": request.GET.get("turn", "0"), "since": known[1] if known else "0"}
        answer = redirect(reverse("table-live", args=[slug, number], query=query))
    answer.headers["ETag"] = etag
    return answer


@require_safe
@never_cache
def live(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The parts of the page that have changed; a form that somebody may be typing in is left alone."""
    seen = tablepage.look(request, slug, number)
    shown = tablepage.whole(request.GET.get("turn")) or 0
    kept = shown and shown != seen.turn_number
    seen.extra = {
        "form_turn": shown if kept else seen.turn_number,
        "new_form": not shown and seen.turn_number,
        "turn_over": kept,
        "since": tablepage.whole(request.GET.get("since")) or seen.table.last_event,
    }
    return render(request, LIVE, tablepage.context(seen))


@require_POST
@never_cache
def act(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A move by button or in words. The same form sent twice is one move, and one answer."""
    seen = tablepage.look(request, slug, number)
    try:
        unplayed = _in_advance(request, seen) or heard.unplayed(request, seen)
        said = None if unplayed is not None else _said(request, seen)
    except Refusal as refusal:
        return refused(request, seen, refusal)
    if said is None or said.outcome is None:
        if unplayed:
            seen = tablepage.look(request, slug, number)  # a list may have been played at once
        note = said and {"typed": Typed.of(request.POST), "note": heard.said_back(said, seen)}
        seen.extra = unplayed or note or {}
        return render(request, _template(request), tablepage.context(seen))
    if not getattr(request, "htmx", False):
        return redirect(reverse("table", args=[slug, number], query={"said": said.outcome.number}))
    fresh = tablepage.look(request, slug, number)
    fresh.extra = {"said": said.outcome.number, "since": said.outcome.number - 1}
    return render(request, SEAT, tablepage.context(fresh))


@require_POST
@never_cache
def read(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """How the words in the field would be read, while they are typed. Nothing is played or written."""
    seen = tablepage.look(request, slug, number)
    if not inadvance.may_type(seen):
        return HttpResponse(status=403)
    words = tablepage.written(request.POST, "words")
    said = inadvance.live(request, seen, words)
    if said is None:
        said = heard.live(seen, words)
    return render(request, "tables/moves/_reading.html", said)


def _in_advance(request: HttpRequest, seen: Seen) -> dict[str, Any] | None:
    """What to show where the words leave a move in advance: at one's turn they play nothing."""
    do, typed = request.POST.get("do", ""), Typed.of(request.POST)
    if do not in ("", "words", "ask"):
        return None
    note = inadvance.spoken(request, seen, typed.words, only_asked=do == "ask")
    if note is None:
        return None
    return {"note": note, "typed": typed if do == "ask" else replace(typed, words="")}


def refused(request: HttpRequest, seen: Seen, refusal: Refusal, **extra: Any) -> HttpResponse:
    """The same page with the sentence that says what is possible now; what was typed stays."""
    fresh = tablepage.look(request, seen.sight.contest.slug, seen.table.number)
    options, about = _possible(fresh, extra.get("staff"))
    if refusal.code in (
        "NOT_SEATED",
        "NOT_SIGNED_IN",
        "NOT_ALLOWED",
        "NO_REASON",
        "TABLE_OVER",
        "PAUSED",
        *pieces.WRONG,
    ):
        sentence = wording.refusal(
            refusal, names=fresh.sight.names, game=fresh.table.game, may=fresh.sight.options
        )
    else:
        asked = heard.for_page(refusal, suggest=False)
        sentence = wording.refusal(asked, options, fresh.sight.names, fresh.table.game, about=about)
    asks = fresh.turn_number and isinstance(refusal, Unreadable | Ambiguous)
    moves = grammar.readings(refusal) if asks else ()
    fresh.extra = {
        "typed": Typed.of(request.POST),
        "refusal": sentence,
        "readings": tablepage.readings(moves, fresh.sight),
        **extra,
    }
    return render(request, _template(request), tablepage.context(fresh), status=_status(refusal))


def _possible(seen: Seen, staff: Mapping[str, str] | None) -> tuple[Json | None, str]:
    """What may be done now: by the visitor, or by the player (with his name) for whom a move was entered."""
    if staff is None:
        return seen.sight.options if seen.turn_number else None, ""
    seat = staff.get("seat", "")
    if seat not in seen.sight.turns or not staff.get("words"):
        return None, ""
    return views.open_options(seen.table, seat)[0], seen.sight.names[seat]


def _status(refusal: Refusal) -> int:
    if isinstance(refusal, Unreadable | Ambiguous):
        return 400
    return 403 if refusal.code == "NOT_SIGNED_IN" else status_of(refusal)


def _template(request: HttpRequest) -> str:
    return SEAT if getattr(request, "htmx", False) else PAGE


def _said(request: HttpRequest, seen: Seen) -> Said:
    """Play what the form says for the visitor's seat. Refusals: NOT_SIGNED_IN, NOT_SEATED, a move's own."""
    seat, visitor, data = seen.visitor.seat, seen.visitor, request.POST
    once = tablepage.written(data, "once", 64) or secrets.token_hex(16)
    if seat is None:
        return _over(seen, once)
    typed, expected = heard.checked(Typed.of(data)), tablepage.whole(data.get("expected")) or 0
    if visitor.by_link and (seen.sight.turn is None or expected != seen.sight.turn.number):
        raise Stale("TURN_OVER", seat=seat, expected=expected)
    asked: dict[str, Any] = {
        "key": f"web:{seat}:{once}",
        "origin": "link" if visitor.by_link else "web",
        "expected": expected,
        "received": clock.arrived(request.arrived),  # type: ignore[attr-defined]
        "actor": seen.sight.seats[seat].entry.user,
        "comment": typed.comment,
    }
    move, words = _asked(data, typed)
    if move is None:
        language = translation.get_language() or "en"
        return speaking.speak(seen.table.pk, seat, words, language=language, **asked)
    return Said(move, typed.comment, speaking.act(seen.table.pk, seat, move, **asked))


def _over(seen: Seen, once: str) -> Said:
    """Nobody's seat: a click that a link's turn has answered already gets that answer, others a refusal."""
    letter = seen.visitor.link_over
    known = speaking.known(seen.table.pk, letter, f"web:{letter}:{once}") if letter else None
    if known is not None:
        return known
    if letter is not None:
        raise Stale("TURN_OVER", seat=letter)
    raise Illegal("NOT_SEATED" if seen.request.user.is_authenticated else "NOT_SIGNED_IN")


def _asked(data: QueryDict, typed: Typed) -> tuple[Move | None, str]:
    """The move of a button, or the words to read.

    Enter in a field presses no button (``do`` is empty then): the words count, or an amount that
    is no longer the one that stood there; with neither nothing is played. ``named``: what the form
    names beside the button.
    """
    do = data.get("do", "")
    if do == "words" or (not do and (typed.words.strip() or typed.to == data.get("was", ""))):
        return None, typed.words
    if do in ("", "raise"):
        to = tablepage.whole(typed.to)
        return (None, typed.to) if to is None else (Move("raise", {"to": to}), "")
    return Move(do, {"cards": list(typed.cards)} if data.get("named") == "cards" else {}), ""


@require_safe
@never_cache
def record_json(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The game record: a view while the contest runs, everything after its end. A link lends no record."""
    seen = tablepage.look(request, slug, number)
    seat = None if seen.visitor.by_link else seen.visitor.seat
    seeds = proofs.may_see_seeds(seen.sight.contest, request.user)
    text = record.write(records.offered(seen.table, seat, seeds=seeds))
    name = f"{slug}-{number}.json"
    return HttpResponse(
        text,
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_safe
def copies(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Texts of this table for a forum, from the public's view."""
    seen = tablepage.look(request, slug, number)
    context = {"table": seen.table, "contest": seen.sight.contest, "texts": forum.of_table(seen.sight)}
    return render(request, "tables/copies.html", context)
