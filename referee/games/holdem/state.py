"""The state of a hold'em match: tuples all the way down, so nothing in it can change.

Chips of a deal are counted in totals of that deal, which no street resets: ``put[i]`` is all that
seat i has put in (but a big-blind ante, which is dead), ``chips[i]`` all that it could put in, so
its stack is ``chips[i] - put[i]``. Everyone still able to bet has put in ``base`` when a street
begins and must match ``target``: a bet "to 5 on this street" is a total of ``base + 5``. So an
action writes two or three small tuples and a few numbers, nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

from referee.core import Seat
from referee.games.holdem.rules import Level, Rules

NOBODY = -1
"""In place of an index into ``Deal.order``."""

NOT_ACTED = -1


new = tuple.__new__
"""A named tuple without its Python wrapper, for the two that every action makes."""


def replaced[T](values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The tuple with another value at one place."""
    return values[:place] + (value,) + values[place + 1 :]  # noqa: RUF005 (a third faster than unpacking)


class Positions(NamedTuple):
    """Who sat where in a deal; what the next deal's button and blinds follow from (TDA 32).

    small_seat is the small blind's place at the table even where nobody posted it.
    """

    button: Seat | None
    small_blind: Seat | None
    big_blind: Seat
    small_seat: Seat


class Out(NamedTuple):
    """A seat that lost its last chips: in which deal, and its stack when that deal began."""

    seat: Seat
    deal: int
    stack: int


class Match(NamedTuple):
    """What does not change while a deal is played. ``stacks`` by seat: before it, or after it."""

    rules: Rules
    seats: tuple[Seat, ...]
    number: int
    stacks: tuple[int, ...]
    positions: Positions | None
    outs: tuple[Out, ...]
    lost: int


class Deal(NamedTuple):
    """What a deal begins with. ``stacks`` by place in ``order``; ``dead`` is the big-blind ante."""

    order: tuple[Seat, ...]
    stacks: tuple[int, ...]
    level: Level
    deck: tuple[int, ...]
    dead: int
    least: int
    """The smallest full bet or raise: the big blind, at least one chip."""

    def hole(self, place: int) -> tuple[int, int]:
        """The two cards of a place: one at a time along ``order``, twice."""
        return self.deck[place], self.deck[place + len(self.order)]

    def board(self, turned: int) -> tuple[int, ...]:
        """The first so many board cards; none are burned."""
        start = 2 * len(self.order)
        return self.deck[start : start + turned]


class Hand(NamedTuple):
    """What every action changes. Indices and tuples follow ``Deal.order``, masks are bits of it.

    acted      the total to be matched when the seat acted last on this street, or NOT_ACTED:
               what it faces above that is what has been raised since
    full       the size of the last full bet or raise (TDA 43)
    aggressor  who bet or raised last on this street
    turns      turns that are over, so that each open turn has a number of its own
    removed    mask of the seats that the referee took out of this deal
    left       (place, chips) of the seats removed with their stack
    """

    street: int
    base: int
    target: int
    full: int
    turn: int
    turns: int
    live: int
    put: tuple[int, ...]
    chips: tuple[int, ...]
    acted: tuple[int, ...]
    said: tuple[str, ...]
    aggressor: int
    removed: int
    left: tuple[tuple[int, int], ...]


class Pot(NamedTuple):
    """One pot: who contests it (sorted), and once it is split, what each winner took of it."""

    amount: int
    eligible: tuple[Seat, ...]
    wins: tuple[tuple[Seat, int], ...] = ()
    odd: tuple[tuple[Seat, int], ...] = ()


class Shown(NamedTuple):
    """A hand opened at the showdown."""

    seat: Seat
    cards: tuple[int, ...]
    value: tuple[int, ...]
    best: tuple[int, ...]


class Outcome(NamedTuple):
    """How a deal ended. ``stacks`` by place in the order; ``turned``: board cards that were seen."""

    uncalled: tuple[Seat, int] | None
    pots: tuple[Pot, ...]
    shown: tuple[Shown, ...]
    turned: int
    stacks: tuple[int, ...]
    removed: tuple[tuple[Seat, int], ...]


class State(NamedTuple):
    """The match, the deal played now or last, and how that ended (None: it goes on)."""

    match: Match
    deal: Deal | None = None
    hand: Hand | None = None
    outcome: Outcome | None = None
