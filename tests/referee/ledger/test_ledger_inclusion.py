"""One entry against a checkpoint: every place of every small tree, and nothing else than what was entered."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from referee.ledger import Head, Inclusion, Row, prove

AT = datetime(2026, 1, 2, tzinfo=UTC)


def chain(size: int) -> tuple[str, list[Row]]:
    """A checkpoint and the entries below it."""
    head, rows = Head("poker.example/c1"), list[Row]()
    for number in range(size):
        kind = "note" if number else "genesis"
        head, row = head.append(at=AT, actor="u1", kind=kind, data={"n": number}, salt=bytes(16))
        rows.append(row)
    return head.checkpoint, rows


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 7, 8, 9, 16, 17])
def test_each_entry_is_proven_in_its_place_and_no_other(size: int) -> None:
    checkpoint, rows = chain(size)
    hashes = [row.body_hash for row in rows]
    for seq, row in enumerate(rows):
        proof = prove(seq, hashes)
        assert len(proof.path) <= size.bit_length()
        assert row.body is not None
        assert proof.problem(row.body, checkpoint) == ""
        assert proof.problem(row.body.replace('"n":', '"m":'), checkpoint).startswith("it does not lead to")
        for other in set(range(size)) - {seq}:
            assert replace(proof, seq=other).problem(row.body, checkpoint) != ""


def test_a_proof_of_another_size_or_with_another_path_is_refused() -> None:
    checkpoint, rows = chain(5)
    proof, body = prove(2, [row.body_hash for row in rows]), rows[2].body or ""
    assert "of 5 entries, the checkpoint of 4" in proof.problem(body, chain(4)[0])
    assert "has not the length" in replace(proof, path=proof.path[:-1]).problem(body, checkpoint)
    assert "it does not lead" in replace(proof, path=proof.path[::-1]).problem(body, checkpoint)
    assert Inclusion(5, 5, ()).problem(body, checkpoint) == "the path has not the length of its place"
    assert proof.problem(body, "c1 5 AAAA") == "not a checkpoint"
    with pytest.raises(IndexError):
        prove(5, [row.body_hash for row in rows])
