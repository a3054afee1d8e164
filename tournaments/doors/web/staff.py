"""What a croupier or the organiser does at a table where he does not play: each act with its reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from referee.core import Illegal, Refusal, Stale, Unreadable
from tournaments import models, wording
from tournaments.doors.web import pieces, table, tablepage
from tournaments.doors.web.tablepage import Seen
from tournaments.services import exhibits, nudges, rulings, views

_HOUR = 3600
_MOST_HOURS = 24 * 60
_FIELDS = ("seat", "words", "reason", "hours", "expected")


@require_POST
@never_cache
def rule(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One act of the staff; what it was and why, everybody at the table reads in the log."""
    seen = tablepage.look(request, slug, number)
    user = request.user
    typed = {name: tablepage.written(request.POST, name) for name in _FIELDS}
    typed["evidence"] = tablepage.written(request.POST, "evidence", exhibits.MOST_TEXT)
    typed["form"] = f"{request.POST.get('do', '')[:10]}-{typed['seat']}"
    try:
        do = _ACTS.get(request.POST.get("do", ""))
        if do is None or not isinstance(user, models.User):
            raise Illegal("NOT_ALLOWED" if do else "MALFORMED")
        extra = do(request, seen, user, typed)
    except Refusal as refusal:
        said = {"no_reason": refusal.code == "NO_REASON", "bad_piece": refusal.code in pieces.WRONG}
        return table.refused(
            request, seen, refusal, staff=typed, staff_refused=True, refused=refusal.code, **said
        )
    if extra is None:
        return redirect("table", slug, number)
    fresh = tablepage.look(request, slug, number)
    fresh.extra = extra
    return render(request, table.PAGE, tablepage.context(fresh))


def _preview(request: HttpRequest, seen: Seen, user: models.User, typed: dict[str, str]) -> dict[str, Any]:
    """Nothing is played yet: what would be, said back."""
    said = rulings.preview_move(
        seen.table, user, typed["seat"], typed["words"], language=translation.get_language() or "en"
    )
    may, _silence = views.open_options(seen.table, typed["seat"])
    understood = wording.move(said.move, seen.table.game, may=may) if said.move is not None else ""
    return {"staff": typed, "preview": understood, "preview_comment": said.comment}


def _enter(request: HttpRequest, seen: Seen, user: models.User, typed: dict[str, str]) -> None:
    said = rulings.enter_move(
        seen.table,
        user,
        typed["seat"],
        typed["words"],
        language=translation.get_language() or "en",
        key=_key(request),
        expected=tablepage.whole(typed["expected"]) or 0,
    )
    if said.outcome is None:
        raise Unreadable("NO_COMMAND")


def _extend(request: HttpRequest, seen: Seen, user: models.User, typed: dict[str, str]) -> None:
    hours = tablepage.whole(typed["hours"])
    if hours is None or not 0 < hours <= _MOST_HOURS:
        raise Illegal("MALFORMED", where="hours")
    rulings.extend_turn(
        seen.table,
        user,
        typed["seat"],
        seconds=hours * _HOUR,
        reason=typed["reason"],
        expected=tablepage.whole(typed["expected"]) or 0,
        key=_key(request),
        evidence=pieces.sent(request, typed["evidence"]),
    )


def _nudge(request: HttpRequest, seen: Seen, user: models.User, typed: dict[str, str]) -> None:
    turn = seen.sight.turns.get(typed["seat"])
    if turn is None or turn.number != tablepage.whole(typed["expected"]):
        raise Stale("TURN_OVER", seat=typed["seat"])
    asked = nudges.nudge(turn.pk, user)
    messages.success(request, _("A letter to %(name)s is on its way.") % {"name": asked.seat.entry.name})


def _pause(request: HttpRequest, seen: Seen, user: models.User, typed: dict[str, str]) -> None:
    rulings.pause_table(seen.table, user, **_ruling(request, typed))


def _resume(request: HttpRequest, seen: Seen, user: models.User, typed: dict[str, str]) -> None:
    rulings.resume_table(seen.table, user, **_ruling(request, typed))


def _ruling(request: HttpRequest, typed: dict[str, str]) -> dict[str, Any]:
    kept = pieces.sent(request, typed["evidence"])
    return {"reason": typed["reason"], "key": _key(request), "evidence": kept}


def _key(request: HttpRequest) -> str:
    return f"staff:{request.user.pk}:{tablepage.once(request)}"


_ACTS: dict[str, Callable[[HttpRequest, Seen, models.User, dict[str, str]], dict[str, Any] | None]] = {
    "preview": _preview,
    "enter": _enter,
    "extend": _extend,
    "nudge": _nudge,
    "pause": _pause,
    "resume": _resume,
}
