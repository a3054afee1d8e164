"""Encryption at rest for seeds, orders, states and secret choices. The key is outside the database."""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import b32encode
from typing import Any

from django.conf import settings

from tournaments.models.sealed import seal, unseal


def seal_json(value: Any) -> bytes:
    return seal(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())


def unseal_json(box: bytes | memoryview) -> Any:
    return json.loads(unseal(box))


def token(purpose: str, subject: object, length: int = 26) -> str:
    """A secret word for ``subject``, the same each time; only its hash is stored.

    Lower-case letters and digits alone: mail systems change the case of addresses.
    """
    mac = hmac.new(settings.SECRET_KEY.encode(), f"{purpose}|{subject}".encode(), hashlib.sha256)
    return b32encode(mac.digest()).decode().lower()[:length]


def token_hash(word: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(word.strip().lower().encode()).hexdigest()


def is_hash_of(stored: str, word: str) -> bool:
    """Compared in constant time, also behind a look-up that found it."""
    return same(stored, token_hash(word))


def same(one: str, other: str) -> bool:
    """Whether two secret words are equal: how long the answer takes does not tell how far they agree."""
    return hmac.compare_digest(one.encode(), other.encode())


_MAC = 24


def signed(purpose: str, number: int) -> str:
    """A word that names a row and cannot be made up, for an address of ours."""
    return f"{number}{token(purpose, number, _MAC)}"


def number_of(purpose: str, word: str | None) -> int | None:
    """The number in a signed word; None where it was not signed here for this purpose."""
    number, mac = (word or "")[:-_MAC], (word or "")[-_MAC:]
    if not (number.isascii() and number.isdigit() and len(number) <= 18):
        return None
    return int(number) if same(mac, token(purpose, int(number), _MAC)) else None


__all__ = [
    "is_hash_of",
    "number_of",
    "same",
    "seal",
    "seal_json",
    "signed",
    "token",
    "token_hash",
    "unseal",
    "unseal_json",
]
