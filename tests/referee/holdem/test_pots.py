"""Contributions, layers, antes and the showdown."""

from __future__ import annotations

from tests.referee.holdem.tools import Table, blinds

BOARD = "2c 3d 7h 8s Jc"


def test_tda_21_best_hand_with_the_smallest_stack_wins_least() -> None:
    holes = {"A": "As Ad", "B": "Ks Kd", "C": "Qs Qd", "D": "Ts Td"}
    table = Table([100, 300, 500, 1000], blinds(10, 20), holes=holes, board=BOARD)
    table.play("C all-in", "D call", "A all-in", "B all-in")
    assert table.pots == [(400, "ABCD", {"A": 400}), (600, "BCD", {"B": 600}), (400, "CD", {"C": 400})]


def test_layers_with_the_same_rivals_are_one_pot() -> None:
    table = Table([20] * 4, preset="shangri").play(
        "A raise 2", "B call", "C raise 5", "D fold", "A fold", "B call"
    )
    assert table.view()["pots"] == [{"amount": 20, "eligible": ["B", "C"]}]


def test_an_ante_that_the_stack_cannot_pay_is_an_all_in_for_that_layer() -> None:
    holes = {"A": "As Ad", "B": "Ks Kd", "C": "4c 5s"}
    table = Table([4, 1000, 1000], blinds(50, 100, ante=10), holes=holes, board=BOARD)
    assert table.of("ante")[0] == {"seat": "A", "amount": 4, "all_in": True}
    table.play("C call", "B check", *("B check", "C check") * 3)
    assert table.pots == [(12, "ABC", {"A": 12}), (212, "BC", {"B": 212})]


def test_rp_11_the_blind_comes_before_the_big_blind_ante() -> None:
    table = Table([1000, 130, 1000], blinds(50, 100, big_blind_ante=100))
    assert [fact["amount"] for fact in table.of("blind")] == [50, 100]
    assert table.of("big_blind_ante") == [{"seat": "B", "amount": 30, "all_in": True}]


def test_rp_11_a_big_blind_with_no_chip_left_pays_no_ante() -> None:
    table = Table([1000, 100, 1000], blinds(50, 100, big_blind_ante=100))
    assert table.of("big_blind_ante") == []


def test_one_chip_wins_the_whole_big_blind_ante() -> None:
    holes = {"C": "As Ad", "B": "Ks Kd", "A": "4c 5s"}
    table = Table([50000, 50000, 1000], blinds(4000, 8000, big_blind_ante=8000), holes=holes, board=BOARD)
    table.play("C all-in", "A call", "B check", *("A check", "B check") * 3)
    assert table.pots == [(11000, "ABC", {"C": 11000}), (14000, "AB", {"B": 14000})]


def test_a_walk_returns_what_nobody_called() -> None:
    table = Table([1000] * 3).play("C fold", "A fold")
    assert table.result["uncalled"] == {"seat": "B", "amount": 50}
    assert table.pots == [(100, "B", {"B": 100})]
    assert table.result["stacks"] == {"A": 950, "B": 1050, "C": 1000}


def test_everybody_all_in_by_the_ante_ends_the_deal_unasked() -> None:
    table = Table([1, 2, 2], preset="shangri")
    assert table.awaiting == ""
    assert [pot[:2] for pot in table.pots] == [(3, "ABC"), (2, "BC")]
    assert table.kinds().count("opened") == 3


def test_one_seat_with_chips_among_all_ins_is_not_asked_either() -> None:
    table = Table([2, 20, 2], preset="shangri")
    assert table.awaiting == ""
    assert sum(table.result["stacks"].values()) == 24


def test_the_chips_of_an_ante_that_nobody_could_match_go_back() -> None:
    table = Table([1, 50], preset="shangri", setup={"order": ["A", "B"]})
    assert table.result["uncalled"] == {"seat": "B", "amount": 1}
    assert [pot[:2] for pot in table.pots] == [(2, "AB")]


def test_without_ante_the_last_one_wins_an_empty_pot() -> None:
    table = Table([10] * 3, preset="shangri-draft").play("A fold", "B fold")
    assert table.pots == []
    assert table.result["stacks"] == {"A": 10, "B": 10, "C": 10}


def test_chips_of_removed_players_go_to_who_is_left_even_if_he_put_in_nothing() -> None:
    table = Table([10] * 3, preset="shangri-draft")
    table.play("A raise 2", "B call", "A remove stays", "B remove stays")
    assert table.pots == [(4, "C", {"C": 4})]


def test_tda_16_hands_are_opened_before_the_board_is_run_out() -> None:
    table = Table([1000, 400]).play("B all-in", "A call")
    kinds = table.kinds()
    assert kinds.count("opened") == 2
    assert kinds.index("opened") < kinds.index("street")
    assert kinds.count("street") == 3
    assert len(table.result["board"]) == 5


def test_tda_17_a_the_last_aggressor_of_the_last_round_shows_first() -> None:
    table = Table([1000] * 3).play("C call", "A call", "B check", *("A check", "B check", "C check") * 2)
    table.play("A check", "B raise 100", "C call", "A call")
    assert [fact["seat"] for fact in table.of("shown")] == ["B", "C", "A"]


def test_tda_17_a_without_a_bet_on_the_last_round_they_show_in_order() -> None:
    table = Table([1000] * 3).play("C raise 200", "A call", "B call", *("A check", "B check", "C check") * 3)
    assert [fact["seat"] for fact in table.of("shown")] == ["A", "B", "C"]


def test_tda_28_no_card_is_turned_up_after_the_deal_is_won() -> None:
    table = Table([1000] * 2).play("B raise 200", "A call", "A raise 100", "B fold")
    assert len(table.result["board"]) == 3
    assert len(table.view()["board"]) == 3


def test_cards_are_dealt_one_at_a_time_and_none_is_burned() -> None:
    table = Table([20] * 3, preset="shangri")
    assert table.view("B")["seats"]["B"]["cards"] == [table.deck[1], table.deck[4]]
    table.play("A raise 1", "B call", "C call")
    assert table.view()["board"] == table.deck[6:11]


def test_the_side_pot_goes_to_the_next_best_hand() -> None:
    """The text: an all-in winner takes from each as much as he staked; the second hand the rest."""
    holes = {"A": "As Ad", "B": "Ks Kd", "C": "4c 5s"}
    table = Table([5, 20, 20], preset="shangri", holes=holes, board=BOARD)
    table.play("A all-in", "B raise 8", "C call", "B raise 2", "C call")
    assert table.pots == [(15, "ABC", {"A": 15}), (14, "BC", {"B": 14})]


def test_eligible_seats_are_sorted_whatever_the_speaking_order() -> None:
    table = Table({"C": 20, "A": 20, "B": 20}, preset="shangri", setup={"order": ["C", "A", "B"]})
    table.play("C raise 1", "A call", "B call", "C raise 1", "A call", "B call")
    assert table.result["pots"][0]["eligible"] == ["A", "B", "C"]


def test_out_facts_and_places_follow_the_stack_at_the_start_of_the_deal() -> None:
    holes = {"A": "As Ad", "B": "Ks Kd", "C": "Qs Qd"}
    table = Table([500, 200, 100], holes=holes, board=BOARD).play("C all-in", "A all-in", "B all-in")
    assert table.of("out") == [{"seat": "B", "stack": 200}, {"seat": "C", "stack": 100}]
    assert table.of("match_over") == [{"stacks": {"A": 800, "B": 0, "C": 0}}]
