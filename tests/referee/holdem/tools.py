"""A table to play at in tests: words like ``"C call"`` in, facts, codes and states out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.cards import DECK
from referee.core import Fact, Illegal, Json, Move, NextDeal
from referee.games import GAMES

GAME = GAMES["holdem"]


def blinds(small: int, big: int, ante: int = 0, big_blind_ante: int = 0, from_hand: int = 1) -> Json:
    return {
        "from_hand": from_hand,
        "small_blind": small,
        "big_blind": big,
        "ante": ante,
        "big_blind_ante": big_blind_ante,
    }


def deck_of(order: Sequence[str], holes: Mapping[str, str], board: str = "") -> list[str]:
    """A whole deck that gives each seat the cards wanted (``"As Kd"``) and turns up this board."""
    wanted = {seat: cards.split() for seat, cards in holes.items()}
    named = {card for cards in wanted.values() for card in cards} | set(board.split())
    rest = iter([card for card in DECK if card not in named])
    pairs = [wanted.get(seat) or [next(rest), next(rest)] for seat in order]
    turned = board.split()
    turned += [next(rest) for _ in range(5 - len(turned))]
    return [pair[0] for pair in pairs] + [pair[1] for pair in pairs] + turned + list(rest)


class Table:
    """One deal. ``stacks`` in speaking order: a mapping, or a number for each of ABC…"""

    def __init__(
        self,
        stacks: Mapping[str, int] | Sequence[int],
        level: Json | None = None,
        *,
        preset: str = "holdem",
        holes: Mapping[str, str] | None = None,
        board: str = "",
        setup: Json | None = None,
        **options: Any,
    ) -> None:
        if not isinstance(stacks, Mapping):
            stacks = dict(zip("ABCDEFGHIJ", stacks, strict=False))
        given: Json = {"preset": preset, "hands": 1, **options}
        if preset == "holdem":
            given.setdefault("starting_stack", 0)
            given["levels"] = [level or blinds(50, 100)]
        elif level is not None:
            given["levels"] = [level]
        order = list((setup or {}).get("order", stacks))
        seats = sorted(set(stacks) | set(order))
        state = GAME.start(GAME.rules(given), seats)
        self.deck = deck_of(order, holes or {}, board)
        whole = {"order": order, "stacks": dict(stacks), **(setup or {})}
        self.state, self.opening = GAME.deal(state, whole, self.deck)
        self.facts: list[Fact] = list(self.opening)

    def play(self, *lines: str) -> Table:
        """Each line a move that must be accepted: ``"A raise 5"``, ``"B all-in"``, ``"C remove stays"``."""
        for line in lines:
            seat, move = move_of(line)
            assert self.awaiting or move.do == "remove", f"{line}: the deal is over"
            self.state, facts = GAME.apply(self.state, seat, move)
            self.facts += facts
        return self

    def refused(self, line: str) -> str:
        """The code with which a move is refused; the state stays as it was."""
        seat, move = move_of(line)
        before = GAME.dump(self.state)
        try:
            GAME.apply(self.state, seat, move)
        except Illegal as refusal:
            assert GAME.dump(self.state) == before
            return refusal.code
        raise AssertionError(f"{line}: accepted")

    @property
    def awaiting(self) -> str:
        """The letters of the awaited seats: one, or none."""
        return "".join(GAME.awaiting(self.state))

    @property
    def options(self) -> Json:
        """What the awaited seat may do."""
        options = GAME.options(self.state, self.awaiting)
        assert options is not None
        return options

    @property
    def result(self) -> Json:
        result = GAME.result(self.state)
        assert result is not None, "the deal goes on"
        return result

    @property
    def pots(self) -> list[tuple[int, str, dict[str, int]]]:
        """Amount, rivals and winners of each pot."""
        return [(pot["amount"], "".join(pot["eligible"]), pot["wins"]) for pot in self.result["pots"]]

    @property
    def phase(self) -> str:
        return GAME.phase(self.state)

    @property
    def next_deal(self) -> NextDeal | None:
        return GAME.next_deal(self.state)

    def kinds(self) -> list[str]:
        return [fact.kind for fact in self.facts]

    def of(self, kind: str) -> list[Json]:
        """The data of all facts of a kind."""
        return [dict(fact.data) for fact in self.facts if fact.kind == kind]

    def view(self, seat: str | None = None) -> Json:
        return GAME.view(self.state, seat)


def move_of(line: str) -> tuple[str, Move]:
    seat, do, *rest = line.split()
    if do == "raise":
        return seat, Move(do, {"to": int(rest[0])})
    if do == "remove":
        return seat, Move(do, {"stack": rest[0]})
    return seat, Move(do)
