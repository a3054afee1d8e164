"""What is wrong in a document of a draw is named."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.draws import Beacon, document_level, player_commit, verify_document
from tests.referee.draws.draw_documents import (
    BEACON,
    CAST,
    CLOSE,
    DECK,
    make_batch,
    make_document,
    make_draw,
    make_values,
    sample_documents,
)

GOOD = sample_documents()


def problems(level: str, change: Callable[[dict[str, Any], dict[str, Any]], None]) -> str:
    """The lines, as one text, after ``change`` worked on what is published and revealed."""
    document = copy.deepcopy(GOOD[level])
    change(document["published"], document["revealed"])
    return "\n".join(verify_document(document))


def test_a_swapped_card_is_named() -> None:
    def swap(pub: dict[str, Any], _: dict[str, Any]) -> None:
        pub["openings"][1]["label"] = "Xx"

    drawn = GOOD["B"]["published"]["openings"][1]["label"]
    assert problems("B", swap) == (
        f"published.openings[1]: shows Xx at position 3, drawn was {drawn}: a swapped card"
    )


def test_a_label_with_line_breaks_keeps_its_problem_on_one_line() -> None:
    def change(pub: dict[str, Any], rev: dict[str, Any]) -> None:
        pub["openings"][1]["label"] = "one\ntwo\u2028three"
        rev["values"]["x\ny"] = 5

    assert problems("C", change) == "revealed.values.x y: not a text"
    document = copy.deepcopy(GOOD["C"])
    document["published"]["openings"][1]["label"] = "one\ntwo\u2028three"
    assert [len(line.splitlines()) for line in verify_document(document)] == [1]


def test_a_wrong_nonce_is_named() -> None:
    def change(pub: dict[str, Any], _: dict[str, Any]) -> None:
        pub["openings"][0]["nonce"] = "00" * 32

    assert "openings[0]: the nonce is not the one of position 0" in problems("C", change)


def test_a_wrong_path_of_a_card_is_named() -> None:
    def change(pub: dict[str, Any], _: dict[str, Any]) -> None:
        pub["openings"][2]["path"].append("00" * 32)

    assert problems("C", change) == "published.openings[2]: the path does not lead to deck_commit"


def test_a_wrong_seed_path_is_named() -> None:
    def change(_: dict[str, Any], rev: dict[str, Any]) -> None:
        rev["seed_path"].reverse()

    assert problems("C", change).startswith("revealed.seed_path: does not lead")


def test_another_seed_is_named() -> None:
    def change(_: dict[str, Any], rev: dict[str, Any]) -> None:
        rev["seed"] = "00" * 32

    assert "revealed.seed: not the seed committed for this draw" in problems("C", change)


def test_a_value_that_was_not_committed_is_named() -> None:
    def change(_: dict[str, Any], rev: dict[str, Any]) -> None:
        rev["values"]["alice"] = "00" * 32

    assert "'alice': the value is not the one committed" in problems("B", change)


def test_a_late_value_is_named() -> None:
    def change(_: dict[str, Any], rev: dict[str, Any]) -> None:
        rev["values"]["bob"] = "00" * 32

    assert "'bob' committed to nothing at registration: the value came late" in problems("B", change)


def test_a_value_that_is_too_short_is_named() -> None:
    def change(_: dict[str, Any], rev: dict[str, Any]) -> None:
        rev["values"]["alice"] = "00" * 15

    assert "'alice': a value has at least 16 bytes" in problems("B", change)


def test_a_value_of_sixteen_bytes_is_long_enough() -> None:
    batch = make_batch()
    draw = make_draw(batch, 0, roster=CAST, values={"alice": bytes(16)})
    assert verify_document(make_document(draw, batch)) == []


def test_a_value_of_somebody_outside_is_named() -> None:
    def change(pub: dict[str, Any], rev: dict[str, Any]) -> None:
        pub["commits"]["olga"] = player_commit("cup", "olga", bytes(32)).hex()
        rev["values"]["olga"] = "00" * 32

    found = problems("B", change)
    assert "published.commits: 'olga' is not in the roster" in found
    assert "revealed.values: 'olga' is not in the roster" in found


@pytest.mark.parametrize("roster", [CAST[:2] + CAST[3:], [*CAST, "olga"]])
def test_a_changed_roster_is_named(roster: list[str]) -> None:
    def change(pub: dict[str, Any], _: dict[str, Any]) -> None:
        pub["roster"] = roster

    assert problems("B", change) == (
        "published.deck_commit: drawn from other inputs (seed, roster, values, cuts or beacon)"
    )


def test_a_doubled_player_is_named() -> None:
    def change(pub: dict[str, Any], _: dict[str, Any]) -> None:
        pub["roster"] = [*CAST, "bob"]

    assert "published.roster: 'bob' stands there twice" in problems("B", change)


@pytest.mark.parametrize(
    ("positions", "line"),
    [
        ([0, 1, 3], "position 3 where 2 is next: position 2 was skipped"),
        ([1, 2], "position 1 where 0 is next: position 0 was skipped"),
        ([0, 1, 1], "position 1 where 2 is next: dealt twice or out of turn"),
        (list(range(53)), "53 positions of 52 items"),
    ],
)
def test_a_skipped_or_doubled_position_is_named(positions: list[int], line: str) -> None:
    def change(pub: dict[str, Any], _: dict[str, Any]) -> None:
        pub["deals"] = [{"to": "board", "pos": positions}]

    assert problems("C", change) == f"published.deals: {line}"


def test_a_card_opened_twice_and_a_card_that_does_not_exist_are_named() -> None:
    def change(pub: dict[str, Any], _: dict[str, Any]) -> None:
        pub["openings"].append(pub["openings"][0])
        pub["openings"].append({**pub["openings"][0], "pos": 52})

    found = problems("C", change)
    assert "openings[3]: position 0 is opened twice" in found
    assert "openings[4]: there is no position 52" in found


def test_a_number_outside_the_committed_seeds_is_named() -> None:
    def change(pub: dict[str, Any], _: dict[str, Any]) -> None:
        pub["base"] = 5

    assert "published.n: 4 is outside the seeds committed (5 from 5)" in problems("C", change)
    change_count = set_in("published", "seeds", 2)
    assert "published.n: 4 is outside the seeds committed (2 from 2)" in problems("C", change_count)


def test_a_deck_that_nobody_opened_is_compared_as_a_whole() -> None:
    def change(pub: dict[str, Any], _: dict[str, Any]) -> None:
        pub["openings"], pub["roster"] = [], ["alice"]

    assert problems("C", change) == "published.deck_commit: not the order that the inputs give"


def test_openings_of_another_deck_are_named() -> None:
    assert problems("C", set_in("published", "deck_commit", "00" * 32)).splitlines() == [
        "published.deck_commit: not the order that the inputs give",
        *(f"published.openings[{index}]: does not lead to deck_commit" for index in range(3)),
    ]


@pytest.mark.parametrize("cut", ["00" * 32, ""])
def test_a_cut_needs_a_later_beacon(cut: str) -> None:
    batch = make_batch()
    cuts = {"cut_roster": ["alice"], "cuts": {"alice": bytes.fromhex(cut)}}
    assert verify_document(make_document(make_draw(batch, 0, **cuts, beacon=BEACON), batch)) == []
    assert verify_document(make_document(make_draw(batch, 0, **cuts), batch)) == [
        "revealed.cuts: a cut without a later beacon lets the last speaker choose the order"
    ]


def test_a_beacon_that_was_out_before_the_inputs_closed_is_no_level_a() -> None:
    batch = make_batch()
    draw = make_draw(batch, 0, beacon=BEACON)
    early = make_document(draw, batch, inputs_close=CLOSE + 3_000_000)
    assert verify_document(early) == ["published.beacon.round: it was out before the inputs were closed"]
    assert document_level(early) == "C"


@pytest.mark.parametrize("seconds", [0, 1])
def test_a_round_must_be_later_than_the_last_input(seconds: int) -> None:
    batch = make_batch()
    out_at = 1692803367 + 3 * (BEACON.round - 1)
    document = make_document(make_draw(batch, 0, beacon=BEACON), batch, inputs_close=out_at - seconds)
    assert len(verify_document(document)) == (1 if seconds == 0 else 0)


def test_a_round_without_its_randomness_is_named() -> None:
    def change(_: dict[str, Any], rev: dict[str, Any]) -> None:
        rev["beacon"]["randomness"] = ""

    assert "revealed.beacon.randomness: missing for the announced round" in problems("A", change)


def test_announced_public_numbers_are_a_beacon_too() -> None:
    batch = make_batch()
    numbers = Beacon("Tuesday's lottery", 1, b"3.14.15.92.65.35.")
    document = make_document(make_draw(batch, 0, beacon=numbers), batch, inputs_close=CLOSE)
    assert verify_document(document) == []
    assert document_level(document) == "A"


def test_another_round_than_the_announced_one_is_named() -> None:
    def change(pub: dict[str, Any], _: dict[str, Any]) -> None:
        pub["beacon"]["round"] += 1

    assert "revealed.beacon: not the source and round that were announced" in problems("A", change)


def test_a_beacon_signature_must_give_its_randomness() -> None:
    def change(_: dict[str, Any], rev: dict[str, Any]) -> None:
        rev["beacon"]["signature"] = "00" * 48

    assert problems("A", change) == "revealed.beacon.signature: the randomness is not its hash"


def test_a_player_seated_twice_is_named() -> None:
    batch = make_batch("cup/seating")
    draw = make_draw(batch, 0, items=["alice", "bob", "alice"])
    assert verify_document(make_document(draw, batch, kind="seating")) == [
        "published.items: somebody stands twice among the players to be seated"
    ]


@given(st.permutations(DECK))
def test_whoever_orders_the_items_after_the_seed_is_found(items: list[str]) -> None:
    """The operator knows the seed: a deck laid out freely would come out as he likes."""
    batch = make_batch()
    document = make_document(make_draw(batch, 1, items=items), batch)
    assert (verify_document(document) == []) == (items == DECK)
    found = verify_document(document)
    assert found in ([], ["published.items: not a deck in its canonical order: its order was chosen"])


@pytest.mark.parametrize(
    "items",
    [
        [*DECK, "X1", "X2"],
        [*DECK, *DECK],
        [*DECK, "J1", "J2"] * 2,
        [card for card in DECK if card[0] in "6789TJQKA"],
        ["moon", "sun"],
    ],
)
def test_decks_with_jokers_double_decks_and_short_decks_have_an_order_too(items: list[str]) -> None:
    batch = make_batch()
    assert verify_document(make_document(make_draw(batch, 1, items=items), batch)) == []


@pytest.mark.parametrize(
    "items", [[*DECK, "X2", "X1"], [*DECK, *DECK[:-1]], ["X1", *DECK], ["2c", "2c", "3c"]]
)
def test_jokers_in_front_or_a_second_deck_that_differs_have_none(items: list[str]) -> None:
    batch = make_batch()
    assert verify_document(make_document(make_draw(batch, 1, items=items), batch)) == [
        "published.items: not a deck in its canonical order: its order was chosen"
    ]


def set_in(part: str, key: str, value: Any) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    def change(pub: dict[str, Any], rev: dict[str, Any]) -> None:
        (pub if part == "published" else rev)[key] = value

    return change


@pytest.mark.parametrize(
    ("part", "key", "value", "line"),
    [
        ("published", "v", "PBF2", "published.v: not PBF1"),
        ("published", "n", -1, "published.n: not a whole number in range"),
        ("published", "n", True, "published.n: not a whole number in range"),
        ("published", "n", 2**32, "published.n: not a whole number in range"),
        ("published", "e", "\ud800", "published.e: a text that has no UTF-8 form"),
        ("published", "items", [], "published.items: 1 to 65536 items can be drawn"),
        ("published", "items", "2c", "published.items: not a list"),
        ("published", "items", ["2c", 3], "published.items[1]: not a text"),
        ("published", "seed_commit", "AB" * 32, "published.seed_commit: not lower-case hex"),
        ("published", "seed_commit", "abc", "published.seed_commit: not lower-case hex"),
        ("published", "deck_commit", "ab", "published.deck_commit: not 32 bytes"),
        ("published", "commits", [], "published.commits: not an object"),
        ("published", "beacon", None, "published.beacon: not an object"),
        (
            "published",
            "deals",
            [{"to": "alice", "pos": ["0"]}],
            "published.deals[0].pos[0]: not a whole number in range",
        ),
        ("revealed", "values", {"alice": 5}, "revealed.values.alice: not a text"),
        ("revealed", "seed_path", ["00"], "revealed.seed_path[0]: not 32 bytes"),
    ],
)
def test_what_cannot_be_read_is_named_by_its_place(part: str, key: str, value: Any, line: str) -> None:
    assert problems("B", set_in(part, key, value)) == line


def test_a_cut_of_somebody_outside_is_named() -> None:
    def change(_: dict[str, Any], rev: dict[str, Any]) -> None:
        rev["cuts"]["olga"] = "00"

    assert problems("A", change) == "revealed.cuts: 'olga' is not in the cut roster"


def test_randomness_from_nowhere_is_named() -> None:
    batch = make_batch()
    document = make_document(make_draw(batch, 1, beacon=Beacon("", 0, b"chosen")), batch)
    assert verify_document(document) == ["revealed.beacon.randomness: no source was announced"]
    assert document_level(document) == "C"


def test_two_decks_for_one_number_are_found_in_a_list() -> None:
    batch = make_batch()
    first = make_document(make_draw(batch, 1), batch)
    second = make_document(make_draw(batch, 1, roster=["alice"]), batch)
    assert verify_document([first, second]) == [
        "cup/table-1 number 1: two different decks from the same seeds"
    ]
    assert verify_document([first, first]) == []


def test_expected_values_are_an_object() -> None:
    assert verify_document({**GOOD["C"], "expect": []}) == ["expect: not an object"]


@pytest.mark.parametrize("tables", [[], [["alice"]] * 3])
def test_expected_tables_that_cannot_be_are_named(tables: list[list[str]]) -> None:
    batch = make_batch("cup/seating")
    document = make_document(make_draw(batch, 0, items=["alice", "bob"]), batch, kind="seating")
    assert verify_document({**document, "expect": {"tables": tables}}) == [
        "expect.tables: not what the inputs give"
    ]


def test_a_table_for_each_player_can_be_expected() -> None:
    batch = make_batch("cup/seating")
    draw = make_draw(batch, 0, items=["alice", "bob"])
    document = make_document(draw, batch, kind="seating")
    assert verify_document({**document, "expect": {"tables": [[player] for player in draw.order]}}) == []


@pytest.mark.parametrize("key", ["e_t", "key", "rejected", "order", "order_sha256", "tables"])
def test_expected_values_beside_a_draw_are_compared(key: str) -> None:
    document = {**GOOD["C"], "expect": {key: "?"}}
    assert verify_document(document) == [f"expect.{key}: not what the inputs give"]


def test_a_list_says_which_draw_is_meant() -> None:
    broken = copy.deepcopy(GOOD["C"])
    broken["revealed"]["seed"] = 7
    assert verify_document([GOOD["C"], broken]) == ["draw 1: revealed.seed: not a text"]


def test_values_of_players_who_stayed_away_are_hashed_as_missing() -> None:
    batch = make_batch()
    some = make_draw(batch, 0, roster=CAST, values=make_values("alice"))
    none = make_draw(batch, 0, roster=CAST)
    assert len({some.key, none.key, make_draw(batch, 0).key}) == 3
