"""Games of Saint Poker to play in tests: words like ``"A river 7h"`` in, facts, codes and states out."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from referee.cards import DECK
from referee.core import TIMEOUT, Fact, Illegal, Json, Move
from referee.games import GAMES
from tests.referee.comparing import texts

GAME = GAMES["saint"]
RULES: Json = dict(GAME.presets["saint"])


def seats_of(count: int) -> list[str]:
    return list("ABCDE"[:count])


def deck_of(count: int, hands: Mapping[str, str], future: str = "") -> list[str]:
    """A whole deck that deals each seat at least these cards (``"As Kd"``), then this first future river."""
    wanted = {seat: hands.get(seat, "").split() for seat in seats_of(count)}
    named = {card for cards in wanted.values() for card in cards} | set(future.split())
    rest = iter([card for card in DECK if card not in named])
    full = [cards + [next(rest) for _ in range(10 - len(cards))] for cards in wanted.values()]
    dealt = [card for row in zip(*full, strict=True) for card in row]
    turned_up = future.split()
    turned_up += [next(rest) for _ in range(5 - count - len(turned_up))]
    return [*dealt, *turned_up, *rest]


class Table:
    """One game. ``ties``: one order for all rounds (a text of letters), or eight of them."""

    def __init__(
        self,
        count: int = 2,
        deck: Sequence[str] | None = None,
        ties: str | Sequence[Sequence[str]] = "",
        **rules: bool,
    ) -> None:
        seats = seats_of(count)
        orders = [list(ties or seats)] * 8 if isinstance(ties, str) else [list(order) for order in ties]
        self.deck = list(deck or DECK)
        started = GAME.start({**RULES, **rules}, seats)
        self.state, opening = GAME.deal(started, {}, self.deck, {"ties": orders})
        self.facts: list[Fact] = list(opening)

    def play(self, *lines: str) -> Table:
        """Each line a move that must be accepted: ``"A reveal Qs Td"``, ``"B timeout"``."""
        for line in lines:
            seat, move = move_of(line)
            self.state, facts = GAME.apply(self.state, seat, move)
            self.facts += facts
        return self

    def silence(self, steps: int = 1000) -> Table:
        """Let that many awaited seats (default: all to the end) say nothing."""
        for _ in range(steps):
            if not GAME.awaiting(self.state):
                break
            self.play(f"{GAME.awaiting(self.state)[0]} timeout")
        return self

    def until(self, phase: str) -> Table:
        """Silence until this phase (``"1.reveal.3"``) is open."""
        while GAME.phase(self.state) != phase:
            self.silence(1)
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

    @property
    def rounds(self) -> list[Json]:
        found: list[Json] = GAME.beside(self.state)["rounds"]
        return found

    def of(self, kind: str) -> list[Json]:
        """The data of all facts of a kind."""
        return [dict(fact.data) for fact in self.facts if fact.kind == kind]

    def view(self, seat: str | None = None) -> Json:
        return GAME.view(self.state, seat)


def move_of(line: str) -> tuple[str, Move]:
    seat, do, *cards = line.split()
    return seat, TIMEOUT if do == "timeout" else Move(do, {"cards": cards})


@dataclass(frozen=True)
class Played:
    """A game or its beginning, as a record holds it."""

    rules: Json
    seats: list[str]
    deck: list[str]
    ties: list[list[str]]
    actions: list[tuple[str, Move]]

    def begin(self) -> tuple[Any, tuple[Fact, ...]]:
        return GAME.deal(GAME.start(self.rules, self.seats), {}, self.deck, {"ties": self.ties})

    def steps(self) -> Iterator[tuple[Any, tuple[Fact, ...]]]:
        """State and facts after the deal and after every action."""
        state, facts = self.begin()
        yield state, facts
        for seat, move in self.actions:
            state, facts = GAME.apply(state, seat, move)
            yield state, facts

    def end(self) -> Any:
        state, _ = self.begin()
        for seat, move in self.actions:
            state, _ = GAME.apply(state, seat, move)
        return state


def choose(state: Any, seat: str, chance: random.Random) -> Move:
    """Some move of those that the game offers this seat."""
    options = GAME.options(state, seat)
    assert options is not None
    return Move(options["do"], {"cards": chance.sample(options["cards"], options["count"])})


@st.composite
def games(draw: st.DrawFn, *, whole: bool = False, silent: bool = True) -> Played:
    """A game with a shuffled deck, drawn lots and random moves, up to some action or (whole) to its end."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    seats = seats_of(draw(st.integers(2, 5)))
    rules = {name: draw(st.booleans()) for name in RULES}
    deck = chance.sample(DECK, 52)
    ties = [chance.sample(seats, len(seats)) for _ in range(8)]
    length = 200 if whole else draw(st.integers(0, 30 * len(seats)))
    state = Played(rules, seats, deck, ties, []).begin()[0]
    actions: list[tuple[str, Move]] = []
    while GAME.awaiting(state) and len(actions) < length:
        seat = chance.choice(GAME.awaiting(state))
        move = TIMEOUT if silent and chance.random() < 0.1 else choose(state, seat, chance)
        state, _ = GAME.apply(state, seat, move)
        actions.append((seat, move))
    return Played(rules, seats, deck, ties, actions)


def cards_in(value: Any) -> set[str]:
    """Every card that is named somewhere in a JSON value."""
    return set(texts(value)) & set(DECK)
