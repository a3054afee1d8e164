"""What a season's standings follow from, read from the rows; and how a finished table counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from referee.contests.league import Bye, Season, TableResult
from referee.contests.standings import Line, standings
from referee.core import Json
from tournaments import models
from tournaments.models import Contest, Entry, LeagueRound, Table
from tournaments.services import ledger, records, tables, views

_NEVER = -1
"""In a deciding game, what somebody scores who ran out of time there: less than anybody who played."""


def settle(row: Contest, table: Table) -> Json:
    """The outcome of a finished table, kept with it and in the ledger. Seats by their entrants' ids."""
    seats = {seat.letter: seat.entry.ref for seat in table.table_seats.select_related("entry")}
    chips = views.stacks(table)
    counted = records.live(records.events_of(table))
    acted = {event.seat for event in counted if event.kind == models.Event.Kind.MOVE}
    timed_out = models.Event.Kind.TIMEOUT
    silent = {event.seat for event in counted if event.kind == timed_out and event.origin != tables.END}
    outcome: Json = {
        "scores": {ref: chips.get(letter, 0) for letter, ref in seats.items()},
        "forfeits": [ref for letter, ref in seats.items() if letter in silent and letter in acted],
        "no_shows": [ref for letter, ref in seats.items() if letter not in acted],
    }
    table.outcome = outcome
    table.save(update_fields=["outcome"])
    ledger.append(
        row, "result", ref=table.ref, data={"round": table.round, "division": table.division, **outcome}
    )
    return outcome


def result_of(number: int, outcome: Json) -> TableResult:
    """A stored outcome as the rule book takes it."""
    return TableResult(
        number, outcome["scores"], frozenset(outcome["forfeits"]), frozenset(outcome["no_shows"])
    )


def decided(outcome: Json) -> dict[str, int]:
    """The scores of a deciding game."""
    out = {*outcome["forfeits"], *outcome["no_shows"]}
    return {player: _NEVER if player in out else score for player, score in outcome["scores"].items()}


def seasons(row: Contest, upto: int | None = None) -> dict[int, Season]:
    """Every division as it stands after round ``upto`` (None: the last one that is over). Three queries."""
    members: dict[int, list[str]] = {}
    for member in row.members.select_related("entry").order_by("division", "place"):
        members.setdefault(member.division, []).append(member.entry.ref)
    over = [
        one
        for one in row.season.filter(over_at__isnull=False).order_by("number")
        if upto is None or one.number <= upto
    ]
    numbers = {one.number for one in over}
    found = row.tables.filter(outcome__isnull=False).only("round", "division", "outcome", "number")
    tables = [table for table in found.order_by("number") if table.round in numbers]
    return {
        division: _season(row, division, tuple(players), over, tables)
        for division, players in members.items()
    }


def _season(
    row: Contest,
    division: int,
    players: tuple[str, ...],
    over: Sequence[LeagueRound],
    tables: Sequence[Table],
) -> Season:
    own = [(table.round, table.outcome) for table in tables if table.division == division and table.outcome]
    played = [result_of(number, outcome) for number, outcome in own if number <= row.rounds]
    played += [TableResult(one.number, {ref: 0}) for one in over for ref in one.alone if ref in players]
    return Season(
        players,
        row.rounds,
        tuple(played),
        tuple(Bye(one.number, ref) for one in over for ref in one.byes if ref in players),
        tuple(decided(outcome) for number, outcome in own if number > row.rounds),
    )


def lines_of(row: Contest, upto: int | None = None) -> dict[int, tuple[Line, ...]]:
    """The standings of every division."""
    return {division: standings(season) for division, season in seasons(row, upto).items()}


def without(lines: Sequence[Line], gone: Mapping[str, Entry]) -> list[Line]:
    """Who left of his own accord plays for no title and no promotion either."""
    return [
        replace(line, withdrawn=line.withdrawn or 1)
        if gone[line.player].state == Entry.State.WITHDRAWN
        else line
        for line in lines
    ]


def said(lines: Sequence[Line]) -> list[Json]:
    """Standings for the ledger: exact fractions as text."""
    return [{"place": line.place, "player": line.player, "points": text(line.points)} for line in lines]


def text(value: Fraction) -> str:
    return str(value)
