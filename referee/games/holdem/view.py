"""What a seat, or the public, may know of a hold'em match; shapes in the package's docstring."""

from __future__ import annotations

from referee import ranking
from referee.cards import HIDDEN, codes
from referee.core import Illegal, Json, Seat, View
from referee.games.holdem.betting import options_of
from referee.games.holdem.pots import layers, names
from referee.games.holdem.seating import match_over
from referee.games.holdem.settlement import pot_json
from referee.games.holdem.state import Deal, Hand, Match, Outcome, Shown, State


def awaiting(state: State) -> tuple[Seat, ...]:
    """The seat whose move is awaited, or nobody."""
    if state.deal is None or state.hand is None or state.outcome is not None:
        return ()
    return (state.deal.order[state.hand.turn],)


def options(state: State, seat: Seat) -> Json | None:
    """What this seat may do now; None where it is not awaited."""
    deal, hand = state.deal, state.hand
    if deal is None or hand is None or state.outcome is not None or deal.order[hand.turn] != seat:
        return None
    return options_of(state.match.rules, hand, hand.turn)


def result(state: State) -> Json | None:
    """The result of the deal that ended last, None while one is played."""
    if state.deal is None or state.outcome is None:
        return None
    outcome = state.outcome
    uncalled = outcome.uncalled
    return {
        "uncalled": {"seat": uncalled[0], "amount": uncalled[1]} if uncalled else None,
        "pots": [pot_json(pot) for pot in outcome.pots],
        "board": codes(state.deal.board(outcome.turned)),
        "shown": {shown.seat: {"cards": codes(shown.cards), **_named(shown)} for shown in outcome.shown},
        "stacks": dict(zip(state.deal.order, outcome.stacks, strict=True)),
        "removed": dict(outcome.removed),
    }


def final(state: State) -> Json | None:
    """The result of the match: stacks, who went out in which deal, chips that left play."""
    match = state.match
    if match.number == 0 or (state.deal is not None and state.outcome is None) or not match_over(match):
        return None
    return {
        "stacks": dict(zip(match.seats, match.stacks, strict=True)),
        "out": {out.seat: {"deal": out.deal, "stack": out.stack} for out in match.outs},
        "removed": match.lost,
    }


def view(state: State, seat: Seat | None) -> View:
    """All that ``seat`` may know; None: the public. Refusal: Illegal UNKNOWN_SEAT."""
    match = state.match
    if seat is not None and seat not in match.seats:
        raise Illegal("UNKNOWN_SEAT", seat=seat)
    running = state.deal is not None and state.outcome is None
    left = state.hand.left if state.hand and running else ()
    return {
        "game": "holdem",
        "seat": seat,
        "deal": match.number,
        "hands": match.rules.hands,
        "deal_over": state.outcome is not None,
        "match_over": not running and match.number > 0 and match_over(match),
        "streets": list(match.rules.streets),
        **_table(state),
        "to_speak": next(iter(awaiting(state)), None),
        "removed": match.lost + sum([chips for _, chips in left]),
        "seats": {name: _seat(state, name, seat) for name in match.seats},
        "options": None if seat is None else options(state, seat),
        "result": result(state),
    }


def _table(state: State) -> Json:
    """Board, pots and positions: what lies open before everybody."""
    match, deal, hand, outcome = state
    positions = match.positions
    level = deal.level if deal else match.rules.level_of(match.number + 1)
    rotates = match.rules.speaking == "rotate"
    return {
        "street": hand.street if hand else 0,
        "board": codes(deal.board(_turned(match, hand))) if deal and hand else [],
        "price": hand.target - hand.base if hand and not outcome else 0,
        "pot": sum(hand.put) + deal.dead if deal and hand and not outcome else 0,
        "pots": _pots(state),
        "order": list(deal.order) if deal else [],
        "opener": deal.order[0] if deal and rotates else None,
        "button": positions.button if positions else None,
        "small_blind": positions.small_blind if positions else None,
        "big_blind": positions.big_blind if positions else None,
        "level": level.posted(),
    }


def _turned(match: Match, hand: Hand) -> int:
    return sum(match.rules.streets[: hand.street + 1])


def _pots(state: State) -> list[Json]:
    """Pots of antes and finished streets; bets of the running street lie before the seats."""
    deal, hand, outcome = state.deal, state.hand, state.outcome
    if outcome:
        return [pot_json(pot) for pot in outcome.pots]
    if deal is None or hand is None:
        return []
    collected = [min(total, hand.base) for total in hand.put]
    return [
        {"amount": layer.amount, "eligible": list(names(layer, deal.order))}
        for layer in layers(collected, hand.live, deal.dead)
    ]


def stack_of(state: State, seat: Seat) -> int:
    """The chips in front of a seat; those of a running deal's pots belong to nobody yet."""
    deal, hand = state.deal, state.hand
    if deal is not None and hand is not None and state.outcome is None and seat in deal.order:
        place = deal.order.index(seat)
        return hand.chips[place] - hand.put[place]
    return state.match.stacks[state.match.seats.index(seat)]


def _seat(state: State, name: Seat, reader: Seat | None) -> Json:
    deal, hand = state.deal, state.hand
    stack = stack_of(state, name)
    if deal is None or hand is None or name not in deal.order:
        status = "in" if stack else "out"
        return _seat_json(stack, 0, 0, status, None, None, None)
    place = deal.order.index(name)
    put, over = hand.put[place], state.outcome is not None
    shown = any(name == opened.seat for opened in _shown(state))
    return _seat_json(
        stack,
        0 if over else max(0, put - hand.base),
        put,
        _status(hand, state.outcome, place, stack),
        hand.said[place] or None,
        codes(deal.hole(place)) if shown or name == reader else [None, None],
        _hand(state, deal, hand, place, name == reader),
    )


def _seat_json(
    stack: int,
    bet: int,
    put: int,
    status: str,
    said: str | None,
    cards: list[str | None] | None,
    hand: Json | None,
) -> Json:
    return {
        "stack": stack,
        "bet": bet,
        "put": put,
        "state": status,
        "said": said,
        "cards": cards,
        "hand": hand,
    }


def _status(hand: Hand, outcome: Outcome | None, place: int, stack: int) -> str:
    if hand.removed >> place & 1:
        return "removed"
    if outcome and not stack:
        return "out"
    if not hand.live >> place & 1:
        return "folded"
    return "all-in" if hand.put[place] == hand.chips[place] else "in"


def _shown(state: State) -> tuple[Shown, ...]:
    return state.outcome.shown if state.outcome else ()


def _hand(state: State, deal: Deal, hand: Hand, place: int, own: bool) -> Json | None:
    """What the seat's cards are worth with the board: of the reader's own and of shown cards."""
    for shown in _shown(state):
        if shown.seat == deal.order[place]:
            return _named(shown)
    cards = deal.hole(place) + deal.board(_turned(state.match, hand))
    if not own or len(cards) < 5 or HIDDEN in cards:
        return None
    value, best = ranking.best_numbers(cards)
    return _named(Shown(deal.order[place], cards[:2], value, tuple(best)))


def _named(shown: Shown) -> Json:
    return {
        "category": ranking.category(shown.value),
        "best": codes(shown.best),
        "value": list(shown.value),
    }
