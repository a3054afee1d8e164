"""What people type, before it is kept: nothing unseen, nothing that turns other words round."""

from __future__ import annotations

import re
import unicodedata

# Control characters but line ends; marks of direction; blanks without width, which make two names look alike;
# and what is no character at all: no feed may hold it.
_NONE = "".join(chr(plane * 0x10000 + last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
_UNSEEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff"
    f"\ud800-\udfff\ufdd0-\ufdef{_NONE}]"
)


def text(given: str, most: int) -> str:
    """Several lines, as they were written."""
    lines = given.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return unicodedata.normalize("NFC", _UNSEEN.sub("", lines)).strip()[:most]


def line(given: str, most: int) -> str:
    """One line: a name, a reason."""
    return " ".join(text(given, len(given)).split())[:most].strip()
