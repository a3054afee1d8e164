"""Words at the table that leave a move in advance: read, said back, kept."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from referee.core import Illegal, Refusal, Stale, Unreadable
from referee.grammar.lists import ALL
from referee.picking import Choice
from tournaments import wording
from tournaments.doors.web import laterbox, tablepage, times
from tournaments.doors.web.tablepage import Seen
from tournaments.services import advances, clock, leaving, tables
from tournaments.services.leaving import Said
from tournaments.wording.advances import left


def read(request: HttpRequest, seen: Seen, words: str) -> Said | None:
    """What words leave in advance for the visitor's seat; None: nothing. Refusals: those of ``leaving.read``;
    Illegal ADVANCE_BY_LINK."""
    if seen.visitor.seat is None or not words.strip():
        return None
    said = leaving.read(
        seen.table,
        seen.visitor.seat,
        words,
        language=translation.get_language() or "en",
        zone=timezone.get_current_timezone_name(),
        now=clock.arrived(request.arrived),  # type: ignore[attr-defined]
    )
    if said is not None and seen.visitor.by_link:
        raise Illegal("ADVANCE_BY_LINK")
    return said


def spoken(request: HttpRequest, seen: Seen, words: str, *, only_asked: bool) -> str | None:
    """What is said where the form of a turn holds words that leave a move in advance; None: it does not.

    It is kept for the deadline, and nothing is played. Refusals: those of ``read``; Stale TURN_OVER.
    """
    seat, expected = seen.visitor.seat, tablepage.whole(request.POST.get("expected"))
    if seat is None or not leaving.speaks_of_it(words):
        return None
    if not seen.turn_number or expected != seen.turn_number:
        raise Stale("TURN_OVER", seat=seat, expected=expected)
    try:
        said = read(request, seen, words)
        if said is None:
            return None
        if only_asked or said.dry:
            return said_back(said, seen)
        stood = do(said, seen, seat)
    except Refusal as refusal:
        raise _with_time(refusal, seen, seat, asked=only_asked) from None
    if said.condition is None:
        return _taken_back(stood)
    if isinstance(said.condition, Choice):
        return _("Left in advance: %(left)s") % {"left": _left(said)}
    kept = _("Nothing has been played. Left in advance: %(left)s") % {"left": _left(said)}
    what = _(
        "It is your turn: this is done at your deadline if no move comes from you, and nobody sees it before."
        " To play now, send the move alone."
    )
    return f"{kept} {what}"


def _with_time(refusal: Refusal, seen: Seen, seat: str, *, asked: bool) -> Refusal:
    """Who is awaited and writes what cannot be kept has spoken, as with a move that cannot be played."""
    if not asked:
        more = tables.sign_of_life(seen.table.pk, seat, expected=seen.turn_number)
        if more is not None:
            refusal.params["more_time"] = more
    return refusal


def do(said: Said, seen: Seen, seat: str) -> bool:
    """Leave it or take it back; whether something stood. Refusals: those of ``advances.leave``."""
    if said.condition is None:
        return advances.withdraw(seen.table.pk, seat, "" if said.kind == ALL else said.kind)
    advances.leave(seen.table.pk, seat, said.condition)
    return True


def live(request: HttpRequest, seen: Seen, words: str) -> dict[str, Any] | None:
    """How words are read while they are typed, where they leave a move in advance, or could do nothing else;
    None: they are for the reader of moves."""
    try:
        said = read(request, seen, words)
        if said is None and (seen.turn_number or not words.strip()):
            return None if seen.turn_number else {}
        if said is None:
            raise Unreadable("NOT_IN_ADVANCE")
        return {"note": said_back(said, seen)}
    except Refusal as refusal:
        return {"doubt": wording.refusal(refusal, names=seen.sight.names, game=seen.table.game)}


def may_type(seen: Seen) -> bool:
    """Whether the page has a field for words."""
    return bool(seen.turn_number) or laterbox.may_leave(seen.sight, seen.visitor)


def said_back(said: Said, seen: Seen) -> str:
    """How it is read, weighed as if it were left. Refusals: those of ``may_be_left``."""
    if said.condition is None:
        return _("Read as taking back what you left in advance. Nothing has been changed.")
    assert seen.visitor.seat is not None
    advances.may_be_left(seen.table, seen.visitor.seat, said.condition)
    told = _("Read as a move in advance: %(left)s Nothing has been left yet.") % {"left": _left(said)}
    if not seen.turn_number or isinstance(said.condition, Choice):
        return told
    return told + " " + _("It is your turn: it would be done at your deadline, not now.")


def _left(said: Said) -> str:
    assert said.condition is not None
    return left(said.condition, times.instant)


def _taken_back(stood: bool) -> str:
    if stood:
        return _("Your move in advance is taken back: nothing is left.")
    return _("Nothing was left in advance.")
