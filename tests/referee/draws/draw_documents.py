"""Builders of draws and their documents, shared by the tests of this folder."""

from __future__ import annotations

import hashlib
from typing import Any

from referee.draws import Announced, Batch, Beacon, Draw, player_commit, published, revealed

RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = [rank + suit for suit in SUITS for rank in RANKS]
CAST = ["alice", "bob", "carol", "zoë"]
BEACON = Beacon("52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971", 20_000_000, b"\x07" * 32)
CLOSE = 1692803367 + 3 * 19_000_000


def fixed_bytes(name: str, count: int) -> bytes:
    """Bytes that look random and are the same in every run."""
    return hashlib.shake_256(name.encode()).digest(count)


def make_batch(series: str = "cup/table-1", count: int = 5, base: int = 0) -> Batch:
    return Batch.from_random(series, fixed_bytes(series, 32 * count), base)


def make_values(*players: str) -> dict[str, bytes]:
    return {player: fixed_bytes("value " + player, 32) for player in players}


def make_draw(batch: Batch, number: int, **inputs: Any) -> Draw:
    given: dict[str, Any] = {"contest": "cup", "items": DECK, **inputs}
    return Draw(series=batch.series, number=number, seed=batch.seed(number), **given)


def make_document(draw: Draw, batch: Batch, **public: Any) -> dict[str, Any]:
    commits = {player: player_commit(draw.contest, player, value) for player, value in draw.values.items()}
    given: dict[str, Any] = {"kind": "deck", "commits": commits, **public}
    return {
        "published": published(draw, Announced.of(batch), **given),
        "revealed": revealed(draw, batch.path(draw.number)),
    }


def sample_documents() -> dict[str, dict[str, Any]]:
    """One document a level, each with openings and deals."""
    batch = make_batch(base=2)
    deals = [("alice", [0]), ("bob", [1]), ("burn", [2]), ("board", [3, 4, 5])]
    inputs: dict[str, dict[str, Any]] = {
        "A": {"roster": CAST, "values": make_values("bob"), "beacon": BEACON},
        "B": {"roster": CAST, "values": make_values("alice", "zoë")},
        "C": {},
    }
    return {
        level: make_document(
            make_draw(batch, 4, **given),
            batch,
            positions=[0, 3, 51],
            deals=deals,
            inputs_close=CLOSE if level == "A" else 0,
        )
        for level, given in inputs.items()
    }
