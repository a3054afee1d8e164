"""What must hold in every game: cards, scores, records, orders of secret choices, offers and refusals."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import combinations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from referee import record
from referee.cards import DECK
from referee.core import TIMEOUT, Illegal, Json, Move
from tests.referee.saint.recount import recount
from tests.referee.saint.tools import GAME, RULES, Played, games, seats_of

few = settings(max_examples=25, deadline=None)


def document_of(game: Played) -> Json:
    entry = record.deal_entry(1, {}, game.deck, game.actions, {"ties": game.ties})
    return record.document(GAME, game.rules, game.seats, [entry])


def lying(state: Any) -> Counter[str]:
    """Where every card is, counted from what seats and public see, the pile by its size alone."""
    table = GAME.view(state, None)
    found = Counter(table["river"]) + Counter(table["future"])
    for seat in table["seats"]:
        own = GAME.view(state, seat)["seats"][seat]
        found += Counter(own["cards"])
        if table["phase"] == "take" or table["deal_over"]:
            found += Counter(own["revealed"])
    for played in table["rounds"]:
        found += Counter(played["discarded"])
    if table["phase"] == "take":  # what was taken lies in hands now, no longer in the river's row
        found -= Counter(card for _, card in table["rounds"][-1]["takes"])
    if table["deal_over"]:  # counted as discarded or as taken already
        found -= Counter(table["rounds"][-1]["discarded"])
        found -= Counter(card for _, card in table["rounds"][-1]["takes"])
    return found


@few
@given(games())
def test_no_card_is_lost_and_none_comes_twice(game: Played) -> None:
    for state, _ in game.steps():
        found = lying(state)
        assert set(found.values()) == {1}
        assert len(found) + GAME.view(state, None)["pile"] == 52
        assert set(found) == set(game.deck[: len(found)])


@few
@given(games(whole=True))
def test_scores_and_orders_are_those_that_a_recount_of_the_record_finds(game: Played) -> None:
    end = game.end()
    scores, orders = recount(document_of(game))
    assert GAME.score(end) == scores
    assert [played["pickup_order"] for played in GAME.beside(end)["rounds"]] == orders
    result = GAME.result(end)
    assert result is not None
    assert result["winners"] == [seat for seat in game.seats if scores[seat] == max(scores.values())]
    ordered = sorted(scores.values(), reverse=True)
    assert result["places"] == {seat: ordered.index(points) + 1 for seat, points in scores.items()}
    assert GAME.final(end) == result


@few
@given(games())
def test_a_replay_of_the_record_is_the_game(game: Played) -> None:
    document = record.read(record.write(document_of(game)))
    replayed = [(step.state, step.facts) for step in record.steps(document)]
    assert replayed == list(game.steps())
    assert record.check(document) == []


@few
@given(games())
def test_a_state_survives_its_storage(game: Played) -> None:
    for state, _ in game.steps():
        assert GAME.load(json.loads(json.dumps(GAME.dump(state)))) == state
    assert GAME.load(GAME.dump(GAME.start(game.rules, game.seats))) == GAME.start(game.rules, game.seats)


@few
@given(games(), st.randoms(use_true_random=False))
def test_any_order_of_simultaneous_choices_gives_the_same_state(game: Played, chance: random.Random) -> None:
    assert Played(game.rules, game.seats, game.deck, game.ties, shuffled(game, chance)).end() == game.end()


def shuffled(game: Played, chance: random.Random) -> list[tuple[str, Move]]:
    """The actions with the choices of each sealed phase, and the cards of each, in another order."""
    out: list[tuple[str, Move]] = []
    group: list[tuple[str, Move]] = []
    phase = ""
    states = [state for state, _ in game.steps()]
    for state, (seat, move) in zip(states, game.actions, strict=False):
        if GAME.phase(state) != phase:
            out, group = out + chance.sample(group, len(group)), []
            phase = GAME.phase(state)
        cards = list(move.args.get("cards", ()))
        turned = Move(move.do, {"cards": chance.sample(cards, len(cards))}) if cards else move
        group.append((seat, turned))
    return out + chance.sample(group, len(group))


@few
@given(games())
def test_what_the_options_offer_is_accepted_and_everything_else_is_refused(game: Played) -> None:
    state = game.end()
    before = GAME.dump(state)
    for seat in game.seats:
        options = GAME.options(state, seat)
        offered = set()
        if options is not None:
            offered = {(options["do"], *pick) for pick in combinations(options["cards"], options["count"])}
        accepted = {said for said in every_move() if plays(state, seat, Move(said[0], {"cards": said[1:]}))}
        assert {(do, *sorted(cards)) for do, *cards in accepted} == {
            (do, *sorted(cards)) for do, *cards in offered
        }
        assert plays(state, seat, TIMEOUT) == (options is not None)
    assert GAME.dump(state) == before


def every_move() -> list[tuple[str, ...]]:
    ones = [(do, card) for do in ("river", "take", "reveal") for card in DECK]
    return ones + [(do, *two) for do in ("reveal", "river", "take") for two in combinations(DECK, 2)]


def plays(state: Any, seat: str, move: Move) -> bool:
    try:
        GAME.apply(state, seat, move)
    except Illegal:
        return False
    return True


@few
@given(games(silent=False))
def test_silence_is_deemed_to_be_the_default_and_so_is_an_absent_seat(game: Played) -> None:
    state = game.end()
    for seat in GAME.awaiting(state):
        move = GAME.default(state, seat)
        assert GAME.absent(state, seat) == move
        after, facts = GAME.apply(state, seat, TIMEOUT)
        said, told = GAME.apply(state, seat, move)
        assert after == said
        assert [fact.to_json() for fact in facts] == [
            {"fact": "timed_out", "seat": seat, "deemed": move.do},
            *(fact.to_json() for fact in told),
        ]


@few
@given(games(whole=True))
def test_each_open_turn_has_a_name_of_its_own(game: Played) -> None:
    seen = ["start"]
    for state, _ in game.steps():
        if GAME.phase(state) != seen[-1]:
            seen.append(GAME.phase(state))
    assert len(set(seen)) == len(seen)
    count, pickups = len(game.seats), 7 + game.rules["last_round_pickup"]
    assert len(seen) == 2 + 16 + 2 * count * pickups
    assert len(game.actions) == count * (16 + 2 * pickups)


def test_the_next_deal_names_the_lots_as_the_service_draws_them() -> None:
    for count in range(2, 6):
        seats = seats_of(count)
        state = GAME.start(RULES, seats)
        need = GAME.next_deal(state)
        assert need is not None
        assert (need.number, need.items, dict(need.lots)) == (1, DECK, {"ties": (tuple(seats),) * 8})
        drawn = {name: [list(items) for items in wanted] for name, wanted in need.lots.items()}
        dealt, _ = GAME.deal(state, need.setup, need.items, drawn)
        assert GAME.next_deal(dealt) is None
