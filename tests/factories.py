"""People and contests for tests, made through the real services. Olga organises, the others play."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from referee.core import Move
from tests.kept import kept
from tournaments import models
from tournaments.services import clock, contests, draws, registration, sealing, tables, views

NAMES = (
    *("alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "judy", "karl"),
    *("laura", "mike", "nina", "oscar", "peggy", "quentin", "rose", "steve", "trudy"),
)


def person(name: str, **fields: Any) -> models.User:
    """The person of that name, made at the first call."""
    known = models.User.objects.filter(email__iexact=f"{name}@players.example").first()
    return known or models.User.objects.create_user(f"{name}@players.example", name=name, **fields)


def organiser(name: str = "olga") -> models.User:
    return person(name, is_organiser=True)


def draft(
    preset: str = "shangri", *, name: str = "Grand tour", days: float = 2, **fields: Any
) -> models.Contest:
    """A draft of olga's that closes ``days`` from now."""
    local = (clock.now() + timedelta(days=days)).astimezone(ZoneInfo("Europe/Paris")).replace(tzinfo=None)
    fields.setdefault("fee_amount", 0)
    fields.setdefault("cap", 20)  # fewer seeds to commit than for 64
    return contests.create(organiser(), preset, name, closes_local=local, zone="Europe/Paris", **fields)


@kept
def open_contest(players: int | Sequence[str] = 0, **fields: Any) -> models.Contest:
    """A contest open for registration, with its first entrants."""
    contest = draft(**fields)
    contests.announce(contest.pk, contest.organiser)
    for name in NAMES[:players] if isinstance(players, int) else players:
        registration.register(contest.pk, person(name))
    contest.refresh_from_db()
    return contest


@kept
def seated(players: int | Sequence[str] = 5, **fields: Any) -> models.Contest:
    """Closed by the organiser and drawn, not started."""
    contest = open_contest(players, **fields)
    contests.close(contest.pk, contest.organiser)
    contests.draw(contest.pk, contest.organiser)
    contest.refresh_from_db()
    return contest


@kept
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


def stack_decks(monkeypatch: pytest.MonkeyPatch, *decks: Sequence[str]) -> None:
    """Deal n of every table gets the n-th of these decks: drawn as ever, then put in this order.

    A deck may be a beginning; the rest of the cards follow in their canonical order.
    """
    real = draws.draw

    def draw(contest: models.Contest, series: str, kind: str, items: Sequence[str]) -> draws.Drawn:
        drawn = real(contest, series, kind, items)
        if kind != "deck" or drawn.number >= len(decks):
            return drawn
        first = list(decks[drawn.number])
        order = (*first, *(card for card in items if card not in first))
        models.Draw.objects.filter(series=series, n=drawn.number).update(order=sealing.seal_json(order))
        return replace(drawn, order=order)

    draw.decks = decks  # type: ignore[attr-defined]
    monkeypatch.setattr(draws, "draw", draw)


def holdem_deck(hands: dict[str, str], board: str = "", order: str = "") -> list[str]:
    """The beginning of a deck that gives each seat these two cards and turns up this board.

    ``hands``: letter -> "As Kd"; ``order``: the speaking order of the deal, by default the letters'.
    """
    seats = list(order) or sorted(hands)
    cards = {seat: hands[seat].split() for seat in seats}
    return [cards[seat][round_] for round_ in (0, 1) for seat in seats] + board.split()


def act(table: models.Table, *moves: str) -> None:
    """Moves of whoever is awaited, one after the other: ``fold``, ``call``, ``raise 5``, ``all-in``."""
    for words in moves:
        seat = open_turns(table)[0].seat.letter
        do, _, to = words.partition(" ")
        move = Move(do, {"to": int(to)} if to else {})
        tables.play(table.pk, kind="move", seat=seat, move=move, key=secrets.token_hex(8), origin="web")


def play_out(contest: models.Contest) -> models.Contest:
    """Every table to its end: each opener bets one chip, the others call."""
    for table in contest.tables.all():
        while open_turns(table):
            seat = open_turns(table)[0].seat.letter
            free = views.look(table.pk, seat).options or {}
            act(table, "call" if free["call"] else "raise 1")
    contests.advance(contest.pk)
    contest.refresh_from_db()
    return contest
