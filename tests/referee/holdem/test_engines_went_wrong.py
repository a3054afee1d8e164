"""Where public engines went wrong (rules/holdem.md, the list at its end): a test for each."""

from __future__ import annotations

from referee.core import Move
from tests.referee.holdem.tools import GAME, Table, blinds, deck_of

CHECKED_DOWN = ("B check", "C check") * 3


def test_a_short_all_in_does_not_reopen_the_betting() -> None:
    table = Table([1000, 1000, 1000, 150]).play("C call", "D all-in", "A fold", "B call")
    assert table.awaiting == "C"
    assert table.options["raise"] is None


def test_the_minimum_raise_is_not_doubled_and_not_the_total() -> None:
    table = Table([5000] * 4).play("C raise 250", "D raise 400")
    assert table.options["raise"]["min"] == 550


def test_heads_up_blinds_are_not_reversed() -> None:
    """TDA 34-B: the button is the small blind, first before the flop and last after it."""
    table = Table([1000, 1000])
    assert [(fact["seat"], fact["blind"]) for fact in table.of("blind")] == [("B", "small"), ("A", "big")]
    assert table.view()["button"] == "B"
    assert table.awaiting == "B"
    assert table.play("B call", "A check").awaiting == "A"


def test_an_uncalled_bet_goes_back_and_is_not_won() -> None:
    table = Table([1000] * 3).play("C raise 400", "A fold", "B fold")
    assert table.result["uncalled"] == {"seat": "C", "amount": 300}
    assert table.pots == [(250, "C", {"C": 250})]


def test_a_layer_whose_contributors_all_folded_does_not_vanish() -> None:
    table = Table([1000, 1000, 1000, 100]).play("C raise 300", "D all-in", "A call", "B fold")
    table.play("A raise 200", "C fold")
    assert table.pots == [(400, "AD", table.result["pots"][0]["wins"]), (400, "A", {"A": 400})]
    assert sum(table.result["stacks"].values()) == 3100


def test_a_removed_player_above_everybody_leaves_his_layer_to_the_pot_below() -> None:
    table = Table([1000, 1000, 1000, 1000]).play("C raise 300", "D call", "C remove stays", "D remove stays")
    table.play("A fold")
    assert table.pots == [(750, "B", {"B": 750})]
    assert sum(table.result["stacks"].values()) == 4000


def test_an_all_in_player_keeps_his_claim_on_later_streets() -> None:
    table = Table([100, 1000, 1000], holes={"A": "As Ad"}, board="2c 3d 7h 8s Jc")
    table.play(
        "C raise 200",
        "A all-in",
        "B call",
        "B raise 100",
        "C call",
        "B check",
        "C check",
        "B check",
        "C check",
    )
    assert table.result["pots"][0] == {
        "amount": 300,
        "eligible": ["A", "B", "C"],
        "wins": {"A": 300},
        "odd": {},
    }


def test_the_sole_contender_of_a_side_pot_is_not_asked() -> None:
    table = Table([100, 1000, 1000]).play("C raise 200", "A all-in", "B call", "B raise 300")
    assert table.awaiting == "C"
    table.play("C fold")
    assert table.awaiting == ""
    assert table.result["uncalled"] == {"seat": "B", "amount": 300}


def test_a_free_check_does_not_time_out_as_a_fold() -> None:
    table = Table([1000] * 2).play("B call", "A timeout")
    assert table.of("timed_out") == [{"seat": "A", "deemed": "check"}]
    assert table.view()["street"] == 1


def test_pots_with_the_same_winners_are_split_each_by_itself() -> None:
    holes = {"A": "7c 2d", "B": "Ts 2h", "C": "Td 3c", "D": "8c 8d", "E": "9c 9d"}
    table = Table([100, 100, 100, 100, 5], blinds(1, 2), holes=holes, board="As Kd Qc Jh 4s")
    table.play(
        "C raise 10", "D call", "E all-in", "A fold", "B call", "B check", "C raise 10", "D fold", "B call"
    )
    table.play("B check", "C check", "B check", "C check")
    won = {seat: sum(pot["wins"].get(seat, 0) for pot in table.result["pots"]) for seat in "BC"}
    assert won == {"B": 29, "C": 27}, "merged before the split it would be 28 and 28"


def test_odd_chips_go_one_each_to_the_first_winners_in_order() -> None:
    holes = {"B": "2c 2d", "C": "2h 2s", "D": "3c 3d"}
    table = Table([100] * 4, blinds(2, 3), holes=holes, board="As Ks Qh Jd Tc")
    table.play("C call", "D call", "A fold", "B check")
    table.play(*("B check", "C check", "D check") * 3)
    assert table.pots == [(11, "BCD", {"B": 4, "C": 4, "D": 3})]
    assert table.result["pots"][0]["odd"] == {"B": 1, "C": 1}


