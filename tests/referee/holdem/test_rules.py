"""Options, presets, and what an organiser may not choose."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core import Illegal, Json
from tests.referee.holdem.tools import GAME, blinds

SHANGRI: Json = {
    "starting_stack": 20,
    "hands": 2,
    "levels": [blinds(0, 0, ante=2)],
    "streets": [0, 5],
    "check": False,
    "raises": "any",
    "silence": "fold",
    "speaking": "rotate",
}


def test_the_preset_shangri_is_the_later_draft_of_the_text() -> None:
    assert GAME.rules({"preset": "shangri"}) == SHANGRI


def test_the_preset_shangri_draft_is_the_first_draft() -> None:
    assert GAME.rules({"preset": "shangri-draft"}) == {**SHANGRI, "starting_stack": 10, "levels": []}


def test_the_preset_holdem_demands_stack_and_levels() -> None:
    for missing in ("starting_stack", "levels"):
        given = {"preset": "holdem", "starting_stack": 1000, "levels": [blinds(5, 10)]}
        del given[missing]
        with pytest.raises(Illegal, match=f"rules.{missing}: missing"):
            GAME.rules(given)
    assert GAME.rules({"preset": "holdem", "starting_stack": 1000, "levels": [blinds(5, 10)]}) == {
        "starting_stack": 1000,
        "hands": None,
        "levels": [blinds(5, 10)],
        "streets": [0, 3, 1, 1],
        "check": True,
        "raises": "full",
        "silence": "check",
        "speaking": "button",
    }


def test_overrides_are_merged_over_the_preset() -> None:
    assert GAME.rules({"preset": "shangri", "hands": 3})["hands"] == 3


def test_the_rules_of_a_match_read_as_they_were_written() -> None:
    for name in ("shangri", "shangri-draft"):
        whole = GAME.rules({"preset": name})
        assert GAME.rules(whole) == whole


def test_amounts_that_a_level_does_not_name_are_nothing() -> None:
    rules = GAME.rules({"preset": "shangri", "levels": [{"ante": 3}]})
    assert rules["levels"] == [blinds(0, 0, ante=3)]


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"preset": "poker"}, "preset"),
        ({"preset": ["shangri"]}, "preset"),
        ({"colour": "red"}, "colour"),
        ({"wheel": True}, "wheel"),
        ({"starting_stack": -1}, "starting_stack"),
        ({"starting_stack": 2.5}, "starting_stack"),
        ({"starting_stack": True}, "starting_stack"),
        ({"starting_stack": None}, "starting_stack"),
        ({"hands": 0}, "hands"),
        ({"hands": "2"}, "hands"),
        ({"check": 0}, "check"),
        ({"raises": "half"}, "raises"),
        ({"raises": ["any"]}, "raises"),
        ({"silence": None}, "silence"),
        ({"speaking": "clockwise"}, "speaking"),
        ({"streets": []}, "streets"),
        ({"streets": [0, 6]}, "streets"),
        ({"streets": [0, -1, 6]}, "streets"),
        ({"streets": 5}, "streets"),
        ({"streets": [0, 2]}, "streets"),
        ({"levels": None}, "levels"),
        ({"levels": [3]}, r"levels\[0\]"),
        ({"levels": [{"ante": -1}]}, r"levels\[0\].ante"),
        ({"levels": [{"straddle": 1}]}, r"levels\[0\].straddle"),
        ({"levels": [{"from_hand": 0}]}, r"levels\[0\].from_hand"),
        ({"levels": [{"small_blind": 5, "big_blind": 2}]}, r"levels\[0\].small_blind"),
        ({"levels": [{"from_hand": 3}, {"from_hand": 3}]}, r"levels\[1\].from_hand"),
    ],
)
def test_what_is_no_option_is_refused_with_its_place(change: Json, where: str) -> None:
    with pytest.raises(Illegal, match="MALFORMED") as refused:
        GAME.rules({"preset": "shangri", **change})
    assert refused.match(f"rules.{where}")


@pytest.mark.parametrize("given", [None, 3, [], ["shangri"]])
def test_rules_that_are_no_object_are_refused(given: Any) -> None:
    with pytest.raises(Illegal, match="MALFORMED"):
        GAME.rules(given)


@pytest.mark.parametrize("seats", [["A"], [], ["A", "A"], ["A", 3], "AB", [chr(65 + n) for n in range(23)]])
def test_a_table_has_two_to_22_different_seats(seats: Any) -> None:
    with pytest.raises(Illegal, match="seats"):
        GAME.start(GAME.rules({"preset": "shangri"}), seats)


def test_before_its_first_level_begins_a_match_posts_nothing() -> None:
    rules = GAME.rules({"preset": "shangri", "levels": [{"from_hand": 2, "ante": 5}]})
    state = GAME.start(rules, ["A", "B"])
    following = GAME.next_deal(state)
    assert following is not None
    state, facts = GAME.deal(state, following.setup, following.items)
    assert "ante" not in [fact.kind for fact in facts]
