"""What must hold in every duel: blocks, hands, counts, records, offers, refusals, silence."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from referee import record
from referee.core import TIMEOUT, Illegal, Json, Move
from tests.referee.pyramid.recount import Recount
from tests.referee.pyramid.tools import BLOCKS, GAME, SEATS, Played, duels, offered

few = settings(max_examples=25, deadline=None)


def document_of(duel: Played) -> Json:
    entry = record.deal_entry(1, {"first": duel.first}, duel.deck, duel.actions)
    return record.document(GAME, duel.rules, SEATS, [entry])


def known_blocks(state: Any) -> Counter[str]:
    """Every block that anybody sees, each as often as it lies somewhere."""
    found: Counter[str] = Counter()
    public = GAME.view(state, None)
    for seat in SEATS:
        own = GAME.view(state, seat)
        found += Counter(block["block"] for block in own["pyramid"] if block["block"])
        found += Counter(block for hand in own["seats"][seat]["hands"] for block in hand)
        if own["drawn"]:
            found[own["drawn"]] += 1
    found += Counter(public["discard"]) + Counter(public["turned_up"])
    if public["phase"] == "hand":
        (by,) = public["awaited"]
        found[GAME.view(state, by)["picked"]["block"]] += 1
    return found


@few
@given(duels())
def test_no_block_is_lost_and_none_comes_twice(duel: Played) -> None:
    for state, _ in duel.steps():
        view = GAME.view(state, None)
        found = known_blocks(state)
        assert set(found.values()) <= {1}
        unseen = sum(view["seats"][seat]["supply"] for seat in SEATS) - (view["phase"] == "place")
        assert len(found) + unseen + view["pile"] == 54
        assert set(found) <= set(duel.deck[: 54 - view["pile"]])


@few
@given(duels(whole=True))
def test_thirty_are_placed_and_thirty_taken_and_all_six_hands_are_full(duel: Played) -> None:
    sizes = [0, 0]
    for state, _ in duel.steps():
        view = GAME.view(state, None)
        hands = [[len(hand) for hand in view["seats"][seat]["hands"]] for seat in SEATS]
        assert all(size <= 5 for three in hands for size in three)
        now = [sum(three) for three in hands]
        assert sum(now) - sum(sizes) in (0, 1)
        assert sum(now) == view["taken"]
        sizes = now
    assert hands == [[5, 5, 5], [5, 5, 5]]
    assert view["placed"] == view["taken"] == 30
    assert view["pyramid"] == []
    assert view["deal_over"]
    jokers = sum(code in duel.deck[:30] for code in ("X1", "X2"))
    assert (len(view["discard"]), view["pile"]) == (3 * jokers, 24 - 3 * jokers)


@few
@given(duels())
def test_players_take_turns_and_the_first_places_and_takes_first(duel: Played) -> None:
    other = {"A": "B", "B": "A"}
    for state, _ in duel.steps():
        view = GAME.view(state, None)
        done = view["taken"] if view["placed"] == 30 else view["placed"]
        mover = duel.first if done % 2 == 0 else other[duel.first]
        assert GAME.awaiting(state) == (() if view["deal_over"] else (mover,))


@few
@given(duels(whole=True))
def test_hands_and_scores_are_those_that_a_recount_of_the_record_finds(duel: Played) -> None:
    end, count = duel.end(), Recount(document_of(duel))
    assert GAME.beside(end) == {"hands": count.hands, "discard": count.gone}
    result, found = GAME.result(end), count.result()
    assert result is not None
    assert result["values"] == found["values"]
    assert result["won"] == found["won"]
    assert result["advanced"]["hand_points"] == found["worth"]
    assert result["advanced"]["total"] == found["total"]
    assert result["advanced"]["points"] == found["points"]
    winner = next((seat for seat in SEATS if found["won"][seat] > 1), None)
    how = {None: None, 2: "beaten", 3: "crushed"}[found["won"][winner] if winner else None]
    assert result["basic"] == {"winner": winner, "how": how}
    basic = {seat: int(seat == winner) for seat in SEATS}
    scores = basic if duel.rules["scoring"] == "basic" else found["points"]
    assert GAME.score(end) == scores
    over = max(scores.values()) >= (duel.rules["target"] or 1)
    assert (GAME.final(end) is not None) == over
    assert (GAME.next_deal(end) is None) == over


@few
@given(duels())
def test_the_pyramid_stands_as_a_recount_of_the_record_builds_it(duel: Played) -> None:
    end, count = duel.end(), Recount(document_of(duel))
    views = {seat: GAME.view(end, seat)["pyramid"] for seat in SEATS}
    stands = {
        tuple(block["at"]): (block["owner"], views[block["owner"]][place]["block"])
        for place, block in enumerate(GAME.view(end, None)["pyramid"])
    }
    assert stands == count.stands


@few
@given(duels())
def test_a_replay_of_the_record_is_the_duel(duel: Played) -> None:
    document = record.read(record.write(document_of(duel)))
    replayed = [(step.state, step.facts) for step in record.steps(document)]
    assert replayed == list(duel.steps())
    assert record.check(document) == []


@few
@given(duels())
def test_a_state_survives_its_storage(duel: Played) -> None:
    for state, _ in duel.steps():
        assert GAME.load(json.loads(json.dumps(GAME.dump(state)))) == state
    begun = GAME.start(duel.rules, SEATS)
    assert GAME.load(json.loads(json.dumps(GAME.dump(begun)))) == begun


def every_move() -> list[Move]:
    spaces = [[row, column] for row in range(-1, 9) for column in range(-1, 9)]
    moves = [Move(do, {"at": at}) for do in ("place", "pick") for at in spaces]
    moves += [Move("hand", {"hand": hand}) for hand in range(-1, 5)]
    return moves + [
        Move("choose", {"block": block, "hand": hand}) for block in BLOCKS for hand in range(-1, 4)
    ]


EVERY_MOVE = every_move()


@few
@given(duels())
def test_what_the_options_offer_is_accepted_and_everything_else_is_refused(duel: Played) -> None:
    state = duel.end()
    before = GAME.dump(state)
    for seat in SEATS:
        accepted = [move for move in EVERY_MOVE if plays(state, seat, move)]
        wanted = offered(state, seat)
        assert len(accepted) == len(wanted)
        assert all(move in accepted for move in wanted)
        assert plays(state, seat, TIMEOUT) == (seat in GAME.awaiting(state))
        assert bool(wanted) == (seat in GAME.awaiting(state))
    assert GAME.dump(state) == before


def plays(state: Any, seat: str, move: Move) -> bool:
    try:
        GAME.apply(state, seat, move)
    except Illegal:
        return False
    return True


@few
@given(duels(), st.text(max_size=3), st.recursive(st.none() | st.integers() | st.text(max_size=2), st.lists))
def test_anything_written_into_an_action_is_played_or_refused_by_name(
    duel: Played, word: str, value: Any
) -> None:
    state = duel.end()
    for seat in (*SEATS, word):
        for do in (*GAME.moves, *GAME.extra, word):
            for args in ({word: value}, {"at": value}, {"hand": value}, {"block": value, "hand": value}):
                plays(state, seat, Move(do, args))


@few
@given(duels(silent=False))
def test_silence_is_deemed_to_be_the_default(duel: Played) -> None:
    state = duel.end()
    for seat in GAME.awaiting(state):
        move = GAME.default(state, seat)
        assert move in offered(state, seat)
        after, facts = GAME.apply(state, seat, TIMEOUT)
        said, told = GAME.apply(state, seat, move)
        assert [fact.to_json() for fact in facts] == [
            {"fact": "timed_out", "seat": seat, "deemed": move.do, "in_a_row": 1},
            *(fact.to_json() for fact in told),
        ]
        silent = GAME.view(after, None)["seats"][seat].pop("silent")
        assert silent == 1
        for reader in (*SEATS, None):
            one, other = GAME.view(after, reader), GAME.view(said, reader)
            one["seats"][seat]["silent"] = 0
            assert one == other


@few
@given(duels(whole=True))
def test_each_open_turn_has_a_name_of_its_own(duel: Played) -> None:
    seen = ["start"] + [GAME.phase(state) for state, _ in duel.steps()]
    assert len(set(seen)) == len(seen) == 92
    assert seen[-1] == "1.over"
