"""What a round comes to: values, points, the order of the pick-up; and the result of a game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from referee import ranking
from referee.cards import codes
from referee.core import Illegal, Json
from referee.games.saint.state import OVER, Round, Scoring, State, picks_up


def score(state: State, now: Round) -> Scoring:
    """The best five of river and own two cards for each place; the best value takes the points.

    Refusals: Illegal MALFORMED where equal hands need a lot that this copy does not know.
    """
    rules = state.match.rules
    ranked = [ranking.best_numbers(now.river + cards, rules.wheel) for cards in now.revealed]
    values = tuple([value for value, _ in ranked])
    best = tuple([tuple(five) for _, five in ranked])
    points = _points(now.number, values)
    if not picks_up(rules, now.number):
        return Scoring(values, best, points, (), ())
    order, lots = _pickup(state, now.number, values)
    return Scoring(values, best, points, order, lots)


def _points(number: int, values: Sequence[ranking.Value]) -> tuple[int, ...]:
    """The winners' shares are rounded up one by one, so their sum may exceed the round's number (SP13)."""
    most = max(values)
    each = -(-number // list(values).count(most))
    return tuple([each if value == most else 0 for value in values])


def _pickup(
    state: State, number: int, values: Sequence[ranking.Value]
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Worst hand first; the round's lot inside every group of exactly equal hands (SP10, SP11)."""
    lot = state.deal.ties[number - 1] if state.deal else None
    order: list[int] = []
    lots: list[tuple[int, ...]] = []
    for _, group in groupby(sorted(range(len(values)), key=values.__getitem__), key=values.__getitem__):
        equal = list(group)
        if len(equal) > 1:
            if lot is None:
                raise Illegal("MALFORMED", where=f"lots.ties[{number - 1}]: hidden, and equal hands need it")
            equal.sort(key=lot.index)
            lots.append(tuple(equal))
        order += equal
    return tuple(order), tuple(lots)


def round_json(state: State, played: Round) -> Json:
    """A scored round in the shape of record.md, "rounds", and what pages need beside it."""
    seats, scoring = state.match.seats, played.scoring
    assert scoring is not None, "the round is not scored yet"
    done = len(played.takes) == 2 * len(scoring.order)
    return {
        "round": played.number,
        "river": codes(played.river),
        "future": codes(played.future),
        "revealed": {seat: codes(cards) for seat, cards in zip(seats, played.revealed, strict=True)},
        "values": {seat: list(value) for seat, value in zip(seats, scoring.values, strict=True)},
        "categories": {
            seat: ranking.category(value) for seat, value in zip(seats, scoring.values, strict=True)
        },
        "best": {seat: codes(five) for seat, five in zip(seats, scoring.best, strict=True)},
        "winners": [seats[place] for place in scoring.winners],
        "points": dict(zip(seats, scoring.points, strict=True)),
        "pickup_order": [seats[place] for place in scoring.order] or None,
        "lots": [[seats[place] for place in group] for group in scoring.lots],
        "takes": [[seats[place], codes([card])[0]] for place, card in played.takes],
        "discarded": codes(played.pool()) if done else [],
    }


def rounds(state: State) -> list[Json]:
    """All rounds that are scored, the one whose pick-up is going on included."""
    return [round_json(state, played) for played in state.rounds if played.scoring]


def scores(state: State) -> dict[str, int]:
    """The running totals by seat."""
    return dict(zip(state.match.seats, state.scores, strict=True))


def result(state: State) -> Json | None:
    """Scores, winners, places of a game that is over; equal totals share a place (SP18)."""
    if state.deal is None or state.phase != OVER:
        return None
    total = scores(state)
    most = max(total.values())
    return {
        "scores": total,
        "winners": [seat for seat, points in total.items() if points == most],
        "places": {
            seat: 1 + sum([other > points for other in total.values()]) for seat, points in total.items()
        },
    }
