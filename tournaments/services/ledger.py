"""Appending to a contest's ledger: last in the transaction, the head held only for that."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from django.conf import settings

from referee.ledger import Frontier, body, checkpoint, first_link, hash_body, next_link
from tournaments import models
from tournaments.services import clock


def append(
    contest: models.Contest,
    kind: str,
    *,
    ref: str = "",
    data: dict[str, Any] | None = None,
    actor: str = "system",
    at: datetime | None = None,
) -> models.LedgerEntry:
    """One entry. Ids, not names; no address, no hidden card."""
    head, _ = models.LedgerHead.objects.get_or_create(contest=contest, defaults={"link": first_link().hex()})
    raise NotImplementedError
