"""The course of a season: each round opens at its date, is played, counted; then the next, then the end."""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache

from django.db import transaction

from referee.contests.designs import Round
from referee.contests.league import withdrawn
from referee.contests.schedule import MOST, pair, schedule
from referee.contests.standings import Tie, undecided
from tournaments import models
from tournaments.models import Contest, Entry, LeagueRound, Placing, Table
from tournaments.services import clock, ledger, notices, seating, tables
from tournaments.services.leagues import results
from tournaments.services.leagues.extent import DECIDERS
from tournaments.services.registration import locked

_RUNNING = (Table.State.PLAYING, Table.State.PAUSED, Table.State.WAITING)


@lru_cache(maxsize=64)
def planned(players: int, rounds: int) -> tuple[Round, ...]:
    """The schedule of a division, which is the same for everybody who computes it."""
    return schedule(players, rounds)


def advance(contest: int) -> bool:
    """Do what is due: count a round that is over, open the next, end the season. True where it was done."""
    with transaction.atomic():
        row = locked(contest)
        if row.state != Contest.State.RUNNING or row.paused_at is not None:
            return False
        current = row.season.filter(opened_at__isnull=False, over_at__isnull=True).first()
        if current is not None:
            if row.tables.filter(round=current.number, state__in=_RUNNING).exists():
                return False
            _count(row, current)
            return True
        following = row.season.filter(opened_at__isnull=True).first()
        if following is not None and not is_due(row, following):
            return False
        begun = _open(row, following) if following is not None else _end(row)
    for table in begun:
        tables.go_on(table)
    return True


def is_due(row: Contest, one: LeagueRound) -> bool:
    """At its date; chosen so, as soon as the round before it is over."""
    return clock.now() >= one.starts_at or (row.rounds_early and one.number > 1)


def _open(row: Contest, one: LeagueRound) -> list[int]:
    """Pair every division and open its tables. Their ids."""
    made: list[Table] = []
    byes, alone = [], []
    for division, order in _orders(row).items():
        there = [entry for entry in order if entry.state == Entry.State.IN]
        away = _away(one, there)
        byes += [entry.ref for entry in away]
        playing = {entry.ref: entry for entry in there if entry not in away}
        past = _past(row, division, one.number)
        refs = [entry.ref for entry in order]
        plan = [[refs[at] for at in table] for table in planned(len(refs), row.rounds)[one.number - 1]]
        for table in pair(list(playing), past, plan):
            if len(table) == 1:
                alone.append(table[0])
            else:
                made.append(_table(row, one, division, [playing[ref] for ref in table], len(made)))
    one.byes, one.alone = byes, alone
    return _begin(row, one, made)


def _begin(row: Contest, one: LeagueRound, made: list[Table]) -> list[int]:
    one.opened_at = clock.now()
    one.save(update_fields=["opened_at", "byes", "alone", "starts_at", "ends_at"])
    plan = [
        {"ref": table.ref, "division": table.division, "seats": [seat.entry.ref for seat in seats]}
        for table in made
        if (seats := list(table.table_seats.select_related("entry")))
    ]
    data = {"round": one.number, "ends": one.ends_at.isoformat(), "tables": plan}
    ledger.append(
        row, "round", ref=f"{row.ref}/round-{one.number}", data={**data, "byes": one.byes, "alone": one.alone}
    )
    for table in made:
        sitting = [seat.entry for seat in table.table_seats.select_related("entry")]
        told = {"table": table.pk, "round": one.number}
        notices.tell(row, "seated", sitting, once=f"round-{one.number}", data=told)
    return [table.pk for table in made]


def _orders(row: Contest) -> dict[int, list[Entry]]:
    """Division -> its players in the order drawn."""
    found: dict[int, list[Entry]] = {}
    for member in row.members.select_related("entry__user").order_by("division", "place"):
        found.setdefault(member.division, []).append(member.entry)
    return found


def _away(one: LeagueRound, there: list[Entry]) -> list[Entry]:
    announced = set(
        models.Bye.objects.filter(entry__in=there, number=one.number).values_list("entry", flat=True)
    )
    return [entry for entry in there if entry.pk in announced]


def _past(row: Contest, division: int, before: int) -> list[list[list[str]]]:
    """The rounds played before, as tables of ids."""
    rounds: dict[int, list[list[str]]] = {}
    found = row.tables.filter(division=division, round__gt=0, round__lt=before).order_by("number")
    for table in found.prefetch_related("table_seats__entry").only("number", "round"):
        rounds.setdefault(table.round, []).append([seat.entry.ref for seat in table.table_seats.all()])
    return list(rounds.values())


