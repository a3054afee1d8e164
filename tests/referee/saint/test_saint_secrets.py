"""Nobody learns what he may not know: change only that, and all that is made for him stays the same."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core import Illegal, Move
from tests.referee.saint.tools import GAME, Played, Table, cards_in, choose, games

few = settings(max_examples=30, deadline=None)


def shown_to(game: Played, seat: str | None) -> list[str]:
    """Everything made for a seat (None: the public) after the deal and after every action, as JSON."""
    return [
        json.dumps(
            [
                GAME.view(state, seat),
                GAME.lots(state, seat),
                GAME.options(state, seat) if seat else None,
                GAME.default(state, seat).to_json() if seat in GAME.awaiting(state) else None,
                [fact.to_json() for fact in facts],
                GAME.awaiting(state),
                GAME.phase(state),
                GAME.sealed(state),
                GAME.score(state),
                GAME.beside(state),
            ]
        )
        for state, facts in game.steps()
    ]


def secret_from(game: Played, seat: str | None) -> list[str]:
    """The cards of the deck that this reader has not seen at any time."""
    seen: set[str] = set()
    for state, _ in game.steps():
        seen |= cards_in(GAME.view(state, seat))
    return [card for card in game.deck if card not in seen]


def pending(game: Played) -> list[int]:
    """The places of the actions whose choices are not turned up yet."""
    states = [state for state, _ in game.steps()]
    if not GAME.sealed(states[-1]):
        return []
    now = GAME.phase(states[-1])
    return [place for place in range(len(game.actions)) if GAME.phase(states[place]) == now]


def otherwise(game: Played, seat: str | None, chance: random.Random) -> Played:
    """The same game but for what ``seat`` cannot know: unseen cards, secret choices, unused lots."""
    secret = secret_from(game, seat)
    swap = dict(zip(secret, chance.sample(secret, len(secret)), strict=True))
    deck = [swap.get(card, card) for card in game.deck]
    ties = [other_lot(game, number, chance) for number in range(8)]
    told, now = pending(game), Played(game.rules, game.seats, deck, ties, [])
    state = now.begin()[0]
    for place, (who, move) in enumerate(game.actions):
        if place in told and who != seat:
            move = choose(state, who, chance)
        now.actions.append((who, move))
        state, _ = GAME.apply(state, who, move)
    return now


def other_lot(game: Played, number: int, chance: random.Random) -> list[str]:
    """Another order that leaves the seats in place among whom the lot of a round has decided."""
    rounds = GAME.beside(game.end())["rounds"]
    groups = rounds[number]["lots"] if number < len(rounds) else []
    order = chance.sample(game.seats, len(game.seats))
    for group in groups:
        for place, seat in zip(sorted(order.index(seat) for seat in group), group, strict=True):
            order[place] = seat
    return order


@few
@given(games(silent=False), st.randoms(use_true_random=False))
def test_hands_pile_choices_and_lots_that_one_may_not_know_change_nothing(
    game: Played, chance: random.Random
) -> None:
    for seat in (*game.seats, None):
        assert shown_to(otherwise(game, seat, chance), seat) == shown_to(game, seat)


@few
@given(games(silent=False), st.randoms(use_true_random=False))
def test_a_choice_changes_nothing_for_others_before_the_last_one_is_in(
    game: Played, chance: random.Random
) -> None:
    state = game.end()
    if not GAME.sealed(state) or len(GAME.awaiting(state)) < 2:
        return
    chooser = chance.choice(GAME.awaiting(state))
    ways = [GAME.apply(state, chooser, choose(state, chooser, chance)) for _ in range(3)]
    for seat in (*game.seats, None):
        if seat != chooser:
            told = {
                json.dumps([GAME.view(after, seat), [fact.to_json() for fact in facts]])
                for after, facts in ways
            }
            assert len(told) == 1


@few
@given(games())
def test_facts_name_only_cards_that_everybody_sees(game: Played) -> None:
    seen: set[str] = set()
    for state, facts in game.steps():
        seen |= cards_in(GAME.view(state, None))
        assert cards_in([fact.to_json() for fact in facts]) <= seen


@few
@given(games())
def test_the_public_sees_no_card_in_a_hand_but_those_it_saw_being_taken(game: Played) -> None:
    taken: set[str] = set()
    for state, facts in game.steps():
        taken |= {fact.data["card"] for fact in facts if fact.kind == "took"}
        public = GAME.view(state, None)
        for seat in game.seats:
            own = GAME.view(state, seat)["seats"][seat]
            assert public["seats"][seat]["cards"] == [None] * len(own["cards"])
            assert public["seats"][seat]["picked"] == own["picked"]
            assert set(own["picked"]) == set(own["cards"]) & taken


@few
@given(games(silent=False))
def test_a_copy_with_what_one_reader_knows_of_deck_and_lots_replays_to_what_he_saw(game: Played) -> None:
    """All but the choices that are not turned up: in any phase, whatever the lots that nobody has seen."""
    done = game.actions[: len(game.actions) - len(pending(game))]
    game = Played(game.rules, game.seats, game.deck, game.ties, done)
    for seat in (*game.seats, None):
        seen = set(game.deck) - set(secret_from(game, seat))
        deck = [card if card in seen else None for card in game.deck]
        state, _ = GAME.deal(GAME.start(game.rules, game.seats), {}, deck, GAME.lots(game.end(), seat))
        for (who, move), (real, _facts) in zip(game.actions, [*game.steps()][1:], strict=True):
            state, _ = GAME.apply(state, who, move)
            assert GAME.view(state, seat) == GAME.view(real, seat)


def test_a_secret_choice_counts_as_in_hand_and_only_its_owner_sees_it() -> None:
    table = Table(3).play("B river 3c")
    others = [table.view(seat)["seats"]["B"] for seat in ("A", "C", None)]
    assert all(one["chosen"] and one["choice"] is None and one["hand"] == 10 for one in others)
    own = table.view("B")["seats"]["B"]
    assert own["choice"] == ["3c"]
    assert "3c" in own["cards"]
    assert table.of("chosen") == [{"seat": "B", "do": "river"}]
    assert "3c" not in json.dumps(table.of("chosen"))


def test_a_time_out_does_not_tell_its_card_before_the_last_choice_is_in() -> None:
    table = Table(3).play("B timeout")
    assert table.of("timed_out") == [{"seat": "B", "deemed": "river"}]
    assert not cards_in([fact.to_json() for fact in table.facts[2:]])


def test_the_view_of_a_seat_that_is_not_there_is_refused() -> None:
    table = Table(2)
    assert table.refused(("C", Move("river", {"cards": ["2c"]}))) == "UNKNOWN_SEAT"
    with pytest.raises(Illegal) as refused:
        table.view("C")
    assert refused.value.code == "UNKNOWN_SEAT"
