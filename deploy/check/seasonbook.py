"""A season counted again, without a line of the rule book that counted it first (contests.md, 2)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from urllib.parse import urljoin

from deploy.check.world import World
from deploy.local.programs import python
from tournaments.management.bots.browser import Browser, Page


@dataclass(frozen=True)
class Game:
    """A finished table: game points by name. A round after the last one is a deciding game."""

    round: int
    scores: Mapping[str, int]

    def points(self, own: str) -> Fraction:
        others = [score for name, score in self.scores.items() if name != own]
        had = sum(2 * (self.scores[own] > score) + (self.scores[own] == score) for score in others)
        return Fraction(24 * had, 2 * len(others))

    def win(self, own: str) -> Fraction:
        best = max(self.scores.values())
        winners = [name for name, score in self.scores.items() if score == best]
        return Fraction(own in winners, len(winners))


def scores(world: World, page: Page, number: int, there: Sequence[str]) -> dict[str, int]:
    """The game points of a table from its record, downloaded, verified and replayed without the service."""
    file = world.folder / f"league-{number}.json"
    file.write_bytes(Browser(world.site).download(urljoin(page.url, f"{number}/record.json")))
    world.do("verify", *python("-m", "referee", "verify", str(file)))
    played = json.loads(world.do("replay", *python("-m", "referee", "replay", str(file))))
    found: dict[str, int] = played["deals"][0]["result"]["scores"]
    return {name: found[seat] for seat, name in zip("ABCDE", there, strict=False)}


def recount(names: Sequence[str], games: Sequence[Game], rounds: int) -> list[tuple[int, str, Fraction]]:
    """Place, name and points; the names in the order drawn, in which those who share a place stand."""
    played = [game for game in games if game.round <= rounds]
    deciders = [game for game in games if game.round > rounds]
    of = {name: [game for game in played if name in game.scores] for name in names}
    points = {name: sum((game.points(name) for game in of[name]), Fraction(0)) for name in names}

    def wins(name: str, _tied: Sequence[str]) -> Fraction:
        return sum((game.win(name) for game in of[name]), Fraction(0))

    def direct(name: str, tied: Sequence[str]) -> Fraction:
        had = Fraction(0)
        if not all(any(b in game.scores for game in of[a]) for a, b in combinations(tied, 2)):
            return had
        for other in tied:
            met = [game.scores for game in of[name] if other in game.scores and other != name]
            half = [Fraction(2 * (one[name] > one[other]) + (one[name] == one[other]), 2) for one in met]
            had += sum(half, Fraction(0)) / max(len(met), 1)
        return had

    def opponents(name: str, _tied: Sequence[str]) -> Fraction:
        met = [points[other] for game in of[name] for other in game.scores if other != name]
        return sum(met, Fraction(0)) / max(len(met), 1)

    def share(name: str, _tied: Sequence[str]) -> Fraction:
        own = sum(game.scores[name] for game in of[name])
        everybody = sum(sum(game.scores.values()) for game in of[name])
        return Fraction(own, everybody) if everybody else Fraction(0)

    steps: list[Callable[[str, Sequence[str]], Fraction]] = [lambda name, _tied: points[name], wins]
    steps += [direct, opponents, share]
    groups = [list(names)]
    for step in steps:
        groups = [part for group in groups for part in _parted(group, step)]
    for game in deciders:
        groups = [
            part
            for group in groups
            for part in (_parted(group, _score_of(game)) if set(group) <= game.scores.keys() else [group])
        ]
    found: list[tuple[int, str, Fraction]] = []
    for group in groups:
        place = len(found) + 1
        found += [(place, name, points[name]) for name in group]
    return found


def _score_of(game: Game) -> Callable[[str, Sequence[str]], Fraction]:
    return lambda name, _tied: Fraction(game.scores[name])


def _parted(group: list[str], step: Callable[[str, Sequence[str]], Fraction]) -> list[list[str]]:
    values = {name: step(name, group) for name in group}
    ordered = sorted(set(values.values()), reverse=True)
    return [[name for name in group if values[name] == value] for value in ordered]
