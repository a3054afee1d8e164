"""Moves left in advance, in the words of their owner's page and letters. Nobody else ever reads them."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from referee.advance import CALLS, Condition

REFUSALS = {
    "NO_ADVANCE": gettext_noop("In this game no move can be left in advance."),
    "ADVANCE_UNPROVEN": gettext_noop(
        "Nothing in this letter shows that it is yours, so nothing was left in advance. Answer our newest"
        " letter about this table with it, or use the page of the table."
    ),
    "NOTHING_MORE_ASKED": gettext_noop("You are asked nothing more in this deal: there is nothing to leave."),
    "STREET_OVER": gettext_noop(
        "The betting round that you saw is over: nothing was left. Look at the table, and choose again."
    ),
    "PRICE_IS": gettext_noop(
        "The price is another one now: leave a call at the price of now, or one up to a limit."
    ),
    "LIMIT_TOO_LOW": gettext_noop("A call up to so little could never be made: the price is higher now."),
    "ALL_IN_UNCONFIRMED": gettext_noop(
        "That call would put in all your chips. If you want that, say so beside it."
    ),
}
"""Why nothing was left in advance."""

WITH = {
    "PRICE_IS": (
        "price",
        gettext_noop("The price is %(price)s now: leave a call at that price, or one up to a limit."),
    ),
    "LIMIT_TOO_LOW": (
        "price",
        gettext_noop("A call up to less than %(price)s could never be made: that is the price now."),
    ),
    "ALL_IN_UNCONFIRMED": (
        "chips",
        gettext_noop("That call would put in all your %(chips)s chips. If you want that, say so beside it."),
    ),
}
"""The same with a parameter: its name, and the sentence that it fills."""


def left(condition: Condition) -> str:
    """What was left, its limits, and how long it holds."""
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
