"""Columns that are encrypted at rest: what a backup or a query by hand must not tell.

The key is outside the database (SEAL_KEYS). What is read through a model is plain again.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.db import models

if TYPE_CHECKING:
    BinaryField = models.BinaryField[Any, Any]
    JSONField = models.JSONField[Any, Any]
else:
    BinaryField, JSONField = models.BinaryField, models.JSONField

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
