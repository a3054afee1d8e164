"""What is published of a draw and what is revealed at the end, as JSON (``vectors/draws/draws.json``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.core import Json
from referee.draws.drawing import Draw
from referee.draws.seeds import Batch

VERSION = "PBF1"


@dataclass(frozen=True, slots=True)
class Announced:
    """What stands publicly about the seeds of a series: no secret in it.

    commit  seed_commit, 32 bytes;  count  seeds in the batch;  base  the first draw's number
    """

    commit: bytes
    count: int
    base: int = 0

    @classmethod
    def of(cls, batch: Batch) -> Announced:
        return cls(batch.commit, len(batch.seeds), batch.base)


def published(
    draw: Draw,
    seeds: Announced,
    *,
    kind: str,
    commits: Mapping[str, bytes] | None = None,
    inputs_close: int = 0,
    positions: Sequence[int] = (),
    deals: Sequence[tuple[str, Sequence[int]]] = (),
) -> Json:
    """The public statement of a draw after its deal.

    kind          "deck", "seating", "lots" …
    commits       the player commitments of registration, 32 bytes each; empty at level C
    inputs_close  when the last input was closed, in seconds since 1970 UTC; 0 without a beacon
    positions     the cards that have been shown: their openings go in. At level C of a deal
                  that is running these are the shown cards alone
    deals         who got which positions, in the order of dealing ("burn" and "board" too);
                  together they count 0, 1, 2 … without a gap
    """
    return {
        "v": VERSION,
        "e": draw.contest,
        "t": draw.series,
        "n": draw.number,
        "kind": kind,
        "items": list(draw.items),
        "roster": list(draw.roster),
        "cut_roster": list(draw.cut_roster),
        "seeds": seeds.count,
        "base": seeds.base,
        "seed_commit": seeds.commit.hex(),
        "commits": {player: commit.hex() for player, commit in (commits or {}).items()},
        "beacon": {"chain": draw.beacon.chain, "round": draw.beacon.round, "inputs_close": inputs_close},
        "deck_commit": draw.deck_commit.hex(),
        "openings": draw.openings(positions),
        "deals": [{"to": to, "pos": list(dealt)} for to, dealt in deals],
    }


def revealed(draw: Draw, seed_path: Sequence[bytes], *, signature: bytes = b"") -> Json:
    """The secrets of a draw, for everybody at the end of the contest (seating: at once).

    ``seed_path`` is ``Batch.path(draw.number)``. Folded cards become computable with this.
    ``signature``: of the beacon's round, where its randomness is the hash of one (drand).
    """
    beacon: Json = {
        "chain": draw.beacon.chain,
        "round": draw.beacon.round,
        "randomness": draw.beacon.randomness.hex(),
    }
    if signature:
        beacon["signature"] = signature.hex()
    return {
        "seed": draw.seed.hex(),
        "seed_path": [step.hex() for step in seed_path],
        "values": {player: value.hex() for player, value in draw.values.items()},
        "cuts": {player: value.hex() for player, value in draw.cuts.items()},
        "beacon": beacon,
    }


def level(values: Mapping[str, object], beacon_used: bool) -> str:
    """The level shown beside a draw: A a public beacon, B at least one player's value, C the operator alone.

    ``values`` are those committed at registration and revealed in time; the beacon is later than every input.
    """
    if beacon_used:
        return "A"
    return "B" if values else "C"
