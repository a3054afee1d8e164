"""Cards as codes and numbers."""

from __future__ import annotations

import pytest

from referee.cards import DECK, HIDDEN, NUMBERS, codes, numbers_of
from referee.core import Illegal


def test_the_canonical_deck_has_suits_outside_and_ranks_inside() -> None:
    assert len(set(DECK)) == 52
    assert DECK[:3] == ("2c", "3c", "4c")
    assert (DECK[12], DECK[13], DECK[51]) == ("Ac", "2d", "As")
    assert all(NUMBERS[code] == number for number, code in enumerate(DECK))


def test_codes_and_numbers_are_each_others_inverse_hidden_cards_included() -> None:
    deck = ["As", None, "2c", None]
    assert numbers_of(deck) == (51, HIDDEN, 0, HIDDEN)
    assert codes(numbers_of(deck)) == deck


@pytest.mark.parametrize(
    "deck", [["as"], ["1c"], ["Xs"], [""], [1], [["As"]], ["As", "As"], ["X1"], [True], "As", None]
)
def test_what_is_no_deck_is_malformed(deck: object) -> None:
    with pytest.raises(Illegal, match="MALFORMED"):
        numbers_of(deck)  # type: ignore[arg-type]


def test_a_deck_may_be_longer_than_needed_but_not_shorter() -> None:
    assert len(numbers_of(DECK, least=9)) == 52
    with pytest.raises(Illegal, match="3 cards, 4 needed"):
        numbers_of(DECK[:3], least=4)
