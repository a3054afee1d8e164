"""Moves: what a seat does when it is asked, and what the referee does to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.core import Fact, Illegal, Move, Seat
from referee.games.holdem.betting import least_raise, next_to_act, no_raise, to_call
from referee.games.holdem.ending import end_street
from referee.games.holdem.state import NOBODY, Deal, Hand, Match, State, new, replaced

type Args = Mapping[str, Any]
type Played = tuple[State, tuple[Fact, ...]]

_KEYS = {"raise": {"to"}, "remove": {"stack"}}
_ALL_KEYS = {"to", "stack"}


def apply(state: State, seat: Seat, move: Move) -> Played:
    """Play one move. Refusals: Illegal, in the order of precedence of the rules."""
    do, args = move.do, move.args
    handler = _HANDLERS.get(do)
    if args or handler is None or do in _KEYS:
        _check_shape(do, args)
    match, deal, hand, outcome = state
    if seat not in match.seats:
        raise Illegal("UNKNOWN_SEAT", seat=seat)
    if handler is None:
        raise Illegal("UNKNOWN_ACTION", do=do)
    if deal is None or hand is None or outcome is not None:
        raise Illegal("GAME_OVER")
    if do == "remove":
        return _remove(state, deal, hand, seat, args["stack"] == "leaves")
    turn = hand.turn
    if deal.order[turn] != seat:
        raise Illegal("NOT_YOUR_TURN", seat=seat, awaited=deal.order[turn])
    return handler(match, deal, hand, turn, args)


def default(state: State, seat: Seat) -> Move:
    """What silence means: ``fold``, or where the rules say so a check that is free (TDA 29)."""
    hand = state.hand
    if state.deal is None or hand is None or hand.turn == NOBODY:
        raise Illegal("GAME_OVER")
    if state.deal.order[hand.turn] != seat:
        raise Illegal("NOT_YOUR_TURN", seat=seat, awaited=state.deal.order[hand.turn])
    return Move(_silence(state.match, hand))


def _silence(match: Match, hand: Hand) -> str:
    rules = match.rules
    free = rules.check and hand.target == hand.put[hand.turn]
    return "check" if free and rules.silence == "check" else "fold"


def _check_shape(do: str, args: Args) -> None:
    """The keys of an action and their types. An unknown action may carry any other's keys."""
    allowed = _KEYS.get(do, set()) if do in _HANDLERS else _ALL_KEYS
    for key in args:
        if key not in allowed:
            raise Illegal("MALFORMED", where=f"{key}: no such key here")
    if do == "raise" and (type(args.get("to")) is not int or args["to"] < 0):
        raise Illegal("MALFORMED", where="to: a whole number of chips is wanted")
    if do == "remove" and args.get("stack") not in ("stays", "leaves"):
        raise Illegal("MALFORMED", where="stack: stays or leaves is wanted")


def _fold(match: Match, deal: Deal, hand: Hand, place: int, _: Args) -> Played:
    facts = [Fact("folded", {"seat": deal.order[place]})]
    live = hand.live & ~(1 << place)
    return _after(match, deal, hand, place, "fold", facts, live, hand.put, hand.target)


def _check(match: Match, deal: Deal, hand: Hand, place: int, _: Args) -> Played:
    if not match.rules.check:
        raise Illegal("NO_CHECK")
    if hand.target != hand.put[place]:
        raise Illegal("MUST_CALL", to_call=to_call(hand, place))
    facts = [Fact("checked", {"seat": deal.order[place]})]
    return _after(match, deal, hand, place, "check", facts, hand.live, hand.put, hand.target)


def _call(match: Match, deal: Deal, hand: Hand, place: int, _: Args) -> Played:
    target, put = hand.target, hand.put
    own, reach = put[place], hand.chips[place]
    if target == own:
        raise Illegal("NOTHING_TO_CALL")
    total = target if target < reach else reach
    seat, to = deal.order[place], total - hand.base
    facts = [Fact("called", {"seat": seat, "added": total - own, "to": to, "all_in": total == reach})]
    put = replaced(put, place, total)
    return _after(match, deal, hand, place, "call", facts, hand.live, put, target)


def _raise(match: Match, deal: Deal, hand: Hand, place: int, args: Args) -> Played:
    rules = match.rules
    refused = no_raise(rules, hand, place)
    if refused:
        raise Illegal(refused, to_call=to_call(hand, place))
    total, reach, least = hand.base + args["to"], hand.chips[place], least_raise(rules, hand)
    if total > reach:
        raise Illegal("RAISE_TOO_LARGE", max=reach - hand.base)
    if total <= hand.target or (total < least and total < reach):
        raise Illegal("RAISE_TOO_SMALL", min=min(least, reach) - hand.base)
    return _raise_to(match, deal, hand, place, total)


