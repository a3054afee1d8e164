"""The page of a table, as its awaited player gets it: time in the server, statements, bytes.

Run inside ``python -m bench``, which brings the database up and sets Django up first.
"""

from __future__ import annotations

import gzip
import re
import time
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.measure import Row
from tests import factories
from tournaments import models
from tournaments.services import clock

ROUNDS, WARM = 300, 20
_FILE = re.compile(r'(?:href|src)="(/static/[^"#]+\.(?:css|js))"')


@dataclass(frozen=True)
class Taken:
    """Milliseconds of each round (by the clock, by the processor), statements of one, and bytes as they
    travel: the page, its files."""

    times: list[float]
    work: list[float]
    statements: int
    page: int
    files: int

    def at(self, share: float) -> float:
        return sorted(self.times)[int(len(self.times) * share)]

    def __str__(self) -> str:
        busy = sorted(self.work)[len(self.work) // 2]
        return f"p50 {self.at(0.5):.1f}, p95 {self.at(0.95):.1f}; of the processor p50 {busy:.1f}"


def rows() -> list[Row]:
    """At ten events and at two thousand, in one run: the log's length must not be felt."""
    call_command("collectstatic", interactive=False, verbosity=0)
    settings.ALLOWED_HOSTS = ["*"]
    table = _table()
    few = measure(table)
    _lengthen(table, 2000)
    many = measure(table)
    news = _news(table)
    return [
        Row(
            "page of a table, its awaited player, 10 events: ms in the server",
            str(few),
            f"2,000 events: {many}",
            few.at(0.5) / many.at(0.5),
            "p50 < 25",
        ),
        Row("the same: statements", f"{few.statements}", f"2,000 events: {many.statements}", None, "<= 8"),
        Row(
            "the same: bytes as they travel, page + its css and js",
            f"{few.page:,} + {few.files:,}",
            f"2,000 events: {many.page:,} + {many.files:,}",
            None,
            "< 100,000",
        ),
        Row(
            "anything new at a table? ms in the server, 304",
            str(news),
            "",
            None,
            "1 statement",
        ),
    ]


def _table() -> models.Table:
    table = factories.table_of(factories.running(8, name="Bench page"))
    factories.act(table, "raise 2", "raise 5", "fold", "fold", "call", "fold", "fold", "call", "call")
    return table


def _lengthen(table: models.Table, count: int) -> None:
    """Give the log what a long contest has: moves with comments, over and over."""
    table.refresh_from_db()
    events = list(table.events.filter(kind="move"))
    at = clock.now()
    copies = []
    for number in range(table.last_event + 1, count + 1):
        one = events[number % len(events)]
        one.pk, one.number, one.key = None, number, f"bench:{number}"
        one.comment, one.received_at = f"*He sighs*, for the {number}th time.", at
        copies.append(
            models.Event(**{field.attname: getattr(one, field.attname) for field in one._meta.fields})
        )
    models.Event.objects.bulk_create(copies)
    models.Table.objects.filter(pk=table.pk).update(last_event=count)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _awaited(table: models.Table) -> Client:
    client = Client()
    user = factories.open_turns(table)[0].seat.entry.user
    assert user is not None
    client.force_login(user)
    return client


def measure(table: models.Table) -> Taken:
    client, address = _awaited(table), f"/c/{table.contest.slug}/{table.number}/"
    times, work, page = _asked(client, address)
    assert page.status_code == 200
    with CaptureQueriesContext(connection) as statements:
        client.get(address)
    return Taken(times, work, len(statements), len(gzip.compress(page.content)), _files(page.text))


def _files(page: str) -> int:
    """The style sheets and scripts that a page loads, as they lie compressed."""
    root = Path(settings.STATIC_ROOT)
    found = {name.removeprefix(settings.STATIC_URL) for name in _FILE.findall(page)}
    return sum(len(gzip.compress((root / name).read_bytes())) for name in found)


def _news(table: models.Table) -> Taken:
    client, address = _awaited(table), f"/c/{table.contest.slug}/{table.number}/news/"
    known = {"If-None-Match": client.get(address).headers["ETag"]}
    times, work, answer = _asked(client, address, known)
    assert answer.status_code == 304
    return Taken(times, work, 1, 0, 0)


def _asked(
    client: Client, address: str, headers: dict[str, str] | None = None
) -> tuple[list[float], list[float], HttpResponse]:
    """Many times the same, after some that do not count."""
    times, work = [], []
    for _ in range(WARM):
        client.get(address, headers=headers)
    for _ in range(ROUNDS):
        start, busy = time.perf_counter(), time.process_time()
        answer = client.get(address, headers=headers)
        times.append((time.perf_counter() - start) * 1000)
        work.append((time.process_time() - busy) * 1000)
    return times, work, answer
