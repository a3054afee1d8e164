"""Who plays the next deal, where button and blinds stand, and when the match is over."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core import Illegal, Json, Move
from tests.referee.holdem.tools import GAME, Table, blinds, deck_of

HOLDEM: Json = {"preset": "holdem", "starting_stack": 100, "levels": [blinds(1, 2)]}


class Match:
    """Deals played by folding until somebody wins them; chips are then set as the test wants."""

    def __init__(self, seats: str, **options: Any) -> None:
        self.state = GAME.start(GAME.rules({**HOLDEM, **options}), list(seats))
        self.stacks: dict[str, int] = dict.fromkeys(seats, 100)

    def deal(self) -> Json:
        """Begin the next deal as the rules set it up, end it by folds, and return its setup."""
        following = GAME.next_deal(self.state)
        assert following is not None
        setup = dict(following.setup)
        setup["stacks"] = {**self.stacks}
        self.state, facts = GAME.deal(self.state, setup, following.items)
        begun = facts[0].data
        while GAME.awaiting(self.state):
            (seat,) = GAME.awaiting(self.state)
            self.state, _ = GAME.apply(self.state, seat, Move("fold"))
        return {
            "order": "".join(begun["order"]),
            **{key: begun[key] for key in ("button", "small_blind", "big_blind")},
        }

    def out(self, *seats: str) -> None:
        """These seats lose their chips in the deal played last."""
        match = self.state.match
        stacks = tuple([0 if seat in seats else 100 for seat in match.seats])
        self.state = self.state._replace(match=match._replace(stacks=stacks))
        self.stacks = dict(zip(match.seats, stacks, strict=True))


def test_rotate_the_next_seat_opens_the_next_deal_and_both_rounds() -> None:
    table = Table([20] * 4, preset="shangri", hands=4).play("A fold", "B fold", "C fold")
    following = table.next_deal
    assert following is not None
    assert following.number == 2
    assert following.setup["order"] == ["B", "C", "D", "A"]
    state, _ = GAME.deal(table.state, following.setup, following.items)
    for seat in "BCDA":
        assert GAME.awaiting(state) == (seat,)
        state, _ = GAME.apply(state, seat, Move("raise", {"to": 1}) if seat == "B" else Move("call"))
    assert GAME.awaiting(state) == ("B",)


def test_rotate_an_opener_who_is_out_leaves_it_to_the_next_living_seat() -> None:
    table = Table(
        {"A": 20, "B": 2, "C": 2, "D": 20},
        preset="shangri",
        hands=4,
        holes={"A": "As Ad"},
        board="Ah Ac 2d 3d 4d",
    )
    table.play("A raise 1", "D fold")
    assert table.result["stacks"]["B"] == 0
    following = table.next_deal
    assert following is not None
    assert following.setup == {"order": ["D", "A"], "stacks": {"D": 18, "A": 26}}


def test_first_deal_of_the_button_game_has_the_order_of_the_seats() -> None:
    assert Match("ABCD").deal() == {"order": "ABCD", "button": "D", "small_blind": "A", "big_blind": "B"}


def test_heads_up_the_first_seat_is_the_big_blind() -> None:
    assert Match("AB").deal() == {"order": "AB", "button": "B", "small_blind": "B", "big_blind": "A"}


def test_button_and_blinds_move_on_by_one() -> None:
    match = Match("ABC")
    assert [match.deal()["order"] for _ in range(4)] == ["ABC", "BCA", "CAB", "ABC"]


def test_heads_up_the_blinds_alternate() -> None:
    match = Match("AB")
    assert [match.deal()["big_blind"] for _ in range(4)] == ["A", "B", "A", "B"]


def test_tda_32_the_big_blind_goes_out_and_nobody_posts_the_small_blind() -> None:
    match = Match("ABCD")
    match.deal()
    match.out("B")
    assert match.deal() == {"order": "CDA", "button": "A", "small_blind": None, "big_blind": "C"}
    assert match.deal() == {"order": "CDA", "button": "B", "small_blind": "C", "big_blind": "D"}, (
        "dead button"
    )
    assert match.deal() == {"order": "DAC", "button": "C", "small_blind": "D", "big_blind": "A"}


def test_tda_32_the_small_blind_goes_out_and_the_button_is_dead() -> None:
    match = Match("ABCD")
    match.deal()
    match.out("A")
    assert match.deal() == {"order": "BCD", "button": "A", "small_blind": "B", "big_blind": "C"}
    assert match.deal()["order"] == "CDB"


def test_tda_32_both_blinds_go_out() -> None:
    match = Match("ABCDE")
    match.deal()
    match.out("A", "B")
    assert match.deal() == {"order": "CDE", "button": "A", "small_blind": None, "big_blind": "C"}


def test_tda_34_b_going_heads_up_nobody_is_big_blind_twice() -> None:
    for gone, big in (("A", "C"), ("B", "C"), ("C", "A")):
        match = Match("ABC")
        assert match.deal()["big_blind"] == "B"
        match.out(gone)
        assert match.deal()["big_blind"] == big


def test_the_setup_of_a_dead_button_stands_in_it() -> None:
    match = Match("ABCD")
    match.deal()
    match.out("B")
    following = GAME.next_deal(match.state)
    assert following is not None
    assert following.setup["small_blind"] is None
    assert following.setup["big_blind"] == "C"
    assert set(following.setup) == {"order", "stacks", "button", "small_blind", "big_blind"}


def test_a_dead_small_blind_is_not_posted_and_the_big_blind_speaks_last() -> None:
    setup = {"order": ["C", "D", "A"], "button": "A", "small_blind": None, "big_blind": "C"}
    table = Table({"A": 100, "C": 100, "D": 100}, blinds(1, 2), setup=setup)
    assert table.of("blind") == [{"seat": "C", "blind": "big", "amount": 2, "all_in": False}]
    assert table.awaiting == "D"
    table.play("D call", "A call")
    assert table.awaiting == "C"
    assert table.play("C check").awaiting == "C", "left of the button after the flop"


def test_a_dead_button_is_named_and_the_order_begins_left_of_it() -> None:
    setup = {"order": ["B", "C", "D"], "button": "A", "small_blind": "B", "big_blind": "C"}
    table = Table({"A": 0, "B": 100, "C": 100, "D": 100}, blinds(1, 2), setup=setup)
    assert table.awaiting == "D"
    assert table.view()["button"] == "A"
    assert table.view()["seats"]["A"]["state"] == "out"


def test_a_null_small_blind_alone_means_that_the_first_in_order_is_the_big_blind() -> None:
    table = Table([100] * 3, blinds(1, 2), setup={"order": ["A", "B", "C"], "small_blind": None})
    assert table.view()["big_blind"] == "A"
    assert table.awaiting == "B"


def test_the_match_ends_after_its_last_deal() -> None:
    table = Table([20] * 3, preset="shangri", hands=1)
    assert GAME.final(table.state) is None
    table.play("A fold", "B fold")
    assert table.next_deal is None
    assert GAME.final(table.state) == {"stacks": {"A": 18, "B": 18, "C": 24}, "out": {}, "removed": 0}
    with pytest.raises(Illegal, match="GAME_OVER"):
        GAME.deal(table.state, {}, table.deck)


def test_the_match_ends_when_one_seat_has_all_the_chips() -> None:
    table = Table([50, 100], blinds(1, 2), holes={"B": "As Ad"}, board="Ah Ac 2d 3d 4d", hands=None)
    assert table.awaiting == "B"
    table.play("B all-in", "A call")
    assert table.next_deal is None
    assert GAME.final(table.state) == {
        "stacks": {"A": 0, "B": 150},
        "out": {"A": {"deal": 1, "stack": 50}},
        "removed": 0,
    }


def test_no_next_deal_while_one_is_played() -> None:
    table = Table([20] * 3, preset="shangri", hands=2)
    assert table.next_deal is None
    with pytest.raises(Illegal, match="WRONG_PHASE"):
        GAME.deal(table.state, {"order": ["A", "B", "C"]}, table.deck)


def test_a_deal_without_setup_follows_the_rules() -> None:
    state = GAME.start(GAME.rules({"preset": "shangri"}), ["A", "B", "C"])
    state, facts = GAME.deal(state, {}, deck_of("ABC", {}))
    assert facts[0].data["order"] == ["A", "B", "C"]
    assert facts[0].data["stacks"] == {"A": 20, "B": 20, "C": 20}


@pytest.mark.parametrize(
    ("setup", "where"),
    [
        ({"order": ["A", "Z"]}, r"order\[1\]: 'Z'"),
        ({"order": ["A", "A"]}, "order: a seat comes twice"),
        ({"order": ["A"]}, "order: a list of two"),
        ({"order": "ABC"}, "order: a list"),
        ({"order": ["A", None]}, r"order\[1\]"),
        ({"order": ["A", ["B"]]}, r"order\[1\]"),
        ({"order": ["A", "B"], "stacks": {"A": 5, "B": 0}}, "B has no chips"),
        ({"order": ["A", "B"], "stacks": {"A": 5, "B": -1}}, "stacks.B"),
        ({"order": ["A", "B"], "stacks": {"A": 5, "B": True}}, "stacks.B"),
        ({"order": ["A", "B"], "stacks": {"A": 5, "B": 5.5}}, "stacks.B"),
        ({"order": ["A", "B"], "stacks": {"Q": 5}}, "stacks: 'Q'"),
        ({"order": ["A", "B"], "stacks": [5, 5]}, "stacks: an object"),
        ({"order": ["A", "B"], "number": 0}, "number"),
        ({"order": ["A", "B"], "number": "1"}, "number"),
        ({"order": ["A", "B"], "number": True}, "number"),
        ({"order": ["A", "B", "C"], "big_blind": None}, "big_blind"),
        ({"order": ["A", "B", "C"], "big_blind": "Z"}, "big_blind"),
        ({"order": ["A", "B", "C"], "small_blind": ["A"]}, "small_blind"),
        ({"order": ["A", "B", "C"], "small_blind": "B", "big_blind": "B"}, "B is the big blind"),
        ({"order": ["A", "B", "C"], "button": "A"}, "A plays, so it comes last"),
        ({"order": ["A", "B", "C"], "button": "Z"}, "button"),
    ],
)
def test_a_setup_that_contradicts_itself_is_malformed(setup: Json, where: str) -> None:
    state = GAME.start(GAME.rules(HOLDEM), ["A", "B", "C"])
    with pytest.raises(Illegal, match="MALFORMED") as refused:
        GAME.deal(state, setup, deck_of("ABC", {}))
    assert refused.match(where)


@pytest.mark.parametrize(
    ("deck", "where"),
    [
        (deck_of("ABC", {})[:10], "10 cards, 11 needed"),
        (["As", "As", *deck_of("ABC", {"A": "As Kd"})[1:]], r"deck\[1\]: As is also deck\[0\]"),
        (["X1", *deck_of("ABC", {})], r"deck\[0\]: 'X1' is no card"),
        (["10h", *deck_of("ABC", {})], r"deck\[0\]: '10h'"),
        ([3, *deck_of("ABC", {})], r"deck\[0\]: 3"),
        ([["As"], *deck_of("ABC", {})], r"deck\[0\]"),
        ("AsKd", "deck: a list"),
    ],
)
def test_a_deck_that_does_not_fit_is_malformed(deck: Any, where: str) -> None:
    state = GAME.start(GAME.rules(HOLDEM), ["A", "B", "C"])
    with pytest.raises(Illegal, match="MALFORMED") as refused:
        GAME.deal(state, {"order": ["A", "B", "C"]}, deck)
    assert refused.match(where)


def test_a_deck_of_just_the_cards_needed_is_enough() -> None:
    state = GAME.start(GAME.rules(HOLDEM), ["A", "B", "C"])
    state, _ = GAME.deal(state, {"order": ["A", "B", "C"]}, deck_of("ABC", {})[:11])
    assert GAME.awaiting(state) == ("C",)
