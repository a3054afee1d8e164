"""Merkle trees as RFC 6962 defines them, over leaf hashes; odd nodes are promoted unchanged.

A tree is kept as its levels, so that a root and any number of paths cost one build.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

_sha256 = hashlib.sha256


def leaf_hash(data: bytes) -> bytes:
    """H(00 ‖ data)."""
    return _sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """H(01 ‖ left ‖ right)."""
    return _sha256(b"\x01" + left + right).digest()


class Tree:
    """A Merkle tree over leaf hashes (32 bytes each); the empty tree's root is H of nothing."""

    def __init__(self, leaves: Iterable[bytes]) -> None:
        self.leaves = tuple(leaves)

    @classmethod
    def of(cls, entries: Iterable[bytes]) -> Tree:
        """The tree over ``entries``, each hashed as a leaf."""
        return cls(leaf_hash(entry) for entry in entries)

    @cached_property
    def _levels(self) -> list[tuple[bytes, ...]]:
        levels = [self.leaves]
        while len(levels[-1]) > 1:
            below = levels[-1]
            above = [node_hash(below[i], below[i + 1]) for i in range(0, len(below) - 1, 2)]
            if len(below) % 2:
                above.append(below[-1])
            levels.append(tuple(above))
        return levels

    @property
    def root(self) -> bytes:
        """32 bytes."""
        return self._levels[-1][0] if self.leaves else _sha256(b"").digest()

    def path(self, index: int) -> tuple[bytes, ...]:
        """The sibling hashes from the leaf up to the root. IndexError outside the leaves."""
        if not 0 <= index < len(self.leaves):
            raise IndexError(index)
        path = []
        for level in self._levels[:-1]:
            sibling = index ^ 1
            if sibling < len(level):
                path.append(level[sibling])
            index //= 2
        return tuple(path)


def root_from_path(leaf: bytes, index: int, count: int, path: Sequence[bytes]) -> bytes | None:
    """The root that ``leaf`` (a leaf hash) at ``index`` of ``count`` leaves leads to by ``path``.

    None where the path has not the length that such a leaf must have: a tree of another
    size must not pass for this one.
    """
    if not 0 <= index < count:
        return None
    node, steps, width = leaf, iter(path), count
    while width > 1:
        sibling = index ^ 1
        if sibling < width:
            step = next(steps, None)
            if step is None:
                return None
            node = node_hash(step, node) if index % 2 else node_hash(node, step)
        index //= 2
        width = (width + 1) // 2
    return node if next(steps, None) is None else None


@dataclass(frozen=True, slots=True)
class Frontier:
    """A growing tree, kept small: the roots of its full subtrees, the largest first.

    Enough to append a leaf and to know the root at once, without the leaves before; at
    most one hash for each bit of ``size``, so it can be stored beside the last entry.
    """

    size: int = 0
    nodes: tuple[bytes, ...] = ()

    def append(self, leaf: bytes) -> Frontier:
        """The tree with one leaf hash more."""
        node, nodes, size = leaf, self.nodes, self.size
        while size % 2:
            node, nodes, size = node_hash(nodes[-1], node), nodes[:-1], size // 2
        return Frontier(self.size + 1, (*nodes, node))

    @property
    def root(self) -> bytes:
        """The root over all leaves so far, as ``Tree`` gives it."""
        if not self.nodes:
            return _sha256(b"").digest()
        root = self.nodes[-1]
        for node in reversed(self.nodes[:-1]):
            root = node_hash(node, root)
        return root

    def to_json(self) -> dict[str, Any]:
        """``{"size": 5, "nodes": [hex, hex]}``."""
        return {"size": self.size, "nodes": [node.hex() for node in self.nodes]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Frontier:
        """What ``to_json`` gave. ValueError where the count of nodes does not fit the size."""
        size, nodes = data["size"], tuple(bytes.fromhex(node) for node in data["nodes"])
        if type(size) is not int or size < 0 or size.bit_count() != len(nodes):
            raise ValueError("a frontier has one node for each bit of its size")
        return cls(size, nodes)
