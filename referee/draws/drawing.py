"""One draw: a pure function of its stored inputs, from the seed to every card's opening."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from referee.core import Json
from referee.draws.encoding import lp, mac, sha256, tag, u32
from referee.draws.entropy import NO_BEACON, Beacon, draw_key, entropy
from referee.draws.shuffle import Stream, shuffle
from referee.merkle import Tree, leaf_hash, root_from_path

_NONCE = tag("nonce")
_CARD = tag("card")


def card_leaf(series: str, number: int, position: int, nonce: bytes, label: str) -> bytes:
    """The leaf (before hashing) of the card at ``position``; its own nonce keeps it secret."""
    return _CARD + lp(series) + u32(number) + u32(position) + nonce + lp(label)


def commit_to_deck(series: str, number: int, count: int, root: bytes) -> bytes:
    """deck_commit from the Merkle root over the cards."""
    return sha256(tag("deck") + lp(series) + u32(number) + u32(count) + root)


@dataclass(frozen=True)
class Draw:
    """The draw ``number`` of ``series`` in ``contest`` and what comes out of it.

    items    what is put in order, in canonical order (a deck: 2c 3c … As; players; lots)
    seed     the operator's 32 bytes for this number, kept secret until the end
    roster   the players registered, ``values`` what they revealed in time (absent: missing)
    Empty roster and values and no beacon: level C. ``cut_roster`` is empty for now.

    Two machines with the same inputs get the same order, nonces and ``deck_commit``: a
    task that runs twice deals once. Not printable: the order must not reach a log.
    """

    contest: str
    series: str
    number: int
    items: Sequence[str]
    seed: bytes
    roster: Sequence[str] = ()
    values: Mapping[str, bytes] = field(default_factory=dict)
    beacon: Beacon = NO_BEACON
    cut_roster: Sequence[str] = ()
    cuts: Mapping[str, bytes] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Draw({self.series!r}, {self.number}, {len(self.items)} items)"

    @property
    def e_t(self) -> bytes:
        """The players' part for the whole contest."""
        return entropy(self.contest, self.roster, self.values)

    @property
    def e_d(self) -> bytes:
        """The cuts of this one draw."""
        return entropy(f"{self.series}#{self.number}", self.cut_roster, self.cuts)

    @cached_property
    def key(self) -> bytes:
        """K, 32 secret bytes: whoever has it knows the whole order."""
        return draw_key(self.seed, self.series, self.number, self.e_t, self.e_d, self.beacon)

    @cached_property
    def _shuffled(self) -> tuple[tuple[str, ...], int]:
        stream = Stream(self.key)
        return tuple(shuffle(self.items, stream)), stream.rejected

    @property
    def order(self) -> tuple[str, ...]:
        """The items in the order drawn; ``order[0]`` is the top of a deck."""
        return self._shuffled[0]

    @property
    def rejected(self) -> int:
        """How many numbers the shuffle threw away (a value to compare in checks by hand)."""
        return self._shuffled[1]

    def nonce(self, position: int) -> bytes:
        """The 32 bytes that hide the card at ``position`` until it is opened."""
        return mac(self.key, _NONCE + u32(position))

    @cached_property
    def _tree(self) -> Tree:
        return Tree.of(
            card_leaf(self.series, self.number, position, self.nonce(position), label)
            for position, label in enumerate(self.order)
        )

    @property
    def deck_commit(self) -> bytes:
        """32 bytes, stored and announced before any card is dealt."""
        return commit_to_deck(self.series, self.number, len(self.items), self._tree.root)

    def opening(self, position: int) -> Json:
        """What proves the card at ``position``: pos, label, nonce and path (hex). IndexError outside."""
        return {
            "pos": position,
            "label": self.order[position],
            "nonce": self.nonce(position).hex(),
            "path": [step.hex() for step in self._tree.path(position)],
        }

    def openings(self, positions: Sequence[int]) -> list[Json]:
        """The openings of several positions, in the order asked for."""
        return [self.opening(position) for position in positions]


def opening_matches(
    commit: bytes,
    series: str,
    number: int,
    count: int,
    position: int,
    label: str,
    nonce: bytes,
    path: Sequence[bytes],
) -> bool:
    """True where ``commit`` (a deck_commit of ``count`` cards) holds ``label`` at ``position``."""
    leaf = leaf_hash(card_leaf(series, number, position, nonce, label))
    root = root_from_path(leaf, position, count, path)
    return root is not None and commit_to_deck(series, number, count, root) == commit
