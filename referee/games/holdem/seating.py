"""Who plays the next deal, in which order, and where button and blinds stand."""

from __future__ import annotations

from referee.cards import DECK
from referee.core import Json, NextDeal, Seat
from referee.games.holdem.state import Match, Positions, State


def living(match: Match) -> list[Seat]:
    """Seats with chips, in their original order."""
    return [seat for seat, stack in zip(match.seats, match.stacks, strict=True) if stack]


def match_over(match: Match) -> bool:
    """All deals are played, or at most one seat has chips."""
    hands, stacks = match.rules.hands, match.stacks
    return (hands is not None and match.number >= hands) or len(stacks) - stacks.count(0) < 2


def next_deal(state: State) -> NextDeal | None:
    """What to draw for the next deal; None while one is played and after the match."""
    if (state.deal is not None and state.outcome is None) or match_over(state.match):
        return None
    match = state.match
    number = match.number + 1
    if match.rules.speaking == "rotate":
        setup: Json = {"order": _from(match, match.seats[(number - 1) % len(match.seats)])}
    elif match.positions is None:
        setup = {"order": living(match)}
    else:
        setup = _moved(match, match.positions)
    stacks = dict(zip(match.seats, match.stacks, strict=True))
    setup["stacks"] = {seat: stacks[seat] for seat in setup["order"]}
    return NextDeal(number, setup, DECK)


def _from(match: Match, first: Seat) -> list[Seat]:
    """The living seats around the table from this one on."""
    start = match.seats.index(first)
    alive = set(living(match))
    return [seat for seat in match.seats[start:] + match.seats[:start] if seat in alive]


def _after(match: Match, seat: Seat) -> list[Seat]:
    """The living seats around the table, the one left of this seat first and this one last."""
    seats = match.seats
    return _from(match, seats[(seats.index(seat) + 1) % len(seats)])


def _moved(match: Match, last: Positions) -> Json:
    """The dead button (TDA 32): the big blind always moves to the next living seat; small blind
    and button follow to where it and the small blind were, and stay empty if those players are out.
    """
    big = _after(match, last.big_blind)[0]
    alive = living(match)
    if len(alive) == 2:
        # Heads-up the button is the small blind (TDA 34-B): so nobody is big blind twice.
        return {"order": [big, *(seat for seat in alive if seat != big)]}
    small, button = last.big_blind, last.small_seat
    setup: Json = {"order": _after(match, button)}
    if small not in alive or button not in alive:
        setup["button"] = button
        setup["small_blind"] = small if small in alive else None
        setup["big_blind"] = big
    return setup
