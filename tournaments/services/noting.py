"""What came of letters, and which notices went out, for the ledgers: in batches, apart from every move.

The sweep asks for it. One entry holds up to BATCH of them, so that a contest's chain gets at most two more
entries each time, and no letter that is read and no notice that is sent waits for the head of a chain.
Ids alone: no address, no words, and of a secret move not even that there was one: a letter that speaks of
one, and the answer to it, come to the chain once nothing in the contest is secret. The length of the chain
stands in every letter, and an entry that comes out of turn would tell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.db.models import BigIntegerField, Exists, OuterRef, Q, QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from referee.core import Json
from referee.ledger import timestamp
from tournaments import models
from tournaments.models import Contest, Letter, Notice
from tournaments.services import clock, ledger, records, views

BATCH = 100

type Rows = QuerySet[Any]

_SECRET = ~Q(contest__state__in=records.OPEN_TO_ALL)


def note_mail() -> int:
    """Write what is not in the ledgers yet; how many letters and notices. Two at once share the work."""
    count = 0
    for kind, rows, line in (("letters", _letters(), _letter), ("notices", _notices(), _notice)):
        waiting = rows.order_by("contest_id").values_list("contest_id", flat=True).distinct()
        count += sum(_batch(contest, kind, rows, line) for contest in list(waiting))
    return count


def _letters() -> Rows:
    read = Letter.objects.filter(noted_at__isnull=True, contest__isnull=False, read_at__isnull=False)
    return read.exclude(state=Letter.State.UNREAD).exclude(_SECRET, outcome__has_key="later")


def _notices() -> Rows:
    gone = Notice.objects.filter(noted_at__isnull=True, contest__isnull=False)
    gone = gone.exclude(sent_at__isnull=True, dropped_at__isnull=True)
    about = Letter.objects.filter(_SECRET, pk=OuterRef("about"), outcome__has_key="later")
    return gone.annotate(about=Cast(KT("data__letter"), BigIntegerField())).exclude(
        Q(kind="answer") & Exists(about)
    )


@transaction.atomic
def _batch(contest: int, kind: str, rows: Rows, line: Callable[[Any], Json]) -> int:
    mine = rows.filter(contest=contest).select_for_update(of=("self",), skip_locked=True)
    found = list(mine.select_related("turn__table", "turn__seat").order_by("pk")[:BATCH])
    if not found:
        return 0
    at = clock.now()
    rows.model._default_manager.filter(pk__in=[row.pk for row in found]).update(noted_at=at)
    ledger.append(Contest.objects.get(pk=contest), kind, data={kind: [line(row) for row in found]}, at=at)
    return len(found)


def _letter(row: Letter) -> Json:
    """How a letter ended. In games of secret hands a refusal would say something of one."""
    said: Json = {
        "id": row.pk,
        "received": timestamp(row.received_at),
        "via": row.via,
        "state": str(row.state),
        **_turn(row.turn),
    }
    if "later" in (row.outcome.get("result"), *row.outcome):
        return said  # that a move was left in advance is secret
    for key in ("result", "event", "again", "confirms", "command"):
        if key in row.outcome:
            said[key] = row.outcome[key]
    refusal = row.outcome.get("refusal")
    if refusal and row.turn is not None and row.turn.table.game in views.OPEN:
        said["code"] = refusal["code"]
    return said


def _notice(row: Notice) -> Json:
    said: Json = {"id": row.pk, "kind": row.kind, "attempts": row.attempts, **_turn(row.turn)}
    if row.user_id:
        said["to"] = f"u{row.user_id}"
    if row.sent_at:
        said["sent"] = timestamp(row.sent_at)
    elif row.dropped_at:
        said["dropped"] = timestamp(row.dropped_at)
    return said


def _turn(turn: models.Turn | None) -> Json:
    if turn is None:
        return {}
    return {"table": turn.table.ref, "turn": turn.number, "seat": turn.seat.letter}
