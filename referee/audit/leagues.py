"""A league against its chain: order, pairing, results and standings follow from what stands before them.

Each entry is computed again from the entries before it and from the replayed tables (contests.md, 2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from referee.audit.books import Said
from referee.audit.replaying import Replay
from referee.contests.league import Bye, Division, Season, TableResult, next_season
from referee.contests.schedule import pair, schedule
from referee.contests.standings import Line, standings, undecided
from referee.contests.tables import even_sizes
from referee.core import Illegal

type Order = Callable[[str, int], tuple[str, ...] | None]

END = "end"
"""The origin of moves that the fixed end of a round makes: they cost nobody his points."""
_NEVER = -1


@dataclass(slots=True)
class _Season:
    """What the chain has said so far."""

    rounds: int = 0
    largest: int = 16
    groups: list[list[str]] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)
    away: set[tuple[str, int]] = field(default_factory=set)
    paired: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    ends: dict[int, str] = field(default_factory=dict)
    byes: list[Bye] = field(default_factory=list)
    alone: list[tuple[int, str]] = field(default_factory=list)
    results: dict[str, dict[str, Any]] = field(default_factory=dict)

    def season(self, division: int) -> Season:
        """What standings follow from, as ``tournaments.services.leagues.results`` puts it together."""
        players = tuple(self.groups[division - 1])
        own = [one for one in self.results.values() if one["division"] == division]
        played = [_result(one) for one in own if one["round"] <= self.rounds]
        played += [TableResult(number, {one: 0}) for number, one in self.alone if one in players]
        byes = tuple(bye for bye in self.byes if bye.player in players)
        deciders = tuple(_decided(one) for one in own if one["round"] > self.rounds)
        return Season(players, self.rounds, tuple(played), byes, deciders)

    def lines(self, division: int) -> tuple[Line, ...]:
        return standings(self.season(division))


def _result(one: Mapping[str, Any]) -> TableResult:
    return TableResult(one["round"], one["scores"], frozenset(one["forfeits"]), frozenset(one["no_shows"]))


def _decided(one: Mapping[str, Any]) -> dict[str, int]:
    out = {*one["forfeits"], *one["no_shows"]}
    return {player: _NEVER if player in out else score for player, score in one["scores"].items()}


def leagues(said: Sequence[Said], replays: Mapping[str, Replay], order: Order) -> Iterator[str]:
    """The problems, a line each. ``said``: (kind, ref, data) of the entries about a season."""
    season = _Season()
    for one in said:
        kind, ref, data = one.what
        if not season.rounds and kind != "league":
            continue
        try:
            for line in _READERS[kind](season, ref, data, replays, order):
                yield f"row {one.seq}: {line}"
        except (KeyError, TypeError, ValueError, AttributeError, IndexError, Illegal):
            yield f"row {one.seq}: what it says of the league cannot be read"
            return


type _Read = Iterator[str]


def _league(
    season: _Season, ref: str, data: Mapping[str, Any], replays: Mapping[str, Replay], order: Order
) -> _Read:
    season.rounds, season.largest = int(data["rounds"]), int(data["division"])
    yield from ()


def _divisions(
    season: _Season, ref: str, data: Mapping[str, Any], replays: Mapping[str, Replay], order: Order
) -> _Read:
    """The lot, cut into divisions; after an earlier season by promotion, each in the order drawn."""
    season.groups = [[str(player) for player in group] for group in data["groups"]]
    series, _, number = ref.rpartition("#")
    drawn = order(series, int(number))
    if drawn is None:
        return
    last = [Division(tuple(one["ranked"]), frozenset(one["leaving"])) for one in data["last"]]
    if last:
        known = {player for division in last for player in division.ranked}
        found = next_season(last, [player for player in drawn if player not in known])
        wanted = [[player for player in drawn if player in group] for group in found]
    else:
        sizes, rest = even_sizes(len(drawn), -(-len(drawn) // season.largest)), list(drawn)
        wanted = [[rest.pop(0) for _ in range(size)] for size in sizes]
    if wanted != season.groups:
        yield "the divisions are not those that follow from the lot"


def _bye(
    season: _Season, ref: str, data: Mapping[str, Any], replays: Mapping[str, Replay], order: Order
) -> _Read:
    key = (ref, int(data["round"]))
    if key[1] in season.paired:
        yield f"{ref} announces an absence in round {key[1]}, which is paired already"
    elif data["what"] == "announced":
        season.away.add(key)
    else:
        season.away.discard(key)


def _entry(
    season: _Season, ref: str, data: Mapping[str, Any], replays: Mapping[str, Replay], order: Order
) -> _Read:
    if data["what"] == "withdrawn" and season.groups:
        season.gone.add(ref)
    yield from ()


def _round(
    season: _Season, ref: str, data: Mapping[str, Any], replays: Mapping[str, Replay], order: Order
) -> _Read:
    """Who plays whom: the schedule, mended for those who are away; or a deciding game of equals."""
    number, tables = int(data["round"]), [dict(one) for one in data["tables"]]
    if number in season.paired or number != len(season.paired) + 1:
        yield f"round {number} is not the next one"
    if number > season.rounds:
        yield from _deciders(season, tables)
    else:
        yield from _pairing(season, number, data, tables)
    season.paired[number], season.ends[number] = tables, str(data["ends"])
    season.byes += [Bye(number, str(player)) for player in data["byes"]]
    season.alone += [(number, str(player)) for player in data["alone"]]


def _pairing(season: _Season, number: int, data: Mapping[str, Any], tables: list[dict[str, Any]]) -> _Read:
    byes: list[str] = []
    alone: list[str] = []
    for division, players in enumerate(season.groups, start=1):
        there = [player for player in players if player not in season.gone]
        away = [player for player in there if (player, number) in season.away]
        byes += away
        past = [
            [one["seats"] for one in season.paired[before] if one["division"] == division]
            for before in range(1, number)
        ]
        plan = [[players[at] for at in table] for table in schedule(len(players), season.rounds)[number - 1]]
        made = pair([player for player in there if player not in away], past, plan)
        alone += [table[0] for table in made if len(table) == 1]
        wanted = [list(table) for table in made if len(table) > 1]
        if [one["seats"] for one in tables if one["division"] == division] != wanted:
            yield f"round {number}, division {division}: other tables than the schedule gives"
    if list(data["byes"]) != byes:
        yield f"round {number}: its byes are not those that were announced"
    if list(data["alone"]) != alone:
        yield f"round {number}: others are alone than the pairing leaves"


def _deciders(season: _Season, tables: list[dict[str, Any]]) -> _Read:
    for one in tables:
        division = int(one["division"])
        lines = [
            replace(line, withdrawn=line.withdrawn or 1) if line.player in season.gone else line
            for line in season.lines(division)
        ]
        last = len(season.groups)
        tied = undecided(lines, title=division == 1, up=division > 1, down=division < last)
        if tuple(one["seats"]) not in [tie.players for tie in tied]:
            yield f"{one['ref']}: no place is shared by these players that a deciding game would part"


def _table_result(
    season: _Season, ref: str, data: Mapping[str, Any], replays: Mapping[str, Replay], order: Order
) -> _Read:
    """Scores and who ran out of time, as the table played again has them."""
    paired = next((one for one in season.paired[int(data["round"])] if one["ref"] == ref), None)
    if paired is None or paired["division"] != data["division"] or ref in season.results:
        yield f"{ref}: no table of round {data['round']} waits for this result"
        return
    season.results[ref] = dict(data)
    replay = replays.get(ref)
    if replay is None or not replay.ended:
        return
    seats = dict(zip(replay.seats, paired["seats"], strict=True))
    if {seats[seat]: score for seat, score in replay.score().items()} != data["scores"]:
        yield f"{ref}: its scores are not those that were played"
    ends = datetime.fromisoformat(season.ends[int(data["round"])])
    ended = [one for one in replay.counted("timeout") if one["origin"] == END]
    if any(datetime.fromisoformat(one["received"]) < ends for one in ended):
        yield f"{ref}: it was ended before its round was"
    silent = {one["seat"] for one in replay.counted("timeout") if one["origin"] != END}
    acted = {one["seat"] for one in replay.counted("move")}
    forfeits = [player for seat, player in seats.items() if seat in silent and seat in acted]
    no_shows = [player for seat, player in seats.items() if seat not in acted]
    if (forfeits, no_shows) != (data["forfeits"], data["no_shows"]):
        yield f"{ref}: others ran out of time than its events say"


def _standings(
    season: _Season, ref: str, data: Mapping[str, Any], replays: Mapping[str, Replay], order: Order
) -> _Read:
    lines = season.lines(int(data["division"]))
    wanted = [{"place": line.place, "player": line.player, "points": str(line.points)} for line in lines]
    if data["lines"] != wanted:
        yield f"the standings of division {data['division']} after round {data['round']} are others"


_READERS: dict[str, Callable[..., _Read]] = {
    "league": _league,
    "divisions": _divisions,
    "bye": _bye,
    "entry": _entry,
    "round": _round,
    "result": _table_result,
    "standings": _standings,
}
