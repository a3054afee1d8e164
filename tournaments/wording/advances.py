"""Moves left in advance, in the words of their owner's page and letters. Nobody else ever reads them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from referee.advance import CALLS, Condition


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
