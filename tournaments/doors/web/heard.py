"""What a form at the table would play, said back before anything is played: words, amounts, all-in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _

from referee.core import Illegal, Refusal, Unreadable
from tournaments import wording
from tournaments.doors.web import tablepage
from tournaments.doors.web.tablepage import Seen, Typed
from tournaments.services import speaking
from tournaments.services.speaking import Said

SIZE = "size "
"""A button with an amount: ``size 8``."""


def unplayed(request: HttpRequest, seen: Seen) -> dict[str, Any] | None:
    """What to show where the form asks for something that is not played; None: it is to be played.

    Only the page of the turn that is open gets such an answer. Refusals: those of the grammar.
    """
    data, options = request.POST, seen.sight.options
    do, typed = data.get("do", ""), Typed.of(data)
    if not seen.turn_number or tablepage.whole(data.get("expected")) != seen.turn_number or options is None:
        return None
    if do == "ask":
        return {"typed": typed, "note": said_back(understood(seen, typed.words), seen)}
    if do.startswith(SIZE):
        to = tablepage.whole(do.removeprefix(SIZE))
        return None if to is None else {"typed": replace(typed, to=str(to)), "sized": to}
    wanted = options.get("count")
    if data.get("named") == "cards" and do == options.get("do") and len(typed.cards) != wanted:
        # A slip of the hand: nothing was said, so it is no sign of life that everybody reads of.
        raise Illegal("WRONG_COUNT", wanted=wanted, given=len(typed.cards))
    by_number = do == "raise" or (not do and not typed.words.strip() and typed.to != data.get("was", ""))
    if by_number and options.get("raise") and tablepage.whole(typed.to) == options.get("all_in"):
        return {"typed": typed, "sure": "all-in"}
    return None


def understood(seen: Seen, words: str) -> Said:
    """Words read for the visitor's seat; no sign of life, for nothing was sent. Refusals: the grammar's."""
    assert seen.visitor.seat is not None
    language = translation.get_language() or "en"
    return speaking.understood(seen.table, seen.visitor.seat, words, language)


def said_back(said: Said, seen: Seen) -> str:
    """What a line says that plays nothing: a dry run, or a command that belongs into letters."""
    if said.move is None:
        return wording.options(seen.sight.options, seen.table.game)
    move = wording.move(said.move, seen.table.game, may=seen.sight.options)
    told = _("Read as: %(move)s. Nothing has been played.") % {"move": move}
    return told + " " + _("The other lines are your comment.") if said.comment else told


def live(seen: Seen, words: str) -> dict[str, Any]:
    """The reading while somebody types: ``note`` what was understood, or ``doubt`` why nothing was."""
    if not words.strip():
        return {}
    try:
        return {"note": said_back(understood(seen, words), seen)}
    except Refusal as refused:
        refusal = for_page(refused)
        # What is against the rules says its limits itself; the place that is kept free for this is small.
        options = None if isinstance(refusal, Illegal) else seen.sight.options
        names, game, may = seen.sight.names, seen.table.game, seen.sight.options
        return {"doubt": wording.refusal(refusal, options, names, game, may=may)}


def for_page(refusal: Refusal, *, suggest: bool = True) -> Refusal:
    """A question back as a page asks it, where nobody answers yes: there is a field for the move alone,
    and (without ``suggest``) a button for each move that may have been meant."""
    meant = refusal.params.get("suggestion")
    if refusal.code == "INSIDE_SENTENCE" or (
        refusal.code in ("NUMBER_ALONE", "MISSPELT") and meant is not None
    ):
        return Unreadable("MENTIONED", **{**refusal.params, "suggestion": meant if suggest else None})
    return refusal


def checked(typed: Typed) -> Typed:
    """Refusal: Unreadable TOO_LONG, for a comment that would have to be cut."""
    if len(typed.comment) > tablepage.COMMENT:
        raise Unreadable("TOO_LONG", length=len(typed.comment), most=tablepage.COMMENT)
    return typed
