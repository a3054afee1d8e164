"""Bytes to characters that can be read: charset, normal form, nothing invisible."""

from __future__ import annotations

import re
import unicodedata
from email.message import Message

OVERRIDES = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that show text in another order than it is written in."""

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2060-\u2065]"
    "|[\ufe00-\ufe0f\ufeff]"
)
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")


def decoded(data: bytes, declared: str | None) -> str:
    """The declared charset, then UTF-8, then Windows-1252 with what it lacks replaced."""
    for charset in (declared, "utf-8"):
        if not charset:
            continue
        try:
            return data.decode(charset)
        except (LookupError, UnicodeError, ValueError):
            continue
    return data.decode("windows-1252", "replace")


def part_text(part: Message) -> str:
    """The characters of a text part, whatever its transfer encoding and charset say."""
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else str(part.get_payload()).encode("utf-8", "replace")
    return decoded(data, _charset(part))


def _charset(part: Message) -> str | None:
    try:
        value = part.get_content_charset()
    except (LookupError, UnicodeError, ValueError, TypeError):
        return None
    # Text in ASCII alone never needs its declaration; a wrong one is common.
    return None if value in ("us-ascii", "ascii", "unknown-8bit") else value


def tidy(text: str) -> str:
    """NFKC, line ends as one newline, no control and no zero-width characters.

    The characters that turn the order of a line stay: a command must not hide behind them, and
    who drops them silently would read another line than the writer sees.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    text = re.sub("[\f\v\x85]", "\n", text)
    text = unicodedata.normalize("NFKC", text)
    return _CONTROL.sub("", _INVISIBLE.sub("", text)).replace("\t", " ")


def plain(text: str) -> str:
    """For comparing with strings of ours: no override characters, no blanks, one case."""
    return "".join(OVERRIDES.sub("", text).split()).casefold()
