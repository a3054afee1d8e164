"""What a seat, or the public, may know of a duel (3.6); shapes in the package's docstring."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core import Illegal, Json, Seat, View
from referee.games.pyramid.blocks import code, codes, is_joker
from referee.games.pyramid.geometry import SPACES, Space, free_blocks, is_free, legal_spaces
from referee.games.pyramid.opening import pile
from referee.games.pyramid.rules import PLACED, SUPPLY
from referee.games.pyramid.scoring import ranks, result
from referee.games.pyramid.state import CHOOSE, OVER, PICK, PLACE, PUT, State


def awaiting(state: State) -> tuple[Seat, ...]:
    """The seat whose move is awaited, alone; nobody between deals."""
    return () if state.phase == OVER else (state.match.seats[state.turn],)


def options(state: State, seat: Seat) -> Json | None:
    """What this seat may do now; None where it is not awaited."""
    if seat not in awaiting(state):
        return None
    phase = state.phase
    if phase == PLACE:
        block = code(state.drawn(len(state.placed)))
        return {"do": PLACE, "block": block, "spaces": _listed(legal_spaces(state.standing))}
    if phase == PICK:
        return {"do": PICK, "spaces": _listed(free_blocks(state.standing))}
    hands = list(state.open_hands(state.turn))
    if phase == CHOOSE:
        blocks = [block for block in state.turned_up if not is_joker(block)]
        return {"do": CHOOSE, "blocks": codes(blocks), "hands": hands}
    assert state.picked is not None, "nothing has been picked"
    return {"do": PUT, "block": code(state.face(state.picked)), "hands": hands}


def _listed(spaces: Iterable[Space]) -> list[list[int]]:
    return [list(space) for space in spaces]


def view(state: State, seat: Seat | None) -> View:
    """All that ``seat`` may know; None: the public. Refusal: Illegal UNKNOWN_SEAT."""
    match = state.match
    if seat is not None and seat not in match.seats:
        raise Illegal("UNKNOWN_SEAT", seat=seat)
    place = None if seat is None else match.seats.index(seat)
    return {
        "game": "pyramid",
        "seat": seat,
        "deal": match.number,
        "deal_over": bool(state.deck) and state.phase == OVER,
        "match_over": match.over,
        "scoring": match.rules.scoring,
        "target": match.rules.target,
        "abandon": match.rules.abandon,
        "abandoned": None if match.abandoned is None else match.seats[match.abandoned],
        **_table(state, place),
        "seats": {name: _seat(state, number) for number, name in enumerate(match.seats)},
        "options": None if seat is None else options(state, seat),
        "result": result(state),
    }


def _table(state: State, place: int | None) -> Json:
    """The pyramid and what lies beside it, with the faces that this place knows."""
    phase, standing = state.phase, state.standing
    building = phase == PLACE
    own = building and place == state.turn
    return {
        "first": state.match.seats[state.match.first] if state.deck else None,
        "phase": None if phase == OVER else phase,
        "awaited": list(awaiting(state)),
        "placed": len(state.placed),
        "taken": len(state.taken),
        "of": PLACED,
        "drawn": code(state.drawn(len(state.placed))) if own else None,
        "pyramid": [_block(state, at, place) for at in SPACES if at in standing],
        "spaces": _listed(legal_spaces(standing)) if building else [],
        "picked": _picked(state, place),
        "turned_up": codes(state.turned_up),
        "pile": pile(state),
        "discard": codes(state.discard),
    }


def _block(state: State, at: Space, place: int | None) -> Json:
    """A standing block; whether it is free counts from the taking on."""
    free = state.phase != PLACE and is_free(state.standing, at)
    owner = state.match.seats[state.owner(at)]
    face = code(state.face(at)) if state.knows(place, at) else None
    return {"at": list(at), "owner": owner, "block": face, "free": free}


def _picked(state: State, place: int | None) -> Json | None:
    """The block in the taker's fingers; a joker is face up before everybody."""
    at = state.picked
    if at is None:
        return None
    seats = state.match.seats
    open_to_all = state.phase == CHOOSE
    face = code(state.face(at)) if open_to_all or state.knows(place, at) else None
    return {"at": list(at), "owner": seats[state.owner(at)], "by": seats[state.turn], "block": face}


def _seat(state: State, place: int) -> Json:
    """A seat as everybody sees it: its hands lie face up."""
    match = state.match
    placed = sum([state.mover(turn) == place for turn in range(len(state.placed))])
    hands = state.hands(place)
    return {
        "score": match.totals[place],
        "supply": SUPPLY - placed if state.deck else 0,
        "hands": [codes(hand) for hand in hands],
        "ranks": ranks(hands, match.rules.wheel),
        "silent": match.silent[place],
    }
