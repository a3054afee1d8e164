"""Broken seals against the chain: who saw a hidden card said so at the table and in an entry of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.audit.books import Books

BROKEN = "seal_broken"
_KEYS = ("what", "deal", "draw", "seat")

type Told = dict[tuple[str, int], dict[str, Any]]
"""(table, number of its event) -> which seal."""


def seals(books: Books) -> Iterator[str]:
    """The problems, a line each: every entry has its line at the table that says the same, and the other
    way round. Entries of both kinds are never withheld."""
    told = _told(books)
    for said in books.seals:
        table, event, data = said.what
        where = f"row {said.seq}: a seal of {table} was broken"
        at_table = told.pop((table, event), None)
        if at_table is None:
            yield f"{where}, and the table was not told"
        elif at_table != _which(data):
            yield f"{where}: the table was told of another one"
        elif not str(data.get("reason", "")).strip():
            yield f"{where} without a reason"
    for table, event in told:
        yield f"{table}, event {event}: a seal was broken, and no entry of its own says so"


def _told(books: Books) -> Told:
    found: Told = {}
    for table, events in books.tables.items():
        for said in events:
            number, data = said.what
            facts = data.get("facts")
            for fact in facts if isinstance(facts, list) else ():
                if isinstance(fact, Mapping) and fact.get("fact") == BROKEN:
                    found[table, number] = _which(fact)
    return found


def _which(said: Mapping[str, Any]) -> dict[str, Any]:
    return {key: said[key] for key in _KEYS if key in said}