def test_a_short_big_blind_does_not_lower_the_price() -> None:
    table = Table([1000, 60, 1000])
    assert table.options["to_call"] == 100
    table.play("C call", "A fold")
    assert table.result["uncalled"] == {"seat": "C", "amount": 40}


def test_fold_facing_no_bet_is_legal() -> None:
    table = Table([100] * 3, blinds(1, 2)).play("C call", "A call", "B fold")
    assert table.awaiting == "A"


def test_the_wheel_is_a_straight_and_loses_to_six_high() -> None:
    table = Table([100] * 2, blinds(1, 2), holes={"A": "As 9h", "B": "6s 9c"}, board="2h 3d 4c 5s Kd")
    table.play("B call", "A check", *("A check", "B check") * 3)
    shown = table.result["shown"]
    assert shown["A"]["best"] == ["5s", "4c", "3d", "2h", "As"]
    assert shown["A"]["value"] == [4, 5]
    assert table.pots == [(4, "AB", {"B": 4})]


def test_the_steel_wheel_beats_four_of_a_kind() -> None:
    table = Table([100] * 2, blinds(1, 2), holes={"A": "As 2s", "B": "Kh Ks"}, board="3s 4s 5s Kd Kc")
    table.play("B call", "A check", *("A check", "B check") * 3)
    assert table.result["shown"]["A"]["category"] == "straight flush"
    assert table.pots == [(4, "AB", {"A": 4})]


def test_three_pairs_take_their_kicker_from_all_seven() -> None:
    table = Table([100] * 2, blinds(1, 2), holes={"A": "Qh Qd", "B": "3h 4h"}, board="As Ad Ks Kd Jc")
    table.play("B call", "A check", *("A check", "B check") * 3)
    assert table.result["shown"]["A"]["value"] == [2, 14, 13, 12]
    assert table.result["shown"]["B"]["value"] == [2, 14, 13, 11]


def test_nobody_is_big_blind_twice_when_going_heads_up() -> None:
    """Deal 1: B is big blind and C goes out. Deal 2 is heads-up: the big blind moves on, to A."""
    state = GAME.start(
        GAME.rules({"preset": "holdem", "starting_stack": 0, "levels": [blinds(1, 2)]}), ["A", "B", "C"]
    )
    setup = {"order": ["A", "B", "C"], "stacks": {"A": 50, "B": 50, "C": 2}}
    holes = {"A": "As Ad", "B": "Ks Kd", "C": "2c 7d"}
    state, _ = GAME.deal(state, setup, deck_of("ABC", holes, "3h 4h 8s 9s Jd"))
    for seat, do in (("C", "all-in"), ("A", "call"), ("B", "check"), *(("A", "check"), ("B", "check")) * 3):
        state, _ = GAME.apply(state, seat, Move(do))
    following = GAME.next_deal(state)
    assert following is not None
    assert following.setup["order"] == ["A", "B"], "[big blind, button]"


def test_mucked_cards_are_not_shown() -> None:
    table = Table([1000] * 3).play("C call", "A fold", "B check", *CHECKED_DOWN)
    assert set(table.result["shown"]) == {"B", "C"}
    assert {fact["seat"] for fact in table.of("shown")} == {"B", "C"}
    assert table.view()["seats"]["A"]["cards"] == [None, None]


def test_a_winner_without_a_showdown_shows_nothing() -> None:
    table = Table([1000] * 3).play("C raise 300", "A fold", "B fold")
    assert table.of("shown") == []
    assert table.view("A")["seats"]["C"]["cards"] == [None, None]


def test_a_new_level_does_not_begin_in_the_middle_of_a_deal() -> None:
    """TDA 23: a level applies from the next deal on."""
    levels = [blinds(1, 2), blinds(5, 10, from_hand=2)]
    rules = GAME.rules({"preset": "holdem", "starting_stack": 100, "levels": levels})
    state = GAME.start(rules, ["A", "B", "C"])
    for number, prices in ((1, [1, 2]), (2, [5, 10])):
        following = GAME.next_deal(state)
        assert following is not None
        assert following.number == number
        state, facts = GAME.deal(state, following.setup, following.items)
        assert [fact.data["amount"] for fact in facts if fact.kind == "blind"] == prices
        for _ in range(2):
            (seat,) = GAME.awaiting(state)
            state, _ = GAME.apply(state, seat, Move("fold"))
