"""One entry of a ledger and what can be laid beside it: its proof, its event, its letters, its notices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import connection
from django.db.models import Q

from referee.core import Json
from referee.ledger import (
    NO_LINK,
    Inclusion,
    NotCanonical,
    body_hash,
    checkpoint_of_line,
    link_hash,
    parse,
    prove,
)
from tournaments import models
from tournaments.models import Contest, Event, LedgerEntry, Letter, Notice
from tournaments.services import correspondence, ledger, review
from tournaments.services.review import Line
from tournaments.services.rights import Person, organises

_MOMENT = timedelta(seconds=2)
_MOST = 100
_HASH = 32
_HASHES = """
SELECT string_agg(decode(body_hash, 'hex'), ''::bytea ORDER BY seq) FROM tournaments_ledgerentry
WHERE contest_id = %s AND seq < %s
"""


@dataclass(frozen=True, slots=True)
class Proof:
    """What was computed anew from the body as it is stored, beside what is stored."""

    before: str
    body_hash: str
    link: str
    stored_hash: str
    stored_link: str
    canonical: bool
    checkpoint: str
    inclusion: Inclusion
    root: str
    included: bool

    @property
    def hash_holds(self) -> bool:
        return self.body_hash == self.stored_hash

    @property
    def link_holds(self) -> bool:
        return self.link == self.stored_link

    @property
    def holds(self) -> bool:
        return self.canonical and self.hash_holds and self.link_holds and self.included

    @property
    def path(self) -> list[str]:
        return [node.hex() for node in self.inclusion.path]


@dataclass(frozen=True, slots=True)
class Beside:
    """The event of a table that an entry is about. ``agrees``: it says what the entry says."""

    event: Event
    sealed: bool
    agrees: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """``letters`` and ``notices`` None: not for this reader. ``older``, ``newer``: the entries next to it."""

    line: Line
    proof: Proof
    beside: Beside | None
    letters: Sequence[Letter] | None
    notices: Sequence[Notice] | None
    older: int | None
    newer: int | None


def of(user: Person, contest: Contest, seq: int) -> Evidence:
    """LedgerEntry.DoesNotExist for what this person may not see. Refusal: Illegal NOT_ALLOWED."""
    rows = review.of(user, contest)
    row = rows.get(seq=seq)
    (line,) = review.lines(contest, [row])
    older = rows.filter(seq__lt=seq).order_by("-seq").values_list("seq", flat=True).first()
    newer = rows.filter(seq__gt=seq).order_by("seq").values_list("seq", flat=True).first()
    shown = review.may_see_mail(user, contest) or not organises(user, contest)
    return Evidence(
        line,
        proof(contest, row),
        _beside(line),
        _letters(user, contest, line) if shown else None,
        _notices(contest, line) if shown else None,
        older,
        newer,
    )


def proof(contest: Contest, row: LedgerEntry) -> Proof:
    """Recomputed here and now; the inclusion against the newest checkpoint. Three queries."""
    before = contest.ledger.filter(seq=row.seq - 1).values_list("link", flat=True).first()
    previous = bytes.fromhex(before) if before else NO_LINK
    hashed = body_hash(row.body)
    head = models.LedgerHead.objects.get(contest=contest)
    checkpoint = ledger.line_of(head)
    with connection.cursor() as cursor:
        cursor.execute(_HASHES, [contest.pk, head.size])
        packed = bytes(cursor.fetchone()[0])
    inclusion = prove(row.seq, [packed[at : at + _HASH] for at in range(0, len(packed), _HASH)])
    root = inclusion.root(row.body)
    return Proof(
        previous.hex(),
        hashed.hex(),
        link_hash(row.seq, previous, hashed).hex(),
        row.body_hash,
        row.link,
        _canonical(row.body),
        checkpoint,
        inclusion,
        root.hex() if root else "",
        inclusion.problem(row.body, checkpoint_of_line(checkpoint)) == "",
    )


def _canonical(body: str) -> bool:
    try:
        parse(body)
    except NotCanonical:
        return False
    return True


def _beside(line: Line) -> Beside | None:
    number = line.body["ref"].rpartition("#")[2]
    if line.kind != "table" or line.table is None or not number.isdigit():
        return None
    event = line.table.events.select_related("actor").filter(number=int(number)).first()
    if event is None:
        return None
    said = {key: line.data.get(key) for key in ("kind", "seat", "deal", "turn", "origin", "facts", "input")}
    stands: Json = {key: getattr(event, key) for key in said}
    reason = line.data.get("reason", "") == event.reason
    return Beside(event, event.sealed_input is not None, said == stands and reason)


def _letters(user: Person, contest: Contest, line: Line) -> list[Letter]:
    """From which the event came, or which the entry tells of; never one that this person may not see."""
    found = correspondence.of_contest(user, contest)
    if line.kind == "letters":
        return list(found.filter(pk__in=[one["id"] for one in line.data["letters"]]))
    if line.kind != "table" or line.table is None:
        return []
    number = int(line.body["ref"].rpartition("#")[2])
    return list(found.filter(turn__table=line.table, outcome__event=number)[:_MOST])


def _notices(contest: Contest, line: Line) -> list[Notice]:
    """Those that it tells of, that its event caused, or that were written in the same moment."""
    found = Notice.objects.filter(contest=contest).select_related("user")
    if line.kind == "notices":
        return list(found.filter(pk__in=[one["id"] for one in line.data["notices"]]))
    if line.kind in ("letters", "looked"):
        return []
    found = found.exclude(kind="answer")  # an answer may tell of what was left in advance
    if line.kind == "table" and line.table is not None:
        number = int(line.body["ref"].rpartition("#")[2])
        return list(found.filter(table=line.table, data__event=number)[:_MOST])
    near = Q(created_at__gte=line.at - _MOMENT, created_at__lte=line.at + _MOMENT)
    about = Q(table=line.table) if line.table is not None else Q(table__isnull=True)
    return list(found.filter(near, about)[:_MOST])


__all__ = ["Beside", "Evidence", "Proof", "of", "proof"]
