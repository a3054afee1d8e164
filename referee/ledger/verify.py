"""Checking an exported chain: bodies, hashes, links and checkpoints, one line per problem."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from referee.ledger.canonical import NotCanonical, parse
from referee.ledger.chain import GENESIS, NO_LINK, VERSION, body_hash, link_hash, read_checkpoint
from referee.merkle import Frontier

_SALT = re.compile(r"[0-9a-f]{32}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)
_KEYS = {"v", "chain", "seq", "ts", "actor", "type", "ref", "data", "salt"}


def verify_ledger(document: Any) -> list[str]:
    """The problems of ``{"chain": …, "rows": […], "checkpoints": […]}``; none is an empty list."""
    if not isinstance(document, dict):
        return ["a ledger is an object with chain, rows and checkpoints"]
    for key in ("chain", "rows", "checkpoints"):
        if key not in document:
            return [f"{key} is missing"]
    return verify_rows(document["chain"], document["rows"], document["checkpoints"])


def verify_rows(chain: Any, rows: Any, checkpoints: Any = ()) -> list[str]:
    """The problems of an exported chain, one line each; an empty list means that all of it holds.

    chain        the name that every body and checkpoint must bear
    rows         ``{"seq", "body", "body_hash", "link"}`` from seq 0 on without a gap; hashes in
                 hex; ``body`` may be null (withheld): its hash stands and the chain still checks
    checkpoints  texts of any sizes up to the count of rows, from letters, posts or the export

    Nothing that can stand in a JSON document makes it raise. What the rows cannot show is
    a cut-off end: a checkpoint that speaks of more entries does. Source: draws.md, "The ledger".
    """
    if not isinstance(chain, str):
        return ["chain: not a text"]
    if not isinstance(rows, (list, tuple)) or not isinstance(checkpoints, (list, tuple)):
        return ["rows and checkpoints: not lists"]
    wanted: dict[int, list[tuple[int, bytes]]] = {}
    lines = list(_checkpoint_problems(chain, checkpoints, len(rows), wanted))
    lines = [*_row_problems(chain, rows, wanted), *lines]
    return [" ".join(line.split()) for line in lines]  # keys come from the rows: one line stays one


def _checkpoint_problems(
    chain: str, checkpoints: Sequence[Any], count: int, wanted: dict[int, list[tuple[int, bytes]]]
) -> Iterator[str]:
    """What can be said without the rows; ``wanted`` takes, by size, what is left to compare."""
    for index, text in enumerate(checkpoints):
        try:
            origin, size, root = read_checkpoint(text)
        except (ValueError, TypeError):
            yield f"checkpoint {index}: not a checkpoint (origin, size, base64 root, a line each)"
            continue
        if origin != chain:
            yield f"checkpoint {index}: of the chain {origin!r}"
        elif size > count:
            yield f"checkpoint {index}: speaks of {size} entries, here are {count}: the end is missing"
        else:
            wanted.setdefault(size, []).append((index, root))


def _row_problems(
    chain: str, rows: Sequence[Any], wanted: dict[int, list[tuple[int, bytes]]]
) -> Iterator[str]:
    previous, frontier, last_wanted = NO_LINK, Frontier(), max(wanted, default=0)
    yield from _compare(wanted, frontier)
    for seq, row in enumerate(rows):
        problem = _shape_problem(seq, row)
        if problem:
            yield f"row {seq}: {problem}: the check stops here"
            return
        hashed, link = bytes.fromhex(row["body_hash"]), bytes.fromhex(row["link"])
        if row["body"] is not None and (problem := _body_problem(chain, seq, row["body"], hashed)):
            yield f"row {seq}: {problem}"
        if link_hash(seq, previous, hashed) != link:
            yield f"row {seq}: the link does not follow from the one before and body_hash"
        previous = link
        if seq < last_wanted:
            frontier = frontier.append(hashed)
            yield from _compare(wanted, frontier)


def _compare(wanted: dict[int, list[tuple[int, bytes]]], frontier: Frontier) -> Iterator[str]:
    if frontier.size in wanted:
        root = frontier.root
        for index, given in wanted[frontier.size]:
            if given != root:
                yield f"checkpoint {index}: another history of the first {frontier.size} entries"


def _shape_problem(seq: int, row: Any) -> str | None:
    if not isinstance(row, dict) or not row.keys() >= {"seq", "body", "body_hash", "link"}:
        return "not an object with seq, body, body_hash and link"
    if type(row["seq"]) is not int or row["seq"] != seq:
        return f"its seq is {row['seq']!r}, next is {seq}"
    if row["body"] is not None and not isinstance(row["body"], str):
        return "the body is not a text"
    for key in ("body_hash", "link"):
        if not _is_hash(row[key]):
            return f"{key} is not 64 lower-case hex digits"
    return None


def _is_hash(text: Any) -> bool:
    try:
        return len(text) == 64 and bytes.fromhex(text).hex() == text
    except (TypeError, ValueError):
        return False


def _body_problem(chain: str, seq: int, text: str, hashed: bytes) -> str | None:
    try:
        body = parse(text)
    except NotCanonical as error:
        return f"the body is not canonical JSON ({error})"
    if body_hash(text) != hashed:
        return "body_hash is not the hash of the body"
    if not isinstance(body, dict) or body.keys() != _KEYS:
        return "the body has not the nine keys of an entry"
    if body["v"] != VERSION or type(body["v"]) is not int:
        return f"the body's v is not {VERSION}"
    if body["chain"] != chain:
        return f"the body is of the chain {body['chain']!r}"
    if body["seq"] != seq or type(body["seq"]) is not int:
        return f"the body's seq is {body['seq']!r}"
    if not (type(body["actor"]) is type(body["type"]) is type(body["ref"]) is str):
        return "actor, type and ref are texts"
    return _content_problem(seq, body)


def _content_problem(seq: int, body: dict[str, Any]) -> str | None:
    if not isinstance(body["data"], dict):
        return "data is not an object"
    if type(body["salt"]) is not str or not _SALT.fullmatch(body["salt"]):
        return "the salt is not 16 bytes in hex"
    if not _is_time(body["ts"]):
        return "ts is not a UTC time with six digits and Z"
    if (body["type"] == GENESIS) != (seq == 0):
        return "entry 0 is the genesis, and no other is"
    return None


def _is_time(text: Any) -> bool:
    if type(text) is not str or not _TIME.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
