"""The ledger of a contest for who may review it: which entries, found how, page by page.

Organisers see all entries, croupiers those that are about tables where they rule. Who plays himself sees none
of what is withheld from an export. Only the bodies are looked through, and no sealed choice stands in one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.search import SearchQuery, SearchVectorField
from django.db.models import DateTimeField, F, Func, QuerySet, TextField

from tournaments import models
from tournaments.models import Contest, Entry, LedgerEntry, Table
from tournaments.services import exports, overview, records, rights, sitting
from tournaments.services.rights import Person, must

AT_ONCE = 50
_SOME = 500
_ALL = 10**9
MARKS: Any = Func(F("body"), function="ledger_marks", output_field=ArrayField(TextField()))
WORDS: Any = Func(F("body"), function="ledger_words", output_field=SearchVectorField())
MOMENT: Any = Func(F("body"), function="ledger_at", output_field=DateTimeField())

type Rows = QuerySet[LedgerEntry]


@dataclass(frozen=True, slots=True)
class Filters:
    """What is looked for; all of it has to be so. Ids as the ledger has them."""

    words: str = ""
    kind: str = ""
    table: str = ""
    player: Entry | None = None
    door: str = ""
    actor: str = ""
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Some entries in the order that was asked for, and from where their neighbours go on (None: no more)."""

    rows: Sequence[LedgerEntry]
    older: int | None
    newer: int | None


# --- which entries


def of(user: Person, contest: Contest) -> Rows:
    """The entries that this person may see. Refusal: Illegal NOT_ALLOWED."""
    must(rights.helps_with(user, contest))
    found = LedgerEntry.objects.filter(contest=contest)
    if may_see_mail(user, contest):
        return found
    found = found.exclude(kind__in=exports.WITHHELD)
    if rights.organises(user, contest):
        return found
    marks = [f"{contest.ref} table {table.ref}" for table in tables_of(user, contest)]
    return found.alias(marks=MARKS).filter(marks__overlap=marks) if marks else found.none()


def tables_of(user: Person, contest: Contest) -> list[Table]:
    """The tables whose entries this person may see. One query."""
    found = contest.tables.defer("snapshot").order_by("number")
    if not rights.organises(user, contest):
        found = found.filter(croupier_id=user.pk or 0).exclude(table_seats__entry__user_id=user.pk or 0)
    return list(found)


def may_see_mail(user: Person, contest: Contest) -> bool:
    """Entries about letters, notices and looks: the organiser's, unless he plays and it is not over yet."""
    if not rights.organises(user, contest):
        return False
    if contest.state in records.OPEN_TO_ALL:
        return True
    return not contest.entries.filter(user_id=user.pk or 0).exclude(state=Entry.State.WITHDRAWN).exists()


def reviewed(user: models.User) -> QuerySet[Contest]:
    """The contests that this person may review: every one for the staff."""
    found = Contest.objects.select_related("organiser", "ledger_head", "verification")
    if user.is_superuser:
        return found.order_by("-created_at")
    ruled = Table.objects.filter(croupier=user).exclude(table_seats__entry__user=user).values("contest")
    return (found.filter(organiser=user) | found.filter(pk__in=ruled)).order_by("-created_at")


def search(rows: Rows, contest: Contest, filters: Filters) -> Rows:
    """Those of ``rows`` for which all filters hold."""
    if filters.kind:
        rows = rows.filter(kind=filters.kind)
    wanted = [("table", filters.table), ("door", filters.door), ("actor", filters.actor)]
    marks = [f"{contest.ref} {name} {value}" for name, value in wanted if value]
    if marks:
        rows = rows.alias(wanted=MARKS).filter(wanted__contains=marks)  # type: ignore[misc]
    if filters.player is not None:
        rows = rows.alias(who=MARKS).filter(who__overlap=_marks_of(contest, filters.player))
    if filters.words.strip():
        chain = SearchQuery(f"chain{contest.ref}", config="simple", search_type="plain")
        words = SearchQuery(filters.words, config="simple", search_type="websearch")
        rows = rows.alias(words=WORDS).filter(words=chain & words)
    if filters.since is not None:
        rows = rows.alias(since=MOMENT).filter(since__gte=filters.since)
    if filters.until is not None:
        rows = rows.alias(until=MOMENT).filter(until__lt=filters.until)
    # A table and a door say little of each other; people and words say much.
    apart = [filters.table or filters.door, filters.actor, filters.player, *filters.words.split()]
    return _by_the_indexes(rows) if len([one for one in apart if one]) > 1 else rows


