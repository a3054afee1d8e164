"""The rules of Pyramid Poker one by one: refusals in their order, jokers, matches, silence."""

from __future__ import annotations

from typing import Any

import pytest

from referee import record
from referee.cards import DECK
from referee.core import Illegal, Json, Move
from tests.referee.pyramid.tools import BASIC, BLOCKS, GAME, SEATS, Table, deck_for, deck_with

DRAWN: Json = {
    "A": [hand.split() for hand in ("As Kd 9c 7h 2d", "Qs Qd 8c 6h 3d", "Ts 8d 7c 4c 2c")],
    "B": [hand.split() for hand in ("Ah Kc 9d 7s 2h", "Js Jc 8h 6s 3c", "5s 5d 9s 4d 3s")],
}
"""One hand each and one equal: nobody wins two."""
WON: Json = {
    "A": [hand.split() for hand in ("As Ah 2c 3d 4h", "Ks Kh 2d 3c 4d", "Qs Qh 2h 3s 4c")],
    "B": [hand.split() for hand in ("Js Jh 5c 6d 8h", "Ts Th 5d 6c 8d", "9s 9h 5h 6s 8c")],
}
"""A crushes B: 4 points."""


def reason(act: Any, *given: Any) -> tuple[str, str]:
    with pytest.raises(Illegal) as refused:
        act(*given)
    return refused.value.code, str(refused.value.params.get("where", ""))


# rules and setup


@pytest.mark.parametrize(
    ("given", "target", "abandon"),
    [
        ("pyramid", None, 3),
        ({"preset": "pyramid-7"}, 7, 3),
        ({"preset": "pyramid-11", "abandon": None}, 11, None),
        ({"wheel": True, "scoring": "basic", "target": None}, None, None),
    ],
)
def test_a_preset_or_every_option(given: Any, target: int | None, abandon: int | None) -> None:
    rules = GAME.rules(given)
    assert (rules["target"], rules["abandon"]) == (target, abandon)
    assert rules["scoring"] == ("advanced" if target else "basic")
    assert GAME.rules(rules) == rules


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        ({"scoring": "full"}, "rules.scoring"),
        ({"scoring": ["basic"]}, "rules.scoring"),
        ({"target": 7}, "rules.target: only advanced"),
        ({"scoring": "advanced", "target": 9}, "rules.target: null, 7 or 11"),
        ({"scoring": "advanced", "target": "7"}, "rules.target"),
        ({"scoring": "advanced", "target": True}, "rules.target"),
        ({"abandon": 0}, "rules.abandon"),
        ({"abandon": 2.0}, "rules.abandon"),
        ({"wheel": 1}, "rules.wheel"),
        ({"hands": 3}, "rules.hands"),
        ({"preset": "saint"}, "rules.preset"),
    ],
)
def test_options_that_make_no_match_are_refused(changed: Json, where: str) -> None:
    code, told = reason(GAME.rules, {**BASIC, **changed})
    assert code == "MALFORMED"
    assert told.startswith(where)


@pytest.mark.parametrize("seats", [["A"], ["A", "B", "C"], ["A", "A"], "AB"])
def test_a_duel_is_of_two(seats: Any) -> None:
    assert reason(GAME.start, BASIC, seats)[0] == "MALFORMED"


def test_the_auditable_deck_has_both_jokers_and_the_first_player_is_a_lot() -> None:
    need = GAME.next_deal(GAME.start(BASIC, SEATS))
    assert need is not None
    assert need.items == (*DECK, "X1", "X2")
    assert (need.number, need.setup, need.lots) == (1, {}, {"first": (("A", "B"),)})


@pytest.mark.parametrize("first", SEATS)
def test_whom_the_lot_puts_first_places_first(first: str) -> None:
    other = "B" if first == "A" else "A"
    begun, facts = GAME.deal(GAME.start(BASIC, SEATS), {}, BLOCKS, {"first": [[first, other]]})
    assert GAME.awaiting(begun) == (first,)
    assert facts[0].data["first"] == first
    named = GAME.deal(GAME.start(BASIC, SEATS), {"first": first}, BLOCKS)
    assert named == (begun, facts)


