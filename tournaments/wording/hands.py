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
_NAMES = {
    "T": "10",
    "J": gettext_noop("jack"),
    "Q": gettext_noop("queen"),
    "K": gettext_noop("king"),
    "A": gettext_noop("ace"),
    "c": gettext_noop("clubs"),
    "d": gettext_noop("diamonds"),
    "h": gettext_noop("hearts"),
    "s": gettext_noop("spades"),
}
CLOSED = "??"
_KNOWN_AGAIN = 8

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
    return card_index(code) + SUITS[code[1]]


def named(written: str) -> str:
    """A card that somebody named; what is no card as far as one needs to know it again."""
    known = len(written) == 2 and written[1] in SUITS
    return card(written) if known else written[:_KNOWN_AGAIN]


def card_index(code: str) -> str:
    """What stands in the corner of a card: ``Q`` (in French ``D``), ``10``; the number of a joker."""
    if code.startswith("X"):
        return code[1:]
    return _COURT.get(language(), _COURT["en"]).get(code[0], code[0])


def card_name(code: str) -> str:
    """``queen of spades``, for those who hear a card."""
    if code.startswith("X"):
        return card(code)
    rank, suit = (_(_NAMES[sign]) if sign in _NAMES else sign for sign in code)
    return _("%(rank)s of %(suit)s") % {"rank": rank, "suit": suit}


def cards(codes: Sequence[str | None]) -> str:
    return " ".join(card(code) for code in codes)


def hand(category: str, best: Sequence[str], value: Sequence[int] = ()) -> str:
    """``two pairs (Q♠ Q♥ 7♦ 7♣ A♠)``: the category and the five cards that count."""
    return f"{hand_name(category, value)} ({cards(best)})"


def hand_name(category: str, value: Sequence[int] = ()) -> str:
    """``two pairs``: the category alone, where the cards that count are seen beside it."""
    if tuple(value) == (8, 14):
        category = "royal flush"
    return _(_CATEGORIES.get(category, category))
