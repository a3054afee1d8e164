"""Moves: two secret choices and a pick-up in turn, eight times."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee import ranking
from referee.cards import HIDDEN, NUMBERS, codes
from referee.core import Fact, Illegal, Move, Seat
from referee.games.saint.opening import next_round
from referee.games.saint.rules import COUNTS, ROUNDS
from referee.games.saint.scoring import result, score, scores
from referee.games.saint.state import OVER, RIVER_PHASE, TAKE_PHASE, Cards, Round, Scoring, State, by_rank

type Played = tuple[State, tuple[Fact, ...]]


def apply(state: State, seat: Seat, move: Move) -> Played:
    """Play one move. Refusals: Illegal, in the order of precedence of the rules (2.7)."""
    _check_shape(move.do, move.args)
    place = _place(state, seat)
    if move.do not in COUNTS and move.do != "timeout":
        raise Illegal("UNKNOWN_ACTION", do=move.do)
    _check_turn(state, place, move.do)
    if move.do == "timeout":
        silent = Fact("timed_out", {"seat": seat, "deemed": state.phase})
        after, facts = _play(state, place, _lowest(state, place))
        return after, (silent, *facts)
    return _play(state, place, _named(state, place, move.args["cards"]))


def default(state: State, seat: Seat) -> Move:
    """What silence means: the lowest card, the two lowest, the lowest of the pool (SP21)."""
    place = _place(state, seat)
    _check_turn(state, place, "timeout")
    return Move(state.phase, {"cards": codes(_lowest(state, place))})


def offered(state: State, place: int) -> Cards:
    """The cards among which a place chooses now: its hand, or the pool."""
    return state.current.pool() if state.phase == TAKE_PHASE else state.hands[place]


def _check_shape(do: str, args: Mapping[str, Any]) -> None:
    """The keys of an action and their types. An unknown action may carry any other's keys."""
    for key in args:
        if key != "cards" or do == "timeout":
            raise Illegal("MALFORMED", where=f"{key}: no such key here")
    cards = args.get("cards")
    if do in COUNTS and not (isinstance(cards, list | tuple) and all(isinstance(one, str) for one in cards)):
        raise Illegal("MALFORMED", where="cards: a list of cards is wanted")


def _place(state: State, seat: Seat) -> int:
    if seat not in state.match.seats:
        raise Illegal("UNKNOWN_SEAT", seat=seat)
    return state.match.seats.index(seat)


def _check_turn(state: State, place: int, do: str) -> None:
    phase, awaited = state.phase, state.awaited()
    if phase == OVER:
        raise Illegal("GAME_OVER")
    if do not in (phase, "timeout"):
        raise Illegal("WRONG_PHASE", do=do, phase=phase)
    if place not in awaited:
        seats = state.match.seats
        if phase == TAKE_PHASE:
            raise Illegal("NOT_YOUR_TURN", seat=seats[place], awaited=seats[awaited[0]])
        raise Illegal("ALREADY_CHOSEN", seat=seats[place])


def _named(state: State, place: int, written: list[str]) -> Cards:
    """The cards of a move, checked in the order of precedence, each rule over all of them."""
    wanted = COUNTS[state.phase]
    if len(written) != wanted:
        raise Illegal("WRONG_COUNT", wanted=wanted, given=len(written))
    if len(set(written)) < wanted:
        raise Illegal("DUPLICATE_CARD", card=written[0])
    for card in written:
        if card not in NUMBERS:
            raise Illegal("UNKNOWN_CARD", card=card)
    offer = offered(state, place)
    for card in written:
        if NUMBERS[card] not in offer:
            raise Illegal("NOT_IN_POOL" if state.phase == TAKE_PHASE else "NOT_IN_HAND", card=card)
    return by_rank([NUMBERS[card] for card in written])


def _lowest(state: State, place: int) -> Cards:
    cards = by_rank(offered(state, place))[: COUNTS[state.phase]]
    if HIDDEN in cards:
        raise Illegal("MALFORMED", where="timeout: the lowest cards are hidden from this copy")
    return cards


def _play(state: State, place: int, cards: Cards) -> Played:
    return _take(state, place, cards[0]) if state.phase == TAKE_PHASE else _choose(state, place, cards)