def _by_the_indexes(rows: Rows) -> Rows:
    """Things that are each common may stand together nowhere. The planner takes them for independent, and
    would go down the chain and compute what each entry is found by; behind a LIMIT the indexes answer.
    """
    return LedgerEntry.objects.filter(pk__in=rows.order_by().values("pk")[:_ALL])


def _marks_of(contest: Contest, player: Entry) -> list[str]:
    """A player: his entry, his seat, and himself where he acts or is written to."""
    marks = [f"entry {player.ref}"]
    seat = models.Seat.objects.select_related("table").defer("table__snapshot").filter(entry=player).first()
    if seat is not None:
        marks.append(f"seat {seat.table.ref}/{seat.letter}")
    if player.user_id is not None:
        marks += [f"actor u{player.user_id}", f"user u{player.user_id}"]
    return [f"{contest.ref} {mark}" for mark in marks]


def page(
    rows: Rows, *, newest_first: bool = True, before: int | None = None, after: int | None = None
) -> Page:
    """The entries next to a place in the chain; without one, its end or its beginning. Two queries.

    By sequence numbers, so that the last page comes as fast as the first.
    """
    up = after is not None or (before is None and not newest_first)
    if up:
        found = list(rows.filter(seq__gt=-1 if after is None else after).order_by("seq")[: AT_ONCE + 1])
    else:
        below = rows if before is None else rows.filter(seq__lt=before)
        found = list(below.order_by("-seq")[: AT_ONCE + 1])
    more, found = len(found) > AT_ONCE, sorted(found[:AT_ONCE], key=lambda row: row.seq)
    first, last = (found[0].seq, found[-1].seq) if found else (after or 0, before or 0)
    if up:
        newer, older = more, after is not None and rows.filter(seq__lt=first).exists()
    else:
        older, newer = more, before is not None and rows.filter(seq__gt=last).exists()
    shown = found[::-1] if newest_first else found
    return Page(shown, first if older else None, last if newer else None)


# --- what they say


@dataclass(frozen=True, slots=True)
class Names:
    """Who is meant by the ids of a ledger."""

    people: dict[str, str]
    entries: dict[str, Entry]
    tables: dict[str, Table]
    seats: dict[str, dict[str, Entry]]
    earlier: dict[str, list[Any]]
    """Entry -> who it was before, as his seat has it."""

    def at(self, table: str, moment: str) -> dict[str, str]:
        """Letter -> name at a table, at an instant of the ledger."""
        return {letter: self.of(entry, moment) for letter, entry in self.seats.get(table, {}).items()}

    def of(self, entry: Entry, moment: str) -> str:
        """The name of an entry at an instant of the ledger."""
        return sitting.name_on(entry.name, self.earlier.get(entry.ref, ()), moment)


