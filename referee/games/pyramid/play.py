"""Moves: thirty blocks are placed, then thirty are taken, and what silence means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.cards import HIDDEN
from referee.core import Fact, Illegal, Json, Move, Seat
from referee.games.pyramid import scoring
from referee.games.pyramid.blocks import code, codes, is_joker
from referee.games.pyramid.geometry import (
    Space,
    exists,
    free_blocks,
    is_free,
    legal_spaces,
    supported,
)
from referee.games.pyramid.opening import pile
from referee.games.pyramid.rules import HANDS, PLACED
from referee.games.pyramid.state import CHOOSE, OVER, PICK, PLACE, PUT, State, Taken

type Played = tuple[State, tuple[Fact, ...]]

TIMEOUT, ABANDON = "timeout", "abandon"
KEYS: Mapping[str, tuple[str, ...]] = {
    PLACE: ("at",),
    PICK: ("at",),
    PUT: ("hand",),
    CHOOSE: ("block", "hand"),
    TIMEOUT: (),
    ABANDON: (),
}
"""The keys of each kind of action."""


def apply(state: State, seat: Seat, move: Move) -> Played:
    """Play one move. Refusals: Illegal, in the order of precedence of the rules (3.8)."""
    _check_shape(move.do, move.args)
    place = _place(state, seat)
    _check_turn(state, place, move.do)
    if move.do == ABANDON:
        return _abandon(state, place)
    if move.do == TIMEOUT:
        return _time_out(state, place)
    after, facts = _ACTIONS[move.do](state, move.args)
    return _silent(after, place, 0), facts


def default(state: State, seat: Seat) -> Move:
    """What silence means: the first legal space, free block or open hand, row by row from the
    foundation and each from the left; of the blocks turned up the first that is no joker. The last
    of the time-outs in a row that the rules allow gives the match up."""
    place = _place(state, seat)
    _check_turn(state, place, TIMEOUT)
    return _deemed(state, place)


def _deemed(state: State, place: int) -> Move:
    if state.match.silent[place] + 1 == state.match.rules.abandon:
        return Move(ABANDON)
    phase = state.phase
    if phase == PLACE:
        return Move(PLACE, {"at": list(legal_spaces(state.standing)[0])})
    if phase == PICK:
        return Move(PICK, {"at": list(free_blocks(state.standing)[0])})
    hand: Json = {"hand": state.open_hands(place)[0]}
    if phase == PUT:
        return Move(PUT, hand)
    block = next(block for block in state.turned_up if not is_joker(block))
    return Move(CHOOSE, {"block": code(block), **hand})


def _check_shape(do: str, args: Mapping[str, Any]) -> None:
    """The keys of an action and their types."""
    if do not in KEYS:
        raise Illegal("UNKNOWN_ACTION", do=do)
    for key in args:
        if key not in KEYS[do]:
            raise Illegal("MALFORMED", where=f"{key}: no such key here")
    for key in KEYS[do]:
        if not _CHECKS[key](args.get(key)):
            raise Illegal("MALFORMED", where=f"{key}: {_WANTED[key]} is wanted")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_space(value: object) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(map(_is_whole, value))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


_CHECKS: Mapping[str, Callable[[object], bool]] = {"at": _is_space, "hand": _is_whole, "block": _is_text}
_WANTED = {"at": "[row, column]", "hand": "a number from 0 to 2", "block": "a block"}


def _place(state: State, seat: Seat) -> int:
    if seat not in state.match.seats:
        raise Illegal("UNKNOWN_SEAT", seat=seat)
    return state.match.seats.index(seat)


def _check_turn(state: State, place: int, do: str) -> None:
    """A match may be given up out of turn, too."""
    phase = state.phase
    if phase == OVER:
        raise Illegal("GAME_OVER")
    if do not in (phase, TIMEOUT, ABANDON):
        raise Illegal("WRONG_PHASE", do=do, phase=phase)
    if do != ABANDON and place != state.turn:
        seats = state.match.seats
        raise Illegal("NOT_YOUR_TURN", seat=seats[place], awaited=seats[state.turn])


def _space(given: Any) -> Space:
    space = (given[0], given[1])
    if not exists(space):
        raise Illegal("OUT_OF_PYRAMID", at=list(space))
    return space


def _build(state: State, args: Mapping[str, Any]) -> Played:
    at, standing = _space(args["at"]), state.standing
    if at in standing:
        raise Illegal("OCCUPIED", at=list(at))
    if not supported(standing, at):
        raise Illegal("UNSUPPORTED", at=list(at))
    after = state._replace(placed=(*state.placed, at))
    told = {"seat": state.match.seats[state.turn], "at": list(at), "number": len(after.placed)}
    return after, (Fact("placed", told),)


def _pick(state: State, args: Mapping[str, Any]) -> Played:
    """Final as soon as it is made; a joker turns up its three at once."""
    at, standing = _space(args["at"]), state.standing
    if at not in standing:
        raise Illegal("NO_BLOCK", at=list(at))
    if not is_free(standing, at):
        raise Illegal("COVERED", at=list(at))
    after = state._replace(picked=at)
    seats = state.match.seats
    seat = seats[state.turn]
    facts = [Fact("picked", {"seat": seat, "at": list(at), "owner": seats[state.owner(at)]})]
    if after.phase == CHOOSE:
        opened = after.turned_up
        # Twenty-four remain and two jokers turn up six at most (PP11).
        assert len(opened) == 3, "the remainder is exhausted"
        if HIDDEN in opened:
            raise Illegal("MALFORMED", where="deck: a hidden block is turned up")
        known = {"seat": seat, "block": code(state.face(at)), "turned_up": codes(opened)}
        facts.append(Fact("joker", {**known, "pile": pile(after)}))
    return after, tuple(facts)


def _put(state: State, args: Mapping[str, Any]) -> Played:
    assert state.picked is not None, "nothing has been picked"
    hand = _open_hand(state, args["hand"])
    block = state.face(state.picked)
    if block == HIDDEN:
        raise Illegal("MALFORMED", where="deck: a hidden block is put into a hand")
    return _rest(state, Taken(state.picked, hand, block))


def _choose(state: State, args: Mapping[str, Any]) -> Played:
    assert state.picked is not None, "nothing has been picked"
    opened = state.turned_up
    if args["block"] not in codes(opened):
        raise Illegal("NOT_TURNED_UP", block=args["block"])
    block = opened[codes(opened).index(args["block"])]
    if is_joker(block):
        raise Illegal("JOKER", block=args["block"])
    hand = _open_hand(state, args["hand"])
    refused = tuple([one for one in opened if one != block])
    return _rest(state, Taken(state.picked, hand, block, refused))


def _open_hand(state: State, hand: int) -> int:
    if not 0 <= hand < HANDS:
        raise Illegal("NO_SUCH_HAND", hand=hand)
    if hand not in state.open_hands(state.turn):
        raise Illegal("HAND_FULL", hand=hand)
    return hand


def _rest(state: State, taken: Taken) -> Played:
    """A block comes to rest face up in a hand; the thirtieth ends the deal."""
    after = state._replace(taken=(*state.taken, taken), picked=None)
    told: Json = {"seat": state.match.seats[state.turn], "block": code(taken.block), "hand": taken.hand}
    if taken.refused:
        told["refused"] = codes(taken.refused)
    fact = Fact("chose" if taken.refused else "put", {**told, "at": list(taken.at)})
    if len(after.taken) < PLACED:
        return after, (fact,)
    after, ended = _end(after)
    return after, (fact, *ended)


def _end(state: State) -> Played:
    count, match = scoring.scored(state), state.match
    assert count is not None, "the deal goes on"
    added = scoring.match_points(count, match.rules)
    totals = (match.totals[0] + added[0], match.totals[1] + added[1])
    after = state._replace(match=match._replace(totals=totals))
    told = {"number": match.number, **scoring.result_json(match.seats, count), "hands": scoring.hands(state)}
    return after, (Fact("scored", told), *_over(after))


def _over(after: State) -> list[Fact]:
    facts = [Fact("deal_over", {"number": after.match.number, "scores": scoring.scores(after)})]
    end = scoring.final(after)
    return facts if end is None else [*facts, Fact("match_over", end)]


def _time_out(state: State, place: int) -> Played:
    move, row = _deemed(state, place), state.match.silent[place] + 1
    told = {"seat": state.match.seats[place], "deemed": move.do, "in_a_row": row}
    if move.do == ABANDON:
        after, facts = _abandon(state, place)
    else:
        after, facts = _ACTIONS[move.do](state, move.args)
    return _silent(after, place, row), (Fact("timed_out", told), *facts)


def _silent(state: State, place: int, row: int) -> State:
    first, second = state.match.silent
    silent = (row, second) if place == 0 else (first, row)
    return state._replace(match=state.match._replace(silent=silent))


def _abandon(state: State, place: int) -> Played:
    """The opponent wins the match: he is given the points that he lacks to its goal."""
    match = state.match
    totals = [max(total, match.rules.goal) for total in match.totals]
    totals[place] = match.totals[place]
    after = state._replace(match=match._replace(totals=(totals[0], totals[1]), abandoned=place))
    told = {"seat": match.seats[place], "winner": match.seats[1 - place]}
    return after, (Fact("abandoned", told), *_over(after))


_ACTIONS: Mapping[str, Callable[[State, Mapping[str, Any]], Played]] = {
    PLACE: _build,
    PICK: _pick,
    PUT: _put,
    CHOOSE: _choose,
}
