"""Nobody learns what he may not know (3.6): change only that, and all that is made for him stays the same."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import record
from referee.core import Fact, Illegal, Json
from tests.referee.pyramid.tools import BLOCKS, GAME, SEATS, Played, Table, blocks_in, deck_with, duels

few = settings(max_examples=10, deadline=None)
READERS = ("A", "B", None)


def shown(state: Any, facts: tuple[Fact, ...], seat: str | None) -> str:
    """Everything made for a seat (None: the public) at one step, as JSON."""
    return json.dumps(
        [
            GAME.view(state, seat),
            GAME.options(state, seat) if seat else None,
            GAME.default(state, seat).to_json() if seat in GAME.awaiting(state) else None,
            [fact.to_json() for fact in facts],
            GAME.awaiting(state),
            GAME.phase(state),
            GAME.sealed(state),
            GAME.score(state),
            GAME.beside(state),
            GAME.result(state),
            GAME.final(state),
        ]
    )


def otherwise(duel: Played, seen: set[str], in_fingers: str | None, chance: random.Random) -> list[str]:
    """Another deck with all blocks that a reader has seen in their places.

    A picked block that opened no three is no joker: that much everybody knows of it.
    """
    secret = [block for block in duel.deck if block not in seen]
    while True:
        swap = dict(zip(secret, chance.sample(secret, len(secret)), strict=True))
        if in_fingers is None or not swap.get(in_fingers, in_fingers).startswith("X"):
            return [swap.get(block, block) for block in duel.deck]


def picked_block(state: Any) -> str | None:
    """The block in the taker's fingers, as he sees it; None where there is none, or an open joker."""
    view = GAME.view(state, next(iter(GAME.awaiting(state)), None))
    return view["picked"]["block"] if view["phase"] == "hand" else None


@few
@given(duels(), st.integers(0, 2**32))
def test_what_a_reader_has_not_seen_changes_nothing_of_the_whole_duel(duel: Played, seed: int) -> None:
    chance = random.Random(seed)
    for seat in READERS:
        steps = list(duel.steps())
        seen = set().union(*(blocks_in(GAME.view(state, seat)) for state, _ in steps))
        deck = otherwise(duel, seen, picked_block(steps[-1][0]), chance)
        other = Played(duel.rules, duel.first, deck, duel.actions)
        assert [shown(*step, seat) for step in other.steps()] == [shown(*step, seat) for step in steps]


@settings(max_examples=4, deadline=None)
@given(duels(whole=True), st.integers(0, 2**32))
def test_at_every_step_what_is_seen_only_later_changes_nothing(duel: Played, seed: int) -> None:
    chance = random.Random(seed)
    for seat in READERS:
        seen: set[str] = set()
        for number, (state, facts) in enumerate(duel.steps()):
            seen |= blocks_in(GAME.view(state, seat))
            deck = otherwise(duel, seen, picked_block(state), chance)
            *_, (now, told) = Played(duel.rules, duel.first, deck, duel.actions[:number]).steps()
            assert shown(now, told, seat) == shown(state, facts, seat)


@few
@given(duels())
def test_a_reader_sees_faces_by_the_table_of_the_rules(duel: Played) -> None:
    for state, _ in duel.steps():
        views = {seat: GAME.view(state, seat) for seat in READERS}
        for seat, view in views.items():
            for block in view["pyramid"]:
                assert (block["block"] is not None) == (block["owner"] == seat)
            assert (view["drawn"] is not None) == (view["phase"] == "place" and view["awaited"] == [seat])
            picked = view["picked"]
            if picked and view["phase"] == "hand":
                assert (picked["block"] is not None) == (seat in {picked["owner"], picked["by"]})
            elif picked:
                assert picked["block"] in ("X1", "X2")
            assert view["seats"] == views[None]["seats"]
            assert view["turned_up"] == views[None]["turned_up"]
            assert view["discard"] == views[None]["discard"]


@few
@given(duels())
def test_facts_name_only_blocks_that_everybody_sees(duel: Played) -> None:
    seen: set[str] = set()
    for state, facts in duel.steps():
        seen |= blocks_in(GAME.view(state, None))
        assert blocks_in([fact.to_json() for fact in facts]) <= seen


@few
@given(duels())
def test_the_remainder_is_a_number_until_a_joker_opens_it(duel: Played) -> None:
    for state, _ in duel.steps():
        pile = GAME.view(state, None)["pile"]
        lying = set(duel.deck[54 - pile :])
        for seat in READERS:
            assert not blocks_in(GAME.view(state, seat)) & lying


def test_a_block_is_seen_before_its_space_is_chosen_and_by_its_owner_alone() -> None:
    table = Table(deck_with("Qs", "7h", "2d"))
    assert [table.view(seat)["drawn"] for seat in READERS] == ["Qs", None, None]
    assert GAME.options(table.state, "A")["block"] == "Qs"
    table.play("A place 0 3")
    assert [table.view(seat)["pyramid"][0]["block"] for seat in READERS] == ["Qs", None, None]
    assert [table.view(seat)["drawn"] for seat in READERS] == [None, "7h", None]
    assert "Qs" not in json.dumps([fact.to_json() for fact in table.facts])


def test_a_picked_block_is_known_to_who_took_it_and_to_who_had_placed_it() -> None:
    table = Table().until("pick")
    free = [block for block in table.view()["pyramid"] if block["free"]]
    for owner in SEATS:
        at = next(block["at"] for block in free if block["owner"] == owner)
        begun = Table().until("pick").play(f"A pick {at[0]} {at[1]}")
        known = [begun.view(seat)["picked"]["block"] is not None for seat in READERS]
        assert known == ([True, False, False] if owner == "A" else [True, True, False])
        begun.play("A hand 1")
        (block,) = begun.view()["seats"]["A"]["hands"][1]
        assert block in BLOCKS


@few
@given(duels())
def test_a_record_for_one_reader_is_replayed_with_its_hidden_blocks(duel: Played) -> None:
    """The deck with null for all that the reader never saw, as it is offered while a contest runs."""
    entry = record.deal_entry(1, {"first": duel.first}, duel.deck, duel.actions)
    document = record.document(GAME, duel.rules, SEATS, [entry])
    for seat in READERS:
        views = record.views(document, seat)
        seen = blocks_in(views)
        deck = [block if block in seen else None for block in duel.deck]
        veiled: Json = {**document, "deals": [{**entry, "deck": deck}]}
        assert record.views(veiled, seat) == views
        assert record.check(veiled) == []


def test_the_view_of_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(Illegal) as refused:
        Table().view("C")
    assert refused.value.code == "UNKNOWN_SEAT"
