"""Hold'em as a game of the register (``referee.core.Game``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core import Fact, Illegal, Json, Move, NextDeal, Seat, View
from referee.games.holdem import opening, play, seating, storage
from referee.games.holdem import view as views
from referee.games.holdem.rules import PRESETS, read_rules
from referee.games.holdem.state import Match, State


class Holdem:
    """See the package's docstring for the shapes of facts, options and views."""

    name: str = "holdem"
    seats: tuple[int, int] = (2, 22)
    presets: Mapping[str, Json] = PRESETS
    moves: tuple[str, ...] = ("fold", "check", "call", "raise", "all-in")
    extra: tuple[str, ...] = ("timeout", "remove")

    def rules(self, given: Mapping[str, Any]) -> Json:
        return read_rules(given).to_json()

    def start(self, rules: Mapping[str, Any], seats: Sequence[Seat]) -> State:
        """Refusals: Illegal MALFORMED (rules; a seat named twice; too few or too many)."""
        checked = read_rules(rules)
        least, most = self.seats
        if isinstance(seats, str) or not all(isinstance(seat, str) and seat for seat in seats):
            raise Illegal("MALFORMED", where="seats: a list of letters is wanted")
        if not least <= len(seats) <= most or len(set(seats)) < len(seats):
            raise Illegal("MALFORMED", where=f"seats: {least} to {most} different ones are wanted")
        stacks = (checked.starting_stack,) * len(seats)
        return State(Match(checked, tuple(seats), 0, stacks, None, (), 0))

    def next_deal(self, state: State) -> NextDeal | None:
        return seating.next_deal(state)

    def deal(
        self,
        state: State,
        setup: Mapping[str, Any],
        deck: Sequence[str | None],
        lots: Mapping[str, Any] | None = None,
    ) -> tuple[State, tuple[Fact, ...]]:
        return opening.deal(state, setup, deck)

    def awaiting(self, state: State) -> tuple[Seat, ...]:
        return views.awaiting(state)

    def phase(self, state: State) -> str:
        """Deal, street and the number of the open turn: ``"1.0.3"``; ``"1.over"`` after a deal."""
        if state.hand is None:
            return "start"
        if state.outcome is not None:
            return f"{state.match.number}.over"
        return f"{state.match.number}.{state.hand.street}.{state.hand.turns}"

    def sealed(self, state: State) -> bool:
        """Nothing is secret but the cards."""
        return False

    def options(self, state: State, seat: Seat) -> Json | None:
        return views.options(state, seat)

    def apply(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Fact, ...]]:
        return play.apply(state, seat, move)

    def default(self, state: State, seat: Seat) -> Move:
        return play.default(state, seat)

    def absent(self, state: State, seat: Seat) -> Move:
        """Whose player has left the contest folds each time he would speak (contests.md T13)."""
        return Move("fold")

    def view(self, state: State, seat: Seat | None) -> View:
        return views.view(state, seat)

    def result(self, state: State) -> Json | None:
        return views.result(state)

    def score(self, state: State) -> dict[Seat, int]:
        """The stacks; chips that lie in a pot belong to nobody yet."""
        seats = views.view(state, None)["seats"]
        return {seat: shown["stack"] for seat, shown in seats.items()}

    def final(self, state: State) -> Json | None:
        return views.final(state)

    def dump(self, state: State) -> Json:
        return storage.dump(state)

    def load(self, data: Mapping[str, Any]) -> State:
        return storage.load(data)


HOLDEM = Holdem()
