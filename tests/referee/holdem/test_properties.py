"""What must hold in every match, whatever the players do."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import record
from referee.cards import DECK
from referee.core import Illegal, Json, Move
from tests.referee.holdem.strategies import BY, legal_moves, matches
from tests.referee.holdem.tools import GAME


def total(state: Any) -> int:
    """All chips: in front of the seats, in the middle, and out of play."""
    view = GAME.view(state, None)
    return view["pot"] + view["removed"] + sum(seat["stack"] for seat in view["seats"].values())


def step(data: st.DataObject, state: Any, *, removals: bool = True) -> tuple[str, Move]:
    """The next move: a legal one of the awaited seat, now and then a removal of any that is there."""
    (seat,) = GAME.awaiting(state)
    if removals and data.draw(st.integers(0, 14)) == 14:
        removed = state.hand.removed
        there = [other for place, other in enumerate(state.deal.order) if not removed >> place & 1]
        other = data.draw(st.sampled_from(there))
        return other, Move("remove", {"stack": data.draw(st.sampled_from(["stays", "leaves"]))})
    options = GAME.options(state, seat)
    assert options is not None
    return seat, data.draw(legal_moves(options, BY))


@given(matches(), st.data())
def test_chips_are_conserved_and_every_match_ends(begun: tuple[Any, Json], data: st.DataObject) -> None:
    state, setup = begun
    chips = sum(setup["stacks"].values())
    assert total(state) == chips
    for _ in range(3):
        for _ in range(400):
            if not GAME.awaiting(state):
                break
            seat, move = step(data, state)
            state, _ = GAME.apply(state, seat, move)
            assert total(state) == chips
        assert GAME.awaiting(state) == ()
        outcome = GAME.result(state)
        assert outcome is not None
        won = sum(sum(pot["wins"].values()) for pot in outcome["pots"])
        assert won == sum(pot["amount"] for pot in outcome["pots"])
        assert sum(outcome["stacks"].values()) + GAME.view(state, None)["removed"] == chips
        following = GAME.next_deal(state)
        if following is None:
            assert GAME.final(state) is not None
            return
        state, _ = GAME.deal(state, following.setup, data.draw(st.permutations(DECK)))
    raise AssertionError("three deals were the most")


@given(matches(), st.data())
def test_what_options_offers_is_accepted_and_anything_else_is_refused(
    begun: tuple[Any, Json], data: st.DataObject
) -> None:
    state, _ = begun
    for _ in range(data.draw(st.integers(0, 12))):
        if GAME.awaiting(state):
            state, _ = GAME.apply(state, *step(data, state))
    if not GAME.awaiting(state):
        return
    (seat,) = GAME.awaiting(state)
    options = GAME.options(state, seat)
    assert options is not None
    offered = {"fold"} | {do for do in ("check", "call") if options[do]}
    if options["all_in"] is not None:
        offered.add("all-in")
    accepted = {do for do in ("fold", "check", "call", "all-in") if takes(state, seat, Move(do))}
    assert accepted == offered
    limits = options["raise"] or {"min": 1, "max": 0}
    reach = options["bet"] + options["stack"]
    for to in {*range(limits["min"] - 2, limits["min"] + 3), *range(reach - 2, reach + 3)} - {-1, -2}:
        assert takes(state, seat, Move("raise", {"to": to})) == (limits["min"] <= to <= limits["max"])
    for other in set(GAME.view(state, None)["seats"]) - {seat}:
        assert GAME.options(state, other) is None
        assert not takes(state, other, Move("fold"))


def takes(state: Any, seat: str, move: Move) -> bool:
    """Whether a move is accepted. A refusal must leave the state as it was."""
    before = json.dumps(GAME.dump(state))
    try:
        GAME.apply(state, seat, move)
    except Illegal:
        return False
    finally:
        assert json.dumps(GAME.dump(state)) == before
    return True


@given(matches(), st.data())
def test_a_stored_state_loads_as_it_was_and_phases_are_unique(
    begun: tuple[Any, Json], data: st.DataObject
) -> None:
    state, _ = begun
    phases = [GAME.phase(state)]
    for _ in range(data.draw(st.integers(0, 25))):
        assert GAME.load(json.loads(json.dumps(GAME.dump(state)))) == state
        if not GAME.awaiting(state):
            break
        state, _ = GAME.apply(state, *step(data, state, removals=False))
        phases.append(GAME.phase(state))
    assert len(set(phases)) == len(phases)
    assert GAME.load(json.loads(json.dumps(GAME.dump(state)))) == state


@given(matches(), st.data())
def test_replay_equals_play(begun: tuple[Any, Json], data: st.DataObject) -> None:
    state, setup = begun
    rules, seats = GAME.dump(state)["match"]["rules"], setup["order"]
    deck = [DECK[number] for number in state.deal.deck]
    actions, facts = [], []
    while GAME.awaiting(state):
        seat, move = step(data, state)
        state, happened = GAME.apply(state, seat, move)
        actions.append((seat, move))
        facts.append(happened)
    entry = record.deal_entry(1, setup, deck, actions)
    text = record.write(record.document(GAME, rules, seats, [entry]))
    played = list(record.steps(record.read(text)))
    assert [one.facts for one in played[1:]] == facts
    assert played[-1].state == state
    assert record.check(record.read(text)) == []


@given(matches(), st.data())
def test_nothing_that_a_reader_sees_depends_on_cards_he_may_not_know(
    begun: tuple[Any, Json], data: st.DataObject
) -> None:
    """Two decks that differ only in cards this reader has not seen: all he gets is the same."""
    state, setup = begun
    reader = data.draw(st.sampled_from([None, *setup["order"]]))
    rules, seats = GAME.dump(state)["match"]["rules"], setup["order"]
    deck = [DECK[number] for number in state.deal.deck]
    moves = []
    for _ in range(data.draw(st.integers(0, 40))):
        if not GAME.awaiting(state):
            break
        moves.append(step(data, state))
        state, _ = GAME.apply(state, *moves[-1])
    known = seen(GAME.view(state, reader))
    hidden = [place for place, card in enumerate(deck) if card not in known]
    other = list(deck)
    for place, source in zip(hidden, data.draw(st.permutations(hidden)), strict=True):
        other[place] = deck[source]
    assert told(rules, setup, seats, deck, moves, reader) == told(rules, setup, seats, other, moves, reader)


def seen(view: Json) -> set[str]:
    """Every card that a view names."""
    cards = set(view["board"])
    for seat in view["seats"].values():
        cards |= set(seat["cards"] or [])
    return cards


def told(
    rules: Json,
    setup: Json,
    seats: list[str],
    deck: list[str],
    moves: list[tuple[str, Move]],
    reader: str | None,
) -> list[str]:
    """All that a reader is told from the start on: views, facts, options, byte for byte."""
    state, facts = GAME.deal(GAME.start(rules, seats), setup, deck)
    lines = []
    for move in [None, *moves]:
        if move is not None:
            state, facts = GAME.apply(state, *move)
        told_now = [GAME.view(state, reader), [fact.to_json() for fact in facts], GAME.awaiting(state)]
        lines.append(json.dumps([*told_now, reader and GAME.options(state, reader)]))
    return lines


@given(matches(), st.data())
def test_the_public_never_sees_a_closed_card(begun: tuple[Any, Json], data: st.DataObject) -> None:
    state, setup = begun
    order = setup["order"]
    while True:
        view = GAME.view(state, None)
        shown = set(GAME.result(state)["shown"]) if GAME.awaiting(state) == () else set()  # type: ignore[index]
        for place, seat in enumerate(order):
            closed = {DECK[number] for number in state.deal.hole(place)}
            assert (seen(view) >= closed) == (seat in shown)
            assert seat in shown or not seen(view) & closed
        if not GAME.awaiting(state):
            return
        state, _ = GAME.apply(state, *step(data, state))


def test_a_view_is_for_a_seat_of_the_table() -> None:
    state = GAME.start(GAME.rules({"preset": "shangri"}), ["A", "B"])
    assert GAME.view(state, "A")["deal"] == 0
    with pytest.raises(Illegal, match="UNKNOWN_SEAT"):
        GAME.view(state, "Z")
