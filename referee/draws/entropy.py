"""Where a draw's randomness comes from: the operator's seed, the players' values, a beacon.

Every input is committed before the next is known; counts and missing players are hashed in,
so that nobody can be left out or added afterwards (draws.md, "Bytes", "Found by attack").
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from referee.draws.encoding import lp, mac, sha256, tag, u32, u64

MIN_VALUE = 16
"""The fewest bytes of a player's value."""


@dataclass(frozen=True, slots=True)
class Beacon:
    """A public random value later than every input; all empty where none is used.

    chain       the source's name: a drand chain hash in hex, or words ("Tuesday's lottery")
    round       the round that was announced before it existed; 0 without a beacon
    randomness  the bytes it gave
    """

    chain: str = ""
    round: int = 0
    randomness: bytes = b""

    @property
    def used(self) -> bool:
        return bool(self.chain or self.round or self.randomness)


NO_BEACON = Beacon()


def player_commit(contest: str, player: str, value: bytes) -> bytes:
    """What a player sends at registration: 32 bytes that bind him to ``value``.

    ValueError where the value has fewer than 16 bytes: it could be found by trying.
    """
    if len(value) < MIN_VALUE:
        raise ValueError("a player's value has at least 16 bytes")
    return sha256(tag("pcommit") + lp(contest) + lp(player) + lp(value))


def entropy(scope: str, roster: Collection[str], values: Mapping[str, bytes]) -> bytes:
    """The players' part: each of ``roster`` with his value, or marked as missing; 32 bytes.

    ``scope`` is the contest's id for E_t, ``series#n`` for the cuts of one draw (E_d).
    The order of ``roster`` does not matter; values of players outside it are not used.
    """
    parts = [tag("entropy"), lp(scope), u32(len(roster))]
    for player in sorted(roster, key=lambda name: name.encode("utf-8")):
        parts.append(lp(player))
        value = values.get(player)
        parts.append(b"\x00" if value is None else b"\x01" + lp(value))
    return sha256(b"".join(parts))


def chain_bytes(chain: str) -> bytes:
    """A chain hash given in lower-case hex counts as its bytes, any other name as UTF-8."""
    if len(chain) % 2 == 0 and chain and not chain.strip("0123456789abcdef"):
        return bytes.fromhex(chain)
    return chain.encode("utf-8")


def draw_key(
    seed: bytes, series: str, number: int, e_t: bytes, e_d: bytes, beacon: Beacon = NO_BEACON
) -> bytes:
    """K: the key that fixes order and nonces of draw ``number`` of ``series``; 32 bytes.

    Nothing the operator writes after committing goes in: no time, no post id, no ledger head.
    """
    source = lp(chain_bytes(beacon.chain)) + u64(beacon.round) + lp(beacon.randomness)
    return mac(seed, tag("draw") + lp(series) + u32(number) + e_t + e_d + source)
