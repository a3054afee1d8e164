"""Refusals by name, in their order of precedence (rules/holdem.md, "Refusals")."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee import record
from referee.core import Illegal, Move
from tests.referee.holdem.tools import GAME, Table

MALFORMED: list[Any] = [
    None,
    7,
    "fold",
    [],
    {},
    {"seat": "A"},
    {"do": "fold"},
    {"seat": None, "do": "fold"},
    {"seat": ["A"], "do": "fold"},
    {"seat": "A", "do": None},
    {"seat": "A", "do": ["fold"]},
    {"seat": "A", "do": 3},
    {"seat": "A", "do": "fold", "to": 3},
    {"seat": "A", "do": "fold", "why": "tired"},
    {"seat": "A", "do": "check", "stack": "stays"},
    {"seat": "A", "do": "raise"},
    {"seat": "A", "do": "raise", "to": None},
    {"seat": "A", "do": "raise", "to": "5"},
    {"seat": "A", "do": "raise", "to": 5.0},
    {"seat": "A", "do": "raise", "to": True},
    {"seat": "A", "do": "raise", "to": [5]},
    {"seat": "A", "do": "raise", "to": -5},
    {"seat": "A", "do": "raise", "to": 5, "by": 2, "amount": 5},
    {"seat": "A", "do": "all-in", "to": 18},
    {"seat": "A", "do": "timeout", "to": 1},
    {"seat": "A", "do": "remove"},
    {"seat": "A", "do": "remove", "stack": "burns"},
    {"seat": "A", "do": "remove", "stack": ["stays"]},
    {"seat": "A", "do": "remove", "stack": True},
    {"seat": "A", "do": "remove", "stack": "stays", "to": 4},
    {"seat": "Z", "do": "raise", "to": "x"},
    {"seat": "A", "do": "dance", "music": "tango"},
]


def replayed(*actions: Any) -> list[str]:
    """The codes of the refused actions of a shangri deal of three."""
    table = Table([20] * 3, preset="shangri")
    deal = {"number": 1, "order": ["A", "B", "C"], "deck": table.deck, "actions": list(actions)}
    document = {
        "format": record.FORMAT,
        "game": "holdem",
        "rules": {"preset": "shangri"},
        "seats": ["A", "B", "C"],
    }
    (found,) = record.replay(record.read(json.dumps({**document, "deals": [deal]})))["deals"]
    return [refused["code"] for refused in found["refused"]]


@pytest.mark.parametrize("action", MALFORMED, ids=json.dumps)
def test_malformed_comes_before_everything(action: Any) -> None:
    assert replayed(action) == ["MALFORMED"]
    over = [{"seat": "A", "do": "fold"}, {"seat": "B", "do": "fold"}]
    assert replayed(*over, action) == ["MALFORMED"]


@pytest.mark.parametrize("key", record.BESIDE)
def test_what_may_stand_beside_an_action_changes_nothing(key: str) -> None:
    assert replayed({"seat": "A", "do": "fold", key: "x"}) == []
    assert replayed({"seat": "A", "do": "raise", "to": 3, key: {"any": ["thing"]}}) == []


def test_unknown_seat_before_unknown_action() -> None:
    assert replayed({"seat": "Z", "do": "dance"}) == ["UNKNOWN_SEAT"]


def test_unknown_action_before_game_over() -> None:
    over = [{"seat": "A", "do": "fold"}, {"seat": "B", "do": "fold"}]
    assert replayed(*over, {"seat": "A", "do": "dance"}) == ["UNKNOWN_ACTION"]


@pytest.mark.parametrize("keys", [{}, {"to": 5}, {"stack": "stays"}])
def test_an_unknown_action_may_carry_the_keys_of_another(keys: dict[str, Any]) -> None:
    assert replayed({"seat": "A", "do": "bet", **keys}) == ["UNKNOWN_ACTION"]


def test_game_over_before_not_your_turn() -> None:
    assert Table([20] * 3, preset="shangri").play("A fold", "B fold").refused("A check") == "GAME_OVER"


def test_not_your_turn_before_no_check() -> None:
    assert Table([20] * 3, preset="shangri").refused("B check") == "NOT_YOUR_TURN"


def test_no_check_even_facing_a_bet() -> None:
    assert Table([20] * 3, preset="shangri").play("A raise 2").refused("B check") == "NO_CHECK"


def test_must_call_where_a_check_faces_a_bet() -> None:
    assert Table([1000] * 3).refused("C check") == "MUST_CALL"


def test_nothing_to_call() -> None:
    assert Table([1000] * 2).play("B call").refused("A call") == "NOTHING_TO_CALL"


def test_not_reopened_before_too_large_and_too_small() -> None:
    table = Table([1000, 1000, 1000, 150]).play("C call", "D all-in", "A fold", "B call")
    assert [table.refused(f"C raise {to}") for to in (1, 151, 500, 5000)] == ["NOT_REOPENED"] * 4


def test_too_large_before_too_small() -> None:
    table = Table([1000, 1000, 90])
    assert table.refused("C raise 91") == "RAISE_TOO_LARGE"
    assert table.refused("C raise 90") == "RAISE_TOO_SMALL"


@pytest.mark.parametrize("to", [19, 2**53, 10**40])
def test_however_large_a_raise_above_the_stack_is_too_large(to: int) -> None:
    assert Table([20] * 3, preset="shangri").refused(f"A raise {to}") == "RAISE_TOO_LARGE"


def test_a_seat_of_the_table_that_is_not_dealt_in_is_never_awaited() -> None:
    table = Table({"A": 20, "B": 20, "C": 0}, preset="shangri", setup={"order": ["A", "B"]})
    assert table.refused("C fold") == "NOT_YOUR_TURN"


def test_before_the_first_deal_there_is_no_game_to_play() -> None:
    state = GAME.start(GAME.rules({"preset": "shangri"}), ["A", "B"])
    with pytest.raises(Illegal, match="GAME_OVER"):
        GAME.apply(state, "A", Move("fold"))
    with pytest.raises(Illegal, match="GAME_OVER"):
        GAME.default(state, "A")


def test_a_default_is_asked_for_the_awaited_seat_only() -> None:
    table = Table([20] * 3, preset="shangri")
    assert GAME.default(table.state, "A") == Move("fold")
    with pytest.raises(Illegal, match="NOT_YOUR_TURN"):
        GAME.default(table.state, "B")


def test_refusals_say_what_is_possible() -> None:
    table = Table([20] * 3, preset="shangri").play("A raise 4")
    for line, params in (
        ("B raise 4", {"min": 5}),
        ("B raise 19", {"max": 18}),
        ("C fold", {"seat": "C", "awaited": "B"}),
    ):
        seat, do, *rest = line.split()
        with pytest.raises(Illegal) as refused:
            GAME.apply(table.state, seat, Move(do, {"to": int(rest[0])} if rest else {}))
        assert refused.value.params == params
