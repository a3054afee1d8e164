"""People and contests for tests, made through the real services. One cast: olga organises, the others play."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from tournaments import models
from tournaments.services import clock, contests, registration

NAMES = (
    *("alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "judy", "karl"),
    *("laura", "mike", "nina", "oscar", "peggy", "quentin", "rose", "steve", "trudy"),
)


def person(name: str, **fields: Any) -> models.User:
    """The person of that name, made at the first call."""
    known = models.User.objects.filter(email=f"{name}@players.example").first()
    return known or models.User.objects.create_user(f"{name}@players.example", name=name, **fields)


def organiser(name: str = "olga") -> models.User:
    return person(name, is_organiser=True)


def draft(
    preset: str = "shangri", *, name: str = "Grand tour", days: float = 2, **fields: Any
) -> models.Contest:
    """A draft of olga's that closes ``days`` from now."""
    local = (clock.now() + timedelta(days=days)).astimezone(ZoneInfo("Europe/Paris")).replace(tzinfo=None)
    fields.setdefault("fee_amount", 0)
    return contests.create(organiser(), preset, name, closes_local=local, zone="Europe/Paris", **fields)


def open_contest(players: int | Sequence[str] = 0, **fields: Any) -> models.Contest:
    """A contest open for registration, with its first entrants."""
    contest = draft(**fields)
    contests.announce(contest.pk, contest.organiser)
    for name in NAMES[:players] if isinstance(players, int) else players:
        registration.register(contest.pk, person(name))
    contest.refresh_from_db()
    return contest


def seated(players: int | Sequence[str] = 5, **fields: Any) -> models.Contest:
    """Closed by the organiser and drawn, not started."""
    contest = open_contest(players, **fields)
    contests.close(contest.pk, contest.organiser)
    contests.draw(contest.pk, contest.organiser)
    contest.refresh_from_db()
    return contest


def running(players: int | Sequence[str] = 5, **fields: Any) -> models.Contest:
    """Started: the first deal of each table is being played."""
    contest = seated(players, **fields)
    contests.start(contest.pk, contest.organiser)
    contest.refresh_from_db()
    return contest


def table_of(contest: models.Contest, number: int = 1) -> models.Table:
    return contest.tables.select_related("contest").get(number=number)


def open_turns(table: models.Table) -> list[models.Turn]:
    return list(
        table.turns.filter(closed_at__isnull=True).select_related("seat__entry__user").order_by("seat")
    )


def move_clock(table: models.Table, **ago: float) -> datetime:
    """Let the open turns of a table be due since a while."""
    deadline = clock.now() - timedelta(**ago)
    table.turns.filter(closed_at__isnull=True).update(deadline_at=deadline)
    return deadline.astimezone(UTC)
