"""Figures about pairs of players, from what everybody could see: a count each, and what chance would give.

A pair shares a table. Each figure stands beside its base rate: what would be expected if, in every deal,
the partner were exchanged at random for another player of it, and the player himself did what he did. None
of them says that somebody played unfairly: neighbours follow each other in time, and somebody has to win the
chips.

Units: whole chips; seconds since any one moment. Base rates are exact fractions. Nothing here reads a clock,
a file or a card.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

CLOSE = 600
"""Moves so many seconds apart, or fewer, are close together."""

type Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a player in a deal, and how it ended.

    at       when his move was received, in seconds; None: he let the time pass
    did      fold, check, call, raise, or other
    against  whose bet or raise he had to answer; "": nobody's
    alone    the one player who was still in beside him; "": there were several
    """

    player: str
    at: int | None
    did: str = "other"
    against: str = ""
    alone: str = ""


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that is over. ``net``: chips won less chips lost, of each player; {} in a game without."""

    players: tuple[str, ...]
    turns: tuple[Turn, ...] = ()
    net: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Figure:
    """``seen`` out of ``chances`` (0: there is no such number), and ``expected`` by chance."""

    seen: Fraction
    expected: Fraction
    chances: int = 0


NOTHING = Figure(Fraction(0), Fraction(0))


@dataclass(frozen=True, slots=True)
class Figures:
    """Of ``one`` towards ``other``. ``chips`` went from one to the other; ``folds``: one gave up against the
    other's bet; ``checks``: one checked with nobody but the other left; ``close``: a move of the other lay
    close to a move of one's; ``silences``: deals in which both let the time pass."""

    one: str
    other: str
    chips: Figure
    folds: Figure
    checks: Figure
    close: Figure
    silences: Figure


def figures(deals: Sequence[Deal]) -> dict[Pair, Figures]:
    """Of one table's deals, in their order: (one, other) -> figures, for all who met in a deal."""
    chips, folds, checks = _chips(deals), _answers(deals, _folds), _answers(deals, _checks)
    close, silences = _close(deals), _silences(deals)
    return {
        pair: Figures(
            *pair,
            *(found.get(pair, NOTHING) for found in (chips, folds, checks, close, silences)),
        )
        for pair in sorted(_met(deals))
    }


def moved(deal: Deal) -> dict[Pair, Fraction]:
    """(loser, winner) -> chips that went from one to the other in a deal.

    Chips have no names: a winner gets from each loser by the share that this one lost. What all together lost
    is what they won; where chips left play (a player was disqualified with his), what the winners won.
    """
    lost = {player: -net for player, net in deal.net.items() if net < 0}
    total = sum(lost.values())
    return {
        (loser, winner): Fraction(loss * won, total)
        for winner, won in deal.net.items()
        if won > 0
        for loser, loss in lost.items()
    }


def flow(deals: Iterable[Deal]) -> dict[Pair, Fraction]:
    """(one, other) -> chips that went from one to the other, less those that came back: antisymmetric."""
    found: defaultdict[Pair, Fraction] = defaultdict(Fraction)
    for deal in deals:
        for (loser, winner), chips in moved(deal).items():
            found[loser, winner] += chips
            found[winner, loser] -= chips
    return dict(found)


def _met(deals: Iterable[Deal]) -> set[Pair]:
    pairs = {pair for deal in deals for pair in combinations(deal.players, 2)}
    return pairs | {(other, one) for one, other in pairs}


def _others(deal: Deal, player: str) -> list[str]:
    return [other for other in deal.players if other != player]


def _chips(deals: Iterable[Deal]) -> dict[Pair, Figure]:
    """A player's loss in a deal would have gone to each of the others alike."""
    seen: defaultdict[Pair, Fraction] = defaultdict(Fraction)
    expected: defaultdict[Pair, Fraction] = defaultdict(Fraction)
    for deal in deals:
        for (loser, winner), chips in moved(deal).items():
            seen[loser, winner] += chips
            for other in _others(deal, loser):
                expected[loser, other] += chips / (len(deal.players) - 1)
    return {pair: Figure(seen[pair], chance) for pair, chance in expected.items()}


def _folds(turn: Turn) -> tuple[str, bool]:
    return turn.against, turn.did == "fold"


def _checks(turn: Turn) -> tuple[str, bool]:
    """Where there was nothing to answer, and one could have bet."""
    return ("" if turn.against else turn.alone), turn.did == "check"


def _answers(deals: Iterable[Deal], read: Callable[[Turn], tuple[str, bool]]) -> dict[Pair, Figure]:
    """How often a player did so towards each partner; by chance as often as towards all of them together.
    What silence did was nobody's decision."""
    chances: defaultdict[Pair, int] = defaultdict(int)
    seen: defaultdict[Pair, int] = defaultdict(int)
    for deal in deals:
        for turn in deal.turns:
            towards, did = read(turn)
            if towards and turn.at is not None:
                chances[turn.player, towards] += 1
                seen[turn.player, towards] += did
    rates = {player: _rate(player, seen, chances) for player, _ in chances}
    return {
        pair: Figure(Fraction(seen[pair]), count * rates[pair[0]], count) for pair, count in chances.items()
    }


