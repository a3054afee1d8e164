"""The lines of an exported contest (JSON Lines, one object each, in this order).

    {"format": "referee-contest/1", "contest": "c3", "chain": …, "game": …, "state": …, "full": true,
     "entries": 812, "checkpoint": "origin size root"}
    {"seq": 0, "body_hash": hex, "link": hex, "body": {…}}      one an entry; the body in its canonical form,
                                                                or null where it is withheld
    {"draw": {"published": …, "revealed": …}}                   the shape of vectors/draws/draws.json
    {"table": {"ref": "c3/table-1", "game": …, "seats": [letters], "opened": {"12": move, …}}}

``full``: nothing is withheld, every draw is there. ``opened``: the moves that were secret choices, by the
number of their event; all others stand in the ledger.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from referee.ledger import ChainCheck
from referee.ledger.canonical import NotCanonical, canonical

FORMAT = "referee-contest/1"
_HEAD = {"format": str, "chain": str, "state": str, "full": bool, "entries": int, "checkpoint": str}
_ENTRY = re.compile(
    r'\{"seq":(0|[1-9][0-9]{0,17}),"body_hash":"([0-9a-f]{64})","link":"([0-9a-f]{64})","body":', re.ASCII
)


class BadExport(ValueError):
    """The document cannot be read as an export; the message says why."""


def is_export(text: bytes) -> bool:
    """Whether a document begins as an export does."""
    return FORMAT.encode() in text[:4000].partition(b"\n")[0]


def read_head(line: str) -> dict[str, Any]:
    """The first line. Raises BadExport."""
    try:
        head = json.loads(line)
    except (ValueError, RecursionError):
        raise BadExport("line 1: not JSON") from None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BadExport(f"line 1: {FORMAT!r} is wanted as its format")
    for key, kind in _HEAD.items():
        if type(head.get(key)) is not kind:
            raise BadExport(f"line 1: {key} is missing or of another kind")
    return head


def entry_line(seq: int, body: str | None, body_hash: str, link: str) -> str:
    """An entry as it stands in an export."""
    return f'{{"seq":{seq},"body_hash":"{body_hash}","link":"{link}","body":{body or "null"}}}'


def take_entry(check: ChainCheck, line: str) -> dict[str, Any] | None:
    """Give a line to the check; what its body says, or None where it is withheld or not in order."""
    found = _ENTRY.match(line)
    if found is not None and int(found[1]) == check.count and line.endswith("}"):
        body = line[found.end() : -1]
        return check.entry(None if body == "null" else body, found[2], found[3])
    try:
        row = json.loads(line)
        if isinstance(row, dict) and isinstance(row.get("body"), dict):
            row["body"] = canonical(row["body"])
    except (ValueError, RecursionError, NotCanonical):
        row = None
    return check.take(row)


def others(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str, Any]]:
    """What follows the entries: (line, "draw" or "table" or "" for anything else, value)."""
    for number, line in lines:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            yield number, "", None
            continue
        kinds = value.keys() & {"draw", "table"} if isinstance(value, dict) else ()
        kind = next(iter(kinds), "")
        yield number, kind, value[kind] if kind else None
