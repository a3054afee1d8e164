"""Betting rights and prices: TDA 2024 rules 43, 45, 47, and the game without a check."""

from __future__ import annotations

import pytest

from tests.referee.holdem.tools import Table, blinds


def limits(table: Table) -> tuple[int, int] | None:
    """The least and the most that the awaited seat may raise to."""
    raising = table.options["raise"]
    return (raising["min"], raising["max"]) if raising else None


def flop_of_five() -> Table:
    """TDA 47-A, Example 1: five players limp for 100; on the flop A bets 100."""
    table = Table([50000, 225, 50000, 300, 50000])
    return table.play("C call", "D call", "E call", "A call", "B check", "A raise 100")


def test_tda_43_a_the_minimum_is_the_size_of_the_last_raise() -> None:
    table = Table([50000] * 4).play("C raise 600")
    assert limits(table) == (1100, 50000)
    assert table.play("D raise 1100").options["raise"]["min"] == 1600


def test_tda_43_the_minimum_is_neither_doubled_nor_the_total() -> None:
    table = Table([50000] * 3).play("C raise 300", "A raise 500")
    assert limits(table) == (700, 50000)


def test_tda_43_example_2_a_short_all_in_leaves_the_size_of_a_raise() -> None:
    table = Table([50000, 50000, 150, 50000]).play("C all-in")
    assert limits(table) == (250, 50000)


def test_the_minimum_bet_after_the_flop_is_the_big_blind_again() -> None:
    table = Table([50000] * 2).play("B raise 700", "A call")
    assert limits(table) == (100, 49300)


def test_tda_45_b_a_stack_between_call_and_minimum_raise_may_go_all_in() -> None:
    table = Table([50000, 50000, 50000, 340]).play("C raise 250")
    assert limits(table) == (340, 340)
    assert table.refused("D raise 339") == "RAISE_TOO_SMALL"
    table.play("D raise 340")
    assert table.of("raised")[-1] == {"seat": "D", "added": 340, "to": 340, "by": 90, "all_in": True}


def test_tda_47_a_example_1_short_all_ins_add_up_to_a_raise() -> None:
    table = flop_of_five().play("B all-in", "C call", "D all-in", "E call")
    assert table.awaiting == "A"
    assert limits(table) == (300, 49900)


def test_tda_47_a_example_1_a_who_called_the_first_short_all_in_only_calls_or_folds() -> None:
    table = flop_of_five().play("B all-in", "C call", "D all-in", "E call", "A call")
    assert table.awaiting == "C"
    assert table.options["to_call"] == 75
    assert limits(table) is None
    assert table.refused("C raise 300") == "NOT_REOPENED"
    assert table.refused("C all-in") == "NOT_REOPENED"


def test_tda_47_a_example_1_b_after_a_full_raise_c_may_raise_too() -> None:
    table = flop_of_five().play("B all-in", "C call", "D all-in", "E call", "A raise 300")
    assert table.awaiting == "C"
    assert limits(table) == (400, 49900)


def test_tda_47_a_example_2_the_minimum_raise_is_not_lowered_by_short_all_ins() -> None:
    table = Table([50000, 50000, 50000, 125, 200]).play("C call", "D all-in", "E all-in")
    assert limits(table) == (300, 50000)


def test_tda_47_a_example_3_the_big_blind_has_not_acted_and_may_raise() -> None:
    table = Table([50000, 50000, 50000, 50000, 7500], blinds(2000, 4000))
    table.play("C call", "D fold", "E all-in", "A fold")
    assert table.awaiting == "B"
    assert limits(table) == (11500, 50000)


def test_tda_47_a_example_3_a_the_limper_only_calls_or_folds() -> None:
    table = Table([50000, 50000, 50000, 50000, 7500], blinds(2000, 4000))
    table.play("C call", "D fold", "E all-in", "A fold", "B call")
    assert table.awaiting == "C"
    assert limits(table) is None
    assert table.options["all_in"] is None
    assert table.refused("C all-in") == "NOT_REOPENED"
    table.play("C call")


def test_tda_47_a_example_3_b_unless_the_big_blind_raises() -> None:
    table = Table([50000, 50000, 50000, 50000, 7500], blinds(2000, 4000))
    table.play("C call", "D fold", "E all-in", "A fold", "B raise 11500")
    assert limits(table) == (15500, 50000)


def test_a_checker_facing_a_short_all_in_only_calls_or_folds() -> None:
    table = Table([50000, 140, 50000]).play("C call", "A call", "B check", "A check", "B all-in")
    assert limits(table) == (140, 49900), "C has not acted on this street"
    table.play("C call")
    assert table.awaiting == "A"
    assert limits(table) is None


def test_an_all_in_of_exactly_the_minimum_raise_is_a_full_raise() -> None:
    table = Table([50000, 50000, 50000, 200]).play("C call", "D all-in", "A fold", "B call")
    assert table.awaiting == "C"
    assert limits(table) == (300, 50000)