def _rate(player: str, seen: Mapping[Pair, int], chances: Mapping[Pair, int]) -> Fraction:
    own = [pair for pair in chances if pair[0] == player]
    return Fraction(sum(seen[pair] for pair in own), sum(chances[pair] for pair in own))


def _close(deals: Iterable[Deal]) -> dict[Pair, Figure]:
    """For each move of one: whether a move of the other, in the same deal, lay close to it."""
    seen: defaultdict[Pair, int] = defaultdict(int)
    expected: defaultdict[Pair, Fraction] = defaultdict(Fraction)
    chances: defaultdict[Pair, int] = defaultdict(int)
    for deal in deals:
        moves = [(turn.player, turn.at) for turn in deal.turns if turn.at is not None]
        for player, at in moves:
            near = {other for other, when in moves if other != player and abs(when - at) <= CLOSE}
            for other in _others(deal, player):
                chances[player, other] += 1
                seen[player, other] += other in near
                expected[player, other] += Fraction(len(near), len(deal.players) - 1)
    return {pair: Figure(Fraction(seen[pair]), expected[pair], count) for pair, count in chances.items()}


def _silences(deals: Iterable[Deal]) -> dict[Pair, Figure]:
    """For each deal in which one let the time pass: whether the other did so, too."""
    seen: defaultdict[Pair, int] = defaultdict(int)
    expected: defaultdict[Pair, Fraction] = defaultdict(Fraction)
    chances: defaultdict[Pair, int] = defaultdict(int)
    for deal in deals:
        silent = {turn.player for turn in deal.turns if turn.at is None}
        for player in silent:
            for other in _others(deal, player):
                chances[player, other] += 1
                seen[player, other] += other in silent
                expected[player, other] += Fraction(len(silent) - 1, len(deal.players) - 1)
    return {pair: Figure(Fraction(seen[pair]), expected[pair], count) for pair, count in chances.items()}


# --- a table's facts as deals


class Reader:
    """Reads the events of one deal of hold'em, in their order: ``take`` each, then ``deal`` at its end."""

    def __init__(self) -> None:
        self._players: tuple[str, ...] = ()
        self._before: dict[str, int] = {}
        self._after: dict[str, int] | None = None
        self._left: defaultdict[str, int] = defaultdict(int)
        self._in: set[str] = set()
        self._bettor = ""
        self._turns: list[Turn] = []

    def take(self, facts: Iterable[Mapping[str, Any]], *, seat: str, at: int | None, moved: bool) -> None:
        """The facts of an event (``referee.games.holdem``). ``moved``: it was a turn of ``seat``; ``at``:
        when its move was received, None where the time had passed."""
        for fact in facts:
            kind = fact["fact"]
            if moved and kind in _DID and fact["seat"] == seat:
                self._turns.append(self._turn(seat, at, _DID[kind]))
                moved = False
            self._note(kind, fact)

    def _turn(self, seat: str, at: int | None, did: str) -> Turn:
        others = self._in - {seat}
        alone = next(iter(others)) if len(others) == 1 else ""
        against = self._bettor if self._bettor != seat else ""
        return Turn(seat, at, did, against, alone)

    def _note(self, kind: str, fact: Mapping[str, Any]) -> None:
        if kind == "deal":
            self._players, self._before = tuple(fact["order"]), dict(fact["stacks"])
            self._in = set(self._players)
        elif kind in ("bet", "raised"):
            self._bettor = fact["seat"]
        elif kind == "street":
            self._bettor = ""
        elif kind == "folded" or (kind == "removed" and fact.get("folded")):
            self._in.discard(fact["seat"])
        elif kind == "deal_over":
            self._after = dict(fact["stacks"])
        if kind == "removed":
            self._left[fact["seat"]] += fact.get("chips", 0)
        elif kind == "uncalled" and fact.get("leaves"):
            self._left[fact["seat"]] += fact["amount"]

    def deal(self) -> Deal | None:
        """None where it is not over."""
        if self._after is None:
            return None
        net = {
            seat: self._after.get(seat, 0) + self._left[seat] - self._before.get(seat, 0)
            for seat in self._players
        }
        return Deal(self._players, tuple(self._turns), net)


_DID = {"folded": "fold", "checked": "check", "called": "call", "bet": "raise", "raised": "raise"}


def both_ways(found: Mapping[Pair, Figures], order: Sequence[str]) -> Iterator[tuple[Figures, Figures]]:
    """Each pair once, in the order of the seats: (one towards the other, the other towards one)."""
    for one, other in combinations(order, 2):
        if (one, other) in found:
            yield found[one, other], found[other, one]
