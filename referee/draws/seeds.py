"""The operator's seeds: a batch per series, committed before any player's value is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.draws.encoding import HASH_SIZE, U32_LIMIT, lp, sha256, tag, u32
from referee.merkle import Tree, leaf_hash, root_from_path

SEED_SIZE = HASH_SIZE


def seed_leaf(series: str, number: int, seed: bytes) -> bytes:
    """The leaf (before hashing) of the seed of draw ``number``."""
    return tag("seed") + lp(series) + u32(number) + seed


def commit_to_root(series: str, base: int, count: int, root: bytes) -> bytes:
    """seed_commit from the Merkle root of a batch: binds the series, the first number, the count."""
    return sha256(tag("seeds") + lp(series) + u32(base) + u32(count) + root)


@dataclass(frozen=True)
class Batch:
    """The seeds of draws ``base``, ``base + 1`` … of one series; each 32 secret bytes.

    Not printable: a seed must not reach a log.
    """

    series: str
    seeds: Sequence[bytes]
    base: int = 0

    def __post_init__(self) -> None:
        if not self.seeds or any(len(seed) != SEED_SIZE for seed in self.seeds):
            raise ValueError("a batch has at least one seed, each of 32 bytes")
        if self.base < 0 or self.base + len(self.seeds) > U32_LIMIT:
            raise ValueError("draw numbers run from 0 to 2^32 - 1")

    def __repr__(self) -> str:
        return f"Batch({self.series!r}, {len(self.seeds)} seeds from {self.base})"

    @classmethod
    def from_random(cls, series: str, random: bytes, base: int = 0) -> Batch:
        """A batch from fresh random bytes, 32 for each seed (``secrets.token_bytes(32 * count)``).

        The rule book has no randomness of its own. ValueError where the count of bytes is
        not a multiple of 32, or none are given.
        """
        if len(random) % SEED_SIZE:
            raise ValueError("32 random bytes a seed")
        seeds = [random[at : at + SEED_SIZE] for at in range(0, len(random), SEED_SIZE)]
        return cls(series, tuple(seeds), base)

    @cached_property
    def _tree(self) -> Tree:
        return Tree.of(seed_leaf(self.series, self.base + i, seed) for i, seed in enumerate(self.seeds))

    @property
    def commit(self) -> bytes:
        """seed_commit, 32 bytes: announced when the contest opens."""
        return commit_to_root(self.series, self.base, len(self.seeds), self._tree.root)

    def seed(self, number: int) -> bytes:
        """The seed of draw ``number``. IndexError outside the batch."""
        if not self.base <= number < self.base + len(self.seeds):
            raise IndexError(number)
        return self.seeds[number - self.base]

    def path(self, number: int) -> tuple[bytes, ...]:
        """The Merkle path of that seed, published with it at the end of the contest."""
        return self._tree.path(number - self.base)


def seed_matches(
    commit: bytes, series: str, base: int, count: int, number: int, seed: bytes, path: Sequence[bytes]
) -> bool:
    """True where ``seed`` is the one that ``commit`` holds for draw ``number``."""
    root = root_from_path(leaf_hash(seed_leaf(series, number, seed)), number - base, count, path)
    return root is not None and commit_to_root(series, base, count, root) == commit
