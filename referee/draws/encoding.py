"""The byte strings of scheme PBF1: tags, length prefixes, big-endian integers (draws.md, "Bytes")."""

from __future__ import annotations

import hashlib
import hmac

HASH_SIZE = 32
U32_LIMIT = 2**32
U64_LIMIT = 2**64


def sha256(data: bytes) -> bytes:
    """H of the scheme: 32 bytes."""
    return hashlib.sha256(data).digest()


def mac(key: bytes, data: bytes) -> bytes:
    """M of the scheme, HMAC-SHA-256: 32 bytes."""
    return hmac.digest(key, data, "sha256")


def tag(name: str) -> bytes:
    """``PBF1/`` name NUL: keeps a hash made for one purpose from being used for another."""
    return b"PBF1/" + name.encode("ascii") + b"\0"


def u32(number: int) -> bytes:
    """Four bytes, big-endian. OverflowError outside 0 … 2^32 - 1."""
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    """Eight bytes, big-endian. OverflowError outside 0 … 2^64 - 1."""
    return number.to_bytes(8, "big")


def lp(value: bytes | str) -> bytes:
    """A length-prefixed string: u32 of the count of bytes, then the bytes; text as UTF-8."""
    data = value.encode("utf-8") if isinstance(value, str) else value
    return len(data).to_bytes(4, "big") + data
