"""Who is asked, what a call costs and who may raise: questions about a hand, nothing changes here.

Amounts are totals of the deal, as in ``state.py``.
"""

from __future__ import annotations

from referee.core import Json
from referee.games.holdem.rules import Rules
from referee.games.holdem.state import NOBODY, Hand


def next_to_act(
    first: int,
    live: int,
    put: tuple[int, ...],
    chips: tuple[int, ...],
    target: int,
    acted: tuple[int, ...],
) -> int:
    """The first place from ``first`` on whose move is awaited, or NOBODY: the street is over.

    A seat is asked if it is in the hand, has chips, has not yet acted or not matched the target,
    and somebody else in the hand has put in, or could still put in, more than it has. So the last
    living seat and the sole contender of a side pot are never asked.
    """
    count = len(put)
    for step in range(first, first + count):
        place = step if step < count else step - count
        if not live >> place & 1:
            continue
        own = put[place]
        if own == chips[place] or (own == target and acted[place] >= 0):
            continue
        for rival in range(count):
            if chips[rival] > own and live >> rival & 1 and rival != place:
                return place
    return NOBODY


def to_call(hand: Hand, place: int) -> int:
    """Chips that a call costs, not more than the stack."""
    return min(hand.target, hand.chips[place]) - hand.put[place]


def no_raise(rules: Rules, hand: Hand, place: int) -> str | None:
    """Why this place may not raise (the code of the refusal), or None: it may."""
    target, live = hand.target, hand.live
    for rival, reach in enumerate(hand.chips):
        if reach > target and live >> rival & 1 and rival != place:
            break
    else:
        return "NOBODY_TO_CALL"
    acted = hand.acted[place]
    # Short all-ins add up, player by player: what counts is how far the price has risen since
    # this seat acted (TDA 47). A blind is not an action.
    if acted >= 0 and target - acted < hand.full and rules.raises == "full":
        return "NOT_REOPENED"
    return None


def least_raise(rules: Rules, hand: Hand) -> int:
    """The total that an ordinary raise must come to; an all-in may stay below it."""
    return hand.target + (hand.full if rules.raises == "full" else 1)


def options_of(rules: Rules, hand: Hand, place: int) -> Json:
    """What this place may do now; amounts are those of the street."""
    base, target = hand.base, hand.target
    reach, own = hand.chips[place], hand.put[place]
    raising = None
    if reach > target and no_raise(rules, hand, place) is None:
        least = least_raise(rules, hand)
        raising = {"min": (least if least < reach else reach) - base, "max": reach - base}
    owed, stack = target - own, reach - own
    return {
        "to_call": owed if owed < stack else stack,
        "raise": raising,
        "fold": True,
        "check": owed == 0 and rules.check,
        "call": owed > 0,
        "all_in": reach - base if raising or reach <= target else None,
        "price": target - base,
        "bet": own - base,
        "stack": stack,
    }