@pytest.mark.parametrize(
    ("setup", "lots", "where"),
    [
        ({}, None, "first"),
        ({"first": "C"}, None, "first"),
        ({"first": None}, {"first": [["A", "B"]]}, "first"),
        ({"first": ["A"]}, None, "first"),
        ({"first": "A"}, {"first": [["B", "A"]]}, "first: A stands there, and the lot says B"),
        ({}, {"first": [["A"]]}, "lots.first"),
        ({}, {"first": []}, "lots.first"),
        ({}, {"first": [["A", "B"], ["B", "A"]]}, "lots.first"),
        ({}, {"first": [["A", 1]]}, "lots.first"),
        ({}, {"first": "AB"}, "lots.first"),
        ({"first": "A", "number": 2}, None, "number"),
    ],
)
def test_a_setup_that_does_not_say_who_is_first_is_refused(setup: Json, lots: Any, where: str) -> None:
    code, told = reason(GAME.deal, GAME.start(BASIC, SEATS), setup, BLOCKS, lots)
    assert code == "MALFORMED"
    assert told.startswith(where)


@pytest.mark.parametrize(
    "deck",
    [
        DECK,
        (*BLOCKS, "2c"),
        (*BLOCKS[:53], "X1"),
        (*BLOCKS[:53], "2c"),
        (*BLOCKS[:53], "X3"),
        (*BLOCKS[:53], 5),
        (*BLOCKS[:53], ["2c"]),
        "X" * 54,
        5,
    ],
)
def test_a_deck_is_54_different_blocks(deck: Any) -> None:
    assert reason(GAME.deal, GAME.start(BASIC, SEATS), {"first": "A"}, deck)[0] == "MALFORMED"


def test_supplies_are_drawn_alternately_whoever_places_first() -> None:
    for first, drawn in (("A", ["2c", "3c", "4c", "5c"]), ("B", ["3c", "2c", "5c", "4c"])):
        table = Table(BLOCKS, first)
        found = []
        for _ in range(4):
            found.append(table.view(GAME.awaiting(table.state)[0])["drawn"])
            table.defaults(1)
        assert found == drawn


# refusals


def test_refusals_come_in_their_order() -> None:
    """MALFORMED or UNKNOWN_ACTION, UNKNOWN_SEAT, GAME_OVER, WRONG_PHASE, NOT_YOUR_TURN, then the rest."""
    table = Table()
    assert table.refused(("Z", Move("pass", {"at": 5}))) == "UNKNOWN_ACTION"
    assert table.refused(("Z", Move("pick", {}))) == "MALFORMED"
    assert table.refused("Z pick 9 9") == "UNKNOWN_SEAT"
    assert table.refused("B pick 9 9") == "WRONG_PHASE"
    assert table.refused("B place 9 9") == "NOT_YOUR_TURN"
    assert table.refused("A place 9 9") == "OUT_OF_PYRAMID"
    table.play("A place 0 0", "B place 0 1")
    assert table.refused("A place 0 0") == "OCCUPIED"
    assert table.refused("A place 1 1") == "UNSUPPORTED"
    table.until("pick")
    assert table.refused("A place 0 0") == "WRONG_PHASE"
    assert table.refused("A pick 7 7") == "OUT_OF_PYRAMID"
    assert table.refused("A pick 7 0") == "NO_BLOCK"
    assert table.refused("A pick 0 0") == "COVERED"
    table.until("hand")
    assert table.refused("A pick 7 0") == "WRONG_PHASE"
    assert table.refused("A choose 2c 0") == "WRONG_PHASE"
    assert table.refused("A hand 3") == table.refused("A hand -1") == "NO_SUCH_HAND"
    table.defaults()
    assert table.refused("Z hand 0") == "UNKNOWN_SEAT"
    assert table.refused("B hand 7") == table.refused("A timeout") == "GAME_OVER"


def test_a_full_hand_takes_no_sixth_block() -> None:
    table = Table()
    while not GAME.view(table.state, None)["seats"]["A"]["hands"][0][4:]:
        table.defaults(1)
    table.until("pick").defaults(1)
    while GAME.awaiting(table.state) != ("A",) or GAME.options(table.state, "A")["do"] != "hand":
        table.defaults(1)
    assert table.refused("A hand 0") == "HAND_FULL"
    assert GAME.options(table.state, "A")["hands"] == [1, 2]


@pytest.mark.parametrize(
    "move",
    [
        Move("place", {}),
        Move("place", {"at": [0, 1], "block": "As"}),
        Move("place", {"at": [0]}),
        Move("place", {"at": [0, 1, 2]}),
        Move("place", {"at": [0, True]}),
        Move("place", {"at": [0, 1.0]}),
        Move("place", {"at": "01"}),
        Move("place", {"at": ["0", "1"]}),
        Move("hand", {"hand": "1"}),
        Move("hand", {"hand": True}),
        Move("hand", {"hand": None}),
        Move("choose", {"block": "As"}),
        Move("choose", {"hand": 0}),
        Move("choose", {"block": 5, "hand": 0}),
        Move("timeout", {"at": [0, 0]}),
        Move("abandon", {"hand": 0}),
    ],
)
def test_an_action_of_another_shape_is_malformed_before_all_else(move: Move) -> None:
    assert Table().refused(("Z", move)) == "MALFORMED"


