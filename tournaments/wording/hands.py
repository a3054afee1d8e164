"""Cards and hands: symbols for suits, and the letters that each language has for its court cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.wording.small import language

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_COURT: dict[str, Mapping[str, str]] = {
    "en": {"T": "10"},
    "fr": {"T": "10", "J": "V", "Q": "D", "K": "R"},
    "it": {"T": "10"},
}
CLOSED = "??"

_CATEGORIES = {
    "high card": gettext_noop("high card"),
    "one pair": gettext_noop("one pair"),
    "two pairs": gettext_noop("two pairs"),
    "three of a kind": gettext_noop("three of a kind"),
    "straight": gettext_noop("straight"),
    "flush": gettext_noop("flush"),
    "full house": gettext_noop("full house"),
    "four of a kind": gettext_noop("four of a kind"),
    "straight flush": gettext_noop("straight flush"),
    "royal flush": gettext_noop("royal flush"),
}


def card(code: str | None) -> str:
    """``Q♠`` (in French ``D♠``); a card that the reader may not know is closed."""
    if code is None:
        return CLOSED
    if code.startswith("X"):
        return _("joker %(number)s") % {"number": code[1:]}
    court = _COURT.get(language(), _COURT["en"])
    return court.get(code[0], code[0]) + SUITS[code[1]]


def cards(codes: Sequence[str | None]) -> str:
    return " ".join(card(code) for code in codes)


def hand(category: str, best: Sequence[str], value: Sequence[int] = ()) -> str:
    """``two pairs (Q♠ Q♥ 7♦ 7♣ A♠)``: the category and the five cards that count."""
    if tuple(value) == (8, 14):
        category = "royal flush"
    return f"{_(_CATEGORIES.get(category, category))} ({cards(best)})"
