"""A contest as a document that anybody can check with ``python -m referee verify``.

Its lines are described in ``referee.audit.document``. After the end it is whole. Before, and where the seeds
are for two auditors alone, it holds what its reader may know: secret draws by their commitments, and entries
about letters and notices by their hashes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from referee.audit.document import FORMAT, entry_line
from referee.core import Json
from tournaments import models
from tournaments.models import Contest
from tournaments.services import choices, ledger, proofs, records
from tournaments.services.rights import Person

_AT_ONCE = 500
WITHHELD = ("letters", "notices", "looked")
"""While a contest runs: who writes when, and to whom nothing could be sent, is nobody else's business."""


def lines(contest: Contest, reader: Person, *, seeds: bool = False, bodies: bool = False) -> Iterator[str]:
    """The document line by line, as this reader may have it. ``seeds``: he may see them, whoever he is;
    ``bodies``: no entry is withheld, for a check that never leaves the service.

    What changes meanwhile is in none of it or in the entries alone: they are read last.
    """
    ended = contest.state in records.OPEN_TO_ALL
    opened = ended and (seeds or proofs.may_see_seeds(contest, reader))
    others = [json.dumps({"draw": document}) for document in _draws(contest, reader, opened=opened)]
    others += [json.dumps({"table": _table(table, opened=opened)}) for table in _tables(contest)]
    head = models.LedgerHead.objects.get(contest=contest)
    yield json.dumps(
        {
            "format": FORMAT,
            "contest": contest.ref,
            "chain": head.chain,
            "game": contest.game,
            "state": str(contest.state),
            "full": opened,
            "entries": head.size,
            "checkpoint": ledger.line_of(head),
        }
    )
    entries = contest.ledger.filter(seq__lt=head.size).order_by("seq")
    for one in entries.iterator(chunk_size=_AT_ONCE):
        hidden = not ended and not bodies and one.kind in WITHHELD
        yield entry_line(one.seq, None if hidden else one.body, one.body_hash, one.link)
    yield from others


def _draws(contest: Contest, reader: Person, *, opened: bool) -> Iterator[Json]:
    for proof in proofs.listed(contest):
        row = proof.row
        if opened and row.revealed is not None:
            yield {"published": row.published, "revealed": row.revealed}
        elif (document := proofs.document(proof, reader)) is not None:
            yield document


def _tables(contest: Contest) -> list[models.Table]:
    return list(contest.tables.defer("snapshot").order_by("number"))


def _table(table: models.Table, *, opened: bool) -> Json:
    """Its seats; and at the end the choices that were secret, by their events."""
    sealed = table.events.filter(sealed_input__isnull=False).order_by("number") if opened else ()
    return {
        "ref": table.ref,
        "game": table.game,
        "seats": records.letters(table),
        "opened": {str(event.number): choices.asked_of(event) for event in sealed},
    }
