"""The deal: fifteen blocks each, twenty-four left, and who places first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core import Fact, Illegal, NextDeal
from referee.games.pyramid.blocks import BLOCKS, numbers_of
from referee.games.pyramid.rules import PLACED, SUPPLY
from referee.games.pyramid.state import OVER, Match, State

FIRST = "first"
"""The key of the setup, and the name of the lot: an order of both seats whose first one places first."""


def next_deal(state: State) -> NextDeal | None:
    """The next deal of the match: the first player by lot, then in turn (PP2); None while one is
    played and after the match."""
    match = state.match
    if state.phase != OVER or match.over:
        return None
    if match.number == 0:
        return NextDeal(1, {}, BLOCKS, {FIRST: (match.seats,)})
    return NextDeal(match.number + 1, {FIRST: match.seats[1 - match.first]}, BLOCKS)


def deal(
    state: State,
    setup: Mapping[str, Any],
    deck: Sequence[str | None],
    lots: Mapping[str, Any] | None = None,
) -> tuple[State, tuple[Fact, ...]]:
    """Draw the supplies and begin to build.

    ``setup``: ``first``, a seat; where it is missing the lot decides in the first deal, and the other
    seat than before in each later one. ``lots``: ``{"first": [an order of both seats]}``.
    Refusals: WRONG_PHASE (a deal is played), GAME_OVER (the match is over), MALFORMED with ``where``.
    """
    match = state.match
    if state.phase != OVER:
        raise Illegal("WRONG_PHASE")
    if match.over:
        raise Illegal("GAME_OVER")
    number = match.number + 1
    if setup.get("number", number) != number:
        raise Illegal("MALFORMED", where=f"number: this is deal {number} of the match")
    blocks = numbers_of(deck)
    begun = State(match._replace(number=number, first=_first(match, setup, lots)), blocks)
    known = {"number": number, "seats": list(match.seats), FIRST: match.seats[begun.match.first]}
    return begun, (Fact("deal", {**known, "supply": SUPPLY, "pile": len(BLOCKS) - PLACED}),)


def _first(match: Match, setup: Mapping[str, Any], lots: Mapping[str, Any] | None) -> int:
    drawn = _drawn(match, lots)
    named = setup.get(FIRST, drawn)
    if named is None and match.number:
        return 1 - match.first
    if not isinstance(named, str) or named not in match.seats:
        raise Illegal("MALFORMED", where=f"{FIRST}: one of the seats is wanted")
    if drawn not in (None, named):
        raise Illegal("MALFORMED", where=f"{FIRST}: {named} stands there, and the lot says {drawn}")
    return match.seats.index(named)


def _drawn(match: Match, lots: Mapping[str, Any] | None) -> str | None:
    """Whom the lot has put first; None where there is none, or where it is hidden from this copy."""
    given = lots.get(FIRST) if isinstance(lots, Mapping) else None
    if given is None or given == [None]:
        return None
    order = given[0] if isinstance(given, list | tuple) and len(given) == 1 else None
    texts = isinstance(order, list | tuple) and all(isinstance(seat, str) for seat in order)
    if not isinstance(order, list | tuple) or not texts or sorted(order) != sorted(match.seats):
        raise Illegal("MALFORMED", where=f"lots.{FIRST}: one order of both seats is wanted")
    return str(order[0])


def pile(state: State) -> int:
    """How many blocks of the remainder lie face down."""
    return len(state.deck) - state.pile_start if state.deck else 0
