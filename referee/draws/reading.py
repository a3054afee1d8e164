"""A draw's document as typed values, or the one line that says where it cannot be read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee.draws.documents import VERSION
from referee.draws.encoding import HASH_SIZE, U32_LIMIT, U64_LIMIT
from referee.draws.entropy import Beacon
from referee.draws.shuffle import MAX_RANGE

_HEX = re.compile(r"(?:[0-9a-f]{2})*", re.ASCII)


class Malformed(ValueError):
    """Not the shape of a draw; the message names the place."""


@dataclass(frozen=True, slots=True)
class Opening:
    position: int
    label: str
    nonce: bytes
    path: tuple[bytes, ...]


@dataclass(frozen=True)
class Published:
    contest: str
    series: str
    number: int
    kind: str
    items: tuple[str, ...]
    roster: tuple[str, ...]
    cut_roster: tuple[str, ...]
    seeds: int
    base: int
    seed_commit: bytes
    commits: Mapping[str, bytes]
    chain: str
    round: int
    inputs_close: int
    deck_commit: bytes
    openings: tuple[Opening, ...]
    positions: tuple[int, ...]
    """Of ``deals``, one after the other in the order of dealing."""

    @cached_property
    def players(self) -> frozenset[str]:
        """The roster, for looking up."""
        return frozenset(self.roster)


@dataclass(frozen=True, slots=True)
class Revealed:
    seed: bytes
    seed_path: tuple[bytes, ...]
    values: Mapping[str, bytes]
    cuts: Mapping[str, bytes]
    beacon: Beacon
    signature: bytes | None


class Node:
    """A value of the document with its place, for messages."""

    def __init__(self, value: Any, where: str) -> None:
        self.value = value
        self.where = where

    def refuse(self, wanted: str) -> Malformed:
        return Malformed(f"{self.where}: {wanted}")

    def has(self, key: str) -> bool:
        return isinstance(self.value, dict) and key in self.value

    def __getitem__(self, key: str) -> Node:
        if not isinstance(self.value, dict):
            raise self.refuse("not an object")
        if key not in self.value:
            raise self.refuse(f"{key} is missing")
        return Node(self.value[key], f"{self.where}.{key}" if self.where else key)

    def text(self) -> str:
        value = self.value
        if not isinstance(value, str):
            raise self.refuse("not a text")
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise self.refuse("a text that has no UTF-8 form") from None
        return value

    def integer(self, limit: int) -> int:
        value = self.value
        if type(value) is not int or not 0 <= value < limit:
            raise self.refuse("not a whole number in range")
        return value

    def hexadecimal(self, size: int | None = None) -> bytes:
        text = self.text()
        if not _HEX.fullmatch(text):
            raise self.refuse("not lower-case hex")
        data = bytes.fromhex(text)
        if size is not None and len(data) != size:
            raise self.refuse(f"not {size} bytes")
        return data

    def elements(self) -> list[Node]:
        if not isinstance(self.value, list):
            raise self.refuse("not a list")
        return [Node(value, f"{self.where}[{i}]") for i, value in enumerate(self.value)]

    def texts(self) -> tuple[str, ...]:
        return tuple(node.text() for node in self.elements())

    def hashes(self) -> tuple[bytes, ...]:
        return tuple(node.hexadecimal(HASH_SIZE) for node in self.elements())

    def named_bytes(self, size: int | None = None) -> dict[str, bytes]:
        if not isinstance(self.value, dict):
            raise self.refuse("not an object")
        found = {}
        for key in self.value:
            name = Node(key, self.where).text()
            found[name] = self[key].hexadecimal(size)
        return found


def read_published(node: Node) -> Published:
    """Refusals: Malformed with the place."""
    if node["v"].value != VERSION:
        raise node["v"].refuse(f"not {VERSION}")
    items = node["items"].texts()
    if not 0 < len(items) <= MAX_RANGE:
        raise node["items"].refuse("1 to 65536 items can be drawn")
    beacon = node["beacon"]
    return Published(
        contest=node["e"].text(),
        series=node["t"].text(),
        number=node["n"].integer(U32_LIMIT),
        kind=node["kind"].text(),
        items=items,
        roster=node["roster"].texts(),
        cut_roster=node["cut_roster"].texts(),
        seeds=node["seeds"].integer(U32_LIMIT),
        base=node["base"].integer(U32_LIMIT),
        seed_commit=node["seed_commit"].hexadecimal(HASH_SIZE),
        commits=node["commits"].named_bytes(HASH_SIZE),
        chain=beacon["chain"].text(),
        round=beacon["round"].integer(U64_LIMIT),
        inputs_close=beacon["inputs_close"].integer(U64_LIMIT),
        deck_commit=node["deck_commit"].hexadecimal(HASH_SIZE),
        openings=tuple(_read_opening(opening) for opening in node["openings"].elements()),
        positions=tuple(_read_positions(node["deals"])),
    )


def _read_opening(node: Node) -> Opening:
    return Opening(
        position=node["pos"].integer(U32_LIMIT),
        label=node["label"].text(),
        nonce=node["nonce"].hexadecimal(HASH_SIZE),
        path=node["path"].hashes(),
    )


def _read_positions(deals: Node) -> list[int]:
    positions = []
    for deal in deals.elements():
        deal["to"].text()
        positions += [position.integer(U32_LIMIT) for position in deal["pos"].elements()]
    return positions


def read_revealed(node: Node) -> Revealed:
    """Refusals: Malformed with the place."""
    beacon = node["beacon"]
    return Revealed(
        seed=node["seed"].hexadecimal(HASH_SIZE),
        seed_path=node["seed_path"].hashes(),
        values=node["values"].named_bytes(),
        cuts=node["cuts"].named_bytes(),
        beacon=Beacon(
            beacon["chain"].text(), beacon["round"].integer(U64_LIMIT), beacon["randomness"].hexadecimal()
        ),
        signature=beacon["signature"].hexadecimal() if beacon.has("signature") else None,
    )
