"""The deal: ten cards a seat, the first future river, and each next round's beginning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.cards import DECK, HIDDEN, codes, numbers_of
from referee.core import Fact, Illegal, NextDeal
from referee.games.saint.rules import DEALT, ROUNDS, cards_needed, future_size
from referee.games.saint.state import Deal, Round, State, by_rank

TIES = "ties"
"""The name of the lots: one order of the seats a round."""


def next_deal(state: State) -> NextDeal | None:
    """The one deal of a game and its eight lots; None once it is dealt."""
    if state.deal is not None:
        return None
    return NextDeal(1, {}, DECK, {TIES: (state.match.seats,) * ROUNDS})


def deal(
    state: State,
    setup: Mapping[str, Any],
    deck: Sequence[str | None],
    lots: Mapping[str, Any] | None = None,
) -> tuple[State, tuple[Fact, ...]]:
    """Deal, turn up the first future river, begin round 1.

    ``lots``: ``{"ties": [eight orders of the seats]}``; None in place of an order that is hidden
    from this copy. ``setup`` needs nothing; a ``number`` in it is 1.
    Refusals: WRONG_PHASE (it is dealt), GAME_OVER (and over), MALFORMED with ``where``.
    """
    if state.deal is not None:
        raise Illegal("WRONG_PHASE" if state.awaited() else "GAME_OVER")
    if setup.get("number", 1) != 1:
        raise Illegal("MALFORMED", where="number: a game has one deal, number 1")
    match = state.match
    count = len(match.seats)
    numbers = numbers_of(deck, least=cards_needed(match.rules, count))
    hands = tuple([by_rank(numbers[place : DEALT * count : count]) for place in range(count)])
    begun = State(match, Deal(numbers, _ties(match.seats, lots)), hands, ((),) * count)
    facts = [Fact("deal", {"number": 1, "seats": list(match.seats), "cards": DEALT})]
    first = _turned_up(begun, begun.used(), future_size(count))
    return next_round(begun, first, facts), tuple(facts)


def next_round(state: State, river: tuple[int, ...], facts: list[Fact]) -> State:
    """The future river ``river`` begins the new round's; another one is turned up for the next."""
    rules, count = state.match.rules, len(state.match.seats)
    number = len(state.rounds) + 1
    size = future_size(count) if number < ROUNDS or rules.last_round_future else 0
    used = state.used() + (0 if state.rounds else len(river))
    begun = Round(number, _turned_up(state, used, size), river)
    after = state._replace(rounds=(*state.rounds, begun), chosen=((),) * count)
    known = {"round": number, "river": codes(river), "future": codes(begun.future)}
    facts.append(Fact("round", {**known, "pile": pile(after)}))
    return after


def pile(state: State) -> int:
    """How many cards lie face down."""
    return len(state.deal.deck) - state.used() if state.deal else 0


def _turned_up(state: State, start: int, size: int) -> tuple[int, ...]:
    """``size`` cards of the deck from position ``start`` on; a card turned up is known to everybody."""
    deck = state.deal.deck if state.deal else ()
    cards = deck[start : start + size]
    if HIDDEN in cards:
        raise Illegal("MALFORMED", where=f"deck[{start + cards.index(HIDDEN)}]: hidden, and turned up")
    return cards


def _ties(seats: tuple[str, ...], lots: Mapping[str, Any] | None) -> tuple[tuple[int, ...] | None, ...]:
    given = lots.get(TIES) if isinstance(lots, Mapping) else None
    if not isinstance(given, list | tuple) or len(given) != ROUNDS:
        raise Illegal("MALFORMED", where=f"lots.{TIES}: {ROUNDS} orders of the seats are wanted")
    return tuple([_order(seats, f"lots.{TIES}[{at}]", order) for at, order in enumerate(given)])


def _order(seats: tuple[str, ...], where: str, order: object) -> tuple[int, ...] | None:
    if order is None:
        return None
    places = {seat: place for place, seat in enumerate(seats)}
    texts = isinstance(order, list | tuple) and all(isinstance(seat, str) for seat in order)
    if not isinstance(order, list | tuple) or not texts or sorted(order) != sorted(seats):
        raise Illegal("MALFORMED", where=f"{where}: an order of all seats is wanted")
    return tuple([places[seat] for seat in order])
