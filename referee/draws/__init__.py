"""Auditable draws, scheme PBF1: commitments, entropy, shuffle, openings, verification.

Producing: ``Batch.from_random`` (seeds of a series) -> ``Draw`` (order, deck_commit, openings)
-> ``published`` and ``revealed``. Checking: ``verify_document``. Source: draws.md.
"""

from referee.draws.documents import Announced, level, published, revealed
from referee.draws.drawing import Draw, opening_matches
from referee.draws.entropy import MIN_VALUE, NO_BEACON, Beacon, draw_key, entropy, player_commit
from referee.draws.seeds import SEED_SIZE, Batch, seed_matches
from referee.draws.shuffle import Stream, shuffle
from referee.draws.verify import document_level, verify_document

__all__ = [
    "MIN_VALUE",
    "NO_BEACON",
    "SEED_SIZE",
    "Announced",
    "Batch",
    "Beacon",
    "Draw",
    "Stream",
    "document_level",
    "draw_key",
    "entropy",
    "level",
    "opening_matches",
    "player_commit",
    "published",
    "revealed",
    "seed_matches",
    "shuffle",
    "verify_document",
]
