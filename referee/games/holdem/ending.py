"""How a street ends, and a deal: run-out, showdown, pots, who is out."""

from __future__ import annotations

from referee import ranking
from referee.cards import HIDDEN, codes
from referee.core import Fact, Illegal, Json, Seat
from referee.games.holdem.betting import next_to_act
from referee.games.holdem.pots import layers, split, uncalled
from referee.games.holdem.seating import match_over
from referee.games.holdem.state import (
    NOBODY,
    NOT_ACTED,
    Deal,
    Hand,
    Match,
    Out,
    Outcome,
    Pot,
    Shown,
    State,
)


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
    return _settle(match, deal, hand, facts)


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


def _settle(match: Match, deal: Deal, hand: Hand, facts: list[Fact]) -> State:
    """The deal is over: what is not called goes back, hands are shown, pots are split."""
    order = deal.order
    turned = sum(match.rules.streets[: hand.street + 1])
    put = list(hand.put)
    back = _give_back(deal, hand, put, facts)
    shown = _showdown(deal, hand, turned) if hand.live & (hand.live - 1) else ()
    facts += [_shown_fact(opened) for opened in shown]
    values = {order.index(opened.seat): opened.value for opened in shown}
    pots = tuple([split(layer, values, order) for layer in layers(put, hand.live, deal.dead)])
    facts += [_pot_fact(pot, place, len(pots)) for place, pot in enumerate(pots)]
    stacks = [reach - total for reach, total in zip(hand.chips, put, strict=True)]
    for pot in pots:
        for seat, amount in pot.wins:
            stacks[order.index(seat)] += amount
    removed = _take_removed(deal, hand, back, stacks)
    lost = sum([amount for _, amount in removed])
    assert sum(stacks) + lost == sum(deal.stacks), "chips are conserved"
    uncalled_bet = (order[back[0]], back[1]) if back else None
    outcome = Outcome(uncalled_bet, pots, shown, turned, tuple(stacks), removed)
    after = _next_match(match, deal, outcome)
    facts += _closing_facts(match, after, outcome, deal)
    return State(after, deal, hand, outcome)


def _give_back(deal: Deal, hand: Hand, put: list[int], facts: list[Fact]) -> tuple[int, int] | None:
    """Take the uncalled bet out of ``put``; it is not won."""
    back = uncalled(put)
    if back:
        place, amount = back
        put[place] -= amount
        leaves = any(gone == place for gone, _ in hand.left)
        facts.append(Fact("uncalled", {"seat": deal.order[place], "amount": amount, "leaves": leaves}))
    return back


def _take_removed(
    deal: Deal, hand: Hand, back: tuple[int, int] | None, stacks: list[int]
) -> tuple[tuple[Seat, int], ...]:
    """A disqualified player's stack leaves play (TDA 71-D), an uncalled bet that came back too."""
    removed = []
    for place, amount in hand.left:
        if back and back[0] == place:
            amount += back[1]
            stacks[place] -= back[1]
        removed.append((deal.order[place], amount))
    return tuple(removed)


def _showdown(deal: Deal, hand: Hand, turned: int) -> tuple[Shown, ...]:
    """Every live hand, the last aggressor of the last round first, then in order (TDA 17-A)."""
    board = deal.board(turned)
    first = hand.aggressor if hand.aggressor >= 0 and hand.live >> hand.aggressor & 1 else 0
    shown = []
    for step in range(first, first + len(deal.order)):
        place = step % len(deal.order)
        if hand.live >> place & 1:
            cards = deal.hole(place)
            if HIDDEN in cards or HIDDEN in board:
                raise Illegal("MALFORMED", where="deck: a card of the showdown is hidden")
            value, best = ranking.best_numbers(cards + board)
            shown.append(Shown(deal.order[place], cards, value, tuple(best)))
    return tuple(shown)


def _shown_fact(shown: Shown) -> Fact:
    return Fact(
        "shown",
        {
            "seat": shown.seat,
            "cards": codes(shown.cards),
            "category": ranking.category(shown.value),
            "best": codes(shown.best),
            "value": list(shown.value),
        },
    )


def _pot_fact(pot: Pot, place: int, count: int) -> Fact:
    return Fact("pot", {"pot": place, "pots": count, **pot_json(pot)})


def pot_json(pot: Pot) -> Json:
    """A pot in the record's shape."""
    return {
        "amount": pot.amount,
        "eligible": list(pot.eligible),
        "wins": dict(pot.wins),
        "odd": dict(pot.odd),
    }


def _next_match(match: Match, deal: Deal, outcome: Outcome) -> Match:
    """The match with the stacks as the deal left them, and who went out in it."""
    stacks = dict(zip(match.seats, match.stacks, strict=True))
    stacks.update(zip(deal.order, outcome.stacks, strict=True))
    outs = match.outs
    if 0 in outcome.stacks:
        ended = zip(deal.order, deal.stacks, outcome.stacks, strict=True)
        outs += tuple([Out(seat, match.number, before) for seat, before, after in ended if not after])
    lost = match.lost + sum([amount for _, amount in outcome.removed])
    after_it = tuple(stacks.values())
    return Match(match.rules, match.seats, match.number, after_it, match.positions, outs, lost)


def _closing_facts(before: Match, after: Match, outcome: Outcome, deal: Deal) -> list[Fact]:
    facts = [Fact("out", {"seat": out.seat, "stack": out.stack}) for out in after.outs[len(before.outs) :]]
    stacks = dict(zip(deal.order, outcome.stacks, strict=True))
    facts.append(Fact("deal_over", {"number": after.number, "stacks": stacks}))
    if match_over(after):
        facts.append(Fact("match_over", {"stacks": dict(zip(after.seats, after.stacks, strict=True))}))
    return facts
