"""Saint Poker as a game of the register (``referee.core.Game``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core import Json, Move, Seat
from referee.games.saint import opening, play, scoring, storage
from referee.games.saint import view as views
from referee.games.saint.rules import PRESETS, read_rules
from referee.games.saint.state import OVER, TAKE_PHASE, Match, State
from referee.options import seated


class Saint:
    """See the package's docstring for the shapes of facts, options and views."""

    name: str = "saint"
    seats: tuple[int, int] = (2, 5)
    presets: Mapping[str, Json] = PRESETS
    moves: tuple[str, ...] = ("river", "reveal", "take")
    extra: tuple[str, ...] = ("timeout",)

    def rules(self, given: Mapping[str, Any]) -> Json:
        return read_rules(given)._asdict()

    def deals(self, rules: Mapping[str, Any]) -> int | None:
        """A game is one deal."""
        return 1

    def start(self, rules: Mapping[str, Any], seats: Sequence[Seat]) -> State:
        """Refusals: Illegal MALFORMED (rules; a seat named twice; too few or too many)."""
        checked = read_rules(rules)
        return State(Match(checked, seated(seats, self.seats)))

    def phase(self, state: State) -> str:
        """Deal, kind of move, round: ``"1.river.3"``; the pick-up adds its turn: ``"1.take.3.0"``."""
        if state.deal is None:
            return "start"
        if state.phase == OVER:
            return "1.over"
        turn = f".{len(state.current.takes)}" if state.phase == TAKE_PHASE else ""
        return f"1.{state.phase}.{state.current.number}{turn}"

    def sealed(self, state: State) -> bool:
        """River and reveal are secret until all have chosen; the pick-up is open."""
        return state.phase not in (OVER, TAKE_PHASE)

    def absent(self, state: State, seat: Seat) -> Move:
        """A seat cannot leave, each river needs its card: the lowest cards are played for it (SP21)."""
        return play.default(state, seat)

    def score(self, state: State) -> dict[Seat, int]:
        """The running totals."""
        return scoring.scores(state)

    def beside(self, state: State) -> Json:
        """``rounds``: all that are scored."""
        return {"rounds": scoring.rounds(state)}

    deal = staticmethod(opening.deal)
    next_deal = staticmethod(opening.next_deal)
    awaiting = staticmethod(views.awaiting)
    options = staticmethod(views.options)
    apply = staticmethod(play.apply)
    default = staticmethod(play.default)
    view = staticmethod(views.view)
    lots = staticmethod(views.lots)
    result = staticmethod(scoring.result)
    final = staticmethod(scoring.result)
    dump = staticmethod(storage.dump)
    load = staticmethod(storage.load)


SAINT = Saint()
