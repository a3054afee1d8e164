"""The state of a game of Saint Poker: tuples all the way down, so nothing in it can change.

A *place* is an index into ``Match.seats``. Cards are numbers (``referee.cards``); a hand is sorted
by rank, then suit, so that a state tells nothing of the order in which cards were chosen.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from referee.cards import HIDDEN
from referee.core import Seat
from referee.games.saint.rules import DEALT, RIVER, ROUNDS, Rules, future_size

RIVER_PHASE, REVEAL_PHASE, TAKE_PHASE, OVER = "river", "reveal", "take", "over"
"""The phases; the first three are also the kinds of move that they await."""

type Cards = tuple[int, ...]


class Match(NamedTuple):
    """What never changes. ``seats`` in their order round the table."""

    rules: Rules
    seats: tuple[Seat, ...]


class Deal(NamedTuple):
    """What was drawn: the deck, and per round an order of the places, the lot for equal hands.

    A lot that this copy of the game does not know is None.
    """

    deck: Cards
    ties: tuple[tuple[int, ...] | None, ...]


class Scoring(NamedTuple):
    """What a round came to. All tuples but the last two go by place.

    best   the five cards that count, in reading order
    order  places in the order of the pick-up, worst hand first; empty where there is none
    lots   the groups of equal hands in that order, as the lot put them
    """

    values: tuple[tuple[int, ...], ...]
    best: tuple[Cards, ...]
    points: tuple[int, ...]
    order: tuple[int, ...]
    lots: tuple[tuple[int, ...], ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The places that have the best value."""
        most = max(self.values)
        return tuple([place for place, value in enumerate(self.values) if value == most])


class Round(NamedTuple):
    """One round.

    future    the cards turned up for the next round's river
    river     the old future river first, then, once all have chosen, one card of each place
    revealed  by place, sorted; empty until all have chosen
    takes     (place, card) of the pick-up so far
    """

    number: int
    future: Cards
    river: Cards
    revealed: tuple[Cards, ...] = ()
    scoring: Scoring | None = None
    takes: tuple[tuple[int, int], ...] = ()

    def pool(self) -> Cards:
        """What lies face up for the pick-up: river, then revealed cards; what was taken is gone."""
        taken = {card for _, card in self.takes}
        lying = [*self.river, *(card for cards in self.revealed for card in cards)]
        return tuple([card for card in lying if card not in taken])


class State(NamedTuple):
    """The match and, once it is dealt, the game. ``rounds``: all begun so far, the last one is played.

    hands   by place; a card chosen and not yet turned up is still in it
    chosen  by place, sorted; empty where the place has not chosen in this phase
    """

    match: Match
    deal: Deal | None = None
    hands: tuple[Cards, ...] = ()
    chosen: tuple[Cards, ...] = ()
    rounds: tuple[Round, ...] = ()

    @property
    def current(self) -> Round:
        """The round that is played, or was played last."""
        return self.rounds[-1]

    @property
    def phase(self) -> str:
        """``river``, ``reveal`` or ``take``; ``over`` before the deal and after round 8."""
        if not self.rounds:
            return OVER
        now = self.current
        if len(now.river) < RIVER:
            return RIVER_PHASE
        if now.scoring is None:
            return REVEAL_PHASE
        return TAKE_PHASE if len(now.takes) < 2 * len(now.scoring.order) else OVER

    @property
    def scores(self) -> tuple[int, ...]:
        """The running totals, by place."""
        rows = [played.scoring.points for played in self.rounds if played.scoring]
        return tuple([sum(points) for points in zip(*rows, strict=True)]) or (0,) * len(self.match.seats)

    def awaited(self) -> tuple[int, ...]:
        """The places whose move is awaited: several in a simultaneous phase, one in the pick-up."""
        phase = self.phase
        if phase == OVER:
            return ()
        if phase == TAKE_PHASE:
            order = self.current.scoring.order if self.current.scoring else ()
            return (order[len(self.current.takes) % len(order)],)
        return tuple([place for place, cards in enumerate(self.chosen) if not cards])

    def used(self) -> int:
        """How many cards of the deck are dealt or turned up."""
        seats = len(self.match.seats)
        opened = sum([len(one.future) for one in self.rounds])
        return DEALT * seats + (future_size(seats) + opened if self.rounds else 0)


def by_rank(cards: Iterable[int]) -> Cards:
    """Cards sorted by rank, then suit (clubs, diamonds, hearts, spades); hidden ones last."""
    return tuple(sorted(cards, key=lambda card: (card == HIDDEN, card % 13, card)))


def picks_up(rules: Rules, number: int) -> bool:
    """Whether a round ends with a pick-up."""
    return number < ROUNDS or rules.last_round_pickup