def test_nothing_is_played_before_the_first_deal() -> None:
    begun = GAME.start(BASIC, SEATS)
    assert reason(GAME.apply, begun, "A", Move("place", {"at": [0, 0]}))[0] == "GAME_OVER"
    assert GAME.view(begun, "A")["deal"] == 0
    assert GAME.phase(begun) == "start"


# jokers


def test_a_joker_is_discarded_and_turns_up_three_for_both() -> None:
    """A's first block stands at the very left; by default moves A takes it with the foundation."""
    deck = deck_with("X1")
    table = Table(deck).until("choose")
    assert table.of("joker") == [{"seat": "A", "block": "X1", "turned_up": deck[30:33], "pile": 21}]
    for seat in ("A", "B", None):
        view = table.view(seat)
        assert (view["turned_up"], view["discard"], view["pile"]) == (deck[30:33], ["X1"], 21)
        assert view["picked"]["block"] == "X1"


def joker_table() -> Table:
    """The second joker is among the three that the first one turns up; A is to choose."""
    deck = deck_with("X1")
    deck.remove("X2")
    deck.insert(31, "X2")
    return Table(deck).until("choose")


def test_a_joker_among_the_three_cannot_be_chosen_and_is_not_replaced() -> None:
    table = joker_table()
    (seat,) = GAME.awaiting(table.state)
    one, joker, two = table.view()["turned_up"]
    assert joker == "X2"
    hands = table.view()["seats"][seat]["hands"]
    open_hands = [place for place, hand in enumerate(hands) if len(hand) < 5]
    assert GAME.options(table.state, seat) == {"do": "choose", "blocks": [one, two], "hands": open_hands}
    assert table.refused(f"{seat} choose X2 9") == "JOKER"
    assert table.refused(f"{seat} choose X1 9") == "NOT_TURNED_UP"
    assert table.refused(f"{seat} choose 5x 9") == "NOT_TURNED_UP"
    assert table.refused(f"{seat} choose {two} 9") == "NO_SUCH_HAND"
    table.play(f"{seat} choose {two} {open_hands[-1]}")
    assert table.view()["discard"] == ["X1", one, "X2"]
    assert table.view()["seats"][seat]["hands"][open_hands[-1]][-1] == two
    (fact,) = table.of("chose")
    assert fact == {"seat": seat, "block": two, "hand": open_hands[-1], "refused": [one, "X2"], "at": [0, 0]}


def test_silence_before_three_blocks_takes_the_first_that_is_no_joker() -> None:
    deck = deck_with("X1")
    deck.remove("X2")
    deck.insert(30, "X2")
    table = Table(deck).until("choose")
    (seat,) = GAME.awaiting(table.state)
    assert GAME.default(table.state, seat).args["block"] == table.view()["turned_up"][1]


def test_a_joker_as_the_very_last_block_ends_the_deal_after_the_choice() -> None:
    """PP12. By default moves the right end of the foundation is taken last."""
    last = Table().until("hand")
    while last.view()["taken"] < 29 or last.view()["phase"] != "hand":
        last.defaults(1)
    (row, column) = last.view()["picked"]["at"]
    order = [fact["at"] for fact in last.of("placed")]
    deck = list(deck_with())
    place = order.index([row, column])
    deck[place], deck[52] = "X1", deck[place]
    table = Table(deck).until("choose")
    assert (table.view()["taken"], table.view()["pile"]) == (29, 21)
    table.defaults(1)
    assert table.view()["deal_over"]
    assert GAME.result(table.state) is not None


# scoring and matches


def test_a_drawn_basic_deal_is_played_again_and_the_other_places_first() -> None:
    table = Table(deck_for(DRAWN, "B"), "B").defaults()
    result = GAME.result(table.state)
    assert result is not None
    assert result["basic"] == {"winner": None, "how": None}
    assert GAME.final(table.state) is None
    assert table.of("match_over") == []
    need = GAME.next_deal(table.state)
    assert need is not None
    assert (need.number, need.setup, need.lots) == (2, {"first": "A"}, {})
    table.deal(deck_for(WON, "A")).defaults()
    assert GAME.final(table.state) == {
        "winner": "A",
        "places": {"A": 1, "B": 2},
        "total": {"A": 1, "B": 0},
        "abandoned": None,
    }
    assert table.of("match_over") == [GAME.final(table.state)]
    assert GAME.next_deal(table.state) is None
    assert reason(GAME.deal, table.state, {}, BLOCKS)[0] == "GAME_OVER"


