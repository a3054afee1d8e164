"""Pyramid Poker as a game of the register (``referee.core.Game``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core import Json, Move, Seat
from referee.games.pyramid import opening, play, scoring, storage
from referee.games.pyramid import view as views
from referee.games.pyramid.blocks import codes
from referee.games.pyramid.rules import PRESETS, read_rules
from referee.games.pyramid.state import CHOOSE, OVER, PICK, PLACE, PUT, Match, State
from referee.options import seated


class Pyramid:
    """See the package's docstring for the shapes of facts, options and views."""

    name: str = "pyramid"
    seats: tuple[int, int] = (2, 2)
    presets: Mapping[str, Json] = PRESETS
    moves: tuple[str, ...] = (PLACE, PICK, PUT, CHOOSE)
    extra: tuple[str, ...] = (play.TIMEOUT, play.ABANDON)

    def rules(self, given: Mapping[str, Any]) -> Json:
        return read_rules(given)._asdict()

    def deals(self, rules: Mapping[str, Any]) -> int | None:
        """A drawn deal is played again, and a match goes on to its points."""
        return None

    def start(self, rules: Mapping[str, Any], seats: Sequence[Seat]) -> State:
        """Refusals: Illegal MALFORMED (rules; a seat named twice; not two of them)."""
        checked = read_rules(rules)
        return State(Match(checked, seated(seats, self.seats)))

    def phase(self, state: State) -> str:
        """Deal, kind of move, blocks placed and taken before it: ``"1.place.12"``, ``"2.hand.31"``."""
        number, phase = state.match.number, state.phase
        if number == 0:
            return "start"
        if phase == OVER:
            return f"{number}.over"
        return f"{number}.{phase}.{len(state.placed) + len(state.taken)}"

    def sealed(self, state: State) -> bool:
        """Faces are secret, moves never are."""
        return False

    def absent(self, state: State, seat: Seat) -> Move:
        """Whose player has left the contest gives the match up: there is nobody else to play it."""
        return Move(play.ABANDON)

    def lots(self, state: State, seat: Seat | None) -> Json:
        """The lot for who begins stands in the record as ``first``."""
        return {}

    def score(self, state: State) -> dict[Seat, int]:
        """The totals of the match; the winner of one that was given up has its goal."""
        return scoring.scores(state)

    def beside(self, state: State) -> Json:
        """``hands`` as they lie and ``discard``: jokers and refused blocks, in order."""
        return {"hands": scoring.hands(state), "discard": codes(state.discard)}

    deal = staticmethod(opening.deal)
    next_deal = staticmethod(opening.next_deal)
    awaiting = staticmethod(views.awaiting)
    options = staticmethod(views.options)
    apply = staticmethod(play.apply)
    default = staticmethod(play.default)
    view = staticmethod(views.view)
    result = staticmethod(scoring.result)
    final = staticmethod(scoring.final)
    dump = staticmethod(storage.dump)
    load = staticmethod(storage.load)


PYRAMID = Pyramid()
