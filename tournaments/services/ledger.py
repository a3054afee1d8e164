"""Appending to a contest's ledger: last in the transaction, the head held only for that."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from referee.ledger import SALT_SIZE, Head, checkpoint_line
from tournaments import models
from tournaments.services import clock


def open_chain(contest: models.Contest) -> None:
    """The genesis entry: once, when the contest is created."""
    head = Head(f"{urlsplit(settings.SITE_URL).netloc}/{contest.ref}")
    data = {"contest": contest.ref, "game": contest.game}
    row = models.LedgerHead(contest=contest, head=head.to_json())
    _append(row, contest, "genesis", "", data, "system", clock.now())


def append(
    contest: models.Contest,
    kind: str,
    *,
    ref: str = "",
    data: dict[str, Any] | None = None,
    actor: str = "system",
    at: datetime | None = None,
) -> None:
    """One entry. Ids, not names; no address, no hidden card. DoesNotExist without a chain."""
    row = models.LedgerHead.objects.select_for_update().get(contest=contest)
    _append(row, contest, kind, ref, data or {}, actor, at or clock.now())


def checkpoint(contest: models.Contest) -> str:
    """Where the chain stands, as one line for letters and posts."""
    row = models.LedgerHead.objects.get(contest=contest)
    return checkpoint_line(Head.from_json(row.head).checkpoint)


def export(contest: models.Contest) -> dict[str, Any]:
    """The whole chain in the shape that ``python -m referee verify`` reads."""
    row = models.LedgerHead.objects.get(contest=contest)
    head = Head.from_json(row.head)
    rows = [
        {"seq": one.seq, "body": one.body, "body_hash": one.body_hash, "link": one.link}
        for one in contest.ledger.order_by("seq")
    ]
    return {"chain": head.chain, "rows": rows, "checkpoints": [head.checkpoint]}


def _append(
    row: models.LedgerHead,
    contest: models.Contest,
    kind: str,
    ref: str,
    data: dict[str, Any],
    actor: str,
    at: datetime,
) -> None:
    head, entry = Head.from_json(row.head).append(
        at=at, actor=actor, kind=kind, ref=ref, data=data, salt=secrets.token_bytes(SALT_SIZE)
    )
    row.head = head.to_json()
    row.save()
    models.LedgerEntry(
        contest=contest,
        seq=entry.seq,
        body=entry.body or "",
        body_hash=entry.body_hash.hex(),
        link=entry.link.hex(),
    ).save(force_insert=True)
