"""The referee takes a seat out (TDA 71-D), and silence (TDA 29)."""

from __future__ import annotations

import pytest

from tests.referee.holdem.tools import Table, blinds


def test_tda_65_a_removed_after_raising_the_uncalled_part_goes_back() -> None:
    table = Table([1000] * 3).play("C raise 300", "C remove stays")
    assert table.awaiting == "A"
    assert table.options["to_call"] == 250, "the price stands"
    table.play("A fold")
    assert table.result["uncalled"] == {"seat": "C", "amount": 200}
    assert table.pots == [(250, "B", {"B": 250})]
    assert table.result["stacks"] == {"A": 950, "B": 1150, "C": 900}


def test_tda_71_d_a_disqualified_stack_leaves_play() -> None:
    table = Table([1000] * 3).play("C raise 300", "C remove leaves")
    assert table.of("removed") == [{"seat": "C", "stack": "leaves", "chips": 700, "folded": True}]
    assert table.view()["removed"] == 700
    assert table.view()["seats"]["C"]["stack"] == 0
    table.play("A fold")
    assert table.of("uncalled") == [{"seat": "C", "amount": 200, "leaves": True}]
    assert table.result["stacks"] == {"A": 950, "B": 1150, "C": 0}
    assert table.result["removed"] == {"C": 900}
    assert table.view()["removed"] == 900


def test_a_seat_can_be_removed_out_of_turn_and_the_turn_stays() -> None:
    table = Table([1000] * 4)
    phase_before = table.phase
    table.play("A remove stays")
    assert table.awaiting == "C"
    assert table.phase == phase_before
    assert table.view()["seats"]["A"]["state"] == "removed"
    assert table.refused("A call") == "NOT_YOUR_TURN"


def test_removing_the_awaited_seat_passes_the_turn_on() -> None:
    table = Table([1000] * 4)
    phase_before = table.phase
    assert table.play("C remove stays").awaiting == "D"
    assert table.phase != phase_before


def test_removing_the_last_rival_ends_the_deal() -> None:
    table = Table([1000] * 2).play("A remove stays")
    assert table.awaiting == ""
    assert table.pots == [(100, "B", {"B": 100})]


def test_removing_the_only_one_who_could_call_ends_the_betting() -> None:
    table = Table([1000, 1000, 100]).play("C all-in", "A call", "B check", "A raise 100")
    assert table.awaiting == "B"
    table.play("B remove stays")
    assert table.awaiting == ""
    assert [pot[:2] for pot in table.pots] == [(300, "AC")]
    assert table.result["uncalled"] == {"seat": "A", "amount": 100}


def test_removing_a_seat_may_spare_the_awaited_one_its_turn() -> None:
    """B has to answer nobody any more: C is all-in for less than B has put in."""
    table = Table([1000, 1000, 60]).play("C all-in")
    assert table.awaiting == "A"
    table.play("A call")
    assert table.awaiting == "B", "A could still put in more"
    table.play("A remove stays")
    assert table.awaiting == ""
    assert [pot[:2] for pot in table.pots] == [(180, "BC"), (80, "B")]


def test_a_seat_that_is_all_in_can_be_removed() -> None:
    table = Table([1000, 1000, 300]).play("C all-in", "A call", "C remove leaves")
    assert table.of("removed")[-1] == {"seat": "C", "stack": "leaves", "chips": 0, "folded": True}
    table.play("B fold")
    assert table.pots == [(700, "A", {"A": 700})]
    assert table.result["removed"] == {"C": 0}


def test_a_seat_that_has_folded_can_be_removed_and_only_its_stack_is_touched() -> None:
    table = Table([1000] * 4).play("C fold", "C remove leaves")
    assert table.of("removed")[-1]["folded"] is False
    assert table.awaiting == "D"
    table.play("D fold", "A fold")
    assert table.result["stacks"] == {"A": 950, "B": 1050, "C": 0, "D": 1000}
    assert table.result["removed"] == {"C": 1000}


def test_removed_twice_a_stack_leaves_once() -> None:
    table = Table([1000] * 4).play("C remove stays", "C remove leaves", "C remove leaves", "D fold", "A fold")
    assert table.result["removed"] == {"C": 1000}
    assert sum(table.result["stacks"].values()) == 3000


def test_a_seat_that_is_not_dealt_in_can_lose_its_stack() -> None:
    setup = {"order": ["A", "B"], "stacks": {"A": 100, "B": 100, "C": 40}}
    table = Table([100, 100, 40], blinds(1, 2), setup=setup).play("C remove leaves", "B fold")
    assert table.view()["seats"]["C"]["stack"] == 0
    assert table.view()["removed"] == 40


def test_after_the_deal_nobody_can_be_removed() -> None:
    assert Table([1000] * 2).play("B fold").refused("B remove stays") == "GAME_OVER"


def test_a_removed_last_aggressor_does_not_show_first() -> None:
    table = Table([1000] * 3).play("C call", "A call", "B check", *("A check", "B check", "C check") * 2)
    table.play("A check", "B raise 100", "C call", "B remove stays", "A call")
    assert [fact["seat"] for fact in table.of("shown")] == ["A", "C"]


def test_a_withdrawn_player_whose_stack_stays_is_dealt_in_again() -> None:
    """contests.md T13: he is folded each time he would speak."""
    table = Table([20] * 3, preset="shangri", hands=2).play("B remove stays", "A fold")
    following = table.next_deal
    assert following is not None
    assert following.setup["order"] == ["B", "C", "A"]


@pytest.mark.parametrize("words", [(), ("A raise 2",)])
def test_in_the_tournament_silence_folds_even_when_nothing_is_owed(words: tuple[str, ...]) -> None:
    table = Table([20] * 3, preset="shangri").play(*words)
    seat = table.awaiting
    table.play(f"{seat} timeout")
    assert table.of("timed_out") == [{"seat": seat, "deemed": "fold"}]
    assert table.view()["seats"][seat]["state"] == "folded"
    assert table.kinds()[-2:] == ["timed_out", "folded"]


def test_tda_29_silence_facing_a_bet_is_a_fold() -> None:
    table = Table([1000] * 3).play("C timeout")
    assert table.of("timed_out") == [{"seat": "C", "deemed": "fold"}]


def test_silence_is_no_check_where_the_game_has_none() -> None:
    table = Table([20] * 3, preset="shangri", silence="check").play("A timeout")
    assert table.of("timed_out") == [{"seat": "A", "deemed": "fold"}]


def test_only_an_awaited_seat_times_out() -> None:
    assert Table([20] * 3, preset="shangri").refused("B timeout") == "NOT_YOUR_TURN"


def test_a_time_out_shows_in_the_view_as_the_move_it_was_deemed_to_be() -> None:
    timed_out = Table([20] * 3, preset="shangri").play("A timeout")
    folded = Table([20] * 3, preset="shangri").play("A fold")
    assert timed_out.view("B") == folded.view("B")
    assert timed_out.view()["seats"]["A"]["said"] == "fold"
