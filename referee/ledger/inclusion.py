"""That one entry stands in the history which a checkpoint binds, without the other entries (RFC 6962)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.ledger.chain import body_hash, checkpoint_line, read_checkpoint
from referee.merkle import Tree, root_from_path


@dataclass(frozen=True, slots=True)
class Inclusion:
    """Entry ``seq`` of the first ``size``, and the hashes beside its way up to the root, the lowest first."""

    seq: int
    size: int
    path: tuple[bytes, ...]

    def root(self, body: str) -> bytes | None:
        """The root that an entry with this body leads to; None where the path is none of this tree."""
        return root_from_path(body_hash(body), self.seq, self.size, self.path)

    def problem(self, body: str, checkpoint: str) -> str:
        """Why ``body`` is not proven to stand under ``checkpoint`` (three lines); "" where it is."""
        try:
            _, size, root = read_checkpoint(checkpoint)
        except ValueError:
            return "not a checkpoint"
        if size != self.size:
            return f"the path is of {self.size} entries, the checkpoint of {size}"
        found = self.root(body)
        if found is None:
            return "the path has not the length of its place"
        return "" if found == root else f"it does not lead to {checkpoint_line(checkpoint)}"


def prove(seq: int, hashes: Sequence[bytes]) -> Inclusion:
    """The proof for entry ``seq`` from the body hashes of all entries. IndexError outside of them."""
    return Inclusion(seq, len(hashes), Tree(hashes).path(seq))
