"""The setup of a deal: who plays it, with which stacks, and where button and blinds stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.core import Illegal, Seat
from referee.games.holdem.rules import Level
from referee.games.holdem.seating import match_over, next_deal
from referee.games.holdem.state import Match, Positions, State
from referee.options import refuse


class Setup(NamedTuple):
    """A deal's setup, checked. ``stacks`` by seat; ``positions`` None where nothing is posted."""

    number: int
    level: Level
    stacks: tuple[int, ...]
    order: tuple[Seat, ...]
    positions: Positions | None


def read_setup(state: State, given: Mapping[str, Any]) -> Setup:
    """The setup from its JSON (record.md, "in a deal"); what it leaves out follows from the state.

    Keys: number, stacks, order, button, small_blind, big_blind; others are passed over.
    Refusals: GAME_OVER (the match has no such deal), MALFORMED with ``where``.
    """
    match = state.match
    number = given.get("number", match.number + 1)
    if type(number) is not int or number <= match.number:
        refuse(f"number: a whole number above {match.number} is wanted")
    hands = match.rules.hands
    if (hands is not None and number > hands) or ("stacks" not in given and match_over(match)):
        raise Illegal("GAME_OVER")
    stacks = _stacks(match, given["stacks"]) if "stacks" in given else match.stacks
    order = _order(state, stacks, given.get("order"))
    level = match.rules.level_of(number)
    return Setup(number, level, stacks, order, _positions(match, level, order, given))


def _stacks(match: Match, given: object) -> tuple[int, ...]:
    """By seat; seats that are not named keep what they have."""
    if not isinstance(given, dict | Mapping):
        refuse("stacks: an object is wanted")
    stacks = dict(zip(match.seats, match.stacks, strict=True))
    for seat, chips in given.items():
        if seat not in stacks:
            refuse(f"stacks: {seat!r} is no seat of this table")
        if type(chips) is not int or chips < 0:
            refuse(f"stacks.{seat}: a whole number of chips is wanted")
        stacks[seat] = chips
    return tuple(stacks.values())


def _order(state: State, stacks: tuple[int, ...], given: object) -> tuple[Seat, ...]:
    """The seats that play, all different, all with chips."""
    if given is None:
        following = next_deal(State(state.match._replace(stacks=stacks)))
        given = following.setup["order"] if following else None
    if not isinstance(given, list | tuple) or len(given) < 2:
        refuse("order: a list of two seats or more is wanted")
    has = dict(zip(state.match.seats, stacks, strict=True))
    for place, seat in enumerate(given):
        if not isinstance(seat, str) or seat not in has:
            refuse(f"order[{place}]: {seat!r} is no seat of this table")
        if not has[seat]:
            refuse(f"order[{place}]: {seat} has no chips")
    if len(set(given)) < len(given):
        refuse("order: a seat comes twice")
    return tuple(given)


def _positions(
    match: Match, level: Level, order: tuple[Seat, ...], given: Mapping[str, Any]
) -> Positions | None:
    """Button and blinds follow from the order, unless the setup names them (a dead one is null)."""
    by_button = match.rules.speaking == "button"
    if not by_button and not (level.big_blind or level.big_blind_ante):
        return None
    named = _named(match, order, given)
    dead_small = named.get("small_blind", "") is None
    first_is_big = dead_small or (by_button and len(order) == 2)
    big: Seat = named.get("big_blind") or (order[0] if first_is_big else order[1])
    others = [seat for seat in order if seat != big]
    # Left of a dead button may sit the big blind itself: then nobody is the small blind.
    small = others[0] if len(order) == 2 or big != order[0] else None
    small = named.get("small_blind", small)
    if small == big:
        refuse(f"small_blind: {big} is the big blind")
    button = named.get("button", order[-1]) if by_button else None
    if button in order and button != order[-1]:
        refuse(f"button: {button} plays, so it comes last in the order")
    before = match.positions.big_blind if match.positions else None
    return Positions(button, small, big, small or before or _right_of(match.seats, big))


def _named(match: Match, order: tuple[Seat, ...], given: Mapping[str, Any]) -> dict[str, Seat | None]:
    named = {key: given[key] for key in ("button", "small_blind", "big_blind") if key in given}
    for key, seat in named.items():
        known = match.seats if key == "button" else order
        if seat not in known and not (seat is None and key != "big_blind"):
            refuse(f"{key}: {seat!r} does not play in this deal")
    return named


def _right_of(seats: Sequence[Seat], seat: Seat) -> Seat:
    return seats[seats.index(seat) - 1]
