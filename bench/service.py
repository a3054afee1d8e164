"""The service on its database: moves through the one door, statements a move, turns due at one instant.

Run inside ``python -m bench``, which brings the database up and sets Django up first.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import connection
from psycopg import sql as sqls

from bench.measure import Row
from referee.core import Json, Move
from tests import factories
from tournaments import models
from tournaments.services import clock, sweep, tables, views

type Statement = tuple[str, Any]

MOVES = 200
DUE = 5000
PADDING = 10_000


def endless(name: str, players: int = 6) -> models.Table:
    """A table with chips for a very long game."""
    level = {"from_hand": 1, "small_blind": 1, "big_blind": 2, "ante": 0, "big_blind_ante": 0}
    rules = {"starting_stack": 1_000_000, "hands": 300, "levels": [level]}
    return factories.table_of(factories.running(players, preset="holdem", name=name, rules=rules))


def _next(table: models.Table) -> tuple[str, Move, int]:
    turn = factories.open_turns(table)[0]
    options: Json | None = views.look(table.pk, turn.seat.letter).options
    assert options is not None
    return turn.seat.letter, Move("check" if options["check"] else "call"), turn.number


@contextmanager
def captured() -> Iterator[list[Statement]]:
    """The statements that run meanwhile."""
    seen: list[Statement] = []

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        seen.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield seen


def play_moves(table: models.Table, count: int) -> tuple[float, list[list[Statement]]]:
    """Seconds spent inside the door, and what each move said to the database."""
    spent, said = 0.0, []
    for number in range(count):
        seat, move, expected = _next(table)
        with captured() as statements:
            start = time.perf_counter()
            tables.play(
                table.pk,
                kind="move",
                key=f"bench {table.pk} {number} {time.monotonic_ns()}",
                origin="web",
                seat=seat,
                move=move,
                expected=expected,
            )
            spent += time.perf_counter() - start
        said.append(list(statements))
    return spent, said


def copy_database(url: str, name: str) -> str:
    """A copy of the database as it is now, for the same statements to run on."""
    server = f"{url.rpartition('/')[0]}/template1"
    source = url.rpartition("/")[2]
    connection.close()
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(
            sqls.SQL("CREATE DATABASE {} TEMPLATE {}").format(sqls.Identifier(name), sqls.Identifier(source))
        )
    return f"{url.rpartition('/')[0]}/{name}"


def floor(url: str, said: list[list[Statement]]) -> float:
    """Seconds that the same statements take by bare psycopg, a transaction a move."""
    spent = 0.0
    with psycopg.connect(url, autocommit=True) as bare:
        for statements in said:
            start = time.perf_counter()
            with bare.transaction(), bare.cursor() as cursor:
                for text, params in statements:
                    cursor.execute(text, params)
                    if cursor.description:
                        cursor.fetchall()
            spent += time.perf_counter() - start
    return spent


def door(url: str) -> list[Row]:
    """Moves a second against the floor; statements a move with few and with many events."""
    table = endless("Bench door")
    play_moves(table, 50)
    copy = copy_database(url, "bench_floor")
    spent, said = play_moves(table, MOVES)
    bare = floor(copy, said)
    few = statistics.median(len(one) for one in said)
    _pad(table)
    many_spent, many_said = play_moves(table, MOVES)
    many = statistics.median(len(one) for one in many_said)
    return [
        Row(
            "moves/s through the one door (one connection)",
            f"{MOVES / spent:,.0f}",
            f"the same SQL by bare psycopg: {MOVES / bare:,.0f}",
            bare / spent,
            "0.5",
        ),
        Row(
            f"statements a move at 50-250 and at {PADDING:,}+ events",
            f"{few:.0f}",
            f"{many:.0f}",
            few / many,
            "1 (flat)",
        ),
        Row(
            f"moves/s at {PADDING:,}+ events of the table",
            f"{MOVES / many_spent:,.0f}",
            f"at 50-250 events: {MOVES / spent:,.0f}",
            spent / many_spent,
            "1 (flat)",
        ),
    ]


def _pad(table: models.Table) -> None:
    """Give the table a long past: events that only moved the clock."""
    table.refresh_from_db()
    now = clock.now()
    start = table.last_event
    models.Event.objects.bulk_create(
        models.Event(
            table=table,
            number=start + number,
            kind="clock",
            facts=[],
            origin="bench",
            key=f"padding {number}",
            received_at=now,
            created_at=now,
        )
        for number in range(1, PADDING + 1)
    )
    table.last_event = start + PADDING
    table.save(update_fields=["last_event"])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def due(count: int = DUE) -> list[Row]:
    """Turns that are all due at one instant: how late each is resolved, by one sweeper."""
    _crowd(factories.table_of(factories.running(6, name="Bench due")), count)
    models.Turn.objects.filter(closed_at__isnull=True).update(deadline_at=clock.now())
    time.sleep(0.01)
    lags = []
    start = time.perf_counter()
    while batch := sweep.due_turns():
        lags += [time.perf_counter() - start for turn in batch if sweep.time_out(turn)]
    lags.sort()
    p50, p99 = lags[len(lags) // 2], lags[int(len(lags) * 0.99)]
    return [
        Row(
            f"{len(lags):,} turns due at one instant, one sweeper: lag",
            f"p50 {p50:.1f} s, p99 {p99:.1f} s",
            f"{len(lags) / lags[-1]:,.0f} turns/s",
        )
    ]


def _crowd(table: models.Table, count: int) -> None:
    """Many tables in the same state as this one: rows copied, for nothing but the clock to work on."""
    contest, seats = table.contest, list(table.table_seats.select_related("entry").order_by("letter"))
    turn = factories.open_turns(table)[0]
    for first in range(2, count + 1, 500):
        numbers = range(first, min(first + 500, count + 1))
        made = models.Table.objects.bulk_create(_copies(table, numbers))
        entries = models.Entry.objects.bulk_create(
            models.Entry(
                contest=contest,
                name=f"{seat.entry.name} {one.number}",
                number=one.number * len(seats) + index + 1,
            )
            for one in made
            for index, seat in enumerate(seats)
        )
        sitting = models.Seat.objects.bulk_create(
            models.Seat(table=made[index // len(seats)], entry=entry, letter=seats[index % len(seats)].letter)
            for index, entry in enumerate(entries)
        )
        models.Turn.objects.bulk_create(
            models.Turn(
                table=one,
                seat=sitting[index * len(seats)],
                number=turn.number,
                phase=turn.phase,
                opened_at=turn.opened_at,
                deadline_at=turn.deadline_at,
                mail_hash=f"m{one.pk}",
                link_hash=f"l{one.pk}",
                tag_hash=f"t{one.pk}",
            )
            for index, one in enumerate(made)
        )


def _copies(table: models.Table, numbers: range) -> Iterator[models.Table]:
    kept = ("contest_id", "state", "game", "snapshot", "last_event", "turn_number", "phase", "deal_number")
    for number in numbers:
        yield models.Table(number=number, name=f"{number}", **{name: getattr(table, name) for name in kept})
