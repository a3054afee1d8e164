"""The state of a match: tuples all the way down, so nothing in it can change.

A *place* is an index into ``Match.seats``, 0 or 1. Blocks are numbers (``blocks.py``). What lies
where follows from the deck, the spaces in the order in which they were filled, and what was taken.
"""

from __future__ import annotations

from typing import NamedTuple

from referee.cards import HIDDEN
from referee.core import Seat
from referee.games.pyramid.blocks import Blocks, is_joker
from referee.games.pyramid.geometry import Space
from referee.games.pyramid.rules import HAND, HANDS, PLACED, TURNED_UP, Rules

PLACE, PICK, PUT, CHOOSE, OVER = "place", "pick", "hand", "choose", "over"
"""The phases; the first four are also the kinds of move that they await."""

type Hands = tuple[Blocks, ...]


class Match(NamedTuple):
    """What outlasts a deal.

    number     of the deal that was begun last; 0: none
    first      the place that placed first in it
    totals     points by place; basic scoring counts a deal won as one
    silent     time-outs in a row, by place
    abandoned  the place that has given the match up
    """

    rules: Rules
    seats: tuple[Seat, ...]
    number: int = 0
    first: int = 0
    totals: tuple[int, int] = (0, 0)
    silent: tuple[int, int] = (0, 0)
    abandoned: int | None = None

    @property
    def over(self) -> bool:
        """Somebody has the points, or has given up."""
        return self.abandoned is not None or max(self.totals) >= self.rules.goal


class Taken(NamedTuple):
    """A taking turn that is over: the space, the hand (0-2), and the block that went into it.

    ``refused``: after a joker the two others that had been turned up; else empty.
    """

    at: Space
    hand: int
    block: int
    refused: Blocks = ()


class State(NamedTuple):
    """The match and its deal (``deck`` is empty before the first one).

    placed  the spaces in the order in which they were filled; all stay here
    picked  the space whose block has been picked and has not come to rest yet
    """

    match: Match
    deck: Blocks = ()
    placed: tuple[Space, ...] = ()
    taken: tuple[Taken, ...] = ()
    picked: Space | None = None

    @property
    def phase(self) -> str:
        """What is awaited; ``over`` before the first deal, after a deal and after an abandoned match."""
        if not self.deck or self.match.abandoned is not None or len(self.taken) == PLACED:
            return OVER
        if len(self.placed) < PLACED:
            return PLACE
        if self.picked is None:
            return PICK
        return CHOOSE if is_joker(self.face(self.picked)) else PUT

    @property
    def turn(self) -> int:
        """The place whose move is awaited while a deal is played: thirty being even, first takes first."""
        done = self.taken if len(self.placed) == PLACED else self.placed
        return self.mover(len(done))

    def mover(self, turn: int) -> int:
        """The place of a building or taking turn, counted from 0."""
        return (self.match.first + turn) % 2

    @property
    def standing(self) -> frozenset[Space]:
        """The spaces that hold a block; a picked one has left its own."""
        return frozenset(self.placed) - {one.at for one in self.taken} - {self.picked}

    def owner(self, at: Space) -> int:
        """The place that placed the block of a space."""
        return self.mover(self.placed.index(at))

    def face(self, at: Space) -> int:
        """The block that was placed in a space."""
        return self.drawn(self.placed.index(at))

    def drawn(self, turn: int) -> int:
        """The block of a building turn: each draws alternately, place 0 first, and places in that order."""
        return self.deck[turn - turn % 2 + self.mover(turn)]

    @property
    def pile_start(self) -> int:
        """Where in the deck the untouched remainder begins; a joker in play has turned up its three."""
        opened = sum([bool(one.refused) for one in self.taken]) + (self.phase == CHOOSE)
        return PLACED + TURNED_UP * opened

    @property
    def turned_up(self) -> Blocks:
        """The three blocks that a joker has opened, while one of them is to be chosen."""
        return self.deck[self.pile_start - TURNED_UP : self.pile_start] if self.phase == CHOOSE else ()

    def hands(self, place: int) -> Hands:
        """The three hands of a place, each in the order in which it was filled."""
        own = [one for turn, one in enumerate(self.taken) if self.mover(turn) == place]
        return tuple([tuple([one.block for one in own if one.hand == hand]) for hand in range(HANDS)])

    def open_hands(self, place: int) -> tuple[int, ...]:
        """The hands with fewer than five blocks."""
        return tuple([hand for hand, blocks in enumerate(self.hands(place)) if len(blocks) < HAND])

    @property
    def discard(self) -> Blocks:
        """Jokers and refused blocks, in the order in which they left the game."""
        gone: list[int] = []
        for one in self.taken:
            if one.refused:
                gone += [self.face(one.at), *one.refused]
        if self.picked is not None and self.phase == CHOOSE:
            gone.append(self.face(self.picked))
        return tuple(gone)

    def knows(self, place: int | None, at: Space) -> bool:
        """Whether a place (None: the public) knows the face of a block that stands or is picked (3.6)."""
        if place is None or self.face(at) == HIDDEN:
            return False
        return self.owner(at) == place or (at == self.picked and self.turn == place)
