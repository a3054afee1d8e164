"""A tiny game that proves the protocol general: it lives in tests only.

Everybody secretly bids 1 to 3 (simultaneous). The bids are turned up together; the highest bidder
speaks first. Each in turn looks at the next tile of the deck, which nobody else sees, and says
``keep`` (it stays face down, known to him alone) or ``show`` (face up). The tiles' numbers score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from referee.core import Fact, Illegal, Json, Move, NextDeal, Seat, View

TILES = tuple(str(number) for number in range(1, 13))


@dataclass(frozen=True)
class Tiny:
    seats: tuple[str, ...]
    deck: tuple[str, ...] = ()
    bids: tuple[tuple[str, int], ...] = ()
    order: tuple[str, ...] = ()
    said: tuple[tuple[str, str], ...] = ()

    @property
    def started(self) -> bool:
        return bool(self.deck)

    @property
    def over(self) -> bool:
        return self.started and len(self.said) == len(self.seats)


class TinyGame:
    name = "tiny"
    seats = (2, 9)
    presets: Mapping[str, Json] = {"tiny": {}}
    moves = ("bid", "keep", "show")
    extra = ("timeout",)

    def rules(self, given: Mapping[str, Any]) -> Json:
        return {}

    def deals(self, rules: Mapping[str, Any]) -> int | None:
        return 1

    def start(self, rules: Mapping[str, Any], seats: Sequence[Seat]) -> Tiny:
        return Tiny(tuple(seats))

    def next_deal(self, state: Tiny) -> NextDeal | None:
        return None if state.started else NextDeal(1, {}, TILES)

    def deal(
        self,
        state: Tiny,
        setup: Mapping[str, Any],
        deck: Sequence[str],
        lots: Mapping[str, Any] | None = None,
    ) -> tuple[Tiny, tuple[Fact, ...]]:
        return replace(state, deck=tuple(deck)), (Fact("bidding", {"seats": list(state.seats)}),)

    def awaiting(self, state: Tiny) -> tuple[Seat, ...]:
        if not state.started or state.over:
            return ()
        if not state.order:
            done = dict(state.bids)
            return tuple(seat for seat in state.seats if seat not in done)
        return (state.order[len(state.said)],)

    def phase(self, state: Tiny) -> str:
        if not state.started:
            return "start"
        return f"turn.{len(state.said)}" if state.order else "bids"

    def sealed(self, state: Tiny) -> bool:
        return state.started and not state.order

    def options(self, state: Tiny, seat: Seat) -> Json | None:
        if seat not in self.awaiting(state):
            return None
        return {"bid": [1, 2, 3]} if self.sealed(state) else {"keep": True, "show": True}

    def apply(self, state: Tiny, seat: Seat, move: Move) -> tuple[Tiny, tuple[Fact, ...]]:
        if seat not in state.seats:
            raise Illegal("UNKNOWN_SEAT")
        if move.do not in self.moves + self.extra:
            raise Illegal("UNKNOWN_ACTION")
        if state.over:
            raise Illegal("GAME_OVER")
        if seat not in self.awaiting(state):
            raise Illegal("ALREADY_CHOSEN" if self.sealed(state) else "NOT_YOUR_TURN")
        if move.do == "timeout":
            after, facts = self.apply(state, seat, self.default(state, seat))
            return after, (Fact("timed_out", {"seat": seat}), *facts)
        if (move.do == "bid") != self.sealed(state):
            raise Illegal("WRONG_PHASE")
        return self._bid(state, seat, move) if move.do == "bid" else self._say(state, seat, move)

    def _bid(self, state: Tiny, seat: Seat, move: Move) -> tuple[Tiny, tuple[Fact, ...]]:
        to = move.args.get("to")
        if to not in (1, 2, 3):
            raise Illegal("MALFORMED")
        bids = tuple(sorted((*state.bids, (seat, to))))
        chosen = Fact("chosen", {"seat": seat})
        if len(bids) < len(state.seats):
            return replace(state, bids=bids), (chosen,)
        order = tuple(sorted(state.seats, key=lambda one: (-dict(bids)[one], one)))
        return replace(state, bids=bids, order=order), (chosen, Fact("bids", {"bids": dict(bids)}))

    def _say(self, state: Tiny, seat: Seat, move: Move) -> tuple[Tiny, tuple[Fact, ...]]:
        tile = {"tile": state.deck[len(state.said)]} if move.do == "show" else {}
        after = replace(state, said=(*state.said, (seat, move.do)))
        facts: list[Fact] = [Fact("said", {"seat": seat, "do": move.do, **tile})]
        if after.over:
            facts.append(Fact("deal_over", {"number": 1, "stacks": self.score(after)}))
        return after, tuple(facts)

    def default(self, state: Tiny, seat: Seat) -> Move:
        return Move("bid", {"to": 1}) if self.sealed(state) else Move("keep")

    def absent(self, state: Tiny, seat: Seat) -> Move:
        return self.default(state, seat)

    def view(self, state: Tiny, seat: Seat | None) -> View:
        done = dict(state.bids)
        bids = {one: bid if state.order or one == seat else None for one, bid in done.items()}
        tiles = {
            one: state.deck[index] if do == "show" or one == seat or state.over else None
            for index, (one, do) in enumerate(state.said)
        }
        mine = state.deck[len(state.said)] if state.order and self.awaiting(state) == (seat,) else None
        return {"game": "tiny", "seat": seat, "bids": bids, "tiles": tiles, "looking_at": mine}

    def lots(self, state: Tiny, seat: Seat | None) -> Json:
        return {}

    def score(self, state: Tiny) -> dict[Seat, int]:
        scores = dict.fromkeys(state.seats, 0)
        return scores | {one: int(state.deck[index]) for index, (one, _) in enumerate(state.said)}

    def result(self, state: Tiny) -> Json | None:
        return {"stacks": self.score(state)} if state.over else None

    def beside(self, state: Tiny) -> Json:
        return {}

    def final(self, state: Tiny) -> Json | None:
        return self.result(state)

    def dump(self, state: Tiny) -> Json:
        return asdict(state)

    def load(self, data: Mapping[str, Any]) -> Tiny:
        return Tiny(
            tuple(data["seats"]),
            tuple(data["deck"]),
            tuple((seat, bid) for seat, bid in data["bids"]),
            tuple(data["order"]),
            tuple((seat, do) for seat, do in data["said"]),
        )
