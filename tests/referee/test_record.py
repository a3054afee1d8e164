"""Game records: reading, writing, replaying, checking."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from referee import record
from referee.core import Json, Move
from referee.games import GAMES
from referee.record import BadRecord

VECTORS = Path(__file__).parents[1] / "vectors" / "holdem"
SHANGRI = [case["record"] for case in json.loads((VECTORS / "shangri.json").read_text())]
TWO_DEALS: Json = next(one for one in SHANGRI if len(one["deals"]) == 2)


def changed(where: str, value: Any, document: Json = TWO_DEALS) -> Json:
    """A copy with one value replaced: ``"deals.0.deck.3"``; ``...`` removes it."""
    copied = copy.deepcopy(document)
    *path, last = [int(step) if step.isdigit() else step for step in where.split(".")]
    inside: Any = copied
    for step in path:
        inside = inside[step]
    if value is ...:
        del inside[last]
    else:
        inside[last] = value
    return copied


@pytest.mark.parametrize("document", SHANGRI[:5], ids=str)
def test_what_is_written_reads_as_it_was(document: Json) -> None:
    assert record.read(record.write(document)) == document


def test_an_action_is_one_line_of_the_text() -> None:
    lines = record.write(TWO_DEALS).splitlines()
    assert '        {"seat": "A", "do": "raise", "to": 6},' in lines


def test_a_record_without_deals_is_a_match_that_has_not_begun() -> None:
    document = changed("deals", [])
    assert record.read(record.write(document)) == document
    assert record.replay(document) == {"deals": [], "result": None}
    assert record.views(document, None) == []
    assert GAMES["holdem"].awaiting(record.end(document)) == ()


BAD: list[tuple[str, Any, str]] = [
    ("format", "referee-record/2", "format"),
    ("format", ..., "format"),
    ("game", "whist", "game"),
    ("game", ["holdem"], "game"),
    ("rules", ..., "rules"),
    ("rules", 5, "rules"),
    ("rules", "poker", "rules.preset"),
    ("rules.colour", "red", "rules.colour"),
    ("rules.hands", ..., "rules.hands: missing"),
    ("seats", "ABCDE", "seats"),
    ("seats", ["A"], "seats"),
    ("seats", ["A", "A", "B", "C", "D"], "seats"),
    ("seats", [1, 2, 3, 4, 5], "seats"),
    ("deals", {}, "deals"),
    ("deals.0", None, r"deals\[0\]"),
    ("deals.1.deck", ..., r"deals\[1\].deck"),
    ("deals.1.deck", {}, r"deals\[1\].deck"),
    ("deals.1.actions", "fold", r"deals\[1\].actions"),
    ("deals.1.actions", ..., r"deals\[1\].actions"),
    ("deals.0.deck.3", "Xx", r"deals\[0\]: deck\[3\]: 'Xx'"),
    ("deals.0.deck.3", "8c", r"deals\[0\]: deck\[3\]: 8c is also deck\[1\]"),
    ("deals.0.deck.0", 7, r"deals\[0\]: deck\[0\]"),
    ("deals.0.deck", ["As"], r"deals\[0\]: deck: 1 cards, 15 needed"),
    ("deals.0.order", ["A", "Q"], r"deals\[0\]: order\[1\]: 'Q'"),
    ("deals.0.order", ["A", "A", "B"], r"deals\[0\]: order: a seat comes twice"),
    ("deals.1.order", ["A", "B"], r"deals\[1\]: order\[0\]: A has no chips"),
    ("deals.0.stacks.Q", 5, r"deals\[0\]: stacks: 'Q'"),
    ("deals.0.stacks.A", "20", r"deals\[0\]: stacks.A"),
    ("deals.0.number", "one", r"deals\[0\]: number"),
    ("deals.1.number", 1, r"deals\[1\]: number"),
    ("deals.0.actions", [], r"deals\[1\]: the deal before it is not over"),
    ("rules.hands", 1, r"deals\[1\]: the match is over"),
]


@pytest.mark.parametrize(
    ("where", "value", "said"), BAD, ids=[f"{where}={value!r}"[:40] for where, value, _ in BAD]
)
def test_a_document_that_cannot_be_read_says_where(where: str, value: Any, said: str) -> None:
    text = json.dumps(changed(where, value))
    with pytest.raises(BadRecord, match=said):
        record.replay(record.read(text))


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "7", '"record"', b"\xff\xfe", "[" * 100_000, "1" * 5000]
)
def test_what_is_no_json_object_cannot_be_read(text: str | bytes) -> None:
    with pytest.raises(BadRecord):
        record.read(text)


@pytest.mark.parametrize("rules", ["shangri", {"preset": "shangri"}, {"preset": "shangri", "hands": 2}])
def test_a_preset_may_stand_for_the_rules(rules: Any) -> None:
    assert record.replay(changed("rules", rules)) == record.replay(TWO_DEALS)


def test_stacks_may_be_left_out_or_name_only_some() -> None:
    assert record.replay(changed("deals.0.stacks", ...)) == record.replay(TWO_DEALS)
    assert record.replay(changed("deals.1.stacks", ...)) == record.replay(TWO_DEALS)
    assert record.replay(changed("deals.1.stacks.B", ...)) == record.replay(TWO_DEALS)


def test_more_keys_may_stand_in_the_document_and_in_a_deal() -> None:
    document = {**TWO_DEALS, "table": "Rubis", "players": {"A": "alice"}}
    document = changed("deals.0.draw", {"n": 4}, document)
    assert record.replay(document) == record.replay(TWO_DEALS)


def test_hidden_cards_are_null_and_the_betting_is_replayed_all_the_same() -> None:
    document = changed("deals", [{**TWO_DEALS["deals"][0], "deck": [None] * 15}])
    document["deals"][0]["actions"] = document["deals"][0]["actions"][:3]
    (deal,) = record.replay(document)["deals"]
    assert deal["awaiting_after"] == [["B"], ["C"], ["D"]]
    assert record.views(document, "A")[-1]["seats"]["A"]["cards"] == [None, None]


def test_a_showdown_of_hidden_cards_cannot_be_replayed() -> None:
    document = changed("deals.0.deck", [None] * 15)
    refused = record.replay(changed("deals", document["deals"][:1]))["deals"][0]["refused"]
    assert [one["code"] for one in refused] == ["MALFORMED"]


def test_the_result_of_the_document_comes_with_the_end_of_the_match() -> None:
    assert record.replay(changed("rules.hands", 3))["result"] is None
    final = record.replay(TWO_DEALS)["result"]
    assert final["stacks"] == {"A": 0, "B": 0, "C": 47, "D": 1, "E": 52}


def test_refused_actions_change_nothing_and_say_why() -> None:
    document = copy.deepcopy(TWO_DEALS)
    document["deals"][0]["actions"].insert(0, {"seat": "A", "do": "raise", "to": 19})
    found = record.replay(document)["deals"][0]
    assert found["refused"] == [
        {"index": 0, "code": "RAISE_TOO_LARGE", "message": "The raise is more than the stack: at most to 18."}
    ]
    assert found["awaiting_after"][0] == ["A"]
    assert found["result"] == record.replay(TWO_DEALS)["deals"][0]["result"]


def test_views_are_one_at_each_start_and_one_after_every_action() -> None:
    views = record.views(TWO_DEALS, "A")
    assert len(views) == sum(1 + len(deal["actions"]) for deal in TWO_DEALS["deals"])
    assert [view["deal"] for view in views[:2]] == [1, 1]
    with pytest.raises(BadRecord, match="'Z'"):
        record.views(TWO_DEALS, "Z")


def test_a_record_in_order_has_no_problems() -> None:
    for document in SHANGRI:
        assert record.check(document) == []


def test_check_names_refused_actions_and_a_setup_that_does_not_follow() -> None:
    document = changed("deals.1.stacks.C", 19)
    document["deals"][0]["actions"].insert(2, {"seat": "E", "do": "check"})
    problems = record.check(document)
    assert len(problems) == 2
    assert problems[0].startswith("deals[0].actions[2]: NOT_YOUR_TURN")
    assert problems[1].startswith("deals[1].stacks:")


def test_check_compares_facts_and_results_that_stand_in_the_document() -> None:
    document = copy.deepcopy(TWO_DEALS)
    found = record.replay(document)
    steps = list(record.steps(document))
    for place, deal in enumerate(document["deals"]):
        deal["result"] = found["deals"][place]["result"]
        deal["facts"] = [[fact.to_json() for fact in step.facts] for step in steps if step.deal == place]
    document["result"] = found["result"]
    document = record.read(record.write(document))
    assert record.check(document) == []
    wrong = changed("result.stacks.C", 48, changed("deals.0.result.stacks.A", 1, document))
    wrong["deals"][1]["facts"][3] = []
    assert record.check(wrong) == [
        "deals[0].result: it does not follow from the actions",
        "deals[1].facts: they do not follow from the actions",
        "result: it does not follow from the actions",
    ]


def test_a_record_is_put_together_from_a_match() -> None:
    game = GAMES["holdem"]
    state = game.start(game.rules({"preset": "shangri"}), ["A", "B", "C"])
    following = game.next_deal(state)
    assert following is not None
    actions = [("A", Move("raise", {"to": 2})), ("B", Move("fold")), ("C", Move("fold"))]
    entry = record.deal_entry(1, following.setup, following.items, actions, lots={"none": []})
    document = record.document(game, {"preset": "shangri"}, ["A", "B", "C"], [entry])
    assert document["rules"] == game.rules({"preset": "shangri"})
    assert document["deals"][0]["lots"] == {"none": []}
    assert document["deals"][0]["actions"][0] == {"seat": "A", "do": "raise", "to": 2}
    assert record.replay(record.read(record.write(document)))["deals"][0]["refused"] == []