def test_a_deal_must_end_before_the_next_one() -> None:
    assert reason(GAME.deal, Table().state, {"first": "B"}, BLOCKS)[0] == "WRONG_PHASE"


def test_an_advanced_deal_without_a_target_is_played_until_somebody_scores() -> None:
    equal = {
        "A": [hand.split() for hand in ("As Ah 2c 3d 4h", "Ks Kh 2d 3c 4d", "Ts Jd 9s 3h 2h")],
        "B": [hand.split() for hand in ("Qs Qh 5c 6d 8h", "Js Jh 5d 6c 8d", "7c 7d 7h 6s 6h")],
    }
    table = Table(deck_for(equal), scoring="advanced").defaults()
    assert GAME.score(table.state) == {"A": 0, "B": 0}
    assert GAME.final(table.state) is None
    table.deal(deck_for(WON, "B")).defaults()
    assert GAME.score(table.state) == {"A": 4, "B": 0}
    assert GAME.final(table.state)


def test_a_basic_winner_may_lose_the_advanced_deal() -> None:
    """PP25: two hands won barely, and the third lost to a royal flush."""
    hands = {
        "A": [hand.split() for hand in ("As Kd 9c 7h 3d", "Qs Jd 8c 6h 3s", "8d 7c 6c 4d 2c")],
        "B": [hand.split() for hand in ("Ad Kc 9d 7s 2h", "Qd Jc 8h 6s 2d", "Th Jh Qh Kh Ah")],
    }
    result = GAME.result(Table(deck_for(hands)).defaults().state)
    assert result is not None
    assert result["basic"]["winner"] == "A"
    assert result["advanced"]["points"] == {"A": 0, "B": 3}


def test_the_wheel_is_a_switch() -> None:
    hands = {
        "A": [hand.split() for hand in ("As 2h 3c 4d 5s", "Ks Kh 2d 3d 7d", "Qs Qh 2c 3s 4c")],
        "B": WON["B"],
    }
    for wheel, value in ((True, [4, 5]), (False, [0, 14, 5, 4, 3, 2])):
        result = GAME.result(Table(deck_for(hands), wheel=wheel).defaults().state)
        assert result is not None
        assert result["values"]["A"][0] == value


def test_hands_have_a_rank_while_they_are_filled() -> None:
    from referee.cards import NUMBERS
    from referee.games.pyramid.scoring import ranks

    hands = ("Ad", "9c 9d 4h", "5h 5d 8s 8c", "7c 7d 7h", "2c 2d 2h 2s", "Th Jh Qh Kh", "Th Jh Qh Kh Ah")
    numbers = tuple(tuple(NUMBERS[card] for card in hand.split()) for hand in (*hands, ""))
    found = ranks(numbers, wheel=True)
    assert [one["value"] for one in found if one] == [
        [0, 14], [1, 9, 4], [2, 8, 5], [3, 7], [7, 2], [0, 13, 12, 11, 10], [8, 14],
    ]  # fmt: skip
    assert found[1] == {"value": [1, 9, 4], "category": "one pair"}
    assert found[-1] is None


# silence and giving up


def test_three_time_outs_in_a_row_give_the_match_up() -> None:
    table = Table(abandon=3).play("A timeout", "B place 0 7", "A timeout", "B place 0 6")
    assert GAME.default(table.state, "A") == Move("abandon")
    table.play("A timeout")
    assert [(one["deemed"], one["in_a_row"]) for one in table.of("timed_out")] == [
        ("place", 1), ("place", 2), ("abandon", 3),
    ]  # fmt: skip
    assert table.of("abandoned") == [{"seat": "A", "winner": "B"}]
    assert GAME.awaiting(table.state) == ()
    assert GAME.result(table.state) == {"abandoned": "A", "winner": "B"}
    assert GAME.final(table.state) == {
        "winner": "B",
        "places": {"A": 2, "B": 1},
        "total": {"A": 0, "B": 1},
        "abandoned": "A",
    }
    assert GAME.next_deal(table.state) is None
    assert table.refused("B place 0 5") == "GAME_OVER"
    assert GAME.load(GAME.dump(table.state)) == table.state


def test_a_move_of_ones_own_begins_the_count_anew_and_the_others_moves_do_not() -> None:
    table = Table(abandon=3).play("A place 0 0", "B timeout", "A place 0 2", "B timeout")
    assert [table.view()["seats"][seat]["silent"] for seat in SEATS] == [0, 2]
    table.play("A timeout", "B place 0 7", "A place 0 6", "B timeout", "A timeout", "B timeout")
    assert [table.view()["seats"][seat]["silent"] for seat in SEATS] == [1, 2]
    assert table.of("abandoned") == []


