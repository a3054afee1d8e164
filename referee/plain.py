"""Named tuples as plain JSON and back: what every game's storage is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core import Json


def fields(record: Any) -> Json:
    """The fields of a named tuple by name; tuples become lists, all the way down."""
    return {key: lists(value) for key, value in record._asdict().items()}


def lists(value: Any) -> Any:
    """A value with its tuples as lists."""
    return [lists(item) for item in value] if isinstance(value, tuple) else value


def tuples(record: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that ``fields`` made of a named tuple, their lists as tuples again."""
    return {key: tuple_of(value) for key, value in record.items()}


def tuple_of(value: Any) -> Any:
    """A value with its lists as tuples."""
    return tuple([tuple_of(item) for item in value]) if isinstance(value, list) else value