def _table(row: Contest, one: LeagueRound, division: int, sitting: list[Entry], before: int) -> Table:
    number = (row.tables.order_by("-number").values_list("number", flat=True).first() or 0) + 1
    names = list(dict.fromkeys(row.table_names))
    named = names[before] if before < len(names) else str(before + 1)
    table = seating.make_table(row, number, f"{named} {one.number}"[-40:], sitting)
    table.round, table.division, table.closes_at = one.number, division, one.ends_at
    table.state, table.between = Table.State.PLAYING, True
    table.save(update_fields=["round", "division", "closes_at", "state", "between"])
    return table


def _count(row: Contest, one: LeagueRound) -> None:
    """A round is over: results, standings, who is taken out; everybody is told."""
    for table in row.tables.filter(round=one.number).order_by("number"):
        results.settle(row, table)
    one.over_at = clock.now()
    one.save(update_fields=["over_at"])
    entries = {entry.ref: entry for entry in row.entries.all()}
    for division, season in results.seasons(row).items():
        lines = results.lines_of(row)[division]
        data = {"round": one.number, "division": division, "lines": results.said(lines)}
        ledger.append(row, "standings", ref=f"{row.ref}/division-{division}", data=data)
        for ref, number in withdrawn(season).items():
            if number == one.number and entries[ref].state == Entry.State.IN:
                _take_out(row, entries[ref])
    there = [entry for entry in entries.values() if entry.state == Entry.State.IN]
    notices.tell(row, "round", there, once=f"over-{one.number}", data={"round": one.number})


def _take_out(row: Contest, entry: Entry) -> None:
    """Away twice without a word: withdrawn, his results stand."""
    entry.state, entry.withdrawn_at = Entry.State.WITHDRAWN, clock.now()
    entry.save(update_fields=["state", "withdrawn_at"])
    data = {"what": "withdrawn", "state": str(entry.state), "sponsored": entry.sponsored, "strikes": True}
    ledger.append(row, "entry", ref=entry.ref, data={**data, "paid": bool(entry.paid_at)})
    notices.tell(row, "withdrawn", [entry], once=f"withdrawn:{entry.withdrawn_at}")


def ties(row: Contest) -> dict[int, tuple[Tie, ...]]:
    """The shared places that a deciding game must part, by division; too many for a table share theirs."""
    lines = results.lines_of(row)
    entries = {entry.ref: entry for entry in row.entries.all()}
    last = max(lines, default=0)
    found = {}
    for division, own in lines.items():
        still = results.without(own, entries)
        up, down = division > 1, division < last
        asked = undecided(still, title=division == 1, up=up, down=down)
        found[division] = tuple(tie for tie in asked if len(tie.players) <= MOST)
    return found


def _end(row: Contest) -> list[int]:
    """After the last round: deciding games for what is shared (their ids), else the end."""
    played = row.season.count()
    shared = ties(row) if played < row.rounds + DECIDERS else {}
    if not any(shared.values()):
        _finish(row)
        return []
    now = clock.now()
    ends = now + timedelta(days=row.round_days)
    one = LeagueRound.objects.create(contest=row, number=played + 1, starts_at=now, ends_at=ends)
    entries = {entry.ref: entry for entry in row.entries.select_related("user")}
    made: list[Table] = []
    for division, own in shared.items():
        for players in dict.fromkeys(tie.players for tie in own):
            made.append(_table(row, one, division, [entries[ref] for ref in players], len(made)))
    return _begin(row, one, made)


def _finish(row: Contest) -> None:
    entries = {entry.ref: entry for entry in row.entries.all()}
    for division, lines in results.lines_of(row).items():
        played = results.seasons(row)[division].tables
        chips = {ref: sum(table.scores.get(ref, 0) for table in played) for ref in entries}
        Placing.objects.bulk_create(
            Placing(contest=row, entry=entries[line.player], place=line.place, chips=chips[line.player])
            for line in lines
        )
        places = [{"place": line.place, "players": [line.player]} for line in lines]
        ledger.append(row, "ranking", ref=f"{row.ref}/division-{division}", data={"places": places})
    row.state = Contest.State.PROVISIONAL
    row.save(update_fields=["state"])
    if row.automatic:
        seating.conclude(row)


def move_ends(row: Contest, gap: timedelta) -> None:
    """An outage moves the end of the round that is being played, too (clock.md 5)."""
    current = row.season.filter(opened_at__isnull=False, over_at__isnull=True).first()
    if current is not None:
        current.ends_at += gap
        current.save(update_fields=["ends_at"])
        open_tables = row.tables.filter(round=current.number, closes_at__isnull=False)
        for table in open_tables.exclude(state__in=[Table.State.OVER, Table.State.VOID]):
            Table.objects.filter(pk=table.pk).update(closes_at=(table.closes_at or clock.now()) + gap)
