"""Duels to play in tests: words like ``"A place 0 3"`` in, facts, codes and states out."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st

from referee.cards import DECK, JOKERS
from referee.core import TIMEOUT, Fact, Illegal, Json, Move
from referee.games import GAMES
from tests.referee.comparing import texts

GAME = GAMES["pyramid"]
BLOCKS = (*DECK, *JOKERS)
BASIC: Json = {"wheel": True, "scoring": "basic", "target": None, "abandon": None}
SEATS = ["A", "B"]


def move_of(line: str) -> tuple[str, Move]:
    """``"A place 0 3"``, ``"B pick 4 1"``, ``"A hand 2"``, ``"B choose 9s 0"``, ``"A timeout"``."""
    seat, do, *rest = line.split()
    if do in ("place", "pick"):
        return seat, Move(do, {"at": [int(one) for one in rest]})
    if do == "hand":
        return seat, Move(do, {"hand": int(rest[0])})
    if do == "choose":
        return seat, Move(do, {"block": rest[0], "hand": int(rest[1])})
    return seat, Move(do)


class Table:
    """One match. Options are those of basic scoring without abandonment, but for what is named."""

    def __init__(self, deck: Sequence[str] = BLOCKS, first: str = "A", **rules: Any) -> None:
        self.state = GAME.start({**BASIC, **rules}, SEATS)
        self.facts: list[Fact] = []
        self.deal(deck, first)

    def deal(self, deck: Sequence[str] = BLOCKS, first: str | None = None) -> Table:
        setup = {} if first is None else {"first": first}
        self.state, facts = GAME.deal(self.state, setup, list(deck))
        self.facts += facts
        return self

    def play(self, *lines: str) -> Table:
        """Each line a move that must be accepted."""
        for line in lines:
            self.state, facts = GAME.apply(self.state, *move_of(line))
            self.facts += facts
        return self

    def defaults(self, steps: int = 1000) -> Table:
        """That many moves (all to the end of the deal), each what silence would be deemed to be."""
        for _ in range(steps):
            if not GAME.awaiting(self.state):
                break
            seat = GAME.awaiting(self.state)[0]
            self.state, facts = GAME.apply(self.state, seat, GAME.default(self.state, seat))
            self.facts += facts
        return self

    def until(self, phase: str) -> Table:
        """Default moves until this kind of move is awaited."""
        while GAME.phase(self.state).split(".")[1] != phase:
            self.defaults(1)
        return self

    def refused(self, line: str | tuple[str, Move]) -> str:
        """The code with which a move is refused; the state stays as it was."""
        seat, move = move_of(line) if isinstance(line, str) else line
        before = GAME.dump(self.state)
        try:
            GAME.apply(self.state, seat, move)
        except Illegal as refusal:
            assert GAME.dump(self.state) == before
            return refusal.code
        raise AssertionError(f"{line}: accepted")

    def of(self, kind: str) -> list[Json]:
        """The data of all facts of a kind."""
        return [dict(fact.data) for fact in self.facts if fact.kind == kind]

    def view(self, seat: str | None = None) -> Json:
        return GAME.view(self.state, seat)


@cache
def _landing(first: str) -> Mapping[int, tuple[str, int, int]]:
    """Where each of the thirty drawn blocks lands by default moves: deck place -> seat, hand, place in it."""
    hands = GAME.beside(Table(BLOCKS, first).defaults().state)["hands"]
    return {
        BLOCKS.index(block): (seat, hand, place)
        for seat in SEATS
        for hand, blocks in enumerate(hands[seat])
        for place, block in enumerate(blocks)
    }


def deck_for(hands: Mapping[str, Sequence[Sequence[str]]], first: str = "A") -> list[str]:
    """A deck with which default moves end in exactly these six hands."""
    landing = _landing(first)
    deck = [hands[seat][hand][place] for _, (seat, hand, place) in sorted(landing.items())]
    return deck + [block for block in BLOCKS if block not in deck]


def deck_with(*front: str) -> list[str]:
    """A deck that begins with these blocks, the rest in canonical order."""
    return [*front, *(block for block in BLOCKS if block not in front)]


@dataclass(frozen=True)
class Played:
    """One deal of a match or its beginning, as a record holds it."""

    rules: Json
    first: str
    deck: list[str]
    actions: list[tuple[str, Move]]

    def begin(self) -> tuple[Any, tuple[Fact, ...]]:
        return GAME.deal(GAME.start(self.rules, SEATS), {"first": self.first}, self.deck)

    def steps(self) -> Iterator[tuple[Any, tuple[Fact, ...]]]:
        """State and facts after the deal and after every action."""
        state, facts = self.begin()
        yield state, facts
        for seat, move in self.actions:
            state, facts = GAME.apply(state, seat, move)
            yield state, facts

    def end(self) -> Any:
        *_, (state, _) = self.steps()
        return state


def offered(state: Any, seat: str) -> list[Move]:
    """Every move that the game's options offer this seat."""
    options = GAME.options(state, seat)
    if options is None:
        return []
    do = options["do"]
    if do in ("place", "pick"):
        return [Move(do, {"at": at}) for at in options["spaces"]]
    if do == "hand":
        return [Move(do, {"hand": hand}) for hand in options["hands"]]
    return [
        Move(do, {"block": block, "hand": hand}) for block in options["blocks"] for hand in options["hands"]
    ]


@st.composite
def duels(draw: st.DrawFn, *, whole: bool = False, silent: bool = True) -> Played:
    """A deal with a shuffled deck and random moves, up to some action or (whole) to its end.

    Often a joker is among the blocks that are drawn, and now and then the other one among the three
    that it turns up.
    """
    chance = random.Random(draw(st.integers(0, 2**32)))
    scoring, target = draw(st.sampled_from([("basic", None), ("advanced", None), ("advanced", 7)]))
    rules = {"wheel": draw(st.booleans()), "scoring": scoring, "target": target, "abandon": None}
    deck = chance.sample(BLOCKS, len(BLOCKS))
    if draw(st.booleans()):
        put_at(deck, "X1", chance.randrange(30))
        put_at(deck, "X2", chance.randrange(36))
    length = 200 if whole else draw(st.integers(0, 95))
    played = Played(rules, draw(st.sampled_from(SEATS)), deck, [])
    state, _ = played.begin()
    while GAME.awaiting(state) and len(played.actions) < length:
        seat = GAME.awaiting(state)[0]
        move = TIMEOUT if silent and chance.random() < 0.1 else chance.choice(offered(state, seat))
        state, _ = GAME.apply(state, seat, move)
        played.actions.append((seat, move))
    return played


def put_at(deck: list[str], block: str, place: int) -> None:
    """Let a block change places with the one that lies there."""
    other = deck.index(block)
    deck[other], deck[place] = deck[place], deck[other]


def blocks_in(value: Any) -> set[str]:
    """Every block that is named somewhere in a JSON value."""
    return set(texts(value)) & set(BLOCKS)