def test_the_count_runs_on_from_deal_to_deal() -> None:
    table = Table(deck_for(DRAWN, "B"), "B", abandon=3).defaults(88)
    table.play("A timeout", "A timeout")
    assert table.view()["deal_over"]
    table.deal(first="A").play("A timeout")
    assert GAME.final(table.state)["abandoned"] == "A"


def test_the_winner_of_an_abandoned_match_gets_what_he_lacks_to_its_goal() -> None:
    table = Table(deck_for(WON), scoring="advanced", target=7, abandon=2).defaults()
    assert GAME.score(table.state) == {"A": 4, "B": 0}
    table.deal(first="B").play("B place 0 0", "A timeout", "B place 0 7", "A timeout")
    assert GAME.score(table.state) == {"A": 4, "B": 7}
    assert GAME.final(table.state)["places"] == {"A": 2, "B": 1}


def test_a_seat_whose_player_has_left_gives_the_match_up_at_once() -> None:
    table = Table()
    assert GAME.absent(table.state, "A") == Move("abandon")
    assert GAME.final(table.play("A abandon").state)["winner"] == "B"
    assert GAME.final(Table().play("B abandon").state)["winner"] == "A"  # out of turn, too
    assert "abandon" in GAME.extra
    assert "abandon" not in GAME.moves


def test_without_the_rule_silence_goes_on_to_the_end() -> None:
    table = Table()
    while GAME.awaiting(table.state):
        table.play(f"{GAME.awaiting(table.state)[0]} timeout")
    assert GAME.result(table.state)
    assert table.view()["seats"]["A"]["silent"] == 45


def test_silence_is_the_first_space_the_first_free_block_and_the_first_open_hand() -> None:
    table = Table()
    silent = []
    while GAME.awaiting(table.state) and len(silent) < 46:
        silent.append(GAME.default(table.state, GAME.awaiting(table.state)[0]))
        table.defaults(1)
    assert [move.args["at"] for move in silent[:16]] == [
        *([0, column] for column in range(8)),
        *([1, column] for column in range(7)),
        [2, 0],
    ]
    assert silent[30] == Move("pick", {"at": [4, 0]})
    assert [move.args["hand"] for move in silent if move.do == "hand"] == [0] * 8


# records


def document(table_deals: list[Json], **rules: Any) -> Json:
    return record.document(GAME, {**BASIC, **rules}, SEATS, table_deals)


def played_deal(deck: list[str], first: str, number: int = 1) -> Json:
    table = Table(deck, first)
    actions = []
    while GAME.awaiting(table.state):
        seat = GAME.awaiting(table.state)[0]
        actions.append((seat, GAME.default(table.state, seat)))
        table.defaults(1)
    return record.deal_entry(number, {"first": first}, deck, actions)


def test_a_record_of_a_match_says_its_result_and_is_checked() -> None:
    deals = [played_deal(deck_for(DRAWN), "A"), played_deal(deck_for(WON, "B"), "B", 2)]
    whole = document(deals)
    outcome = record.replay(whole)
    assert outcome["result"]["places"] == {"A": 1, "B": 2}
    assert [deal["result"]["basic"]["winner"] for deal in outcome["deals"]] == [None, "A"]
    assert record.check({**whole, "result": {"places": {"A": 1, "B": 2}}}) == []
    assert record.check({**whole, "result": {"places": {"A": 2, "B": 1}}}) != []
    deals[1] = played_deal(deck_for(WON, "A"), "A", 2)
    (problem,) = record.check(document(deals))
    assert problem == "deals[1].first: 'A' stands there, by the rules 'B'"


def test_a_record_says_who_was_first_by_lot_and_stands_without_the_lot() -> None:
    deal = record.deal_entry(1, {}, BLOCKS, [("B", Move("place", {"at": [0, 0]}))], {"first": [["B", "A"]]})
    assert deal["first"] == "B"
    assert deal["lots"] == {"first": [["B", "A"]]}
    views = record.views(document([deal]), "A")
    del deal["lots"]
    assert record.views(document([deal]), "A") == views
    assert record.check(document([deal])) == []


def test_an_action_of_a_record_may_say_when_and_how() -> None:
    deal = played_deal(deck_for(WON), "A")
    deal["actions"][0] |= {"when": "2026-11-30T12:00:00Z", "via": "mail", "by": "carol", "comment": "So."}
    assert record.check(document([deal])) == []
