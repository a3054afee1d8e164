"""The four examples of the tournament's own text, by number (no ante; seats A to E)."""

from __future__ import annotations

import pytest

from tests.referee.holdem.tools import Table

START = ("A raise 1", "B fold", "C call", "D fold", "E raise 3")


@pytest.fixture
def table() -> Table:
    return Table([10] * 5, preset="shangri-draft", hands=2)


def in_the_hand(table: Table) -> str:
    return "".join(name for name, seat in table.view()["seats"].items() if seat["state"] == "in")


def test_example_1_a_bet_and_two_calls_end_the_round(table: Table) -> None:
    table.play("A fold", "B raise 2", "C call", "D fold", "E call")
    assert in_the_hand(table) == "BCE"
    assert table.view()["street"] == 1
    assert table.view()["pots"] == [{"amount": 6, "eligible": ["B", "C", "E"]}]
    assert table.awaiting == "B"


def test_example_2_a_raise_gives_another_turn_and_c_adds_two(table: Table) -> None:
    table.play(*START, "A fold")
    assert table.awaiting == "C"
    assert table.options["to_call"] == 2
    table.play("C call")
    assert table.of("called")[-1] == {"seat": "C", "added": 2, "to": 3, "all_in": False}
    assert in_the_hand(table) == "CE"
    assert table.view()["street"] == 1


def test_example_3_c_raises_again_and_e_adds_two(table: Table) -> None:
    table.play(*START, "A fold", "C raise 5")
    assert table.of("raised")[-1] == {"seat": "C", "added": 4, "to": 5, "by": 2, "all_in": False}
    table.play("E call")
    assert table.of("called")[-1] == {"seat": "E", "added": 2, "to": 5, "all_in": False}
    assert in_the_hand(table) == "CE"
    assert table.view()["pots"] == [{"amount": 11, "eligible": ["C", "E"]}]


def test_example_4_the_last_one_left_wins_unasked(table: Table) -> None:
    table.play(*START, "A fold", "C raise 5", "E fold")
    assert table.awaiting == ""
    assert table.result["uncalled"] == {"seat": "C", "amount": 2}
    assert table.pots == [(7, "C", {"C": 7})]
    assert table.result["shown"] == {}
    assert table.result["board"] == []
    assert table.result["stacks"] == {"A": 9, "B": 10, "C": 14, "D": 10, "E": 7}
