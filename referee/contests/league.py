"""A league's season: points at a table, absences, who has left, dates, promotion (contests.md, 2).

Points are exact fractions; the mean of a table is 12 whatever its size. Rounds count from 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction

from referee.contests.deadlines import local_instant
from referee.contests.tables import even_sizes
from referee.core import Illegal

FULL = Fraction(24)
"""What beating all opponents is worth; also what a player alone at a table gets."""
BYE = Fraction(12)
"""What the one announced absence of a season is worth."""
STRIKES = 2
"""Absences without a word after which a player is withdrawn."""
DIVISION = 16
"""The most players of a division."""
EVERY = timedelta(weeks=3)
"""The usual length of a round."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """A finished table.

    scores     game points of everybody who was seated, those that the referee played for included
    forfeits   whose time ran out: 0 table points, beaten by all others
    no_shows   who was away without a word: the same, and counted towards being withdrawn
    """

    round: int
    scores: Mapping[str, int]
    forfeits: frozenset[str] = frozenset()
    no_shows: frozenset[str] = frozenset()

    @property
    def out(self) -> frozenset[str]:
        """Who scores nothing here, whatever the cards said."""
        return self.forfeits | self.no_shows

    @property
    def points(self) -> dict[str, Fraction]:
        """Table points by player."""
        return table_points(self.scores, self.out)

    @property
    def wins(self) -> dict[str, Fraction]:
        """The table's win, shared equally by its winners."""
        return table_wins(self.scores, self.out)


@dataclass(frozen=True, slots=True)
class Bye:
    """An absence that was announced before the pairing of its round."""

    round: int
    player: str


@dataclass(frozen=True, slots=True)
class Season:
    """Everything that standings follow from.

    players   the division, in the order drawn        rounds    how many the season has
    tables    the finished ones                       byes      announced absences
    deciders  scores of deciding games, in the order played
    """

    players: tuple[str, ...]
    rounds: int
    tables: tuple[TableResult, ...] = ()
    byes: tuple[Bye, ...] = ()
    deciders: tuple[Mapping[str, int], ...] = ()


def beaten(own: str, other: str, scores: Mapping[str, int], out: frozenset[str] = frozenset()) -> Fraction:
    """What ``own`` has of ``other`` at a table: 1 beaten, ½ tied, 0; who is out is beaten by all who
    are not, and has nothing of anybody."""
    if own in out:
        return Fraction(0)
    if other in out or scores[own] > scores[other]:
        return Fraction(1)
    return Fraction(scores[own] == scores[other], 2)


def table_points(scores: Mapping[str, int], out: frozenset[str] = frozenset()) -> dict[str, Fraction]:
    """24 x (beaten + half of tied) / opponents; alone at a table 24, unless one is out."""
    if len(scores) == 1:
        return {player: FULL * (player not in out) for player in scores}
    return {
        own: FULL
        * sum(beaten(own, other, scores, out) for other in scores if other != own)
        / (len(scores) - 1)
        for own in scores
    }


def table_wins(scores: Mapping[str, int], out: frozenset[str] = frozenset()) -> dict[str, Fraction]:
    """1 for the winner, 1/k each for k who share the win, 0 for all others; nobody wins if all are out."""
    present = {player: points for player, points in scores.items() if player not in out}
    most = max(present.values(), default=0)
    winners = [player for player, points in present.items() if points == most]
    return {player: Fraction(player in winners, max(len(winners), 1)) for player in scores}


def bye_points(season: Season, player: str) -> dict[int, Fraction]:
    """Round -> points of each announced absence: 12 for the first one, 0 for later ones, and 0 in the
    last round (which does not use up the one that is worth 12)."""
    found: dict[int, Fraction] = {}
    for number in sorted({bye.round for bye in season.byes if bye.player == player}):
        counts = BYE not in found.values() and number < season.rounds
        found[number] = BYE if counts else Fraction(0)
    return found


def withdrawn(season: Season) -> dict[str, int]:
    """Player -> the round of his second absence without a word. His results stand."""
    strikes: Counter[str] = Counter()
    found: dict[str, int] = {}
    for table in sorted(season.tables, key=lambda table: table.round):
        strikes.update(table.no_shows)
        for player in table.no_shows:
            if strikes[player] == STRIKES:
                found[player] = table.round
    return found


def round_starts(first: datetime, zone: str, rounds: int, every: timedelta = EVERY) -> tuple[datetime, ...]:
    """When each round begins, in UTC: always at the same local hour, whatever the clocks are set to.

    ``first``: local, without a zone. Refusals: Illegal UNKNOWN_ZONE, MALFORMED (see ``local_instant``).
    """
    return tuple(local_instant(first + number * every, zone) for number in range(rounds))


def promotions(players: int) -> int:
    """How many of a division of ``players`` go up, and as many go down: floor(n / 4)."""
    return players // 4


@dataclass(frozen=True, slots=True)
class Division:
    """A division at the end of a season: its players, best first, and who does not come back."""

    ranked: tuple[str, ...]
    leaving: frozenset[str] = frozenset()

    @property
    def staying(self) -> list[str]:
        return [player for player in self.ranked if player not in self.leaving]


def next_season(divisions: Sequence[Division], newcomers: Sequence[str] = ()) -> tuple[tuple[str, ...], ...]:
    """The divisions of the next season, the top one first; each from its best to its newest.

    Between two divisions a quarter of the smaller one changes places; seats of players who do not
    come back are filled from below; newcomers start at the bottom, which is split evenly when it
    has more than 16. Refusals: Illegal MALFORMED (a player named twice).
    """
    names = [player for division in divisions for player in division.ranked] + list(newcomers)
    if len(set(names)) < len(names):
        raise Illegal("MALFORMED", where="players")
    lists = [division.staying for division in divisions] or [[]]
    own = [list(players) for players in lists]
    for upper in range(len(lists) - 1):
        _exchange(divisions, lists, own, upper)
    bottom = lists.pop() + list(newcomers)
    sizes = even_sizes(len(bottom), -(-len(bottom) // DIVISION)) if bottom else ()
    for size in sizes:
        lists.append(bottom[:size])
        bottom = bottom[size:]
    return tuple(tuple(players) for players in lists if players)


def _exchange(
    divisions: Sequence[Division], lists: list[list[str]], own: list[list[str]], upper: int
) -> None:
    """Move players between a division and the one below it. ``own``: who was there and has not moved."""
    size = len(divisions[upper].ranked)
    count = promotions(min(size, len(divisions[upper + 1].ranked)))
    down = own[upper][-count:] if count else []
    lists[upper] = [player for player in lists[upper] if player not in down]
    up = own[upper + 1][: max(size - len(lists[upper]), 0)]
    own[upper + 1] = own[upper + 1][len(up) :]
    lists[upper] += up
    lists[upper + 1] = down + [player for player in lists[upper + 1] if player not in up]
