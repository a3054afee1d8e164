"""Public random values later than every input (draws.md, level A): announced beforehand, never exchanged.

A source says what is announced and reads what was brought: the numbers of a draw that everybody can look
up, or a round of drand's quicknet. Nothing here asks a network: an organiser or a task brings the value.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, Protocol

from referee.core import Illegal
from referee.draws.verify import QUICKNET, QUICKNET_GENESIS, QUICKNET_PERIOD
from tournaments.models import Contest

MARGIN = timedelta(minutes=1)
"""Between the last input and the round that counts: clocks differ."""
PUBLIC_KEY = (
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)
"""Of quicknet, the whole network's: it never changes."""
_CIPHERSUITE = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
MOST_NUMBERS = 40


@dataclass(frozen=True, slots=True)
class Announcement:
    """``round`` of ``chain`` counts, whatever it gives; it is there at ``due``."""

    chain: str
    round: int
    due: datetime


@dataclass(frozen=True, slots=True)
class Value:
    """What the announced round gave. ``said``: as people read it."""

    randomness: bytes
    said: str
    signature: bytes = b""


class Source(Protocol):
    """Where a beacon comes from."""

    def announce(self, contest: Contest, inputs_close: datetime) -> Announcement:
        """What will count. Refusal: Illegal BEACON_TOO_EARLY."""

    def read(self, announced: Announcement, brought: str) -> Value:
        """The value in what somebody brought. Refusals: Illegal NO_NUMBERS, NOT_THE_ROUND, BAD_SIGNATURE,
        NO_PAIRING."""


class Numbers:
    """RFC 3797's way: numbers that come out in public, from a source and at an instant named before."""

    def announce(self, contest: Contest, inputs_close: datetime) -> Announcement:
        at = contest.beacon_at
        if at is None or at <= inputs_close:
            raise Illegal("BEACON_TOO_EARLY", at=at, closes=inputs_close)
        return Announcement(contest.beacon_source, int(at.timestamp()), at)

    def read(self, announced: Announcement, brought: str) -> Value:
        """The numbers in rising order, each with a point behind it, a stroke at the end: ``4.9.26./``."""
        found = re.findall(r"\d+", brought, re.ASCII)
        if not found or len(found) > MOST_NUMBERS or any(len(one) > 12 for one in found):
            raise Illegal("NO_NUMBERS")
        numbers = sorted(int(one) for one in found)
        said = " ".join(map(str, numbers))
        return Value(("".join(f"{one}." for one in numbers) + "/").encode(), said)


class Quicknet:
    """drand: the first round that comes out a while after the last input, its signature checked."""

    def announce(self, contest: Contest, inputs_close: datetime) -> Announcement:
        number = round_after(inputs_close + MARGIN)
        return Announcement(QUICKNET, number, out_at(number))

    def read(self, announced: Announcement, brought: str) -> Value:
        number, signature, claimed = _round_of(brought)
        if number != announced.round:
            raise Illegal("NOT_THE_ROUND", found=number, wanted=announced.round)
        randomness = sha256(signature).digest()
        if claimed not in ("", randomness.hex()) or not signed(number, signature):
            raise Illegal("BAD_SIGNATURE", wanted=announced.round)
        return Value(randomness, randomness.hex(), signature)


SOURCES: dict[str, Source] = {Contest.DrawnBy.NUMBERS: Numbers(), Contest.DrawnBy.DRAND: Quicknet()}
"""By what a contest chose; a contest drawn from its players' values alone has none."""


def round_after(at: datetime) -> int:
    """The first round of quicknet that is out after this instant."""
    return max(0, int(at.timestamp()) - QUICKNET_GENESIS) // QUICKNET_PERIOD + 2


def out_at(number: int) -> datetime:
    """When a round of quicknet comes out."""
    return datetime.fromtimestamp(QUICKNET_GENESIS + (number - 1) * QUICKNET_PERIOD, UTC)


def _round_of(brought: str) -> tuple[int, bytes, str]:
    """Number, signature and the randomness beside it, from a relay's JSON. Refusal: Illegal NO_NUMBERS."""
    try:
        found: Any = json.loads(brought)
        number, signature = found["round"], bytes.fromhex(found["signature"])
        claimed = str(found.get("randomness", "")).lower()
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise Illegal("NO_ROUND") from None
    if type(number) is not int:
        raise Illegal("NO_ROUND")
    return number, signature, claimed


def signed(number: int, signature: bytes, public_key: str = PUBLIC_KEY) -> bool:
    """Whether the network signed this round: a pairing on BLS12-381, with the optional ``py-ecc``.

    Refusal: Illegal NO_PAIRING where it is not installed: nothing is taken on trust.
    """
    try:
        from py_ecc.bls.hash_to_curve import hash_to_G1
        from py_ecc.bls.point_compression import decompress_G1, decompress_G2
        from py_ecc.optimized_bls12_381 import G2, curve_order, is_inf, multiply, pairing
    except ImportError:
        raise Illegal("NO_PAIRING") from None
    if len(signature) != 48:
        return False
    key = bytes.fromhex(public_key)
    try:
        point = decompress_G1(int.from_bytes(signature, "big"))
        owner = decompress_G2((int.from_bytes(key[:48], "big"), int.from_bytes(key[48:], "big")))
    except ValueError:
        return False
    if is_inf(point) or not is_inf(multiply(point, curve_order)):
        return False
    message = hash_to_G1(sha256(number.to_bytes(8, "big")).digest(), _CIPHERSUITE, sha256)
    return bool(pairing(G2, point) == pairing(owner, message))
