"""From a closed list to divisions in an order drawn by lot, with the dates of the rounds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from zoneinfo import ZoneInfo

from referee.contests.league import DIVISION, Division, next_season, round_starts
from referee.contests.schedule import league_sizes
from referee.contests.tables import even_sizes
from tournaments import models
from tournaments.models import Contest, Entry, LeagueRound, Member
from tournaments.services import clock, draws, inputs, ledger, seating


def announced(row: Contest) -> dict[str, object]:
    """The season for the ledger, before anybody registers."""
    found: dict[str, object] = {"rounds": row.rounds, "days": row.round_days, "division": DIVISION}
    return {**found, **({"previous": row.previous.ref} if row.previous is not None else {})}


def draw(row: Contest) -> None:
    """Put the players in order by an auditable lot, opened at once. The contest's row is locked.

    Refusals: Illegal CANNOT_SPLIT; Stale CHECKIN_RUNS, BEACON_AWAITED.
    """
    present = {entry.ref: entry for entry in seating.players(row)}
    league_sizes(len(present))
    inputs.must_be_complete(row)
    drawn = draws.draw(row, f"{row.ref}/seating", "seating", list(present))
    draws.note(row, drawn, "seating")
    draws.reveal(models.Draw.objects.select_related("contest").get(series=drawn.series, n=drawn.number))
    last = _last_season(row, present)
    groups = _groups(drawn.order, last)
    Member.objects.bulk_create(
        Member(contest=row, entry=present[ref], division=number, place=place)
        for number, group in enumerate(groups, start=1)
        for place, ref in enumerate(group)
    )
    rounds = _plan(row)
    data = {
        "groups": [list(group) for group in groups],
        "starts": [one.starts_at.isoformat() for one in rounds],
        "last": [{"ranked": list(one.ranked), "leaving": sorted(one.leaving)} for one in last],
    }
    ledger.append(row, "divisions", ref=f"{drawn.series}#{drawn.number}", data=data)


def _groups(order: Sequence[str], last: Sequence[Division]) -> list[tuple[str, ...]]:
    """The divisions, each in the order drawn: by promotion from the last season, else cut from the order."""
    if not last:
        sizes, rest = even_sizes(len(order), -(-len(order) // DIVISION)), list(order)
        return [tuple(rest.pop(0) for _ in range(size)) for size in sizes]
    known = {player for division in last for player in division.ranked}
    groups = next_season(last, [ref for ref in order if ref not in known])
    return [tuple(ref for ref in order if ref in group) for group in groups]


def _last_season(row: Contest, present: dict[str, Entry]) -> list[Division]:
    """The divisions as the season before left them, in this season's ids; who has not come back keeps his old
    one, with the season's."""
    before = row.previous
    if before is None:
        return []
    by_user = {entry.user_id: ref for ref, entry in present.items() if entry.user_id is not None}
    by_name = {entry.name.casefold(): ref for ref, entry in present.items() if entry.user_id is None}
    found: dict[int, list[str]] = {}
    leaving: dict[int, set[str]] = {}
    placings = before.placings.select_related("entry__member").order_by("place", "entry__member__place")
    for one in placings:
        entry, division = one.entry, one.entry.member.division
        ref = (by_user.get(entry.user_id) if entry.user_id else None) or by_name.get(entry.name.casefold())
        if ref is None:
            ref = f"{before.ref}/{entry.ref}"
            leaving.setdefault(division, set()).add(ref)
        found.setdefault(division, []).append(ref)
    return [Division(tuple(found[number]), frozenset(leaving.get(number, ()))) for number in sorted(found)]


def _plan(row: Contest) -> list[LeagueRound]:
    """Each round at the same local hour, whatever the clocks are set to; it ends where the next begins."""
    first = max(row.starts_at, clock.now()) if row.starts_at is not None else clock.now()
    local = first.astimezone(ZoneInfo(row.zone)).replace(tzinfo=None)
    starts = round_starts(local, row.zone, row.rounds + 1, timedelta(days=row.round_days))
    return LeagueRound.objects.bulk_create(
        LeagueRound(contest=row, number=number, starts_at=starts[number - 1], ends_at=starts[number])
        for number in range(1, row.rounds + 1)
    )