def test_one_chip_less_than_the_minimum_raise_reopens_nothing() -> None:
    table = Table([50000, 50000, 50000, 199]).play("C call", "D all-in", "A fold", "B call")
    assert table.awaiting == "C"
    assert limits(table) is None
    table.play("C call")
    assert table.awaiting == "B"
    assert limits(table) == (100, 49801), "rights return on the next street"


def test_with_raises_any_every_raise_reopens_the_betting() -> None:
    table = Table([20, 7, 20], preset="shangri").play("A raise 4", "B all-in", "C call")
    assert table.awaiting == "A"
    assert limits(table) == (6, 18)


def test_a_raise_by_one_chip_is_enough_in_the_tournament() -> None:
    table = Table([20] * 3, preset="shangri").play("A raise 1", "B raise 2")
    assert limits(table) == (3, 18)


def test_nobody_is_left_who_could_call_more() -> None:
    table = Table([300, 50000, 400]).play("C all-in", "A all-in")
    assert table.options["to_call"] == 300
    assert limits(table) is None
    assert table.refused("B raise 600") == "NOBODY_TO_CALL"
    assert table.refused("B all-in") == "NOBODY_TO_CALL"
    table.play("B call")


def test_nobody_left_goes_before_not_reopened_and_before_the_limits() -> None:
    table = Table([50000, 199, 150]).play("C all-in", "A call", "B all-in")
    assert table.awaiting == "A"
    assert table.refused("A raise 1") == "NOBODY_TO_CALL"


def test_the_big_blind_keeps_its_option_in_a_limped_pot() -> None:
    table = Table([50000] * 3).play("C call", "A call")
    assert table.awaiting == "B"
    assert table.options["check"] is True
    assert limits(table) == (200, 50000)


def test_big_blind_checks_its_option_and_the_flop_comes() -> None:
    table = Table([50000] * 3).play("C call", "A call", "B check")
    assert table.view()["street"] == 1
    assert len(table.view()["board"]) == 3


def test_short_big_blind_does_not_lower_the_price() -> None:
    table = Table([1000, 60, 1000])
    assert table.options["to_call"] == 100
    assert limits(table) == (200, 1000)


def test_short_small_blind_and_short_big_blind_leave_the_price_to_the_others() -> None:
    table = Table([30, 60, 1000, 1000])
    assert table.options["to_call"] == 100
    table.play("C call", "D fold")
    assert table.result["uncalled"] == {"seat": "C", "amount": 40}


def test_call_and_raise_are_capped_by_the_stack() -> None:
    table = Table([1000, 1000, 70])
    assert table.options["to_call"] == 70
    assert limits(table) is None
    table.play("C call")
    assert table.of("called")[-1] == {"seat": "C", "added": 70, "to": 70, "all_in": True}


def test_all_in_for_no_more_than_the_call_is_a_call() -> None:
    table = Table([1000, 1000, 70]).play("C all-in")
    assert table.kinds()[-1] == "called"
    assert table.options["to_call"] == 50


def test_no_check_fold_or_bet_at_least_one() -> None:
    table = Table([20] * 3, preset="shangri")
    assert table.refused("A check") == "NO_CHECK"
    assert table.refused("A call") == "NOTHING_TO_CALL"
    assert table.refused("A raise 0") == "RAISE_TOO_SMALL"
    assert limits(table) == (1, 18)
    assert (table.options["check"], table.options["call"]) == (False, False)


def test_the_ante_is_not_a_bet() -> None:
    table = Table([20] * 3, preset="shangri")
    assert table.options["to_call"] == 0
    assert table.options["price"] == 0


def test_a_bet_is_called_a_bet_and_what_follows_a_raise() -> None:
    table = Table([20] * 3, preset="shangri").play("A raise 2", "B raise 5", "C call", "A call", "A raise 1")
    assert table.of("bet") == [
        {"seat": "A", "added": 2, "to": 2, "all_in": False},
        {"seat": "A", "added": 1, "to": 1, "all_in": False},
    ]
    assert table.of("raised") == [{"seat": "B", "added": 5, "to": 5, "by": 3, "all_in": False}]


def test_all_in_is_refused_and_not_offered_where_it_would_be_a_raise_nobody_can_call() -> None:
    table = Table([300, 50000, 400]).play("C all-in", "A all-in")
    assert table.options["all_in"] is None


@pytest.mark.parametrize(
    ("to", "code"), [(99, "RAISE_TOO_SMALL"), (199, "RAISE_TOO_SMALL"), (1001, "RAISE_TOO_LARGE")]
)
def test_limits_are_enforced(to: int, code: str) -> None:
    assert Table([1000] * 3).refused(f"C raise {to}") == code


@pytest.mark.parametrize("to", [200, 1000])
def test_limits_themselves_are_accepted(to: int) -> None:
    assert Table([1000] * 3).play(f"C raise {to}").awaiting == "A"
