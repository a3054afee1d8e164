"""What three hands against three come to: basic and advanced scoring (3.7), and ranks on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from referee import ranking
from referee.core import Json, Seat
from referee.games.pyramid.blocks import Blocks, codes
from referee.games.pyramid.rules import ADVANCED, HAND, Rules
from referee.games.pyramid.state import OVER, Hands, State

ROYAL = (8, 14)
POINTS = {0: -1, 4: 1, 5: 1, 6: 2, 7: 3, 8: 4}
"""Category -> points of a hand, won or lost; all others 0 (PP20, PP21)."""
ROYAL_POINTS = 5
BONUS = (0, 0, 3, 4)
"""By the number of hands won; three do not count as two as well (PP19)."""
HOW = (None, None, "beaten", "crushed")

type Pair = tuple[int, int]


class Scoring(NamedTuple):
    """A deal counted. Outer tuples go by place, inner ones by hand.

    winners  by hand: the place that wins it; None: equal hands (PP16)
    points   the advanced difference, for the better total alone
    """

    values: tuple[tuple[ranking.Value, ...], ...]
    winners: tuple[int | None, ...]
    won: Pair
    hand_points: tuple[tuple[int, ...], ...]
    bonus: Pair
    totals: Pair
    points: Pair

    @property
    def winner(self) -> int | None:
        """The place that wins at least two hands; None: a drawn deal (PP17)."""
        return next((place for place in (0, 1) if HOW[self.won[place]]), None)


def score(hands: tuple[Hands, Hands], wheel: bool) -> Scoring:
    """Compare hand i with hand i, full hands all. Raises ValueError for hands that are not full."""
    values = tuple([tuple([ranking.best_numbers(five, wheel)[0] for five in three]) for three in hands])
    winners = tuple([_better(mine, yours) for mine, yours in zip(*values, strict=True)])
    won = (winners.count(0), winners.count(1))
    hand_points = tuple([tuple([points_of(value) for value in three]) for three in values])
    bonus = (BONUS[won[0]], BONUS[won[1]])
    totals = (sum(hand_points[0]) + bonus[0], sum(hand_points[1]) + bonus[1])
    lead = totals[0] - totals[1]
    return Scoring(values, winners, won, hand_points, bonus, totals, (max(lead, 0), max(-lead, 0)))


def _better(mine: ranking.Value, yours: ranking.Value) -> int | None:
    if mine == yours:
        return None
    return 0 if mine > yours else 1


def points_of(value: ranking.Value) -> int:
    """The points of one hand in advanced scoring."""
    return ROYAL_POINTS if value == ROYAL else POINTS.get(value[0], 0)


def match_points(scoring: Scoring, rules: Rules) -> Pair:
    """What a deal adds to the totals of the match: its points, or one for a basic deal won."""
    if rules.scoring == ADVANCED:
        return scoring.points
    return (int(scoring.winner == 0), int(scoring.winner == 1))


def so_far(blocks: Blocks, wheel: bool) -> ranking.Value:
    """The rank of a hand that is being filled: of fewer than five only pairs, triples and fours count."""
    if len(blocks) == HAND:
        return ranking.best_numbers(blocks, wheel)[0]
    counts = Counter([block % 13 + 2 for block in blocks])
    ranks = sorted(counts, key=lambda rank: (-counts[rank], -rank))
    shape = tuple([counts[rank] for rank in ranks if counts[rank] > 1])
    category = {(2,): 1, (2, 2): 2, (3,): 3, (4,): 7}.get(shape, 0)
    return (category, *ranks)


def ranks(hands: Hands, wheel: bool) -> list[Json | None]:
    """Value and category of each hand as it lies; None for an empty one."""
    found: list[Json | None] = []
    for blocks in hands:
        value = so_far(blocks, wheel)
        found.append({"value": list(value), "category": ranking.category(value)} if blocks else None)
    return found


def scored(state: State) -> Scoring | None:
    """The count of a deal whose hands are all full; None for another one."""
    if state.phase != OVER or not state.deck or state.match.abandoned is not None:
        return None
    return score((state.hands(0), state.hands(1)), state.match.rules.wheel)


def hands(state: State) -> Json:
    """Both seats' hands as they lie, by seat."""
    return {seat: [codes(one) for one in state.hands(place)] for place, seat in enumerate(state.match.seats)}


def result(state: State) -> Json | None:
    """The result of the deal that ended last, in the shape of record.md; None while one is played.

    A deal that ended because its match was given up has ``abandoned`` and ``winner`` instead.
    """
    match = state.match
    if match.abandoned is not None:
        return {"abandoned": match.seats[match.abandoned], "winner": match.seats[1 - match.abandoned]}
    count = scored(state)
    return None if count is None else result_json(match.seats, count)


def result_json(seats: Sequence[Seat], count: Scoring) -> Json:
    """A count by seats: ``values``, ``hand_winners``, ``won``, ``basic``, ``advanced``."""
    winner = count.winner
    return {
        "values": _by_seat(seats, [[list(value) for value in three] for three in count.values]),
        "hand_winners": [None if place is None else seats[place] for place in count.winners],
        "won": _by_seat(seats, count.won),
        "basic": {
            "winner": None if winner is None else seats[winner],
            "how": None if winner is None else HOW[count.won[winner]],
        },
        "advanced": {
            "hand_points": _by_seat(seats, [list(three) for three in count.hand_points]),
            "bonus": _by_seat(seats, count.bonus),
            "total": _by_seat(seats, count.totals),
            "points": _by_seat(seats, count.points),
        },
    }


def _by_seat(seats: Sequence[Seat], values: Sequence[object]) -> Json:
    return dict(zip(seats, values, strict=True))


def scores(state: State) -> dict[Seat, int]:
    """The totals of the match by seat."""
    return dict(zip(state.match.seats, state.match.totals, strict=True))


def final(state: State) -> Json | None:
    """The result of the match; None before its end. ``abandoned``: the seat that gave it up, or None."""
    match = state.match
    if not match.over:
        return None
    loser = match.abandoned if match.abandoned is not None else match.totals.index(min(match.totals))
    return {
        "winner": match.seats[1 - loser],
        "places": {seat: 2 if place == loser else 1 for place, seat in enumerate(match.seats)},
        "total": scores(state),
        "abandoned": None if match.abandoned is None else match.seats[match.abandoned],
    }
