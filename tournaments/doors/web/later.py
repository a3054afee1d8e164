"""A move left in advance, by the form on a player's own table page."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from referee.advance import CALLS, Condition
from referee.core import Illegal, Refusal
from tournaments.doors.web import tablepage
from tournaments.doors.web.refusals import refuse
from tournaments.services import advances


@require_POST
@never_cache
def leave(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Leave a move for later, or take it back; then the table again."""
    seen = tablepage.look(request, slug, number)
    seat, names = seen.visitor.seat, seen.sight.names
    try:
        if seat is None or seen.visitor.by_link:
            raise Illegal("NOT_SEATED")
        if request.POST.get("do") == "withdraw":
            advances.withdraw(seen.table.pk, seat)
        else:
            advances.leave(seen.table.pk, seat, _condition(request.POST, seen.sight.view["price"]))
    except Refusal as refusal:
        return refuse(request, refusal, back=seen.address, names=names, game=seen.table.game)
    return redirect(f"{seen.address}#later")


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
    )