def _choose(state: State, place: int, cards: Cards) -> Played:
    """Keep a choice secret until all have chosen; then all are turned up together."""
    phase = state.phase
    facts = [Fact("chosen", {"seat": state.match.seats[place], "do": phase})]
    chosen = (*state.chosen[:place], cards, *state.chosen[place + 1 :])
    if not all(chosen):
        return state._replace(chosen=chosen), tuple(facts)
    turn_up = _complete_river if phase == RIVER_PHASE else _reveal
    return turn_up(state, chosen, facts), tuple(facts)


def _without_chosen(state: State, chosen: tuple[Cards, ...]) -> State:
    hands = [
        tuple([card for card in hand if card not in gone])
        for hand, gone in zip(state.hands, chosen, strict=True)
    ]
    return state._replace(hands=tuple(hands), chosen=((),) * len(chosen))


def _complete_river(state: State, chosen: tuple[Cards, ...], facts: list[Fact]) -> State:
    """The old future river first, then one card of each seat in their order."""
    now = state.current
    now = now._replace(river=now.river + tuple([card for cards in chosen for card in cards]))
    by_seat = {seat: codes(cards)[0] for seat, cards in zip(state.match.seats, chosen, strict=True)}
    facts.append(Fact("river", {"round": now.number, "river": codes(now.river), "cards": by_seat}))
    return _without_chosen(state, chosen)._replace(rounds=(*state.rounds[:-1], now))


def _reveal(state: State, chosen: tuple[Cards, ...], facts: list[Fact]) -> State:
    """Turn up both cards of everybody, score the round, and say who picks up in which order."""
    now = state.current._replace(revealed=chosen)
    scoring = score(state, now)
    now = now._replace(scoring=scoring)
    after = _without_chosen(state, chosen)._replace(rounds=(*state.rounds[:-1], now))
    seats = state.match.seats
    cards = {seat: codes(two) for seat, two in zip(seats, chosen, strict=True)}
    facts.append(Fact("revealed", {"round": now.number, "cards": cards}))
    facts.append(_scored(after, now, scoring))
    if not scoring.order:
        facts.extend(_ended(after))
        return after
    order = [seats[place] for place in scoring.order]
    lots = [[seats[place] for place in group] for group in scoring.lots]
    facts.append(Fact("pickup", {"round": now.number, "order": order, "lots": lots}))
    return after


def _scored(after: State, now: Round, scoring: Scoring) -> Fact:
    seats = after.match.seats
    hands = {
        seat: {"value": list(value), "category": ranking.category(value), "best": codes(five)}
        for seat, value, five in zip(seats, scoring.values, scoring.best, strict=True)
    }
    return Fact(
        "scored",
        {
            "round": now.number,
            "hands": hands,
            "winners": [seats[place] for place in scoring.winners],
            "points": dict(zip(seats, scoring.points, strict=True)),
            "scores": scores(after),
        },
    )


def _take(state: State, place: int, card: int) -> Played:
    """One card of the pool into the hand; after the second pass the five left are gone for good."""
    now = state.current
    count = len(state.match.seats)
    now = now._replace(takes=(*now.takes, (place, card)))
    hand = by_rank((*state.hands[place], card))
    hands = (*state.hands[:place], hand, *state.hands[place + 1 :])
    after = state._replace(hands=hands, rounds=(*state.rounds[:-1], now))
    turn = 1 + (len(now.takes) - 1) // count
    taken = {"round": now.number, "seat": state.match.seats[place], "card": codes([card])[0], "turn": turn}
    facts = [Fact("took", taken)]
    if len(now.takes) < 2 * count:
        return after, tuple(facts)
    facts.append(Fact("discarded", {"round": now.number, "cards": codes(now.pool())}))
    if now.number < ROUNDS:
        after = next_round(after, now.future, facts)
    else:
        facts.extend(_ended(after))
    return after, tuple(facts)


def _ended(state: State) -> list[Fact]:
    end = result(state)
    assert end is not None, "the game goes on"
    return [Fact("deal_over", {"number": 1, "scores": end["scores"]}), Fact("match_over", end)]