def _all_in(match: Match, deal: Deal, hand: Hand, place: int, args: Args) -> Played:
    """For no more than the call it is a call; above that it needs the right to raise."""
    reach = hand.chips[place]
    if reach <= hand.target:
        return _call(match, deal, hand, place, args)
    refused = no_raise(match.rules, hand, place)
    if refused:
        raise Illegal(refused, to_call=to_call(hand, place))
    return _raise_to(match, deal, hand, place, reach)


def _raise_to(match: Match, deal: Deal, hand: Hand, place: int, total: int) -> Played:
    """The new price. A short all-in does not change what a full raise is (TDA 43, 47 Ex 2)."""
    base, target, put = hand.base, hand.target, hand.put
    data = {
        "seat": deal.order[place],
        "added": total - put[place],
        "to": total - base,
        "all_in": total == hand.chips[place],
    }
    if target == base:
        facts = [Fact("bet", data)]
    else:
        data["by"] = total - target
        facts = [Fact("raised", data)]
    put = replaced(put, place, total)
    return _after(match, deal, hand, place, "raise", facts, hand.live, put, total)


def _timeout(match: Match, deal: Deal, hand: Hand, place: int, args: Args) -> Played:
    word = _silence(match, hand)
    play = _fold if word == "fold" else _check
    after, facts = play(match, deal, hand, place, args)
    return after, (Fact("timed_out", {"seat": deal.order[place], "deemed": word}), *facts)


def _after(
    match: Match,
    deal: Deal,
    hand: Hand,
    place: int,
    word: str,
    facts: list[Fact],
    live: int,
    put: tuple[int, ...],
    target: int,
) -> Played:
    """The hand after a place has acted: whose turn it is, or what follows when it is nobody's."""
    street, base, before, full, _, turns, _, _, chips, acted, said, aggressor, removed, left = hand
    if target > before:
        aggressor = place
        if target - before > full:
            full = target - before
    acted = replaced(acted, place, target)
    said = replaced(said, place, word)
    turn = next_to_act(place + 1, live, put, chips, target, acted)
    turns += 1
    after = new(
        Hand,
        (street, base, target, full, turn, turns, live, put, chips, acted, said, aggressor, removed, left),
    )
    if turn == NOBODY:
        return end_street(match, deal, after, facts), tuple(facts)
    return new(State, (match, deal, after, None)), tuple(facts)


def _remove(state: State, deal: Deal, hand: Hand, seat: Seat, leaves: bool) -> Played:
    """The referee takes a seat out, at any time: its hand is folded, chips already put in stay."""
    if seat not in deal.order:
        return _remove_absent(state, seat, leaves)
    place = deal.order.index(seat)
    live = hand.live & ~(1 << place)
    gone = hand.chips[place] - hand.put[place] if leaves else 0
    turn = next_to_act(hand.turn + (hand.turn == place), live, hand.put, hand.chips, hand.target, hand.acted)
    chips, left = hand.chips, hand.left
    if leaves and all(other != place for other, _ in left):
        chips = replaced(chips, place, hand.put[place])
        left = (*left, (place, gone))
    after = hand._replace(
        live=live,
        turn=turn,
        turns=hand.turns + (turn != hand.turn),
        chips=chips,
        removed=hand.removed | 1 << place,
        left=left,
    )
    facts = [_removed_fact(seat, leaves, gone, folded=live != hand.live)]
    if turn == NOBODY:
        return end_street(state.match, deal, after, facts), tuple(facts)
    return State(state.match, deal, after, None), tuple(facts)


def _remove_absent(state: State, seat: Seat, leaves: bool) -> Played:
    """A seat that does not play this deal: only its stack, if it has one, can leave."""
    match = state.match
    place = match.seats.index(seat)
    gone = match.stacks[place] if leaves else 0
    stacks = replaced(match.stacks, place, match.stacks[place] - gone)
    after = state._replace(match=match._replace(stacks=stacks, lost=match.lost + gone))
    return after, (_removed_fact(seat, leaves, gone, folded=False),)


def _removed_fact(seat: Seat, leaves: bool, gone: int, *, folded: bool) -> Fact:
    word = "leaves" if leaves else "stays"
    return Fact("removed", {"seat": seat, "stack": word, "chips": gone, "folded": folded})


def _referee_only(match: Match, deal: Deal, hand: Hand, place: int, args: Args) -> Played:
    raise AssertionError("a removal is not a seat's own move")


_HANDLERS: dict[str, Callable[[Match, Deal, Hand, int, Args], Played]] = {
    "fold": _fold,
    "check": _check,
    "call": _call,
    "raise": _raise,
    "all-in": _all_in,
    "timeout": _timeout,
    "remove": _referee_only,
}
