"""Moves: what a seat does when it is asked, and what the referee does to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.core import Fact, Illegal, Move, Seat
from referee.games.holdem.betting import least_raise, next_to_act, no_raise, to_call
from referee.games.holdem.ending import end_street
from referee.games.holdem.state import NOBODY, Deal, Hand, State

type Played = tuple[State, tuple[Fact, ...]]

_FOLD, _CHECK = Move("fold"), Move("check")
_KEYS = {"raise": {"to"}, "remove": {"stack"}}
_ALL_KEYS = {"to", "stack"}


def apply(state: State, seat: Seat, move: Move) -> Played:
    """Play one move. Refusals: Illegal, in the order of precedence of the rules."""
    do, args = move.do, move.args
    if args or do in _KEYS or do not in _HANDLERS:
        _check_shape(do, args)
    if seat not in state.match.seats:
        raise Illegal("UNKNOWN_SEAT", seat=seat)
    handler = _HANDLERS.get(do)
    if handler is None:
        raise Illegal("UNKNOWN_ACTION", do=do)
    if state.deal is None or state.hand is None or state.outcome is not None:
        raise Illegal("GAME_OVER")
    if do == "remove":
        return _remove(state, state.deal, state.hand, seat, args["stack"] == "leaves")
    turn = state.hand.turn
    if state.deal.order[turn] != seat:
        raise Illegal("NOT_YOUR_TURN", seat=seat, awaited=state.deal.order[turn])
    return handler(state, state.deal, state.hand, turn, args)


def default(state: State, seat: Seat) -> Move:
    """What silence means: ``fold``, or where the rules say so a check that is free (TDA 29)."""
    hand = state.hand
    if state.deal is None or hand is None or hand.turn == NOBODY:
        raise Illegal("GAME_OVER")
    if state.deal.order[hand.turn] != seat:
        raise Illegal("NOT_YOUR_TURN", seat=seat, awaited=state.deal.order[hand.turn])
    rules = state.match.rules
    free = rules.check and rules.silence == "check" and not to_call(hand, hand.turn)
    return _CHECK if free else _FOLD


def _check_shape(do: object, args: Mapping[str, Any]) -> None:
    """The keys of an action and their types. An unknown action may carry any other's keys."""
    if not isinstance(do, str):
        raise Illegal("MALFORMED", where="do: text is wanted")
    allowed = _KEYS.get(do, set()) if do in _HANDLERS else _ALL_KEYS
    for key in args:
        if key not in allowed:
            raise Illegal("MALFORMED", where=f"{key}: no such key here")
    if do == "raise" and (type(args.get("to")) is not int or args["to"] < 0):
        raise Illegal("MALFORMED", where="to: a whole number of chips is wanted")
    if do == "remove" and args.get("stack") not in ("stays", "leaves"):
        raise Illegal("MALFORMED", where="stack: stays or leaves is wanted")


def _fold(state: State, deal: Deal, hand: Hand, place: int, _: Mapping[str, Any]) -> Played:
    facts = [Fact("folded", {"seat": deal.order[place]})]
    return _after(state, deal, hand, place, "fold", hand.put, facts, live=hand.live & ~(1 << place))


def _check(state: State, deal: Deal, hand: Hand, place: int, _: Mapping[str, Any]) -> Played:
    if not state.match.rules.check:
        raise Illegal("NO_CHECK")
    owed = to_call(hand, place)
    if owed:
        raise Illegal("MUST_CALL", to_call=owed)
    facts = [Fact("checked", {"seat": deal.order[place]})]
    return _after(state, deal, hand, place, "check", hand.put, facts)


def _call(state: State, deal: Deal, hand: Hand, place: int, _: Mapping[str, Any]) -> Played:
    own = hand.put[place]
    if hand.target == own:
        raise Illegal("NOTHING_TO_CALL")
    total = min(hand.target, hand.chips[place])
    put = (*hand.put[:place], total, *hand.put[place + 1 :])
    facts = [
        Fact(
            "called",
            {
                "seat": deal.order[place],
                "added": total - own,
                "to": total - hand.base,
                "all_in": total == hand.chips[place],
            },
        )
    ]
    return _after(state, deal, hand, place, "call", put, facts)


