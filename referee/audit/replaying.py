"""Tables against the chain: the facts of each event follow from its inputs, by the rule book."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from referee import undoing
from referee.audit.ballots import Ballots
from referee.audit.books import Said
from referee.core import Fact, Illegal, Json, Move, Refusal
from referee.games import GAMES

type Orders = Callable[[str, int], tuple[str, ...] | None]
"""The drawn order of a series' n-th draw; None while it is secret."""


class Sealed(Exception):
    """A deck, a lot or a choice is still secret: here the replay ends."""


class Replay:
    """One table. ``moves`` counts what was played again, ``ended`` says that nothing was left out."""

    def __init__(self, table: Mapping[str, Any], events: Sequence[Said], orders: Orders) -> None:
        self.ref, self.moves, self.ended = str(table["ref"]), 0, False
        self._game = GAMES[table["game"]]
        self._seats, self._opened = list(table["seats"]), table.get("opened") or {}
        self._events, self._orders = events, orders
        self._state: Any = None
        self._rules: Json = {}
        self._course: list[tuple[int, Any]] = [(0, None)]
        """(event, the state after it) of all that still counts."""
        self._deals, self._cards, self._turned = [0], frozenset[str](), 0
        """With which events the deals that count began, the cards, and the last event that turned one up."""
        self._ballots = Ballots()

    def problems(self) -> Iterator[str]:
        """A line each; the first event that does not follow ends the replay: all behind it hangs on it."""
        for place, said in enumerate(self._events, start=1):
            number, data = said.what
            where = f"{self.ref}: row {said.seq}, event {number}"
            if number != place:
                yield f"{where}: event {place} is next"
                return
            try:
                problem = self._again(number, data)
            except Sealed:
                return
            except Refusal as refusal:
                problem = f"refused by the rules: {refusal}"
            except (KeyError, TypeError, ValueError, AttributeError, IndexError):
                problem = "its input cannot be read"
            if problem:
                yield f"{where}: {problem}"
                return
            self._note(number, data)
        self.ended = True

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(self._seats)

    def score(self) -> dict[str, int]:
        """Chips or points by seat where it stands now."""
        return self._game.score(self._state) if self._state is not None else dict.fromkeys(self._seats, 0)

    def counted(self, kind: str) -> list[Mapping[str, Any]]:
        """The events of one kind that still count: no ruling has gone back behind them."""
        there = {number for number, _ in self._course}
        return [
            said.what[1] for said in self._events if said.what[1]["kind"] == kind and said.what[0] in there
        ]

    def _again(self, number: int, data: Mapping[str, Any]) -> str:
        asked = data.get("input", self._opened.get(str(number)))
        if data["kind"] == "deal":
            return self._deal(asked, data["facts"])
        if data["kind"] == "ruling" and undoing.is_undo(asked):
            return self._undo(asked, data["facts"])
        removed = data["kind"] == "ruling" and asked is not None and "do" in asked
        if data["kind"] not in ("move", "timeout") and not removed:
            return ""  # the clock, pauses, rulings that move nothing at the table
        if asked is None:
            raise Sealed
        self._state, facts = self._game.apply(self._state, data["seat"], Move.from_json(asked))
        self.moves += 1
        return _differ(facts, data["facts"])

    def _note(self, number: int, data: Mapping[str, Any]) -> None:
        """What a later ruling may go back to, and what it may not pass."""
        self._ballots.note(number, data["kind"], data["facts"])
        if data["kind"] == "deal":
            self._deals.append(number)
        elif undoing.turned_up(data["facts"], self._cards):
            self._turned = number
        self._course.append((number, self._state))

    def _undo(self, asked: Json, stated: Any) -> str:
        """Back to a moment that counts: before the running deal, or in it and after its last open card; and
        before an earlier deal where those whom a proposal asked have agreed."""
        to, last = asked["to"], self._deals[-1]
        if "proposal" in asked and (problem := self._ballots.problem(asked)):
            return problem
        earlier = "proposal" in asked and to + 1 in self._deals
        allowed = to == last - 1 or earlier if asked["void"] else to >= max(last, self._turned)
        if not allowed:
            return "it goes back farther than a ruling may"
        self._course = [(at, state) for at, state in self._course if at <= to]
        self._deals = [at for at in self._deals if at <= to]
        self._ballots.back(to)
        self._state = self._course[-1][1]
        return "" if undoing.facts(asked) == stated else "other facts follow from its input"

    def _deal(self, asked: Json, stated: Any) -> str:
        if self._state is None:
            self._rules = asked["rules"]
            self._state = self._game.start(self._rules, self._seats)
        if asked["rules"] != self._rules:
            return "the rules were changed in the middle of the match"
        need = self._game.next_deal(self._state)
        if need is None:
            raise Illegal("WRONG_PHASE")
        if (asked["number"], asked["setup"]) != (need.number, need.setup):
            return "the deal is begun otherwise than the rules ask"
        deck = self._order(asked["deck"]["series"], asked["deck"]["n"], need.items)
        self._cards = frozenset(need.items)
        lots = {
            name: [
                list(self._order(f"{self.ref}/lots", lot["n"], items))
                for lot, items in zip(asked["lots"][name], wanted, strict=True)
            ]
            for name, wanted in need.lots.items()
        }
        self._state, facts = self._game.deal(self._state, need.setup, deck, lots)
        return _differ(facts, stated)

    def _order(self, series: str, number: int, items: Sequence[str]) -> tuple[str, ...]:
        order = self._orders(series, number)
        if order is None:
            raise Sealed
        if sorted(order) != sorted(items):
            raise Illegal("MALFORMED", where="another deck than the rules ask for")
        return order


def _differ(facts: Sequence[Fact], stated: Any) -> str:
    return "" if [fact.to_json() for fact in facts] == stated else "other facts follow from its input"
