"""A move left in advance, by the form on a player's own table page or in words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from referee import picking
from referee.advance import CALLS, Condition
from referee.contests.deadlines import local_instant
from referee.core import Illegal, Refusal, Stale, Unreadable, View
from referee.grammar.moments import can_be_shown
from referee.picking import Choice
from tournaments import wording
from tournaments.doors.web import inadvance, tablepage
from tournaments.doors.web.refusals import status_of
from tournaments.doors.web.tablepage import Seen
from tournaments.services import advances


@require_POST
@never_cache
def leave(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Leave a move for later, or take it back; then the table again."""
    seen = tablepage.look(request, slug, number)
    words = tablepage.written(request.POST, "words")
    try:
        note = _left(request, seen, words)
    except Refusal as refusal:
        return _refused(request, slug, number, refusal, words)
    if note:
        return _shown(request, seen, {"later_note": note, "later_words": words})
    return redirect(f"{seen.address}#later")


def _left(request: HttpRequest, seen: Seen, words: str) -> str:
    """What is said back where it was only asked how words would be read; else it is left."""
    seat, do = seen.visitor.seat, request.POST.get("do", "")
    if seat is None:
        raise Illegal("NOT_SEATED")
    if seen.visitor.by_link:
        raise Illegal("ADVANCE_BY_LINK")
    if do == "withdraw":
        advances.withdraw(seen.table.pk, seat, request.POST.get("kind", ""))
    elif do in ("words", "ask"):
        return _by_words(request, seen, seat, words, only_asked=do == "ask")
    elif seen.table.game == "saint":
        advances.leave(seen.table.pk, seat, _choice(request.POST, seen.sight.view))
    else:
        advances.leave(seen.table.pk, seat, _condition(request.POST, seen.sight.view["price"]))
    return ""


def _by_words(request: HttpRequest, seen: Seen, seat: str, words: str, *, only_asked: bool) -> str:
    """Refusals: NOTHING_WRITTEN, NOT_IN_ADVANCE; Stale STREET_OVER, ROUND_OVER: it showed another one."""
    said = inadvance.read(request, seen, words)
    if said is None:
        raise Unreadable("NOT_IN_ADVANCE" if words.strip() else "NOTHING_WRITTEN")
    if only_asked or said.dry:
        return inadvance.said_back(said, seen)
    if isinstance(said.condition, Choice):
        _same_round(request.POST, seen.sight.view)
    shown = (tablepage.whole(request.POST.get("deal")), tablepage.whole(request.POST.get("street")))
    if isinstance(said.condition, Condition) and shown != (said.condition.deal, said.condition.street):
        raise Stale("STREET_OVER")
    inadvance.do(said, seen, seat)
    return ""


def _refused(request: HttpRequest, slug: str, number: int, refusal: Refusal, words: str) -> HttpResponse:
    """The same page with the sentence beside the form; the words stay."""
    fresh = tablepage.look(request, slug, number)
    sentence = wording.refusal(refusal, names=fresh.sight.names, game=fresh.table.game)
    status = 400 if isinstance(refusal, Unreadable) else status_of(refusal)
    return _shown(request, fresh, {"later_refusal": sentence, "later_words": words}, status)


def _shown(request: HttpRequest, seen: Seen, extra: dict[str, Any], status: int = 200) -> HttpResponse:
    seen.extra = extra
    return render(request, "tables/table.html", tablepage.context(seen), status=status)


def _condition(data: Mapping[str, str], price: int) -> Condition:
    """What the form says. Refusals: Illegal MALFORMED."""
    do, even_free = data.get("do", ""), data.get("do") == "fold-even-free"
    calls = do in CALLS
    to = tablepage.whole(data.get("price" if do == "call" else "limit")) or 0
    deal, street = tablepage.whole(data.get("deal")), tablepage.whole(data.get("street"))
    if deal is None or street is None:
        raise Illegal("MALFORMED")
    return Condition(
        "fold" if even_free else do,
        deal,
        street,
        span="deal" if data.get("span") == "deal" and not calls else "street",
        to=to if calls else 0,
        even_free=even_free,
        all_in=calls and "all_in" in data,
        until=_until(data.get("until", "")),
    )


def _choice(data: QueryDict, view: View) -> Choice:
    """What the form of Saint Poker says. Refusals: Illegal MALFORMED; Stale ROUND_OVER."""
    _same_round(data, view)
    do = data.get("do", "")
    picked = data.getlist("card" if do == picking.RIVER else "pick")
    cards = tuple(dict.fromkeys(card for card in picked if card))
    if not cards:
        raise Unreadable("NOTHING_WRITTEN")
    return Choice(do, picking.round_of(do, view), cards)


def _same_round(data: Mapping[str, str], view: View) -> None:
    if tablepage.whole(data.get("round")) != view["round"]:
        raise Stale("ROUND_OVER")


def _until(written: str) -> datetime | None:
    """A local hour, in the reader's zone. Refusal: Unreadable BAD_MOMENT."""
    if not written.strip():
        return None
    try:
        local = datetime.fromisoformat(written.strip())
    except ValueError:
        raise Unreadable("BAD_MOMENT", written=written) from None
    if not can_be_shown(local):
        raise Unreadable("BAD_MOMENT", written=written)
    return local_instant(local, timezone.get_current_timezone_name())