def _raise(state: State, deal: Deal, hand: Hand, place: int, args: Mapping[str, Any]) -> Played:
    rules = state.match.rules
    total = hand.base + args["to"]
    refused = no_raise(rules, hand, place)
    if refused:
        raise Illegal(refused, to_call=to_call(hand, place))
    reach = hand.chips[place]
    if total > reach:
        raise Illegal("RAISE_TOO_LARGE", max=reach - hand.base)
    least = least_raise(rules, hand)
    if total <= hand.target or (total < least and total < reach):
        raise Illegal("RAISE_TOO_SMALL", min=min(least, reach) - hand.base)
    return _raise_to(state, deal, hand, place, total)


def _all_in(state: State, deal: Deal, hand: Hand, place: int, args: Mapping[str, Any]) -> Played:
    """For no more than the call it is a call; above that it needs the right to raise."""
    reach = hand.chips[place]
    if reach <= hand.target:
        return _call(state, deal, hand, place, args)
    refused = no_raise(state.match.rules, hand, place)
    if refused:
        raise Illegal(refused, to_call=to_call(hand, place))
    return _raise_to(state, deal, hand, place, reach)


def _raise_to(state: State, deal: Deal, hand: Hand, place: int, total: int) -> Played:
    """The new price. A short all-in does not change what a full raise is (TDA 43, 47 Ex 2)."""
    own, by = hand.put[place], total - hand.target
    data = {
        "seat": deal.order[place],
        "added": total - own,
        "to": total - hand.base,
        "all_in": total == hand.chips[place],
    }
    if hand.target == hand.base:
        facts = [Fact("bet", data)]
    else:
        data["by"] = by
        facts = [Fact("raised", data)]
    put = (*hand.put[:place], total, *hand.put[place + 1 :])
    full = max(by, hand.full)
    return _after(state, deal, hand, place, "raise", put, facts, target=total, full=full, aggressor=place)


def _timeout(state: State, deal: Deal, hand: Hand, place: int, _: Mapping[str, Any]) -> Played:
    seat = deal.order[place]
    move = default(state, seat)
    after, facts = apply(state, seat, move)
    return after, (Fact("timed_out", {"seat": seat, "deemed": move.do}), *facts)


def _after(
    state: State,
    deal: Deal,
    hand: Hand,
    place: int,
    word: str,
    put: tuple[int, ...],
    facts: list[Fact],
    *,
    live: int | None = None,
    target: int | None = None,
    full: int | None = None,
    aggressor: int | None = None,
) -> Played:
    """The hand after a place has acted: whose turn it is, or what follows when it is nobody's."""
    live = hand.live if live is None else live
    target = hand.target if target is None else target
    acted = (*hand.acted[:place], target, *hand.acted[place + 1 :])
    turn = next_to_act(place + 1, live, put, hand.chips, target, acted)
    after = Hand(
        hand.street,
        hand.base,
        target,
        hand.full if full is None else full,
        turn,
        hand.turns + 1,
        live,
        put,
        hand.chips,
        acted,
        (*hand.said[:place], word, *hand.said[place + 1 :]),
        hand.aggressor if aggressor is None else aggressor,
        hand.removed,
        hand.left,
    )
    if turn == NOBODY:
        return end_street(state.match, deal, after, facts), tuple(facts)
    return State(state.match, deal, after, None), tuple(facts)


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
        chips = (*chips[:place], hand.put[place], *chips[place + 1 :])
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
    stacks = (*match.stacks[:place], match.stacks[place] - gone, *match.stacks[place + 1 :])
    after = state._replace(match=match._replace(stacks=stacks, lost=match.lost + gone))
    return after, (_removed_fact(seat, leaves, gone, folded=False),)


def _removed_fact(seat: Seat, leaves: bool, gone: int, *, folded: bool) -> Fact:
    word = "leaves" if leaves else "stays"
    return Fact("removed", {"seat": seat, "stack": word, "chips": gone, "folded": folded})


type _Handler = Callable[[State, Deal, Hand, int, Mapping[str, Any]], Played]


def _referee_only(state: State, deal: Deal, hand: Hand, place: int, args: Mapping[str, Any]) -> Played:
    raise AssertionError("a removal is not a seat's own move")


_HANDLERS: dict[str, _Handler] = {
    "fold": _fold,
    "check": _check,
    "call": _call,
    "raise": _raise,
    "all-in": _all_in,
    "timeout": _timeout,
    "remove": _referee_only,
}
