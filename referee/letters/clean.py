"""Bytes to characters that can be read: charset, normal form, nothing invisible."""

from __future__ import annotations

import codecs
import re
import unicodedata
from email.message import Message

OVERRIDES = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that show text in another order than it is written in."""

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2060-\u2065\u206a-\u206f]"
    "|[\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")

_SAYS_LITTLE = frozenset(("us-ascii", "ascii", "unknown-8bit", "binary", "default", "_autodetect_all"))
"""Text in ASCII alone never needs its declaration; a wrong one is common."""

_NO_CHARSETS = frozenset(("idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined"))
"""What Python also takes for a charset and no mail program means."""

_SINGLE_BYTES = ("windows-125", "cp125", "iso8859", "mac_")
"""Charsets in which nearly every run of bytes is some text."""

_PIECE = 2000
"""Characters that are normalised at a time: the work grows with the square of a run of marks."""


def decoded(data: bytes, declared: str | None) -> str:
    """The declared charset, then UTF-8, then Windows-1252 with what it lacks replaced.

    UTF-8 goes before a charset of single bytes, which takes whatever comes: nobody writes ``Ã©`` for é,
    and some web mailers and gateways declare ISO-8859-1 whatever they send.
    """
    known = _known(declared)
    for charset in ("utf-8", known) if known and known.startswith(_SINGLE_BYTES) else (known, "utf-8"):
        if not charset:
            continue
        try:
            return data.decode(charset)
        except (LookupError, UnicodeError, ValueError):
            continue
    return data.decode("windows-1252", "replace")


def _known(charset: str | None) -> str | None:
    """Python's name of a charset that letters are written in, or None."""
    if not charset or charset.lower() in _SAYS_LITTLE:
        return None
    try:
        name = codecs.lookup(charset).name.replace("-", "_")
    except (LookupError, ValueError, UnicodeError):
        return None
    if name in _NO_CHARSETS:
        return None
    # Mail programs that say ISO-8859-1 mean the superset: curly quotes and the euro sign stand in it.
    return "windows-1252" if name == "iso8859_1" else name


def part_text(part: Message) -> str:
    """The characters of a text part, whatever its transfer encoding and charset say.

    Of a part that was cut off on its way the last line is left out: ``raise to 15`` may have been ``150``.
    """
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else str(part.get_payload()).encode("utf-8", "replace")
    text = decoded(data, _charset(part))
    if _broken_off(part):
        text = text[: text.rfind("\n") + 1]
    return text


def _broken_off(part: Message) -> bool:
    """Whether a transfer encoding ends where it cannot end."""
    raw, encoding = part.get_payload(), str(part.get("Content-Transfer-Encoding", "")).strip().lower()
    if not isinstance(raw, str):
        return False
    if encoding == "base64":
        return len(re.sub(r"[^A-Za-z0-9+/=]", "", raw)) % 4 != 0
    # An equals sign alone at the end is how Apple's programs close a text without a line end.
    return encoding == "quoted-printable" and re.search(r"=[0-9A-Fa-f]\Z", raw.rstrip()) is not None


def _charset(part: Message) -> str | None:
    try:
        return part.get_content_charset()
    except (LookupError, UnicodeError, ValueError, TypeError):
        return None


def tidy(text: str) -> str:
    """NFKC, line ends as one newline, no control and no zero-width characters.

    The characters that turn the order of a line stay: a command must not hide behind them, and
    who drops them silently would read another line than the writer sees.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    text = re.sub("[\f\v\x85]", "\n", text)
    text = "\n".join(_normalised(line) for line in _INVISIBLE.sub("", text).split("\n"))
    return _CONTROL.sub("", _INVISIBLE.sub("", text)).replace("\t", " ")


def _normalised(line: str) -> str:
    if line.isascii():
        return line
    pieces = (line[at : at + _PIECE] for at in range(0, len(line), _PIECE))
    return "".join(unicodedata.normalize("NFKC", piece) for piece in pieces)


def plain(text: str) -> str:
    """For comparing with strings of ours: no override characters, no blanks, one case."""
    return "".join(OVERRIDES.sub("", text).split()).casefold()
