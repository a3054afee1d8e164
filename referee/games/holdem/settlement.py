"""How a deal is settled: the uncalled bet, the showdown, the pots, who is out."""

from __future__ import annotations

from referee import ranking
from referee.cards import HIDDEN, codes
from referee.core import Fact, Illegal, Json, Seat
from referee.games.holdem.pots import layers, split, uncalled
from referee.games.holdem.seating import match_over
from referee.games.holdem.state import Deal, Hand, Match, Out, Outcome, Pot, Shown, State


def settle(match: Match, deal: Deal, hand: Hand, facts: list[Fact]) -> State:
    """The deal is over: what is not called goes back, hands are shown, pots are split."""
    order = deal.order
    turned = sum(match.rules.streets[: hand.street + 1])
    put = list(hand.put)
    back = _give_back(deal, hand, put, facts)
    shown = _showdown(deal, hand, turned) if hand.live & (hand.live - 1) else {}
    facts += [_shown_fact(opened) for opened in shown.values()]
    values = {place: opened.value for place, opened in shown.items()}
    pots = tuple([split(layer, values, order) for layer in layers(put, hand.live, deal.dead)])
    stacks = [reach - total for reach, total in zip(hand.chips, put, strict=True)]
    for number, pot in enumerate(pots):
        facts.append(Fact("pot", {"pot": number, "pots": len(pots), **pot_json(pot)}))
        for seat, amount in pot.wins:
            stacks[order.index(seat)] += amount
    removed = _take_removed(deal, hand, back, stacks) if hand.left else ()
    lost = sum([amount for _, amount in removed])
    assert sum(stacks) + lost == sum(deal.stacks), "chips are conserved"
    uncalled_bet = (order[back[0]], back[1]) if back else None
    outcome = Outcome(uncalled_bet, pots, tuple(shown.values()), turned, tuple(stacks), removed)
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


def _showdown(deal: Deal, hand: Hand, turned: int) -> dict[int, Shown]:
    """Every live hand, the last aggressor of the last round first, then in order (TDA 17-A)."""
    order, live = deal.order, hand.live
    board = deal.board(turned)
    first = hand.aggressor if hand.aggressor >= 0 and live >> hand.aggressor & 1 else 0
    shown = {}
    for place in (*range(first, len(order)), *range(first)):
        if live >> place & 1:
            hole = deal.hole(place)
            cards = hole + board
            if HIDDEN in cards:
                raise Illegal("MALFORMED", where="deck: a card of the showdown is hidden")
            value, best = ranking.best_numbers(cards)
            shown[place] = Shown(order[place], hole, value, tuple(best))
    return shown


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
    out = after.outs[len(before.outs) :]
    facts = [Fact("out", {"seat": seat, "stack": stack}) for seat, _, stack in out]
    stacks = dict(zip(deal.order, outcome.stacks, strict=True))
    facts.append(Fact("deal_over", {"number": after.number, "stacks": stacks}))
    if match_over(after):
        facts.append(Fact("match_over", {"stacks": dict(zip(after.seats, after.stacks, strict=True))}))
    return facts
