"""The beginning of a deal: order, stacks, antes, blinds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from referee.cards import numbers_of
from referee.core import Fact, Illegal, Seat
from referee.games.holdem.betting import next_to_act
from referee.games.holdem.ending import end_street, turn_up
from referee.games.holdem.seating import match_over, next_deal
from referee.games.holdem.state import NOBODY, NOT_ACTED, Deal, Hand, Match, Positions, State


def deal(state: State, setup: Mapping[str, Any], deck: Sequence[object]) -> tuple[State, tuple[Fact, ...]]:
    """Begin a deal: stacks, positions, antes and blinds; nobody asked means it ends at once.

    Refusals: WRONG_PHASE (one is being played), GAME_OVER (the match is), MALFORMED.
    """
    if state.deal is not None and state.outcome is None:
        raise Illegal("WRONG_PHASE")
    if match_over(state.match) and "stacks" not in setup:
        raise Illegal("GAME_OVER")
    match = _with_setup(state.match, setup)
    if match.rules.hands is not None and match.number > match.rules.hands:
        raise Illegal("GAME_OVER")
    order = _order(state, match, setup)
    match = match._replace(positions=_positions(state.match, match, order, setup))
    stacks = tuple([match.stacks[match.seats.index(seat)] for seat in order])
    if 0 in stacks:
        _refuse(f"order: {order[stacks.index(0)]} has no chips")
    numbers = numbers_of(deck, least=2 * len(order) + sum(match.rules.streets))
    level = match.rules.level_of(match.number)
    begun = Deal(order, stacks, level, numbers, _dead(match, order, stacks), max(level.big_blind, 1))
    facts = [_deal_fact(match, begun)]
    hand = _post(match, begun, facts)
    facts.append(Fact("dealt", {"seats": list(order)}))
    turn_up(match, begun, 0, facts)
    if hand.turn != NOBODY:
        return State(match, begun, hand), tuple(facts)
    after = end_street(match, begun, hand, facts)
    return after, tuple(facts)


def _with_setup(match: Match, setup: Mapping[str, Any]) -> Match:
    """The match with the deal's number and the stacks that its setup states."""
    if not isinstance(setup, Mapping):
        _refuse("setup: an object is wanted")
    number = setup.get("number", match.number + 1)
    if type(number) is not int or number <= match.number:
        _refuse(f"number: a whole number above {match.number} is wanted")
    given = setup.get("stacks", {})
    if not isinstance(given, Mapping):
        _refuse("stacks: an object is wanted")
    stacks = list(match.stacks)
    for seat, chips in given.items():
        if seat not in match.seats:
            _refuse(f"stacks: {seat!r} sits not at this table")
        if type(chips) is not int or chips < 0:
            _refuse(f"stacks.{seat}: a whole number of chips is wanted")
        stacks[match.seats.index(seat)] = chips
    return match._replace(number=number, stacks=tuple(stacks))


def _order(state: State, match: Match, setup: Mapping[str, Any]) -> tuple[Seat, ...]:
    given = setup.get("order")
    if given is None:
        following = next_deal(State(state.match._replace(stacks=match.stacks)))
        if following is None:
            _refuse("order: missing")
        given = following.setup["order"]
    if not isinstance(given, list | tuple) or len(given) < 2:
        _refuse("order: a list of two seats or more is wanted")
    for place, seat in enumerate(given):
        if not isinstance(seat, str) or seat not in match.seats:
            _refuse(f"order[{place}]: {seat!r} sits not at this table")
        if seat in given[:place]:
            _refuse(f"order[{place}]: {seat} comes twice")
    return tuple(given)


def _positions(
    last: Match, match: Match, order: tuple[Seat, ...], setup: Mapping[str, Any]
) -> Positions | None:
    """Who is button and blinds: by the order, unless the setup names them (a dead button or blind)."""
    level = match.rules.level_of(match.number)
    button_decides = match.rules.speaking == "button"
    if not button_decides and not (level.big_blind or level.big_blind_ante):
        return None
    named = {key: setup[key] for key in ("button", "small_blind", "big_blind") if key in setup}
    for key, seat in named.items():
        known = match.seats if key == "button" else order
        if seat not in known and not (seat is None and key != "big_blind"):
            _refuse(f"{key}: {seat!r} plays not in this deal")
    dead_small = "small_blind" in named and named["small_blind"] is None
    heads_up = len(order) == 2 and button_decides
    big = named.get("big_blind", order[0] if heads_up or dead_small else order[1])
    others = [seat for seat in order if seat != big]
    small = named.get("small_blind", others[0] if len(order) == 2 or big != order[0] else None)
    if small == big:
        _refuse(f"small_blind: {big} is the big blind")
    button = named.get("button", order[-1]) if button_decides else None
    if button in order and button != order[-1]:
        _refuse(f"button: {button} plays, so it comes last in the order")
    before = last.positions.big_blind if last.positions else None
    return Positions(button, small, big, small or before or _right_of(match, big))


def _right_of(match: Match, seat: Seat) -> Seat:
    return match.seats[match.seats.index(seat) - 1]


def _dead(match: Match, order: tuple[Seat, ...], stacks: tuple[int, ...]) -> int:
    """The big-blind ante: what is left after ante and blind, which come first (RP-11)."""
    level = match.rules.level_of(match.number)
    if not level.big_blind_ante or match.positions is None or match.positions.big_blind is None:
        return 0
    stack = stacks[order.index(match.positions.big_blind)]
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
    if positions is not None and positions.big_blind is not None:
        if positions.small_blind is not None:
            _blind(positions.small_blind, "small", level.small_blind, begun, put, facts)
        _blind(positions.big_blind, "big", level.big_blind, begun, put, facts)
        big = order.index(positions.big_blind)
        if begun.dead:
            chips[big] -= begun.dead
            rest = chips[big] - put[big]
            facts.append(_paid("big_blind_ante", positions.big_blind, begun.dead, rest))
        if match.rules.speaking == "button" and level.big_blind:
            first = big + 1
    return _first_hand(begun, tuple(put), tuple(chips), first)


def _blind(seat: Seat, blind: str, price: int, begun: Deal, put: list[int], facts: list[Fact]) -> None:
    place = begun.order.index(seat)
    rest = begun.stacks[place] - put[place]
    amount = min(price, rest)
    if not amount:
        return
    put[place] += amount
    fact = _paid("blind", seat, amount, rest - amount)
    facts.append(Fact("blind", {**fact.data, "blind": blind}))


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
    positions = match.positions or Positions(None, None, None, None)
    level = begun.level._asdict()
    del level["from_hand"]
    return Fact(
        "deal",
        {
            "number": match.number,
            "order": list(begun.order),
            "stacks": dict(zip(begun.order, begun.stacks, strict=True)),
            "level": level,
            "opener": begun.order[0] if match.rules.speaking == "rotate" else None,
            "button": positions.button,
            "small_blind": positions.small_blind,
            "big_blind": positions.big_blind,
        },
    )


def _refuse(where: str) -> NoReturn:
    raise Illegal("MALFORMED", where=where)
