"""How a street ends: the next one, the run-out after all-ins, or the end of the deal."""

from __future__ import annotations

from referee.cards import codes
from referee.core import Fact
from referee.games.holdem.betting import next_to_act
from referee.games.holdem.settlement import settle
from referee.games.holdem.state import NOBODY, NOT_ACTED, Deal, Hand, Match, State


def end_street(match: Match, deal: Deal, hand: Hand, facts: list[Fact]) -> State:
    """Nobody is to act: turn up the board until somebody is, or end the deal.

    When betting is over through all-ins, all live hands are opened first (TDA 16).
    """
    streets = match.rules.streets
    while hand.live & (hand.live - 1) and hand.street + 1 < len(streets):
        after = _next_street(deal, hand, hand.street + 1)
        if after.turn == NOBODY and not any(fact.kind == "opened" for fact in facts):
            facts.extend(_open(deal, place) for place in range(len(hand.put)) if hand.live >> place & 1)
        hand = after
        turn_up(streets, deal, hand.street, facts)
        if hand.turn != NOBODY:
            return State(match, deal, hand, None)
    return settle(match, deal, hand, facts)


def turn_up(streets: tuple[int, ...], deal: Deal, street: int, facts: list[Fact]) -> None:
    """The fact of a street that begins; one that turns up nothing before the first bet is none."""
    if street == 0 and not streets[0]:
        return
    board = codes(deal.board(sum(streets[: street + 1])))
    new = board[len(board) - streets[street] :]
    facts.append(Fact("street", {"street": street, "cards": new, "board": board}))


def _next_street(deal: Deal, hand: Hand, street: int) -> Hand:
    """Everyone has matched the target, which is where the next street starts from."""
    target, live, put, chips = hand.target, hand.live, hand.put, hand.chips
    count = len(put)
    acted = (NOT_ACTED,) * count
    turn = next_to_act(0, live, put, chips, target, acted)
    said, removed, left = ("",) * count, hand.removed, hand.left
    return Hand(
        street,
        target,
        target,
        deal.least,
        turn,
        hand.turns,
        live,
        put,
        chips,
        acted,
        said,
        NOBODY,
        removed,
        left,
    )


def _open(deal: Deal, place: int) -> Fact:
    return Fact("opened", {"seat": deal.order[place], "cards": codes(deal.hole(place))})
