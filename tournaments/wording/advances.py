"""Moves left in advance, in the words of their owner's page and letters. Nobody else ever reads them.

``say``: how a moment is written there.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from referee.advance import CALLS, Condition
from referee.core import Move
from referee.picking import LIST, Choice, Left
from tournaments.wording import games
from tournaments.wording.hands import card, cards
from tournaments.wording.small import chips, instant

type Say = Callable[[datetime], str]

REFUSALS = {
    "NO_ADVANCE": gettext_noop("In this game no move can be left in advance."),
    "ADVANCE_BY_LINK": gettext_noop(
        "The link of a letter is for the move of one turn: to leave a move in advance, sign in, or answer the"
        " letter with that line."
    ),
    "NOT_IN_ADVANCE": gettext_noop(
        "No move to leave in advance was found in what you wrote. Write it alone, as in the examples."
    ),
    "BAD_MOMENT": gettext_noop(
        "Until when? Write the day and the hour, like “Tuesday 18:00” or “2026-12-01 18:00”; they are read in"
        " your time zone."
    ),
    "UNTIL_PAST": gettext_noop("That moment is over already: name a later one."),
    "UNTIL_BEFORE_DEADLINE": gettext_noop(
        "It is your turn already. What you leave in advance is played at your deadline, and this would hold"
        " no longer by then: nothing was left. To play now, send your move alone; or name a later moment, or"
        " none."
    ),
    "ROUND_OVER": gettext_noop(
        "The round that you saw is over: nothing was left. Look at the table, and choose again."
    ),
    "ASKED_NOW": gettext_noop(
        "You are asked for this round’s river now: choose a card. Once you have, you may leave one for the"
        " next."
    ),
    "NONE_THERE": gettext_noop("None of these cards lies in the pool: nothing was left."),
    "NOT_YOURS": gettext_noop("That card is not in your hand: nothing was left."),
    "CHOSEN_ALREADY": gettext_noop(
        "You have chosen that card already, and it leaves your hand: name another."
    ),
    "CARD_UNSURE": gettext_noop(
        "A card could be more than one: write its suit as a word or a sign, like “5 of hearts” or “5♥”."
    ),
    "NOTHING_MORE_ASKED": gettext_noop("You are asked nothing more in this deal: there is nothing to leave."),
    "STREET_OVER": gettext_noop(
        "The betting round that you saw is over: nothing was left. Look at the table, and choose again."
    ),
    "PRICE_IS": gettext_noop(
        "The price is another one now: leave a call at the price of now, or one up to a limit."
    ),
    "LIMIT_TOO_LOW": gettext_noop("A call up to so little could never be made: the price is higher now."),
    "LIMIT_IS_IN": gettext_noop("You have put in that much already: name a higher limit."),
    "ALL_IN_UNCONFIRMED": gettext_noop(
        "That call would put in all your chips. If you want that, say so beside it."
    ),
}
"""Why nothing was left in advance."""

WITH = {
    "CARD_UNSURE": (
        "written",
        gettext_noop(
            "“%(written)s” could be more than one card: write its suit as a word or a sign, like “5 of"
            " hearts” or “5♥”."
        ),
    ),
    "UNTIL_PAST": (
        "until",
        gettext_noop("That moment is over already (%(until)s): name a later one."),
    ),
    "PRICE_IS": (
        "price",
        gettext_noop("The price is %(price)s now: leave a call at that price, or one up to a limit."),
    ),
    "LIMIT_TOO_LOW": (
        "price",
        gettext_noop("A call up to less than %(price)s could never be made: that is the price now."),
    ),
    "LIMIT_IS_IN": (
        "bet",
        gettext_noop("You have put in %(bet)s already in this betting round: name a higher limit."),
    ),
    "ALL_IN_UNCONFIRMED": (
        "chips",
        gettext_noop("That call would put in all your %(chips)s chips. If you want that, say so beside it."),
    ),
}
"""The same with a parameter: its name, and the sentence that it fills."""


_OVER = {
    "OTHER_STREET": gettext_noop("Its betting round is over."),
    "EXPIRED": gettext_noop("Its time was up: %(at)s."),
    "OTHER_PRICE": gettext_noop("The price is not %(to)s any more."),
    "ABOVE_LIMIT": gettext_noop("The price is above your limit of %(to)s now."),
    "ALL_IN": gettext_noop("That call would put in your last chip, and you had not said that it may."),
}
"""Why what was left no longer holds."""


def lapsed(condition: Left, why: str, say: Say = instant) -> str:
    """That what was left no longer holds, and why."""
    if isinstance(condition, Choice):
        return _(
            "What you left in advance for the river of round %(round)s no longer holds: %(card)s has left"
            " your hand."
        ) % {"round": condition.round, "card": card(condition.cards[0])}
    said = {"to": condition.to, "at": say(condition.until) if condition.until else ""}
    first = _("What you left in advance no longer holds: “%(left)s”") % {"left": _what(condition)}
    return f"{first} {_(_OVER[why]) % said}"


def if_nothing(move: Move, deadline: str, game: str, may: object = None, *, left: bool = False) -> str:
    """What is done if nothing comes until the deadline; ``left``: because it was left in advance."""
    said = {"deadline": deadline, "move": games.silence(move, game)}
    match move.do:
        case "fold":
            sentence = _("If you do nothing until %(deadline)s, you fold.") % said
        case "check":
            sentence = _("If you do nothing until %(deadline)s, you check.") % said
        case "call" if isinstance(may, dict) and may.get("to_call"):
            said["chips"] = chips(may["to_call"])
            sentence = _("If you do nothing until %(deadline)s, you call (%(chips)s).") % said
        case _:
            sentence = _("If nothing comes from you by %(deadline)s, it counts as: %(move)s.") % said
    return sentence + " " + _("So you left it in advance.") if left else sentence


def left(condition: Left, say: Say = instant) -> str:
    """What was left, its limits, and how long it holds."""
    if isinstance(condition, Choice):
        said = {"cards": cards(condition.cards), "round": condition.round}
        if condition.do == LIST:
            return (
                _("In the pick-up of round %(round)s you take the first of these that is there: %(cards)s.")
                % said
            )
        return _("For the river of round %(round)s you choose %(cards)s, as long as you hold it.") % said
    parts = [_what(condition)]
    if condition.do in CALLS:
        parts.append(
            _("That may be your last chip.")
            if condition.all_in
            else _("Your last chip stays out: you are asked about that.")
        )
    parts.append(
        _("This holds until the end of the deal.")
        if condition.span == "deal"
        else _("This holds for this betting round.")
    )
    if condition.until is not None:
        parts.append(_("It ends at the latest: %(at)s.") % {"at": say(condition.until)})
    return " ".join(parts)


def _what(condition: Condition) -> str:
    to = {"to": condition.to}
    match condition.do:
        case "fold":
            return (
                _("You fold when it is your turn, even where a check is free.")
                if condition.even_free
                else _("You fold when it is your turn.")
            )
        case "check-fold":
            return _("You check while that is free, and fold to any bet.")
        case "fold-to-bet":
            return _("You fold to any bet; where there is none, you are asked.")
        case "call":
            return _("You call while the price is %(to)s.") % to
        case _:
            return _("You call as long as you have no more than %(to)s in the betting round.") % to
