"""Checking an exported chain: bodies, hashes, links and checkpoints, one line per problem."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from referee.ledger.canonical import NotCanonical, parse
from referee.ledger.chain import GENESIS, NO_LINK, VERSION, body_hash, link_hash, read_checkpoint
from referee.merkle import Frontier, node_hash

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
    check = ChainCheck(chain, [(f"checkpoint {index}", text) for index, text in enumerate(checkpoints)])
    for row in rows:
        if check.stopped:
            break
        check.take(row)
    check.end(len(rows))
    return check.problems


class ChainCheck:
    """The check of one chain, an entry at a time, so that it may be of any length.

    checkpoints  (how a problem names it, text) each
    problems     one line each, in the order of the entries; those of checkpoints that fit no entry last
    count        entries taken;  withheld  how many of them without a body
    stopped      an entry was no entry: nothing can be said of what comes behind it
    """

    def __init__(self, chain: str, checkpoints: Sequence[tuple[str, Any]] = ()) -> None:
        self.chain = chain
        self.problems: list[str] = []
        self.count = self.withheld = 0
        self.stopped = False
        self._link = NO_LINK
        self._nodes: list[bytes] = []  # as in referee.merkle.Frontier, without an object for each entry
        self._wanted: dict[int, list[tuple[str, bytes]]] = {}
        self._later = list(self._read(checkpoints))
        self._last = max(self._wanted, default=-1)
        self._compare()

    def _read(self, checkpoints: Sequence[tuple[str, Any]]) -> Iterator[str]:
        for name, text in checkpoints:
            try:
                origin, size, root = read_checkpoint(text)
            except (ValueError, TypeError):
                yield f"{name}: not a checkpoint (origin, size, base64 root, a line each)"
                continue
            if origin != self.chain:
                yield f"{name}: of the chain {origin!r}"
            else:
                self._wanted.setdefault(size, []).append((name, root))

    def take(self, row: Any) -> dict[str, Any] | None:
        """The next entry; what its body says, or None where it is withheld or not in order."""
        seq = self.count
        try:
            body = row["body"]
            if row["seq"] != seq or type(row["seq"]) is not int or not (body is None or type(body) is str):
                return self._stop(row)
            return self.entry(body, row["body_hash"], row["link"], row)
        except (TypeError, KeyError, IndexError):
            return self._stop(row)

    def entry(self, body: str | None, stated: Any, link: Any, row: Any = None) -> dict[str, Any] | None:
        """The same from its parts: the body's text, both hashes in hex."""
        seq, said, hashed = self.count, None, b""
        if body is not None:
            hashed = _hash(body)
        if hashed.hex() != stated and not _is_hash(stated):
            return self._stop(row)
        if body is not None:
            said = self._said(seq, body, hashed.hex() == stated)
        hashed = bytes.fromhex(stated)
        self._link = link_hash(seq, self._link, hashed)
        if self._link.hex() != link:
            if not _is_hash(link):
                return self._stop(row)
            self._say(f"row {seq}: the link does not follow from the one before and body_hash")
            self._link = bytes.fromhex(link)
        self.count = seq + 1
        self.withheld += body is None
        if seq < self._last:
            self._grow(hashed)
        return said

    def end(self, count: int) -> None:
        """No more entries come; there are ``count``, with those behind the place where the check stopped."""
        for size in sorted(size for size in self._wanted if size > count):
            for name, _ in self._wanted[size]:
                self._later.append(f"{name}: speaks of {size} entries, here are {count}: the end is missing")
        for line in self._later:
            self._say(line)

    def _said(self, seq: int, text: str, hashed: bool) -> dict[str, Any] | None:
        try:
            body = parse(text)
        except NotCanonical as error:
            self._say(f"row {seq}: the body is not canonical JSON ({error})")
            return None
        problem = None if hashed else "body_hash is not the hash of the body"
        problem = problem or _body_problem(self.chain, seq, body)
        if problem:
            self._say(f"row {seq}: {problem}")
            return None
        found: dict[str, Any] = body
        return found

    def _stop(self, row: Any) -> dict[str, Any] | None:
        self.stopped = True
        self._say(f"row {self.count}: {_shape_problem(self.count, row)}: the check stops here")
        return None

    def _grow(self, node: bytes) -> None:
        size, nodes = self.count - 1, self._nodes
        while size % 2:
            node, size = node_hash(nodes.pop(), node), size // 2
        nodes.append(node)
        if self.count in self._wanted:
            self._compare()

    def _compare(self) -> None:
        for name, given in self._wanted.get(self.count, ()):
            if Frontier(self.count, tuple(self._nodes)).root != given:
                self._say(f"{name}: another history of the first {self.count} entries")

    def _say(self, line: str) -> None:
        self.problems.append(" ".join(line.split()))  # keys come from the rows: one line stays one


def _shape_problem(seq: int, row: Any) -> str:
    if not isinstance(row, dict) or not row.keys() >= {"seq", "body", "body_hash", "link"}:
        return "not an object with seq, body, body_hash and link"
    if type(row["seq"]) is not int or row["seq"] != seq:
        return f"its seq is {row['seq']!r}, next is {seq}"
    if row["body"] is not None and not isinstance(row["body"], str):
        return "the body is not a text"
    for key in ("body_hash", "link"):
        if not _is_hash(row[key]):
            break
    return f"{key} is not 64 lower-case hex digits"


def _hash(body: str) -> bytes:
    try:
        return body_hash(body)
    except UnicodeEncodeError:
        return b""  # of no text


def _is_hash(text: Any) -> bool:
    try:
        return len(text) == 64 and bytes.fromhex(text).hex() == text
    except (TypeError, ValueError):
        return False


def _body_problem(chain: str, seq: int, body: Any) -> str | None:
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
