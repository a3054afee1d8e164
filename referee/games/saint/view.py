"""What a seat, or the public, may know of a game of Saint Poker; shapes in the package's docstring."""

from __future__ import annotations

from referee.cards import codes
from referee.core import Illegal, Json, Seat, View
from referee.games.saint.opening import TIES, pile
from referee.games.saint.play import offered
from referee.games.saint.rules import COUNTS, ROUNDS
from referee.games.saint.scoring import result, rounds
from referee.games.saint.state import OVER, TAKE_PHASE, Round, State


def awaiting(state: State) -> tuple[Seat, ...]:
    """The seats whose move is awaited, in their order; one at most in the pick-up."""
    return tuple([state.match.seats[place] for place in state.awaited()])


def options(state: State, seat: Seat) -> Json | None:
    """What this seat may do now; None where it is not awaited."""
    if seat not in awaiting(state):
        return None
    phase = state.phase
    cards = offered(state, state.match.seats.index(seat))
    return {"do": phase, "count": COUNTS[phase], "cards": codes(cards)}


def view(state: State, seat: Seat | None) -> View:
    """All that ``seat`` may know; None: the public. Refusal: Illegal UNKNOWN_SEAT."""
    if seat is not None and seat not in state.match.seats:
        raise Illegal("UNKNOWN_SEAT", seat=seat)
    over = state.deal is not None and state.phase == OVER
    return {
        "game": "saint",
        "seat": seat,
        "deal": 0 if state.deal is None else 1,
        "deal_over": over,
        "match_over": over,
        **_table(state),
        "awaited": list(awaiting(state)),
        "seats": {name: _seat(state, place, name == seat) for place, name in enumerate(state.match.seats)},
        "rounds": rounds(state),
        "options": None if seat is None else options(state, seat),
        "result": result(state),
    }


def lots(state: State, seat: Seat | None) -> Json:
    """The lots for equal hands as everybody may know them: the tied seats in the order that was told.

    Where they all stand the others follow in theirs, so that it says no more; a lot that no tie has
    used is None.
    """
    if state.deal is None:
        return {}
    scored = {played.number: played.scoring for played in state.rounds if played.scoring}
    orders = []
    for number in range(1, ROUNDS + 1):
        scoring = scored.get(number)
        told = [place for group in scoring.lots for place in group] if scoring else []
        rest = [place for place in range(len(state.match.seats)) if place not in told]
        orders.append([state.match.seats[place] for place in [*told, *rest]] if told else None)
    return {TIES: orders}


def _table(state: State) -> Json:
    """The round and the cards that lie open before everybody."""
    now = state.current if state.rounds else Round(0, (), ())
    order = now.scoring.order if now.scoring and state.phase == TAKE_PHASE else ()
    seats = state.match.seats
    return {
        "round": now.number,
        "of": ROUNDS,
        "phase": state.phase if state.awaited() else None,
        "river": codes(now.river),
        "future": codes(now.future),
        "pool": codes(now.pool()) if order else [],
        "pickup_order": [seats[place] for place in order],
        "turn": 1 + len(now.takes) // len(seats) if order else None,
        "pile": pile(state),
    }


def _seat(state: State, place: int, own: bool) -> Json:
    """A seat as its owner or another one sees it. A secret choice still counts as in hand."""
    hand = state.hands[place] if state.hands else ()
    chosen = state.chosen[place] if state.chosen else ()
    revealed = state.current.revealed if state.rounds else ()
    return {
        "score": state.scores[place],
        "hand": len(hand),
        "cards": codes(hand) if own else [None] * len(hand),
        "picked": codes(_picked(state, place)),
        "chosen": bool(chosen),
        "choice": codes(chosen) if own and chosen else None,
        "revealed": codes(revealed[place]) if revealed else None,
    }


def _picked(state: State, place: int) -> list[int]:
    """The cards in hand that everybody saw being picked up, and nobody has seen since (SP20)."""
    held = set(state.hands[place]) if state.hands else set()
    taken = [card for played in state.rounds for who, card in played.takes if who == place]
    return [card for card in dict.fromkeys(taken) if card in held]
