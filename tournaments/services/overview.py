"""What pages list: contests for the lobby, and a contest's entries, tables, awaited players, changes.

Each function makes a fixed number of queries, however many entrants there are.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet

from tournaments import models
from tournaments.models import Contest, Entry, Table
from tournaments.services.rights import Person

State = Contest.State
FINISHED_AT_ONCE = 20
_IN = Count("entries", filter=Q(entries__state=Entry.State.IN))


@dataclass(frozen=True, slots=True)
class Lobby:
    """Contests by what one can do with them. ``mine``: the reader's own drafts."""

    open: Sequence[Contest]
    soon: Sequence[Contest]
    running: Sequence[Contest]
    finished: Sequence[Contest]
    mine: Sequence[Contest]
    entered: frozenset[int]


def lobby(user: Person) -> Lobby:
    """``taken`` on each contest is its number of entrants; ``winners`` on the finished ones."""
    seen = Contest.objects.exclude(state=State.DRAFT).select_related("organiser").annotate(taken=_IN)
    first = models.Placing.objects.filter(place=1).select_related("entry")
    finished = seen.filter(state__in=[State.FINAL, State.CANCELLED]).order_by("-finished_at")
    finished = finished.prefetch_related(Prefetch("placings", queryset=first, to_attr="winners"))
    mine: Sequence[Contest] = ()
    entered: frozenset[int] = frozenset()
    if isinstance(user, models.User):
        mine = list(user.contests_organised.filter(state=State.DRAFT).order_by("-created_at"))
        present = user.entries.exclude(state=Entry.State.WITHDRAWN)
        entered = frozenset(present.values_list("contest_id", flat=True))
    return Lobby(
        list(seen.filter(state=State.REGISTRATION).order_by("closes_at")),
        list(seen.filter(state__in=[State.CLOSED, State.SEATED]).order_by("starts_at", "closes_at")),
        list(seen.filter(state__in=[State.RUNNING, State.PROVISIONAL]).order_by("-created_at")),
        list(finished[:FINISHED_AT_ONCE]),
        mine,
        entered,
    )


def entries(row: Contest) -> QuerySet[Entry]:
    """All entries in the order of registration, with who pays and who entered them."""
    return row.entries.select_related("user", "entered_by").order_by("number")


def entry_of(row: Contest, user: Person) -> Entry | None:
    """The reader's own entry, withdrawn or not, with its seat and table."""
    if not isinstance(user, models.User):
        return None
    return row.entries.select_related("seat__table").filter(user=user).first()


@dataclass(frozen=True, slots=True)
class Glance:
    """A table from afar: who sits there, who is awaited since when."""

    table: Table
    seats: Sequence[models.Seat]
    turns: Sequence[models.Turn]


def glances(row: Contest) -> list[Glance]:
    """Every table of a contest. Three queries."""
    seats = Prefetch("table_seats", models.Seat.objects.select_related("entry"), to_attr="all_seats")
    turns = Prefetch("turns", _open_turns(), to_attr="open_turns")
    tables = row.tables.select_related("croupier").defer("snapshot").prefetch_related(seats, turns)
    return [
        Glance(table, getattr(table, "all_seats", ()), getattr(table, "open_turns", ()))
        for table in tables.order_by("number")
    ]


def awaited(row: Contest) -> list[models.Turn]:
    """Who is awaited over all tables, the longest overdue or nearest deadline first. One query."""
    turns = _open_turns().filter(table__contest=row).select_related("table", "seat__entry__user")
    return list(turns.defer("table__snapshot").order_by("deadline_at"))


def _open_turns() -> QuerySet[models.Turn]:
    return models.Turn.objects.filter(closed_at__isnull=True).select_related("seat__entry")


@dataclass(frozen=True, slots=True)
class Change:
    """An entry of the contest's ledger that is not about a move; ids are resolved to names."""

    seq: int
    at: datetime
    kind: str
    actor: str
    ref: str
    data: dict[str, Any]


_MOVES = '"type":"table"'


def changes(row: Contest) -> list[Change]:
    """The log of the contest, newest first. Three queries."""
    bodies = [
        json.loads(one.body)
        for one in row.ledger.exclude(body__contains=_MOVES).exclude(body="").order_by("-seq")
    ]
    people = {f"u{pk}": name for pk, name in _people(bodies)}
    names = {entry.ref: entry.name for entry in row.entries.only("number", "name")}
    tables = {table.ref: table.name for table in row.tables.only("number", "name", "contest_id")}
    return [
        Change(
            body["seq"],
            datetime.fromisoformat(body["ts"]),
            body["type"],
            people.get(body["actor"], ""),
            names.get(body["ref"]) or tables.get(body["ref"], ""),
            _named(body["data"], names, people),
        )
        for body in bodies
    ]


def reason_of_end(row: Contest) -> str:
    """Why a contest was cancelled."""
    body = row.ledger.filter(body__contains='"state":"cancelled"').order_by("-seq").first()
    return str(json.loads(body.body)["data"].get("reason", "")) if body is not None else ""


def _people(bodies: Sequence[dict[str, Any]]) -> Any:
    ids = {body["actor"] for body in bodies} | {str(body["data"].get("user", "")) for body in bodies}
    numbers = [int(one[1:]) for one in ids if one[:1] == "u" and one[1:].isdigit()]
    return models.User.objects.filter(pk__in=numbers).values_list("pk", "name")


def _named(data: dict[str, Any], names: dict[str, str], people: dict[str, str]) -> dict[str, Any]:
    said = dict(data)
    if "user" in said:
        said["user"] = people.get(str(said["user"]), "")
    for key in ("tables", "places"):
        if isinstance(said.get(key), list):
            said[key] = [_with_names(one, names) for one in said[key]]
    return said


def _with_names(one: Any, names: dict[str, str]) -> Any:
    if not isinstance(one, dict):
        return one
    return {
        key: [names.get(item, item) for item in value] if isinstance(value, list) else value
        for key, value in one.items()
    }
