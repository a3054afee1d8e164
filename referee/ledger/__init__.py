"""The audit ledger: canonical JSON, the hash chain, checkpoints, verification (draws.md, "The ledger").

Producing: ``body`` is the text of an entry, ``Head(chain).append(…)`` gives the next head and the row to
store. Checking: ``verify_rows``; of a single entry ``prove`` and its ``problem``.
"""

from referee.ledger.canonical import NotCanonical, canonical, parse
from referee.ledger.chain import (
    NO_LINK,
    SALT_SIZE,
    Head,
    Row,
    body,
    body_hash,
    checkpoint,
    checkpoint_line,
    checkpoint_of_line,
    link_hash,
    read_checkpoint,
    timestamp,
)
from referee.ledger.inclusion import Inclusion, prove
from referee.ledger.verify import ChainCheck, verify_ledger, verify_rows

__all__ = [
    "NO_LINK",
    "SALT_SIZE",
    "ChainCheck",
    "Head",
    "Inclusion",
    "NotCanonical",
    "Row",
    "body",
    "body_hash",
    "canonical",
    "checkpoint",
    "checkpoint_line",
    "checkpoint_of_line",
    "link_hash",
    "parse",
    "prove",
    "read_checkpoint",
    "timestamp",
    "verify_ledger",
    "verify_rows",
]
