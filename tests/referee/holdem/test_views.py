"""Facts and views as the package's docstring promises them."""

from __future__ import annotations

import re

from referee.games import holdem
from tests.referee.holdem.tools import GAME, Table, blinds

SEAT_AND_CHIPS = {"seat", "added", "to", "all_in"}
FACTS = {
    "deal": {"number", "order", "stacks", "level", "opener", "button", "small_blind", "big_blind"},
    "ante": {"seat", "amount", "all_in"},
    "blind": {"seat", "blind", "amount", "all_in"},
    "big_blind_ante": {"seat", "amount", "all_in"},
    "dealt": {"seats"},
    "street": {"street", "cards", "board"},
    "timed_out": {"seat", "deemed"},
    "folded": {"seat"},
    "checked": {"seat"},
    "called": SEAT_AND_CHIPS,
    "bet": SEAT_AND_CHIPS,
    "raised": SEAT_AND_CHIPS | {"by"},
    "removed": {"seat", "stack", "chips", "folded"},
    "uncalled": {"seat", "amount", "leaves"},
    "opened": {"seat", "cards"},
    "shown": {"seat", "cards", "category", "best", "value"},
    "pot": {"pot", "pots", "amount", "eligible", "wins", "odd"},
    "out": {"seat", "stack"},
    "deal_over": {"number", "stacks"},
    "match_over": {"stacks"},
}


def documented(begin: str, end: str) -> str:
    """A part of the package's docstring."""
    return (holdem.__doc__ or "").split(begin)[1].split(end)[0]


def tables() -> list[Table]:
    """Deals in which together everything happens."""
    busy = Table([1000, 1000, 500, 900], blinds(50, 100, ante=10, big_blind_ante=50))
    busy.play("C raise 200", "D call", "A call", "B timeout", "A check", "C raise 100", "D remove leaves")
    return [
        busy.play("A raise 400", "C call"),
        Table([1000, 1000], holes={"A": "As Ad"}, board="Ah Ac 2d 3d 4d").play("B all-in", "A call"),
        Table([1000] * 3).play("C remove stays", "A remove leaves"),
        Table([20] * 3, preset="shangri").play("A raise 1", "B call", "C fold"),
    ]


def test_every_fact_has_the_documented_keys() -> None:
    facts = [fact for table in tables() for fact in table.facts]
    for fact in facts:
        assert set(fact.data) == FACTS[fact.kind], fact
    assert {fact.kind for fact in facts} == set(FACTS)
    section = documented("Facts (", "View (")
    rows = {row[0]: row[1] for row in re.findall(r"^``(\w+)``(.*?)(?=^``|^=====)", section, re.M | re.S)}
    assert set(rows) == set(FACTS)
    for kind, keys in FACTS.items():
        assert keys <= set(re.findall(r"\w+", rows[kind])), kind


def test_options_and_view_have_the_documented_keys() -> None:
    named = {part: set(re.findall(r'"(\w+)":', documented(f"{part} (", end))) for part, end in SECTIONS}
    assert set(Table([20] * 3, preset="shangri").options) | {"min", "max"} == named["Options"]
    view = tables()[0].view("A")
    inner = {"amount", "eligible", "A"}
    assert set(view) | set(view["seats"]["A"]) | set(view["level"]) | inner == named["View"]


SECTIONS = (("Options", "Facts ("), ("View", "``put`` counts"))


def test_a_view_before_the_first_deal() -> None:
    view = GAME.view(GAME.start(GAME.rules({"preset": "shangri"}), ["A", "B"]), "A")
    assert view["deal"] == 0
    assert view["to_speak"] is None
    assert view["seats"]["B"] == {
        "stack": 20,
        "bet": 0,
        "put": 0,
        "state": "in",
        "said": None,
        "cards": None,
        "hand": None,
    }


def test_a_view_in_the_middle_of_a_street() -> None:
    table = Table([20, 7, 20], preset="shangri", hands=2).play("A raise 4", "B all-in")
    view = table.view("C")
    assert (view["deal"], view["hands"], view["street"], view["streets"]) == (1, 2, 0, [0, 5])
    assert (view["price"], view["pot"], view["to_speak"], view["opener"]) == (5, 15, "C", "A")
    assert view["pots"] == [{"amount": 6, "eligible": ["A", "B", "C"]}], (
        "the antes; bets lie before the seats"
    )
    assert view["level"] == {"small_blind": 0, "big_blind": 0, "ante": 2, "big_blind_ante": 0}
    assert {name: (seat["stack"], seat["bet"], seat["put"]) for name, seat in view["seats"].items()} == {
        "A": (14, 4, 6),
        "B": (0, 5, 7),
        "C": (18, 0, 2),
    }
    assert [seat["state"] for seat in view["seats"].values()] == ["in", "all-in", "in"]
    assert [seat["said"] for seat in view["seats"].values()] == ["raise", "raise", None]
    assert view["options"]["to_call"] == 5
    assert table.view("A")["options"] is None
    assert view["seats"]["C"]["cards"] == [table.deck[2], table.deck[5]]
    assert view["seats"]["A"]["cards"] == [None, None]


def test_the_reader_is_told_what_his_own_cards_are_worth() -> None:
    table = Table([20] * 2, preset="shangri", holes={"A": "As Kd", "B": "2c 2d"}, board="Ah Kc 7h 8s 9d")
    assert table.view("A")["seats"]["A"]["hand"] is None, "two cards are no hand"
    table.play("A raise 1", "B call")
    assert table.view("A")["seats"]["A"]["hand"] == {
        "category": "two pairs",
        "best": ["As", "Ah", "Kd", "Kc", "9d"],
        "value": [2, 14, 13, 9],
    }
    assert table.view("B")["seats"]["A"]["hand"] is None
    assert table.view()["seats"]["A"]["hand"] is None


def test_after_a_showdown_everybody_sees_the_shown_hands_and_no_others() -> None:
    table = Table([20] * 3, preset="shangri").play("A raise 1", "B fold", "C call", "A raise 1", "C call")
    for reader in (None, "A", "B", "C"):
        seats = table.view(reader)["seats"]
        assert None not in seats["A"]["cards"] + seats["C"]["cards"]
        assert seats["A"]["hand"]["category"] == table.result["shown"]["A"]["category"]
        assert (seats["B"]["cards"] == [None, None]) == (reader != "B")
    assert table.view()["pots"] == table.result["pots"]
    assert table.view()["pot"] == 0


def test_a_side_pot_shows_in_the_view_while_the_deal_goes_on() -> None:
    table = Table([5, 20, 20], preset="shangri").play("A all-in", "B raise 6", "C call")
    assert table.view()["pots"] == [
        {"amount": 15, "eligible": ["A", "B", "C"]},
        {"amount": 6, "eligible": ["B", "C"]},
    ]


def test_facts_are_enough_for_a_log() -> None:
    table = Table([20] * 3, preset="shangri", hands=2)
    table.play("A raise 2", "B raise 5", "C timeout", "A fold")
    assert [fact.to_json() for fact in table.facts[-6:]] == [
        {"fact": "timed_out", "seat": "C", "deemed": "fold"},
        {"fact": "folded", "seat": "C"},
        {"fact": "folded", "seat": "A"},
        {"fact": "uncalled", "seat": "B", "amount": 3, "leaves": False},
        {"fact": "pot", "pot": 0, "pots": 1, "amount": 10, "eligible": ["B"], "wins": {"B": 10}, "odd": {}},
        {"fact": "deal_over", "number": 1, "stacks": {"A": 16, "B": 26, "C": 18}},
    ]
