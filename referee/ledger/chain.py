"""The hash chain of a contest: bodies, links, checkpoints (draws.md, "The ledger")."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from referee.core import Json
from referee.ledger.canonical import canonical
from referee.merkle import Frontier

VERSION = 1
SALT_SIZE = 16
NO_LINK = bytes(32)
"""What stands before the first entry."""
GENESIS = "genesis"
"""The type of entry 0, and of no other."""


def timestamp(instant: datetime) -> str:
    """``2026-01-02T03:04:05.000006Z``: UTC, six digits. ValueError for a time without a zone."""
    if instant.tzinfo is None:
        raise ValueError("an instant has a zone")
    return instant.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def body(
    *,
    chain: str,
    seq: int,
    at: datetime,
    actor: str,
    kind: str,
    data: Mapping[str, Any],
    salt: bytes,
    ref: str = "",
) -> str:
    """The canonical text of an entry: what is stored, and what its hashes are of.

    ``at`` an aware instant; ``actor`` and ``ref`` ids, never nicknames or addresses; ``kind``
    the entry's type ("genesis" for the first and no other); ``salt`` 16 random bytes, which keep
    a withheld body from being guessed. Refusals: ValueError for these, NotCanonical (a
    ValueError) for ``data`` that canonical JSON cannot hold.
    """
    if len(salt) != SALT_SIZE:
        raise ValueError("a salt has 16 bytes")
    if (kind == GENESIS) != (seq == 0):
        raise ValueError("the first entry is the genesis, and no other is")
    return canonical(
        {
            "v": VERSION,
            "chain": chain,
            "seq": seq,
            "ts": timestamp(at),
            "actor": actor,
            "type": kind,
            "ref": ref,
            "data": dict(data),
            "salt": salt.hex(),
        }
    )


def body_hash(body: str) -> bytes:
    """H(00 ‖ body), 32 bytes: also the leaf hash of the checkpoints' tree."""
    return hashlib.sha256(b"\x00" + body.encode("utf-8")).digest()


def link_hash(seq: int, previous: bytes, body: bytes) -> bytes:
    """The link of entry ``seq``: H(01 ‖ u64(seq) ‖ link before ‖ body_hash), 32 bytes."""
    return hashlib.sha256(b"\x01" + seq.to_bytes(8, "big") + previous + body).digest()


@dataclass(frozen=True, slots=True)
class Row:
    """One entry as it is stored. ``body`` is None where it is withheld from an export."""

    seq: int
    body: str | None
    body_hash: bytes
    link: bytes

    def to_json(self) -> Json:
        """The shape of an exported row, hashes in hex."""
        return {
            "seq": self.seq,
            "body": self.body,
            "body_hash": self.body_hash.hex(),
            "link": self.link.hex(),
        }


@dataclass(frozen=True, slots=True)
class Head:
    """Where a chain stands: all that is needed to append, whatever its length.

    ``frontier`` has one leaf per entry; its size is the next entry's seq.
    """

    chain: str
    link: bytes = NO_LINK
    frontier: Frontier = field(default_factory=Frontier)

    def append(
        self,
        *,
        at: datetime,
        actor: str,
        kind: str,
        data: Mapping[str, Any],
        salt: bytes,
        ref: str = "",
    ) -> tuple[Head, Row]:
        """The chain with one entry more, and that entry. Arguments and refusals are those of ``body``."""
        seq = self.frontier.size
        text = body(chain=self.chain, seq=seq, at=at, actor=actor, kind=kind, data=data, salt=salt, ref=ref)
        hashed = body_hash(text)
        link = link_hash(seq, self.link, hashed)
        return Head(self.chain, link, self.frontier.append(hashed)), Row(seq, text, hashed, link)

    @property
    def checkpoint(self) -> str:
        """The three lines that bind all entries so far."""
        return checkpoint(self.chain, self.frontier.size, self.frontier.root)

    def to_json(self) -> Json:
        """For storing beside the last row."""
        return {"chain": self.chain, "link": self.link.hex(), "frontier": self.frontier.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Head:
        """What ``to_json`` gave."""
        return cls(data["chain"], bytes.fromhex(data["link"]), Frontier.from_json(data["frontier"]))


def checkpoint(origin: str, size: int, root: bytes) -> str:
    """Origin, size and base64 root, a line each, each ended by a newline (the C2SP shape).

    ValueError for an origin that is empty or has a line break: it must stay one line.
    """
    if not origin or len(origin.splitlines()) != 1 or size < 0:
        raise ValueError("an origin is one line of text")
    return f"{origin}\n{size}\n{base64.b64encode(root).decode('ascii')}\n"


_CHECKPOINT = re.compile(r"([^\n]+)\n(0|[1-9][0-9]{0,18})\n([A-Za-z0-9+/]{43}=)\n")


def read_checkpoint(text: str) -> tuple[str, int, bytes]:
    """Origin, size, root (32 bytes). ValueError for any text that ``checkpoint`` would not give."""
    found = _CHECKPOINT.fullmatch(text)
    if found is None:
        raise ValueError("not a checkpoint")
    origin, size, encoded = found.groups()
    root = base64.b64decode(encoded)
    if base64.b64encode(root).decode("ascii") != encoded:
        raise ValueError("not a checkpoint")
    return origin, int(size), root


def checkpoint_line(text: str) -> str:
    """A checkpoint as one line, for letters and posts: ``origin size root``."""
    origin, size, root = read_checkpoint(text)
    return f"{origin} {size} {base64.b64encode(root).decode('ascii')}"


def checkpoint_of_line(line: str) -> str:
    """The checkpoint that such a line holds. ValueError where it holds none."""
    parts = line.strip().rsplit(" ", 2)
    text = "".join(f"{part}\n" for part in parts)
    read_checkpoint(text)
    return text
