"""The rules by their numbers: set-up, rounds, points, pick-up, switches, refusals in their order."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from referee.cards import DECK
from referee.core import TIMEOUT, Illegal, Move
from tests.referee.saint.tools import GAME, RULES, Table, deck_of, seats_of

BOARD = ["Ts", "Js", "Qs", "Ks", "As"]
"""A river with which everybody has the same hand."""


def test_2_2_cards_go_one_at_a_time_round_the_seats() -> None:
    table = Table(3)
    assert table.view("A")["seats"]["A"]["cards"] == sorted_by_rank(DECK[0:30:3])
    assert table.view("C")["seats"]["C"]["cards"] == sorted_by_rank(DECK[2:30:3])
    assert table.of("deal") == [{"number": 1, "seats": ["A", "B", "C"], "cards": 10}]


def sorted_by_rank(cards: Any) -> list[str]:
    return sorted(cards, key=lambda card: ("23456789TJQKA".index(card[0]), card[1]))


@pytest.mark.parametrize(("count", "left", "left_without"), [(2, 5, 8), (3, 4, 6), (4, 3, 4), (5, 2, 2)])
def test_2_2_the_deck_lasts(count: int, left: int, left_without: int) -> None:
    assert Table(count).silence().view()["pile"] == left
    without = Table(count, last_round_future=False).silence()
    assert without.view()["pile"] == left_without
    assert without.rounds[7]["future"] == []
    short = DECK[: 52 - left]
    assert Table(count, short).silence().view()["pile"] == 0
    with pytest.raises(Illegal) as refused:
        Table(count, short[:-1])
    assert refused.value.code == "MALFORMED"


@pytest.mark.parametrize("count", range(2, 6))
def test_2_2_hands_shrink_from_ten_to_none(count: int) -> None:
    table = Table(count)
    for number in range(1, 9):
        table.until(f"1.river.{number}")
        assert {seat["hand"] for seat in table.view()["seats"].values()} == {11 - number}
        table.until(f"1.reveal.{number}")
        assert {seat["hand"] for seat in table.view()["seats"].values()} == {10 - number}
    assert {seat["hand"] for seat in table.silence().view()["seats"].values()} == {0}


def test_2_3_a_the_river_is_the_old_future_river_then_the_seats_cards() -> None:
    table = Table(3)
    assert table.view()["river"] == list(DECK[30:32])
    assert table.view()["future"] == list(DECK[32:34])
    table.play("C river 4c", "A river 2c", "B river 3c")
    assert table.view()["river"] == [*DECK[30:32], "2c", "3c", "4c"]
    assert table.of("river")[0]["cards"] == {"A": "2c", "B": "3c", "C": "4c"}
    table.until("1.river.2")
    assert table.view()["river"] == list(DECK[32:34])


def test_2_3_a_with_five_players_there_is_no_future_river() -> None:
    table = Table(5)
    assert (table.view()["river"], table.view()["future"]) == ([], [])
    assert len(table.until("1.reveal.1").view()["river"]) == 5


def equal_hands(count: int) -> Table:
    """A game in which the first future river (and whoever adds to it) lets the board play for all."""
    added = dict(zip(seats_of(count), BOARD, strict=False))
    return Table(count, deck_of(count, added, " ".join(BOARD[count:])), ties="EDCBA"[-count:])


@pytest.mark.parametrize("count", range(2, 6))
def test_sp13_winners_share_rounded_up_and_sp11_the_lot_puts_equal_hands_in_order(count: int) -> None:
    table = equal_hands(count)
    table.play(*(f"{seat} river {card}" for seat, card in zip(seats_of(count), BOARD, strict=False)))
    table.until("1.take.1.0")
    assert table.rounds[0]["winners"] == seats_of(count)
    assert set(table.rounds[0]["points"].values()) == {1}
    assert table.rounds[0]["pickup_order"] == seats_of(count)[::-1]
    assert table.rounds[0]["lots"] == [seats_of(count)[::-1]]


@pytest.mark.parametrize(
    ("number", "shares"),
    [
        (1, "11111"),
        (2, "21111"),
        (3, "32111"),
        (4, "42211"),
        (5, "53221"),
        (6, "63222"),
        (7, "74322"),
        (8, "84322"),
    ],
)
def test_sp13_the_shares_of_every_round(number: int, shares: str) -> None:
    from referee.games.saint.scoring import _points

    for winners, share in enumerate(shares, start=1):
        values = [(1, 14)] * winners + [(0, 14)]
        assert _points(number, values) == (int(share),) * winners + (0,)


def test_sp4_the_wheel_is_a_switch() -> None:
    deck = deck_of(2, {"A": "4d 5h Kd", "B": "9s 9d Kc"}, "Ah 2c 3s")
    lines = ("A river Kd", "B river Kc", "A reveal 4d 5h", "B reveal 9s 9d")
    assert Table(2, deck).play(*lines).rounds[0]["winners"] == ["A"]
    assert Table(2, deck, wheel=False).play(*lines).rounds[0]["winners"] == ["B"]
    assert Table(2, deck).play(*lines).rounds[0]["best"]["A"] == ["5h", "4d", "3s", "2c", "Ah"]


def test_sp7_none_one_or_two_own_cards_count() -> None:
    deck = deck_of(2, {"A": "Ks 2d 3h", "B": "As 4d 5h"}, " ".join(BOARD[:3]))
    table = Table(2, deck).play("A river Ks", "B river As", "A reveal 2d 3h", "B reveal 4d 5h")
    assert table.rounds[0]["values"] == {"A": [8, 14], "B": [8, 14]}


def test_sp10_worst_hand_first_and_sp12_the_same_order_twice() -> None:
    table = Table(4).until("1.take.1.0")
    order = table.view()["pickup_order"]
    values = table.rounds[0]["values"]
    assert [values[seat] for seat in order] == sorted(values.values())
    table.until("1.river.2")
    assert [seat for seat, _ in table.rounds[0]["takes"]] == order * 2
    assert [fact["turn"] for fact in table.of("took")] == [1] * 4 + [2] * 4


def test_sp15_any_card_of_the_pool_may_be_taken_and_five_are_left() -> None:
    table = Table(2).until("1.take.1.0")
    first, second = table.view()["pickup_order"]
    rivals = table.rounds[0]["revealed"][second][0]
    added = table.of("river")[0]["cards"][second]
    table.play(f"{first} take {rivals}", f"{second} take {table.rounds[0]['river'][0]}")
    assert table.refused(f"{first} take {rivals}") == "NOT_IN_POOL"
    table.play(f"{first} take {added}")
    assert {rivals, added} <= set(table.view(first)["seats"][first]["cards"])
    assert table.view()["seats"][first]["picked"] == [rivals, added]
    table.until("1.river.2")
    assert len(table.of("discarded")[0]["cards"]) == 5
    assert table.rounds[0]["discarded"] == table.of("discarded")[0]["cards"]


def test_sp17_no_pick_up_after_round_8_unless_it_is_chosen() -> None:
    plain = Table(3).silence()
    assert plain.rounds[7]["pickup_order"] is None
    assert plain.refused("A take 2c") == "GAME_OVER"
    table = Table(3, last_round_pickup=True).until("1.take.8.0")
    assert not table.view()["match_over"]
    table.silence()
    assert len(table.rounds[7]["takes"]) == 6
    assert table.view()["match_over"]
    assert table.facts[-1].kind == "match_over"


def test_sp18_equal_totals_share_the_victory() -> None:
    from referee.games.saint.scoring import result

    state = Table(3).silence().state
    rounds = tuple(one._replace(scoring=one.scoring._replace(points=(1, 0, 1))) for one in state.rounds)
    assert result(state._replace(rounds=rounds)) == {
        "scores": {"A": 8, "B": 0, "C": 8},
        "winners": ["A", "C"],
        "places": {"A": 1, "B": 3, "C": 1},
    }


def test_sp19_a_choice_is_final() -> None:
    assert Table(3).play("A river 2c").refused("A river 5c") == "ALREADY_CHOSEN"


def test_sp21_silence_plays_the_lowest_cards() -> None:
    hands = {"A": "2c 2d 2h 3s 9c Tc Jc Qc Kc Ac", "B": "9d Td Jd Qd Kd Ad 9h Th Jh Qh"}
    table = Table(2, deck_of(2, hands, "5c 6d 8h")).play("A timeout", "B timeout")
    assert table.of("river")[0]["cards"] == {"A": "2c", "B": "9d"}
    table.play("A timeout", "B timeout")
    assert table.of("revealed")[0]["cards"] == {"A": ["2d", "2h"], "B": ["9h", "Td"]}
    table.silence(2)
    assert [fact["card"] for fact in table.of("took")] == ["2c", "2d"]


PRECEDENCE = [
    ("MALFORMED", ("Z", Move("river", {"card": "2c"}))),
    ("MALFORMED", ("Z", Move("river", {"cards": "2c"}))),
    ("MALFORMED", ("Z", Move("river"))),
    ("MALFORMED", ("Z", Move("take", {"cards": [7]}))),
    ("MALFORMED", ("Z", Move("timeout", {"cards": []}))),
    ("UNKNOWN_SEAT", ("Z", Move("pass"))),
    ("UNKNOWN_ACTION", ("A", Move("pass", {"cards": []}))),
    ("WRONG_PHASE", ("A", Move("take", {"cards": []}))),
    ("ALREADY_CHOSEN", ("A", Move("reveal", {"cards": []}))),
    ("ALREADY_CHOSEN", ("A", TIMEOUT)),
    ("WRONG_COUNT", ("B", Move("reveal", {"cards": ["Zz", "Zz", "Zz"]}))),
    ("DUPLICATE_CARD", ("B", Move("reveal", {"cards": ["Zz", "Zz"]}))),
    ("UNKNOWN_CARD", ("B", Move("reveal", {"cards": ["As", "X1"]}))),
    ("UNKNOWN_CARD", ("B", Move("reveal", {"cards": ["as", "5d"]}))),
    ("NOT_IN_HAND", ("B", Move("reveal", {"cards": ["3c", "2c"]}))),
]


@pytest.mark.parametrize(("code", "line"), PRECEDENCE, ids=lambda value: str(value))
def test_2_7_refusals_come_in_their_order(code: str, line: tuple[str, Move]) -> None:
    table = Table(2, last_round_pickup=False).until("1.reveal.1").silence(1)
    assert table.refused(line) == code


def test_2_7_in_the_pick_up_too() -> None:
    table = Table(3).until("1.take.1.0")
    first, second, _ = table.view()["pickup_order"]
    assert table.refused((second, Move("river", {"cards": []}))) == "WRONG_PHASE"
    assert table.refused((second, TIMEOUT)) == "NOT_YOUR_TURN"
    assert table.refused((second, Move("take", {"cards": []}))) == "NOT_YOUR_TURN"
    assert table.refused((first, Move("take", {"cards": []}))) == "WRONG_COUNT"
    assert table.refused(f"{first} take {table.view()['future'][0]}") == "NOT_IN_POOL"
    over = Table(2).silence()
    assert over.refused("A river 2c") == "GAME_OVER"
    assert over.refused("A timeout") == "GAME_OVER"


def test_a_game_has_one_deal_and_its_lots_are_orders_of_its_seats() -> None:
    started = GAME.start(RULES, ["A", "B"])
    good = [["A", "B"]] * 8
    for lots in (
        None,
        {},
        {"ties": good[:7]},
        {"ties": [*good[:7], ["A", "A"]]},
        {"ties": [*good[:7], "AB"]},
    ):
        with pytest.raises(Illegal) as refused:
            GAME.deal(started, {}, DECK, lots)
        assert refused.value.code == "MALFORMED"
        assert refused.value.params["where"].startswith("lots.ties")
    with pytest.raises(Illegal, match="MALFORMED"):
        GAME.deal(started, {"number": 2}, DECK, {"ties": good})
    dealt, _ = GAME.deal(started, {"number": 1, "draw": "x"}, DECK, {"ties": good})
    with pytest.raises(Illegal, match="WRONG_PHASE"):
        GAME.deal(dealt, {}, DECK, {"ties": good})
    with pytest.raises(Illegal, match="GAME_OVER"):
        GAME.deal(Table(2).silence().state, {}, DECK, {"ties": good})


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ({"preset": "saint", "wheel": 1}, "rules.wheel"),
        ({"wheel": True, "last_round_future": True}, "rules.last_round_pickup"),
        ({"preset": "saint", "river": 5}, "rules.river"),
        ({"preset": "holdem"}, "rules.preset"),
        ([], "rules"),
    ],
)
def test_options_are_checked(given: Any, where: str) -> None:
    with pytest.raises(Illegal) as refused:
        GAME.rules(given)
    assert refused.value.params["where"].startswith(where)


def test_a_preset_stands_for_its_options() -> None:
    assert GAME.rules("saint") == RULES  # type: ignore[arg-type]
    assert GAME.rules({"preset": "saint", "wheel": False}) == {**RULES, "wheel": False}


@pytest.mark.parametrize("seats", [["A"], list("ABCDEF"), ["A", "A"], "AB", [1, 2], ["A", ""]])
def test_two_to_five_different_seats_play(seats: Any) -> None:
    with pytest.raises(Illegal, match="MALFORMED"):
        GAME.start(RULES, seats)


def test_a_copy_with_hidden_cards_is_played_as_far_as_it_is_known() -> None:
    whole = Table(2).until("1.take.1.0")
    seen = {
        card for row in whole.rounds for card in [*row["river"], *itertools.chain(*row["revealed"].values())]
    }
    seen |= set(whole.view()["future"])
    state = GAME.start(RULES, ["A", "B"])
    hidden = [card if card in seen else None for card in DECK]
    state, _ = GAME.deal(state, {}, hidden, {"ties": [["A", "B"]] + [None] * 7})
    for seat, card in whole.of("river")[0]["cards"].items():
        state, _ = GAME.apply(state, seat, Move("river", {"cards": [card]}))
    for seat, cards in whole.rounds[0]["revealed"].items():
        state, _ = GAME.apply(state, seat, Move("reveal", {"cards": cards}))
    assert GAME.view(state, None) == whole.view()
    for _ in range(3):  # the pool lies open, so what silence takes is known
        state, _ = GAME.apply(state, GAME.awaiting(state)[0], TIMEOUT)
    with pytest.raises(Illegal, match="MALFORMED"):  # after it a card is turned up that this copy hides
        GAME.apply(state, GAME.awaiting(state)[0], TIMEOUT)
