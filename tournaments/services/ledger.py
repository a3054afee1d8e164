"""Appending to a contest's ledger: last in the transaction, the head held only for that.

The database does the rest: it checks that the entry is the next one, computes both hashes and moves the
head (the migration ``ledger_in_the_database``). What is sent to it are four columns.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection
from django.db.transaction import TransactionManagementError

from referee.ledger import SALT_SIZE, body, checkpoint_line
from referee.ledger import checkpoint as three_lines
from referee.merkle import Frontier
from tournaments import models
from tournaments.services import clock

_TAKE = "SELECT chain, size FROM ledger_take(%s)"
_APPEND = "INSERT INTO tournaments_ledgerentry (contest_id, seq, kind, body) VALUES (%s, %s, %s, %s)"
_HASH = 32


def open_chain(contest: models.Contest) -> None:
    """The genesis entry: once, when the contest is created."""
    chain = f"{urlsplit(settings.SITE_URL).netloc}/{contest.ref}"
    data = {"contest": contest.ref, "game": contest.game}
    _append(contest, chain, 0, kind="genesis", ref="", data=data, actor="system", at=clock.now())


def append(
    contest: models.Contest,
    kind: str,
    *,
    ref: str = "",
    data: dict[str, Any] | None = None,
    actor: str = "system",
    at: datetime | None = None,
) -> None:
    """One entry, inside a transaction. Ids, not names; no address, no hidden card. DoesNotExist without
    a chain."""
    if not connection.in_atomic_block:
        raise TransactionManagementError("the head of a chain is held until the end of a transaction")
    at = at or clock.now()
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, [contest.pk])
        head = cursor.fetchone()
    if head is None:
        raise models.LedgerHead.DoesNotExist(contest.ref)
    _append(contest, *head, kind=kind, ref=ref, data=data or {}, actor=actor, at=at)


def checkpoint(contest: models.Contest) -> str:
    """Where the chain stands, as one line for letters and posts."""
    return line_of(models.LedgerHead.objects.get(contest=contest))


def line_of(head: models.LedgerHead) -> str:
    """The checkpoint of a head, as one line."""
    return checkpoint_line(_checkpoint(head))


def export(contest: models.Contest) -> dict[str, Any]:
    """The whole chain in the shape that ``python -m referee verify`` reads."""
    head = models.LedgerHead.objects.get(contest=contest)
    rows = [
        {"seq": one.seq, "body": one.body, "body_hash": one.body_hash, "link": one.link}
        for one in contest.ledger.filter(seq__lt=head.size).order_by("seq")
    ]
    return {"chain": head.chain, "rows": rows, "checkpoints": [_checkpoint(head)]}


def _checkpoint(head: models.LedgerHead) -> str:
    packed = bytes(head.frontier)
    nodes = tuple(packed[at : at + _HASH] for at in range(0, len(packed), _HASH))
    return three_lines(head.chain, head.size, Frontier(head.size, nodes).root)


def _append(contest: models.Contest, chain: str, seq: int, *, kind: str, **said: Any) -> None:
    text = body(chain=chain, seq=seq, kind=kind, salt=secrets.token_bytes(SALT_SIZE), **said)
    with connection.cursor() as cursor:
        cursor.execute(_APPEND, [contest.pk, seq, kind, text])
