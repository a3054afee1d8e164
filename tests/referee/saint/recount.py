"""Saint Poker counted again from a record alone, by another way: no line of the game is used here.

Hands are compared by brute force over all fives; the flow is one loop over the actions.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from referee.core import Json

RANKS = "23456789TJQKA"


def five_value(cards: tuple[str, ...], wheel: bool) -> list[int]:
    """The value of exactly five cards, from the counts of their ranks."""
    ranks = sorted((RANKS.index(card[0]) + 2 for card in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape = [count for _, count in groups]
    order = [rank for rank, _ in groups]
    top = ranks[0] if len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4 else 0
    top = 5 if wheel and ranks == [14, 5, 4, 3, 2] else top
    suited = len({card[1] for card in cards}) == 1
    if top:
        return [8 if suited else 4, top]
    if suited:
        return [5, *ranks]
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return [kinds.get(tuple(shape), 0), *order]


def seven_value(cards: list[str], wheel: bool) -> list[int]:
    return max(five_value(five, wheel) for five in combinations(cards, 5))


def lowest(cards: list[str], count: int) -> list[str]:
    return sorted(cards, key=lambda card: (RANKS.index(card[0]), "cdhs".index(card[1])))[:count]


def recount(document: Json) -> tuple[dict[str, int], list[list[str] | None]]:
    """The scores of a whole game, and each round's order of the pick-up."""
    rules, seats, deal = document["rules"], document["seats"], document["deals"][0]
    count, deck, actions = len(seats), list(deal["deck"]), iter(deal["actions"])
    hands = {seat: deck[place : 10 * count : count] for place, seat in enumerate(seats)}
    pile = deck[10 * count :]
    scores, orders = dict.fromkeys(seats, 0), []
    future, pile = pile[: 5 - count], pile[5 - count :]
    for number in range(1, 9):
        river = list(future)
        if number < 8 or rules["last_round_future"]:
            future, pile = pile[: 5 - count], pile[5 - count :]
        added = _choices(actions, hands, 1)
        river += [added[seat][0] for seat in seats]
        shown = _choices(actions, hands, 2)
        values = {seat: seven_value(river + shown[seat], rules["wheel"]) for seat in seats}
        winners = [seat for seat in seats if values[seat] == max(values.values())]
        for seat in winners:
            scores[seat] += (number + len(winners) - 1) // len(winners)
        order = None
        if number < 8 or rules["last_round_pickup"]:
            lot = deal["lots"]["ties"][number - 1]
            order = sorted(seats, key=lambda seat: (values[seat], lot.index(seat)))
            _pick_up(actions, hands, order, river + [card for two in shown.values() for card in two])
        orders.append(order)
    assert next(actions, None) is None
    return scores, orders


def _choices(actions, hands, count):  # type: ignore[no-untyped-def]
    made: dict[str, list[str]] = {}
    for _ in hands:
        action = next(actions)
        seat = action["seat"]
        assert seat not in made
        made[seat] = action.get("cards") or lowest(hands[seat], count)
    for seat, cards in made.items():
        for card in cards:
            hands[seat].remove(card)
    return made


def _pick_up(actions, hands, order, pool):  # type: ignore[no-untyped-def]
    for seat in order * 2:
        action = next(actions)
        assert action["seat"] == seat
        card = (action.get("cards") or lowest(pool, 1))[0]
        pool.remove(card)
        hands[seat].append(card)
    assert len(pool) == 5
