"""2,000 random hands beside PokerKit 0.7.7: who is asked, every price and limit, the final stacks.

Where it differs from the rules (TDA), the difference has a name here and a hand of its own below; a
random hand may differ in no other way, and each difference is checked for what makes it one.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest
from pokerkit import Automation, NoLimitTexasHoldem
from pokerkit import State as Theirs

from referee.cards import DECK
from referee.core import Json, Move
from referee.games.holdem.betting import no_raise
from tests.referee.holdem.tools import GAME, blinds, deck_of, move_of

SHORT_BIG_BLIND = "a short big blind lowers the price; an ante goes before the blind"
LIMPER_RAISES = "a seat that has acted may raise a short all-in (TDA 47 Ex 3-A: it may not)"
ASKED_ALONE = "a seat is asked although nobody else can put in more than it has"
MERGED_ODD_CHIPS = "odd chips of several pots with the same winners are put together (TDA 21: not)"

HANDS, PARTS = (8000 if os.environ.get("SLOW") == "1" else 1000), 4
LEVELS = ((1, 2, 0, 0), (5, 10, 0, 0), (5, 10, 5, 0), (50, 100, 0, 100), (1, 2, 1, 0))
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
    Automation.CARD_BURNING,
    Automation.RUNOUT_COUNT_SELECTION,
)


type Posted = tuple[int, int, int, int]
"""Small blind, big blind, ante, big-blind ante."""


class Pair:
    """The same hand at both tables; moves are chosen by ``draw``."""

    def __init__(self, posted: Posted, stacks: list[int], deck: list[str], draw: random.Random) -> None:
        count = len(stacks)
        small, self.big, ante, big_blind_ante = posted
        self.short_big_blind = stacks[0 if count == 2 else 1] < self.big + ante + big_blind_ante
        self.differences: set[str] = set()
        self.draw = draw
        self.seats = list("ABCDEFGH"[:count])
        rules = {"preset": "holdem", "starting_stack": 0, "hands": 1, "levels": [blinds(*posted)]}
        setup = {"order": self.seats, "stacks": dict(zip(self.seats, stacks, strict=True))}
        self.ours, _ = GAME.deal(GAME.start(GAME.rules(rules), self.seats), setup, deck)
        antes: Any = {1: big_blind_ante} if big_blind_ante else ante
        self.theirs: Theirs = NoLimitTexasHoldem.create_state(
            AUTOMATIONS, not big_blind_ante, antes, (small, self.big), self.big, tuple(stacks), count
        )
        for place in range(count):
            self.theirs.deal_hole(deck[place] + deck[place + count])
        self.board = deck[2 * count : 2 * count + 5]

    def turn_up(self) -> None:
        while self.theirs.can_deal_board():
            cards = 1 if len(self.board) < 5 else 3
            self.theirs.deal_board("".join(self.board[:cards]))
            self.board = self.board[cards:]

    def play(self) -> None:
        """Until the hand is over, or differs so that the tables cannot go on together."""
        while True:
            self.turn_up()
            awaited = "".join(GAME.awaiting(self.ours))
            theirs = self.theirs.actor_index
            if not awaited and theirs is not None and self.asked_alone(theirs):
                continue
            if awaited != ("" if theirs is None else self.seats[theirs]):
                assert self.short_big_blind, "another seat is asked"
                self.differences.add(SHORT_BIG_BLIND)
                return
            if not awaited:
                self.compare_stacks()
                return
            if not self.compare_prices(awaited):
                return
            self.move(awaited)

    def asked_alone(self, place: int) -> bool:
        """They ask a seat that has put in at least as much as anybody else still in can."""
        owes = self.theirs.checking_or_calling_amount
        if owes or self.theirs.can_complete_bet_or_raise_to():
            return False
        self.differences.add(ASKED_ALONE)
        self.theirs.check_or_call()
        return True

    def compare_prices(self, seat: str) -> bool:
        options = GAME.options(self.ours, seat)
        assert options is not None
        limits = self.their_limits()
        ours = (options["raise"]["min"], options["raise"]["max"]) if options["raise"] else None
        if options["to_call"] != self.theirs.checking_or_calling_amount or (
            ours != limits and self.short_big_blind
        ):
            assert self.short_big_blind, "another price"
            self.differences.add(SHORT_BIG_BLIND)
            return False
        if ours != limits:
            hand = self.ours.hand
            assert ours is None, "other limits of a raise"
            assert no_raise(self.ours.match.rules, hand, hand.turn) == "NOT_REOPENED"
            assert hand.acted[hand.turn] >= 0
            self.differences.add(LIMPER_RAISES)
        return True

    def their_limits(self) -> tuple[int, int] | None:
        if not self.theirs.can_complete_bet_or_raise_to():
            return None
        least = self.theirs.min_completion_betting_or_raising_to_amount
        most = self.theirs.max_completion_betting_or_raising_to_amount
        assert least is not None
        assert most is not None
        return int(least), int(most)

    def move(self, seat: str) -> None:
        options = GAME.options(self.ours, seat)
        assert options is not None
        self.make(seat, self.choose(options))

    def make(self, seat: str, move: Move) -> None:
        if move.do == "fold":
            self.theirs.fold()
        elif move.do == "raise":
            self.theirs.complete_bet_or_raise_to(move.args["to"])
        else:
            self.theirs.check_or_call()
        self.ours, _ = GAME.apply(self.ours, seat, move)

    def choose(self, options: Json) -> Move:
        chance = self.draw.random()
        if chance < 0.12 and self.theirs.can_fold():
            return Move("fold")
        if chance < 0.75 or not options["raise"]:
            return Move("call" if options["call"] else "check")
        least, most = options["raise"]["min"], options["raise"]["max"]
        more = least + self.draw.randint(0, 3 * self.big)
        return Move("raise", {"to": most if chance < 0.87 else min(most, more)})

    def compare_stacks(self) -> None:
        outcome = GAME.result(self.ours)
        assert outcome is not None
        ours, theirs = list(outcome["stacks"].values()), [int(stack) for stack in self.theirs.stacks]
        if ours == theirs:
            return
        if self.short_big_blind:
            self.differences.add(SHORT_BIG_BLIND)
            return
        odd = sum(sum(pot["odd"].values()) for pot in outcome["pots"])
        assert sum(len(pot["wins"]) > 1 for pot in outcome["pots"]) > 1, "other stacks with one pot split"
        assert sum(abs(one - other) for one, other in zip(ours, theirs, strict=True)) <= 2 * odd
        self.differences.add(MERGED_ODD_CHIPS)


def random_pair(draw: random.Random) -> Pair:
    posted = draw.choice(LEVELS)
    big = posted[1]
    count = draw.randint(2, 8)
    stacks = [draw.choice([draw.randint(1, 30), draw.randint(big, 200), 4000]) for _ in range(count)]
    return Pair(posted, stacks, draw.sample(DECK, 52), draw)


def played(part: int) -> Counter[str]:
    """How many hands differ, by name, and how many are the same."""
    draw = random.Random(f"pokerkit {part}")
    found: Counter[str] = Counter()
    for _ in range(HANDS // PARTS):
        pair = random_pair(draw)
        pair.play()
        found.update(pair.differences or {"same"})
    return found


pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.mark.parametrize("part", range(PARTS))
def test_random_hands_are_played_as_by_pokerkit(part: int) -> None:
    found = played(part)
    assert set(found) <= {"same", SHORT_BIG_BLIND, LIMPER_RAISES, ASKED_ALONE, MERGED_ODD_CHIPS}
    assert found["same"] > HANDS // PARTS * 7 // 10


def scripted(posted: Posted, stacks: list[int], lines: str, deck: list[str] | None = None) -> Pair:
    """The words are played at both tables, then prices, seats and stacks are compared once more."""
    pair = Pair(posted, stacks, deck or list(DECK), random.Random(0))
    for line in lines.split(", "):
        pair.turn_up()
        pair.make(*move_of(line))
    pair.turn_up()
    return pair


def test_difference_short_big_blind() -> None:
    pair = Pair((50, 100, 0, 0), [1000, 60, 1000], list(DECK), random.Random(0))
    pair.play()
    assert pair.differences == {SHORT_BIG_BLIND}


def test_difference_limper_may_raise_a_short_all_in() -> None:
    pair = scripted((50, 100, 0, 0), [1000, 1000, 1000, 150], "C call, D raise 150, A fold, B call")
    assert pair.compare_prices("C")
    assert pair.differences == {LIMPER_RAISES}


def test_difference_a_seat_is_asked_alone() -> None:
    """A is all-in for less than B's blind: nothing is left to be asked."""
    pair = scripted((1, 2, 0, 0), [1, 3, 36], "C fold")
    pair.play()
    assert ASKED_ALONE in pair.differences


def test_difference_merged_odd_chips() -> None:
    """case-37: pot by pot 29 and 27, put together 28 and 28."""
    holes = {"A": "7c 2d", "B": "Ts 2h", "C": "Td 3c", "D": "8c 8d", "E": "9c 9d"}
    deck = deck_of("ABCDE", holes, "As Kd Qc Jh 4s")
    lines = "C raise 10, D call, E call, A fold, B call, B check, C raise 10, D fold, B call"
    pair = scripted((1, 2, 0, 0), [100, 100, 100, 100, 5], lines + ", B check, C check" * 2, deck)
    pair.play()
    assert pair.differences == {MERGED_ODD_CHIPS}