@dataclass(frozen=True, slots=True)
class Line:
    """An entry with its ids resolved. ``actor``: a name, or the id where it is none of a person."""

    row: LedgerEntry
    body: dict[str, Any]
    at: datetime
    actor: str
    table: Table | None
    seat: str
    player: Entry | None
    door: str
    names: Names

    @property
    def data(self) -> dict[str, Any]:
        return dict(self.body["data"])

    @property
    def kind(self) -> str:
        return self.row.kind

    @property
    def player_name(self) -> str:
        """The player's name at that time."""
        return self.names.of(self.player, str(self.body["ts"])) if self.player is not None else ""

    @property
    def about(self) -> str:
        """The name of what it is about: an entrant or a table."""
        ref = str(self.body["ref"])
        entry, table = self.names.entries.get(ref), self.names.tables.get(ref)
        if entry is not None:
            return self.names.of(entry, str(self.body["ts"]))
        return table.name if table is not None else ""

    @property
    def said(self) -> dict[str, Any]:
        """Its data with names for ids."""
        moment = str(self.body["ts"])
        entries = {ref: self.names.of(entry, moment) for ref, entry in self.names.entries.items()}
        return overview.named(self.data, entries, self.names.people)


def names(contest: Contest, bodies: Sequence[dict[str, Any]] = ()) -> Names:
    """Everybody who is entered or rules, and who else acts in ``bodies``. Four queries at most."""
    entries = list(contest.entries.select_related("user"))
    tables = list(contest.tables.defer("snapshot"))
    seats: dict[str, dict[str, Entry]] = {table.ref: {} for table in tables}
    known, refs = {one.pk: one for one in entries}, {table.pk: table.ref for table in tables}
    earlier: dict[str, list[Any]] = {}
    for table, letter, entry, before in models.Seat.objects.filter(table__contest=contest).values_list(
        "table_id", "letter", "entry_id", "earlier"
    ):
        seats[refs[table]][letter] = known[entry]
        ref = known[entry].ref
        earlier[ref] = max(earlier.get(ref, []), before, key=len)
    people = {f"u{one.user.pk}": one.user.name for one in entries if one.user is not None}
    people[f"u{contest.organiser_id}"] = contest.organiser.name
    ids = {str(one["actor"]) for one in bodies} | {str(one["data"].get("user", "")) for one in bodies}
    ids |= {str(user) for one in bodies for user in one["data"].get("users", ())}
    others = [int(one[1:]) for one in ids - people.keys() if one[:1] == "u" and one[1:].isdigit()]
    if others:
        found = models.User.objects.filter(pk__in=others).values_list("pk", "name")
        people |= {f"u{pk}": name for pk, name in found}
    named = {one.ref: one for one in entries}
    return Names(people, named, {one.ref: one for one in tables}, seats, earlier)


def lines(contest: Contest, rows: Sequence[LedgerEntry]) -> list[Line]:
    """A page of entries, ready to be told. As many queries for many as for one."""
    bodies = [json.loads(row.body) for row in rows]
    known = names(contest, bodies)
    return [line(row, body, known) for row, body in zip(rows, bodies, strict=True)]


def all_lines(contest: Contest, rows: Rows, *, newest_first: bool = True) -> Iterator[Line]:
    """Every one of them, however many, some at a time; asked for inside a transaction."""
    known = names(contest)
    ordered = rows.order_by("-seq" if newest_first else "seq")
    for row in ordered.iterator(chunk_size=_SOME):
        body = json.loads(row.body)
        actor = str(body["actor"])
        if actor[:1] == "u" and actor[1:].isdigit() and actor not in known.people:
            found = models.User.objects.filter(pk=int(actor[1:])).values_list("name", flat=True).first()
            known.people[actor] = found or actor
        yield line(row, body, known)


def line(row: LedgerEntry, body: dict[str, Any], known: Names) -> Line:
    data, ref = body["data"], str(body["ref"])
    place = ref.partition("#")[0].removesuffix("/lots")
    table = known.tables.get(place) or known.tables.get(str(data.get("table", "")))
    seat = str(data.get("seat") or "")
    player = known.entries.get(ref)
    if player is None and table is not None and seat:
        player = known.seats[table.ref].get(seat)
    actor = str(body["actor"])
    return Line(
        row,
        body,
        datetime.fromisoformat(body["ts"]),
        known.people.get(actor, actor),
        table,
        seat,
        player,
        str(data.get("origin") or ""),
        known,
    )
