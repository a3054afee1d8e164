"""The beginning of a deal: antes, blinds, cards, and who speaks first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.cards import numbers_of
from referee.core import Fact, Illegal, Seat
from referee.games.holdem.betting import next_to_act
from referee.games.holdem.ending import end_street, turn_up
from referee.games.holdem.setup import Setup, read_setup
from referee.games.holdem.state import NOBODY, NOT_ACTED, Deal, Hand, Match, State


def deal(
    state: State,
    setup: Mapping[str, Any],
    deck: Sequence[str | None],
    lots: Mapping[str, Any] | None = None,
) -> tuple[State, tuple[Fact, ...]]:
    """Begin a deal; it ends at once where nobody is asked. There are no lots in this game.

    Refusals: WRONG_PHASE (one is being played), GAME_OVER (the match is), MALFORMED.
    """
    if state.deal is not None and state.outcome is None:
        raise Illegal("WRONG_PHASE")
    read = read_setup(state, setup)
    rules, seats, _, _, _, outs, lost = state.match
    match = Match(rules, seats, read.number, read.stacks, read.positions, outs, lost)
    has = dict(zip(seats, read.stacks, strict=True))
    order, level = read.order, read.level
    numbers = numbers_of(deck, least=2 * len(order) + sum(rules.streets))
    stacks = tuple([has[seat] for seat in order])
    begun = Deal(order, stacks, level, numbers, _dead(read, has), level.big_blind or 1)
    facts = [_deal_fact(match, begun)]
    hand = _post(match, begun, facts)
    facts.append(Fact("dealt", {"seats": list(order)}))
    turn_up(rules.streets, begun, 0, facts)
    if hand.turn != NOBODY:
        return State(match, begun, hand), tuple(facts)
    after = end_street(match, begun, hand, facts)
    return after, tuple(facts)


def _dead(read: Setup, has: Mapping[Seat, int]) -> int:
    """The big-blind ante: what is left for it after ante and blind, which come first (RP-11)."""
    level = read.level
    if not level.big_blind_ante or read.positions is None:
        return 0
    stack = has[read.positions.big_blind]
    return min(level.big_blind_ante, max(0, stack - level.ante - level.big_blind))


def _post(match: Match, begun: Deal, facts: list[Fact]) -> Hand:
    """Antes, blinds, big-blind ante; who speaks first."""
    order, level, positions = begun.order, begun.level, match.positions
    put = [0] * len(order)
    chips = list(begun.stacks)
    if level.ante:
        for place, seat in enumerate(order):
            put[place] = min(level.ante, chips[place])
            facts.append(_paid("ante", seat, put[place], chips[place] - put[place]))
    first = 0
    if positions is not None:
        big = order.index(positions.big_blind)
        if positions.small_blind is not None:
            _blind(order.index(positions.small_blind), "small", level.small_blind, begun, put, facts)
        _blind(big, "big", level.big_blind, begun, put, facts)
        if begun.dead:
            chips[big] -= begun.dead
            facts.append(_paid("big_blind_ante", order[big], begun.dead, chips[big] - put[big]))
        if match.rules.speaking == "button" and level.big_blind:
            first = big + 1
    return _first_hand(begun, tuple(put), tuple(chips), first)


def _blind(place: int, blind: str, price: int, begun: Deal, put: list[int], facts: list[Fact]) -> None:
    rest = begun.stacks[place] - put[place]
    amount = price if price < rest else rest
    if amount:
        put[place] += amount
        data = {"seat": begun.order[place], "blind": blind, "amount": amount, "all_in": amount == rest}
        facts.append(Fact("blind", data))


def _first_hand(begun: Deal, put: tuple[int, ...], chips: tuple[int, ...], first: int) -> Hand:
    """A short big blind does not lower the price: it is the level's."""
    count = len(put)
    base = begun.level.ante
    target = base + begun.level.big_blind
    live = (1 << count) - 1
    acted = (NOT_ACTED,) * count
    turn = next_to_act(first, live, put, chips, target, acted)
    said = ("",) * count
    return Hand(0, base, target, begun.least, turn, 0, live, put, chips, acted, said, NOBODY, 0, ())


def _paid(kind: str, seat: Seat, amount: int, rest: int) -> Fact:
    return Fact(kind, {"seat": seat, "amount": amount, "all_in": rest == 0})


def _deal_fact(match: Match, begun: Deal) -> Fact:
    positions = match.positions
    order, level = begun.order, begun.level
    return Fact(
        "deal",
        {
            "number": match.number,
            "order": list(order),
            "stacks": dict(zip(order, begun.stacks, strict=True)),
            "level": level.posted(),
            "opener": order[0] if match.rules.speaking == "rotate" else None,
            "button": positions.button if positions else None,
            "small_blind": positions.small_blind if positions else None,
            "big_blind": positions.big_blind if positions else None,
        },
    )
