"""Cards in words, in three languages."""

from __future__ import annotations

import pytest

from referee import grammar
from referee.cards import DECK
from referee.core import Unreadable
from referee.grammar.text import SUITS, clean, tokens

RANKS = {
    "en": "two three four five six seven eight nine ten jack queen king ace",
    "fr": "deux trois quatre cinq six sept huit neuf dix valet dame roi as",
    "it": "due tre quattro cinque sei sette otto nove dieci fante donna re asso",
}
SUIT_WORDS = {
    "en": ("of", ["clubs", "diamonds", "hearts", "spades"]),
    "fr": ("de", ["trèfle", "carreau", "cœur", "pique"]),
    "it": ("di", ["fiori", "quadri", "cuori", "picche"]),
}


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_every_card_is_read_by_its_name_in_a_letter_of_any_language(lang: str) -> None:
    small, suits = SUIT_WORDS[lang]
    names = [f"{rank} {small} {suit}" for suit in suits for rank in RANKS[lang].split()]
    for letter in ("en", "fr", "it"):
        assert [grammar.card_candidates(name, letter) for name in names] == [(card,) for card in DECK]
        assert [grammar.card_candidates(name.upper(), letter) for name in names] == [(card,) for card in DECK]


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_every_card_is_read_by_its_code_and_its_sign(lang: str) -> None:
    signs = {suit: sign for sign, suit in SUITS.items()}
    for card in DECK:
        assert grammar.card_candidates(card, lang)[0] == card
        assert grammar.card_candidates(card[0] + signs[card[1]], lang) == (card,)
        assert grammar.card_candidates(card[0] + signs[card[1]] + "\ufe0f", lang) == (card,)


@pytest.mark.parametrize(
    ("text", "lang", "cards"),
    [
        ("10h", "en", ("Th",)),
        ("10 ♥", "en", ("Th",)),
        ("5c", "en", ("5c",)),
        ("5c", "fr", ("5c", "5h", "5d")),
        ("5C", "it", ("5c", "5h")),
        ("reine de pique", "fr", ("Qs",)),
        ("regina di picche", "it", ("Qs",)),
        ("As", "en", ("As",)),
        ("as de coeur", "en", ("Ah",)),
        ("as de coeur", "fr", ("Ah",)),
        ("re di quadri", "it", ("Kd",)),
        ("7 of hearts", "en", ("7h",)),
        ("7 de cœur", "fr", ("7h",)),
        ("dame pique", "fr", ("Qs",)),
        ("Dp", "fr", ("Qs",)),
        ("Rt", "fr", ("Kc",)),
        ("7q", "it", ("7d",)),
        ("X1", "en", ("X1",)),
        ("♠Q", "en", ("Qs",)),
        ("11h", "en", ()),
        ("1h", "en", ()),
        ("Qx", "en", ()),
        ("queen", "en", ()),
        ("", "en", ()),
        ("queen of spades please", "en", ()),
    ],
)
def test_a_card_and_its_candidates(text: str, lang: str, cards: tuple[str, ...]) -> None:
    assert grammar.card_candidates(text, lang) == cards


def test_a_list_of_cards() -> None:
    assert grammar.read_cards("Qs Td", "en") == (("Qs",), ("Td",))
    assert grammar.read_cards("Q♠, 10♦", "fr") == (("Qs",), ("Td",))
    assert grammar.read_cards("dame de pique et 5c", "fr") == (("Qs",), ("5c", "5h", "5d"))
    assert grammar.read_cards("donna di picche e asso di cuori", "it") == (("Qs",), ("Ah",))
    assert grammar.read_cards("", "en") == ()


@pytest.mark.parametrize("text", ["Qs and", "Qs xx", "and Qs xx", "5"])
def test_what_is_no_card_is_named(text: str) -> None:
    if text == "Qs and":
        assert grammar.read_cards(text, "en") == (("Qs",),)
        return
    with pytest.raises(Unreadable, match="BAD_CARD") as refused:
        grammar.read_cards(text, "en")
    assert refused.value.params["written"] in text


def test_digits_that_a_dash_or_a_stroke_joins_are_one_word_and_no_amount() -> None:
    for written in ("2-5", "3\u20114", "1/2", "2\u20135"):
        (token,) = tokens(clean(written))
        assert token.kind == "compound", written
