"""Hold'em as a game of the register (``referee.core.Game``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core import Json, Move, Seat
from referee.games.holdem import opening, play, seating, storage
from referee.games.holdem import view as views
from referee.games.holdem.rules import PRESETS, read_rules
from referee.games.holdem.state import Match, State
from referee.options import seated


class Holdem:
    """See the package's docstring for the shapes of facts, options and views."""

    name: str = "holdem"
    seats: tuple[int, int] = (2, 22)
    presets: Mapping[str, Json] = PRESETS
    moves: tuple[str, ...] = ("fold", "check", "call", "raise", "all-in")
    extra: tuple[str, ...] = ("timeout", "remove")

    def rules(self, given: Mapping[str, Any]) -> Json:
        return read_rules(given).to_json()

    def deals(self, rules: Mapping[str, Any]) -> int | None:
        """As many as were chosen; None: until one player holds all the chips."""
        hands: int | None = rules.get("hands")
        return hands

    def start(self, rules: Mapping[str, Any], seats: Sequence[Seat]) -> State:
        """Refusals: Illegal MALFORMED (rules; a seat named twice; too few or too many)."""
        checked = read_rules(rules)
        stacks = (checked.starting_stack,) * len(seats)
        return State(Match(checked, seated(seats, self.seats), 0, stacks, None, (), 0))

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

    def absent(self, state: State, seat: Seat) -> Move:
        """Whose player has left the contest folds each time he would speak (contests.md T13)."""
        return Move("fold")

    def beside(self, state: State) -> Json:
        """The result says everything."""
        return {}

    def lots(self, state: State, seat: Seat | None) -> Json:
        """A deal draws none."""
        return {}

    def score(self, state: State) -> dict[Seat, int]:
        """The stacks; chips that lie in a pot belong to nobody yet."""
        return {seat: views.stack_of(state, seat) for seat in state.match.seats}

    deal = staticmethod(opening.deal)
    next_deal = staticmethod(seating.next_deal)
    awaiting = staticmethod(views.awaiting)
    options = staticmethod(views.options)
    apply = staticmethod(play.apply)
    default = staticmethod(play.default)
    view = staticmethod(views.view)
    result = staticmethod(views.result)
    final = staticmethod(views.final)
    dump = staticmethod(storage.dump)
    load = staticmethod(storage.load)


HOLDEM = Holdem()
