"""What pages list: a contest's entries, tables, awaited players, changes.

Each function makes a fixed number of queries, however many entrants there are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Prefetch, QuerySet, Subquery, Sum

from tournaments import models
from tournaments.models import Contest, Entry, Table
from tournaments.services import sitting
from tournaments.services.rights import Person

State = Contest.State


def entries(row: Contest) -> QuerySet[Entry]:
    """All entries in the order of registration, with their seats and who entered them."""
    return row.entries.select_related("user", "entered_by").prefetch_related("seats").order_by("number")


_OWN_SEATS = Prefetch("seats", models.Seat.objects.select_related("table").defer("table__snapshot"))


def entry_of(row: Contest, user: Person) -> Entry | None:
    """The reader's own entry, withdrawn or not, with its seat and table."""
    if not isinstance(user, models.User):
        return None
    return row.entries.prefetch_related(_OWN_SEATS).filter(user=user).first()


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


def newest(tables: Sequence[Glance]) -> list[Glance]:
    """Of a league the tables of its last round; else all."""
    last = max((one.table.round for one in tables), default=0)
    return [one for one in tables if one.table.round == last]


def stamp(slug: str) -> str | None:
    """Changes whenever something at the tables of a contest does; None for what not everybody may see.
    One query."""
    found = Contest.objects.filter(slug=slug).exclude(state=State.DRAFT)
    turns = models.Turn.objects.filter(table__contest=OuterRef("pk"), closed_at__isnull=True)
    latest = Subquery(turns.order_by("-deadline_at").values("deadline_at")[:1])
    row = found.annotate(events=Sum("tables__last_event"), latest=latest).only("state", "paused_at").first()
    return None if row is None else _stamp(row, row.events or 0, row.latest)


def stamp_of(row: Contest, tables: Sequence[Glance]) -> str:
    """The same from what is known already: the page then tells what it shows."""
    latest = max((turn.deadline_at for one in tables for turn in one.turns), default=None)
    return _stamp(row, sum(one.table.last_event for one in tables), latest)


def _stamp(row: Contest, events: int, latest: datetime | None) -> str:
    """``latest``: of the open deadlines; an outage moves them, and nothing else at the tables."""
    until = int(latest.timestamp()) if latest else 0
    return f"{row.state}-{'paused' if row.paused_at else 'on'}-{events}-{until}"


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


_APART = ("table", "letters", "notices", "looked")
"""What has a page of its own, or is too much of it for this one."""


def changes(row: Contest) -> list[Change]:
    """The log of the contest, newest first. Four queries."""
    bodies = [json.loads(one.body) for one in row.ledger.exclude(kind__in=_APART).order_by("-seq")]
    people = {f"u{pk}": name for pk, name in _people(bodies)}
    seats = Prefetch("seats", models.Seat.objects.only("entry_id", "earlier"))
    entries = list(row.entries.only("number", "name", "contest_id").prefetch_related(seats))
    earlier = {one.ref: sitting.before(one) for one in entries}
    now = {one.ref: one.name for one in entries}
    tables = {table.ref: table.name for table in row.tables.only("number", "name", "contest_id")}
    found = []
    for body in bodies:
        names = {ref: sitting.name_on(name, earlier.get(ref, ()), body["ts"]) for ref, name in now.items()}
        about = names.get(body["ref"]) or tables.get(body["ref"], "")
        at, actor = datetime.fromisoformat(body["ts"]), people.get(body["actor"], "")
        data = named(body["data"], names, people)
        found.append(Change(body["seq"], at, body["type"], actor, about, data))
    return found


def reason_of_end(row: Contest) -> str:
    """Why a contest was cancelled."""
    body = row.ledger.filter(kind="contest", body__contains='"state":"cancelled"').order_by("-seq").first()
    return str(json.loads(body.body)["data"].get("reason", "")) if body is not None else ""


def _people(bodies: Sequence[dict[str, Any]]) -> Any:
    ids = {body["actor"] for body in bodies} | {str(body["data"].get("user", "")) for body in bodies}
    ids |= {str(one) for body in bodies for one in body["data"].get("users", ())}
    numbers = [int(one[1:]) for one in ids if one[:1] == "u" and one[1:].isdigit()]
    return models.User.objects.filter(pk__in=numbers).values_list("pk", "name")


def named(data: dict[str, Any], names: Mapping[str, str], people: Mapping[str, str]) -> dict[str, Any]:
    """What an entry says, its ids of entrants and people as names."""
    said = dict(data)
    if "user" in said:
        said["user"] = people.get(str(said["user"]), "")
    if isinstance(said.get("users"), list):
        said["users"] = [people.get(str(one), "") for one in said["users"]]
    for key in ("tables", "places", "lines"):
        if isinstance(said.get(key), list):
            said[key] = [_with_names(one, names) for one in said[key]]
    for key in ("byes", "alone", "forfeits", "no_shows", "groups", "scores"):
        if key in said:
            said[key] = _replaced(said[key], names)
    return said


def _replaced(one: Any, names: Mapping[str, str]) -> Any:
    """Ids anywhere in a list, or as the keys of an object."""
    if isinstance(one, list):
        return [_replaced(item, names) for item in one]
    if isinstance(one, dict):
        return {names.get(key, key): value for key, value in one.items()}
    return names.get(one, one) if isinstance(one, str) else one


def _with_names(one: Any, names: Mapping[str, str]) -> Any:
    if not isinstance(one, dict):
        return one
    return {
        key: _replaced(value, names) if isinstance(value, list) or key == "player" else value
        for key, value in one.items()
    }
