"""The check of an export in strict mode: each body canonical, each hash and link, a checkpoint at the end."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from bench.measure import Row, rates
from referee.audit.document import FORMAT, entry_line
from referee.audit.verify import verify_export
from referee.ledger import Head, checkpoint_line

ENTRIES = 20_000
_FACTS = [
    {"fact": "called", "seat": "A", "to": 12},
    {"fact": "street", "street": "flop", "board": ["As", "Td", "2c"]},
]


def export() -> list[str]:
    """A ledger of notes as long as those of a table's events."""
    head, at, lines = Head("poker.example/c12"), datetime(2026, 1, 2, tzinfo=UTC), []
    for number in range(ENTRIES):
        data = {"kind": "move", "turn": number, "facts": _FACTS, "input": {"do": "raise", "to": number % 99}}
        head, row = head.append(
            at=at + timedelta(seconds=number),
            actor=f"u{number % 9}",
            kind="note" if number else "genesis",
            ref=f"c12/table-1#{number}",
            data=data,
            salt=hashlib.sha256(str(number).encode()).digest()[:16],
        )
        lines.append(entry_line(row.seq, row.body, row.body_hash.hex(), row.link.hex()))
    first = (
        f'{{"format":"{FORMAT}","chain":"{head.chain}","state":"running","full":false,'
        f'"entries":{ENTRIES},"checkpoint":"{checkpoint_line(head.checkpoint)}"}}'
    )
    return [first, *lines]


def _strict(lines: list[str]) -> Callable[[], int]:
    def job() -> int:
        assert verify_export(lines).problems == []
        return ENTRIES

    return job


def _hashing(lines: list[str]) -> Callable[[], int]:
    """The two hashes of an entry and its node of the tree, and nothing else: what no checker is without."""
    bodies = [line.encode() for line in lines[1:]]

    def job() -> int:
        link = bytes(32)
        for body in bodies:
            hashed = hashlib.sha256(body).digest()
            link = hashlib.sha256(link + hashed).digest()
            hashlib.sha256(hashed + link).digest()
        return ENTRIES

    return job


def rows() -> list[Row]:
    lines = export()
    strict, bare = rates([_strict(lines), _hashing(lines)])
    return [
        Row(
            "entries/s of an export checked in strict mode",
            f"{strict:,.0f}",
            f"their hashes alone: {bare:,.0f}",
            strict / bare,
            "50,000",
        )
    ]
