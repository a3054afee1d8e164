"""Canonical JSON: RFC 8785 for the part of JSON that the ledger uses (draws.md, "The ledger")."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from json.encoder import encode_basestring
from typing import Any, NoReturn

INTEGER_LIMIT = 2**53


class NotCanonical(ValueError):
    """A value that has no canonical form here; the message says which and where."""


def canonical(value: Any) -> str:
    """``value`` as canonical JSON text: no blanks, keys sorted, the shortest escapes, UTF-8 kept.

    Dicts with ASCII text keys, lists, tuples, str, int with |n| < 2^53, bool, None.
    Refusals: NotCanonical for floats, larger integers, other keys and types, text that has
    no UTF-8 form. Keys are ASCII, so the order of code points is that of RFC 8785.
    """
    parts: list[str] = []
    try:
        _write(value, "$", parts)
    except RecursionError:
        raise NotCanonical("nested too deeply") from None
    return "".join(parts)


def _write(value: Any, where: str, parts: list[str]) -> None:
    kind = type(value)
    if kind is str:
        parts.append(_text(value, where))
    elif value is None or kind is bool:
        parts.append("null" if value is None else "true" if value else "false")
    elif kind is int:
        if not -INTEGER_LIMIT < value < INTEGER_LIMIT:
            raise NotCanonical(f"{where}: an integer of 2^53 or more")
        parts.append(str(value))
    elif kind is dict:
        _write_object(value, where, parts)
    elif kind is list or kind is tuple:
        _write_list(value, where, parts)
    else:
        raise NotCanonical(f"{where}: {kind.__name__} has no canonical form")


def _text(value: str, where: str) -> str:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise NotCanonical(f"{where}: a text without UTF-8 form") from None
    return encode_basestring(value)


def _write_object(value: dict[Any, Any], where: str, parts: list[str]) -> None:
    for key in value:
        if type(key) is not str or not key.isascii():
            raise NotCanonical(f"{where}: a key that is not ASCII text")
    parts.append("{")
    for i, key in enumerate(sorted(value)):
        parts.append(f"{',' if i else ''}{encode_basestring(key)}:")
        _write(value[key], f"{where}.{key}", parts)
    parts.append("}")


def _write_list(value: list[Any] | tuple[Any, ...], where: str, parts: list[str]) -> None:
    parts.append("[")
    for i, item in enumerate(value):
        if i:
            parts.append(",")
        _write(item, f"{where}[{i}]", parts)
    parts.append("]")


def parse(text: str) -> Any:
    """The value of a canonical text. Refusals: NotCanonical where it is any other text, so that
    one body has one form: doubled keys, blanks, other escapes, floats."""
    try:
        value, end = _scan(text, 0)
        if text.isascii() and text[:1] in ("{", "[") and not _has_long_number(text):
            # Only ASCII keys and small integers can stand here, so the encoder in C decides alone.
            same = end == len(text) and _encode(value) == text
        else:
            same = canonical(value) == text
    except NotCanonical:
        raise
    except (ValueError, StopIteration, RecursionError):
        raise NotCanonical("not JSON") from None
    if not same:
        raise NotCanonical("not in canonical form")
    return value


def _refuse(number: str) -> NoReturn:
    raise NotCanonical("a number that is no integer")


def _encoder() -> Callable[[Any], str]:
    """json's encoder, made once where the one in C is there: made anew for each body it costs as much as
    all the rest."""
    slow = json.JSONEncoder(ensure_ascii=False, check_circular=False, sort_keys=True, separators=(",", ":"))
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return slow.encode
    fast = make(None, slow.default, encode_basestring, None, ":", ",", True, False, False)
    return lambda value: "".join(fast(value, 0))


# The decoder without its Python shell: what follows a value is looked at by ``parse``.
_scan: Callable[[str, int], tuple[Any, int]] = vars(
    json.JSONDecoder(parse_float=_refuse, parse_constant=_refuse)
)["scan_once"]
_encode = _encoder()
# Each begins with one sign, for which re looks at once; together they would be tried at every sign.
_AFTER_COLON, _AFTER_COMMA, _AFTER_BRACKET = (
    re.compile(f"{sign}-?[0-9]{{16}}").search for sign in (":", ",", r"\[")
)


def _has_long_number(text: str) -> bool:
    return bool(_AFTER_COLON(text) or _AFTER_COMMA(text) or _AFTER_BRACKET(text))
