"""Columns that are encrypted at rest: what a backup or a query by hand must not tell.

The key is outside the database (SEAL_KEYS). What is read through a model is plain again.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cryptography.exceptions import InvalidTag
from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.db import models
from django.db.models.lookups import In

if TYPE_CHECKING:
    BinaryField = models.BinaryField[Any, Any]
    JSONField = models.JSONField[Any, Any]
    TextField = models.TextField[Any, Any]
else:
    BinaryField, JSONField, TextField = models.BinaryField, models.JSONField, models.TextField

MARK = "sealed"
"""In a JSON value: what is encrypted stands under this key."""
OPEN_IN_WHAT = "do"
"""Of what a letter asked for, this is looked for by queries."""


@lru_cache(maxsize=4)
def _box(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])


def seal(data: bytes) -> bytes:
    """Encrypt with the first key of SEAL_KEYS."""
    return _box(tuple(settings.SEAL_KEYS)).encrypt(data)


def unseal(box: bytes | memoryview) -> bytes:
    """Decrypt with any key of SEAL_KEYS, so that keys can be rotated."""
    return _box(tuple(settings.SEAL_KEYS)).decrypt(bytes(box))


class SealedBytes(BinaryField):
    """Bytes that lie encrypted. No query can look into them."""

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        sealed = None if value is None else seal(bytes(value))
        return super().get_db_prep_value(sealed, connection, prepared)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> bytes | None:
        return None if value is None else unseal(value)


class SealedText(TextField):
    """Text that lies encrypted. No query can look into it; "" stays ""."""

    LOOKUPS: tuple[str, ...] = ("isnull",)

    def get_lookup(self, lookup_name: str) -> Any:
        return super().get_lookup(lookup_name) if lookup_name in self.LOOKUPS else None

    def get_prep_value(self, value: Any) -> Any:
        return self.close(str(value)) if value else value

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> str | None:
        return self.open(value) if value else value

    @staticmethod
    def close(text: str) -> str:
        return seal(text.encode("utf-8", "replace")).decode()

    @staticmethod
    def open(stored: str) -> str:
        return unseal(stored.encode()).decode()


class SealedName(SealedText):
    """Lies encrypted, the same name always alike: it can be looked for and counted, but whole alone.

    For names that nobody can guess, or that are no secret. What any key of SEAL_KEYS has sealed is found.
    """

    def get_lookup(self, lookup_name: str) -> Any:
        return _FOUND.get(lookup_name) or super().get_lookup(lookup_name)

    @staticmethod
    def close(text: str) -> str:
        box = _alike(tuple(settings.SEAL_KEYS))[0].encrypt(text.encode("utf-8", "replace"), None)
        return urlsafe_b64encode(box).decode()

    @staticmethod
    def as_stored(text: str) -> list[str]:
        """As it may stand in the table: once for each key."""
        data = text.encode("utf-8", "replace")
        boxes = [key.encrypt(data, None) for key in _alike(tuple(settings.SEAL_KEYS))]
        return [urlsafe_b64encode(box).decode() for box in boxes] if text else [text]

    @staticmethod
    def open(stored: str) -> str:
        box = urlsafe_b64decode(stored)
        for key in _alike(tuple(settings.SEAL_KEYS)):
            try:
                return key.decrypt(box, None).decode()
            except InvalidTag:
                continue
        raise InvalidTag


class _Among(In):
    """Whole names, sealed with any of the keys."""

    def get_prep_lookup(self) -> Any:
        if not self.rhs_is_direct_value():
            raise TypeError("a sealed name is looked for by values alone")
        return [stored for name in self.rhs for stored in SealedName.as_stored(str(name))]


class _Is(_Among):
    lookup_name = "exact"

    def __init__(self, lhs: Any, rhs: Any) -> None:
        super().__init__(lhs, [rhs] if isinstance(rhs, str) else rhs)


_FOUND = {"in": _Among, "exact": _Is}


@lru_cache(maxsize=4)
def _alike(keys: tuple[str, ...]) -> tuple[AESSIV, ...]:
    """Of each key of SEAL_KEYS another one is made: no key serves two ciphers."""
    return tuple(AESSIV(HKDF(SHA512(), 64, None, b"sealed name").derive(key.encode())) for key in keys)


class OutcomeField(JSONField):
    """What came of a letter. The words and moves in it may name cards that lie face down: they are sealed;
    how it ended stays open, for queries."""

    HIDDEN = ("move", "suggestion", "refusal", "dry", "was")

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(closed(value) if isinstance(value, dict) else value)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        found = super().from_db_value(value, expression, connection)
        return opened(found) if isinstance(found, dict) else found


def closed(outcome: dict[str, Any]) -> dict[str, Any]:
    """The same with its words and moves encrypted."""
    hidden = {key: value for key, value in outcome.items() if key in OutcomeField.HIDDEN}
    shown = {key: value for key, value in outcome.items() if key not in hidden}
    what = outcome.get("what")
    if isinstance(what, dict):
        hidden["what"] = what
        shown["what"] = {key: value for key, value in what.items() if key == OPEN_IN_WHAT}
    if hidden:
        shown[MARK] = seal(json.dumps(hidden).encode()).decode()
    return shown


def opened(stored: dict[str, Any]) -> dict[str, Any]:
    """What ``closed`` was given."""
    shown = {key: value for key, value in stored.items() if key != MARK}
    return {**shown, **json.loads(unseal(stored[MARK].encode()))} if MARK in stored else shown
