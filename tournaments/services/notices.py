"""Notices as rows: written with the change, sent afterwards (``services.post``)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from referee.contests.timebank import forfeits
from tournaments import models
from tournaments.services import clock, wake
from tournaments.services.desk import Desk

_STAFF = (models.Event.Kind.PAUSE, models.Event.Kind.RESUME, models.Event.Kind.RULING)
"""Events of the staff: everybody at the table is told, whatever he chose."""


def after_event(desk: Desk, event: models.Event) -> None:
    """One row per reader: your turn, the end of a deal, or (who asked for it) everything."""
    rows: list[models.Notice] = []
    on_turn: set[str] = set()
    for turn in desk.opened:
        if turn.seat.automatic or turn.seat.entry.user_id is None:
            continue
        on_turn.add(turn.seat.letter)
        if turn.seat.entry.user is not None and not turn.seat.entry.user.told_of_turns:
            continue  # his own choice, which his digest and his pages make up for
        rows.append(_row(desk, turn.seat, "turn", f"turn:{turn.pk}", event, turn))
    for seat in desk.seats:
        kind = _kind(desk, seat, event, on_turn)
        if kind is not None:
            rows.append(_row(desk, seat, kind, f"{kind}:{desk.table.pk}:{event.number}:{seat.letter}", event))
    models.Notice.objects.bulk_create(rows, ignore_conflicts=True)
    if rows:
        wake.poke("tournaments.send")


def _kind(desk: Desk, seat: models.Seat, event: models.Event, on_turn: set[str]) -> str | None:
    user = seat.entry.user
    if user is None:
        return None
    if event.kind in _STAFF:
        return "staff"
    wants = user.notices
    if event.seat == seat.letter and forfeits(event.facts):
        return "event"
    if desk.deal_ended and wants in (models.User.Notices.DEALS, models.User.Notices.EVERYTHING):
        return "deal"
    if wants == models.User.Notices.EVERYTHING and seat.letter != event.seat and seat.letter not in on_turn:
        return "event"
    return None


def _row(
    desk: Desk, seat: models.Seat, kind: str, key: str, event: models.Event, turn: models.Turn | None = None
) -> models.Notice:
    return models.Notice(
        user_id=seat.entry.user_id,
        kind=kind,
        key=key,
        contest_id=desk.table.contest_id,
        table=desk.table,
        turn=turn,
        data={"event": event.number, "deal": event.deal, "seat": seat.letter},
        created_at=desk.now,
        retry_at=desk.now,
    )


def tell(
    contest: models.Contest,
    kind: str,
    entries: Iterable[models.Entry],
    *,
    once: str,
    data: dict[str, Any] | None = None,
    at: datetime | None = None,
) -> None:
    """A notice about a contest to each entrant who has an account; ``once`` names the occasion."""
    at = at or clock.now()
    rows = [
        models.Notice(
            user_id=entry.user_id,
            kind=kind,
            key=f"{kind}:{contest.pk}:{once}:{entry.pk}",
            contest=contest,
            data={**(data or {}), "entry": entry.pk},
            created_at=at,
            retry_at=at,
        )
        for entry in entries
        if entry.user_id is not None
    ]
    models.Notice.objects.bulk_create(rows, ignore_conflicts=True)
    if rows:
        wake.poke("tournaments.send")


def tell_person(
    user: models.User,
    kind: str,
    *,
    key: str,
    contest: models.Contest | None = None,
    table: models.Table | None = None,
    data: dict[str, Any],
) -> None:
    """A notice to one person: the organiser, a croupier, the player of a case."""
    at = clock.now()
    models.Notice.objects.bulk_create(
        [
            models.Notice(
                user=user,
                kind=kind,
                key=key,
                contest=contest,
                table=table,
                data=data,
                created_at=at,
                retry_at=at,
            )
        ],
        ignore_conflicts=True,
    )
    wake.poke("tournaments.send")
