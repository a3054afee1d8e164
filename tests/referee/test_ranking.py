"""Hand values, the five cards that count, and every five-card hand against phevaluator."""

from __future__ import annotations

import random
from itertools import combinations

import phevaluator
import pytest

from referee.cards import DECK
from referee.ranking import best_five, best_numbers, category

ROYAL = 14


@pytest.mark.parametrize(
    ("cards", "value", "five"),
    [
        ("Ah Kd 9c 7s 4h 3d 2c", (0, 14, 13, 9, 7, 4), "Ah Kd 9c 7s 4h"),
        ("9c Ah 9d Kd 7s 4h 2c", (1, 9, 14, 13, 7), "9c 9d Ah Kd 7s"),
        ("Ad As Kd Ks Qd Qs Jc", (2, 14, 13, 12), "Ad As Kd Ks Qd"),
        ("2d 2s 3d 3s Ac Kc Qh", (2, 3, 2, 14), "3d 3s 2d 2s Ac"),
        ("8h 8c 8d Ac Kc 4d 2s", (3, 8, 14, 13), "8h 8c 8d Ac Kc"),
        ("9h 8c 7d 6s 5h 4d 3c", (4, 9), "9h 8c 7d 6s 5h"),
        ("9h 9c 8d 7s 6h 5d 5c", (4, 9), "9h 8d 7s 6h 5d"),
        ("5h 4c 3d 2s Ah Kd Qc", (4, 5), "5h 4c 3d 2s Ah"),
        ("Ah Kc Qd Js Th 2c 3d", (4, 14), "Ah Kc Qd Js Th"),
        ("Ks As 2c 3d 4h 9c 9d", (1, 9, 14, 13, 4), "9c 9d As Ks 4h"),
        ("Ah 9h 7h 4h 2h Kd Kc", (5, 14, 9, 7, 4, 2), "Ah 9h 7h 4h 2h"),
        ("2h 4h 6h 8h Th Qh Ah", (5, 14, 12, 10, 8, 6), "Ah Qh Th 8h 6h"),
        ("Ad As Ac Ks Kd Kc Jc", (6, 14, 13), "Ad As Ac Ks Kd"),
        ("2d 2s 2c Ks Kd Qs Qd", (6, 2, 13), "2d 2s 2c Ks Kd"),
        ("7d 7s 7c 7h Ks Kd Kc", (7, 7, 13), "7d 7s 7c 7h Ks"),
        ("7d 7s 7c 7h 2s 2d 9c", (7, 7, 9), "7d 7s 7c 7h 9c"),
        ("5s 4s 3s 2s As Kd Kc", (8, 5), "5s 4s 3s 2s As"),
        ("As Ks Qs Js Ts 9s 8s", (8, ROYAL), "As Ks Qs Js Ts"),
        ("6c 5c 4c 3c 2c Ac Kc", (8, 6), "6c 5c 4c 3c 2c"),
    ],
)
def test_value_and_the_five_that_count_in_reading_order(
    cards: str, value: tuple[int, ...], five: str
) -> None:
    shuffled = cards.split()
    assert best_five(shuffled) == (value, tuple(five.split()))
    random.Random(cards).shuffle(shuffled)
    found, best = best_five(shuffled)
    assert found == value
    assert [card[0] for card in best] == [card[0] for card in five.split()]


def test_without_the_wheel_an_ace_is_only_high() -> None:
    assert best_five(["5h", "4c", "3d", "2s", "Ah"], wheel=False)[0] == (0, 14, 5, 4, 3, 2)
    assert best_five(["5h", "4h", "3h", "2h", "Ah"], wheel=False)[0] == (5, 14, 5, 4, 3, 2)
    assert best_five(["6c", "5h", "4c", "3d", "2s", "Ah", "Kd"], wheel=False)[0] == (4, 6)
    assert best_five(["5h", "4c", "3d", "2s", "Ah"])[0] == (4, 5)


def test_categories_have_their_names() -> None:
    names = [category((number,)) for number in range(9)]
    assert names == [
        "high card",
        "one pair",
        "two pairs",
        "three of a kind",
        "straight",
        "flush",
        "full house",
        "four of a kind",
        "straight flush",
    ]


@pytest.mark.parametrize("count", [0, 4, 8])
def test_only_five_to_seven_cards_are_ranked(count: int) -> None:
    with pytest.raises(ValueError, match="5 to 7"):
        best_five(DECK[:count])


def _strength(cards: tuple[str, ...]) -> int:
    """phevaluator: 1 is the royal flush, 7462 the worst hand."""
    return int(phevaluator.evaluate_cards(*cards))


def test_200_000_random_sevens_are_ranked_as_by_phevaluator() -> None:
    """Same order and same ties; the five named are among the seven and worth as much alone."""
    draw = random.Random(20240629)
    value_of: dict[int, tuple[int, ...]] = {}
    for number in range(200_000):
        cards = tuple(draw.sample(DECK, 7))
        value, five = best_five(cards)
        assert value_of.setdefault(_strength(cards), value) == value
        if number % 20 == 0:
            assert set(five) <= set(cards)
            assert len(set(five)) == 5
            assert best_five(five) == (value, five)
    _assert_same_order(value_of)


@pytest.mark.slow
def test_all_2_598_960_five_card_hands_are_ranked_as_by_phevaluator() -> None:
    value_of: dict[int, tuple[int, ...]] = {}
    hands = 0
    for numbers in combinations(range(52), 5):
        value, _ = best_numbers(numbers)
        strength = int(phevaluator.evaluate_cards(*(DECK[number] for number in numbers)))
        assert value_of.setdefault(strength, value) == value
        hands += 1
    assert hands == 2_598_960
    assert len(value_of) == 7462
    _assert_same_order(value_of)


def _assert_same_order(value_of: dict[int, tuple[int, ...]]) -> None:
    values = [value_of[strength] for strength in sorted(value_of)]
    assert values == sorted(set(values), reverse=True)
