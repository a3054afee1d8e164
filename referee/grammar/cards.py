"""A card in words: codes, suit signs, and the names that players of three languages use.

Codes are English (``Qs``, ``Tc``, ``10h``). In a French or Italian letter ``5c`` could also mean
cœur, carreau or cuori: every candidate is named, and the game that wants a card takes the one that
is possible, or asks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.core import Unreadable
from referee.grammar.lexicon import TABLES, alternatives
from referee.grammar.text import SUITS, Token, clean, fold, tokens

RANKS = {rank: rank for rank in "23456789tjqka"} | {"10": "t"}
LETTER_RANKS = {"r": "k", "d": "q", "v": "j", "f": "j"}
"""Roi and re, dame and donna, valet, fante: no English rank begins so."""

LETTERS: dict[str, dict[str, str]] = {
    "en": {"c": "c", "d": "d", "h": "h", "s": "s"},
    "fr": {"c": "chd", "d": "d", "h": "h", "s": "s"},
    "it": {"c": "ch", "d": "d", "h": "h", "s": "s"},
}
"""Which suits a letter can mean in a letter of each language, the English code first."""

OTHER_LETTERS = {"p": "s", "t": "c", "f": "c", "q": "d"}
"""Pique and picche, trèfle, fiori, quadri: no English suit begins so."""

JOKERS = {"x1": "X1", "x2": "X2"}


def card_candidates(text: str, lang: str) -> tuple[str, ...]:
    """The cards that ``text``, one card, can mean: ``("5c", "5h", "5d")`` for "5c" in French.

    Empty where it is no card at all.
    """
    found = tokens(clean(text))
    length, cards = card_at(found, 0, lang)
    return cards if length == len(found) else ()


def read_cards(text: str, lang: str) -> tuple[tuple[str, ...], ...]:
    """The cards of a list ("Qs, Td", "dame de pique et 5c"), each with its candidates.

    Refusals: Unreadable BAD_CARD with ``written``.
    """
    found = [token for token in tokens(clean(text)) if token.kind not in {"punct", "dash"}]
    out: list[tuple[str, ...]] = []
    place = 0
    while place < len(found):
        length, cards = card_at(found, place, lang)
        if length:
            out.append(cards)
        elif not out or found[place].text not in {"and", "et", "e", "ed", "plus"}:
            raise Unreadable("BAD_CARD", written=found[place].written)
        place += max(length, 1)
    return tuple(out)


def card_at(found: Sequence[Token], place: int, lang: str) -> tuple[int, tuple[str, ...]]:
    """The length in tokens and the candidates of the card that begins at ``place``; (0, ()) for none."""
    if place >= len(found):
        return 0, ()
    here = found[place].text
    if here in JOKERS:
        return 1, (JOKERS[here],)
    if found[place].kind == "suit":
        rank = _rank(found, place + 1)
        return (2, (rank.upper() + SUITS[here],)) if rank else (0, ())
    code = re.fullmatch(r"(10|[2-9tjqkardvf])([a-z])", here)
    if code and _suits(code[2], lang) and not _spelt_out(found, place):
        rank = RANKS.get(code[1]) or LETTER_RANKS[code[1]]
        return 1, tuple(rank.upper() + suit for suit in _suits(code[2], lang))
    return _in_words(found, place, lang)


def _spelt_out(found: Sequence[Token], place: int) -> bool:
    """ "as de pique", "re di fiori": the word for a rank, though it looks like a code."""
    return found[place].text in NAMES and _suit_word(found, place + 1)[0] > 0


def _suits(letter: str, lang: str) -> str:
    return LETTERS.get(lang[:2].lower(), LETTERS["en"]).get(letter) or OTHER_LETTERS.get(letter, "")


def _rank(found: Sequence[Token], place: int) -> str:
    if place >= len(found):
        return ""
    text = found[place].text
    return RANKS.get(text) or NAMES.get(text) or LETTER_RANKS.get(text, "")


def _in_words(found: Sequence[Token], place: int, lang: str) -> tuple[int, tuple[str, ...]]:
    """Rank and suit as two tokens or more: "Q ♠", "10 c", "dame de pique", "7 of hearts"."""
    rank = _rank(found, place)
    if not rank or place + 1 >= len(found):
        return 0, ()
    following = found[place + 1]
    if following.kind == "suit":
        return 2, (rank.upper() + SUITS[following.text],)
    length, suit = _suit_word(found, place + 1)
    if length:
        return 1 + length, (rank.upper() + suit,)
    if len(following.text) == 1 and _suits(following.text, lang):
        return 2, tuple(rank.upper() + one for one in _suits(following.text, lang))
    return 0, ()


def _suit_word(found: Sequence[Token], place: int) -> tuple[int, str]:
    """The suit's name at ``place``, after of, de or di where it is there: (tokens, suit)."""
    small = place < len(found) and found[place].text in {"of", "de", "di"}
    at = place + small
    suit = SUIT_NAMES.get(found[at].text, "") if at < len(found) else ""
    return (1 + small, suit) if suit else (0, "")


def _names(section: str, codes: str) -> dict[str, str]:
    """Every word of a section in every language -> its code; no two codes share a word."""
    return {
        fold(word): code
        for table in TABLES.values()
        for code, words in zip(codes, alternatives(getattr(table, section)), strict=True)
        for word in words
    }


NAMES = _names("RANKS", "23456789tjqka")
SUIT_NAMES = _names("SUITS", "cdhs")
