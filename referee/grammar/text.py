"""From a text to clean lines, and from a line to tokens. No language is known here.

Source: the order of checks for letters (NFKC; zero-width and control characters dropped; an
override of the writing direction refused) and the rule that quoted lines are never read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the order in which a line is shown: it may look like another command."""

APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u201b\u02bc\u02b9\u00b4\u0060\u2032\uff07", "'"))
LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "ı": "i"})
DASHES = "-\u2010\u2212\u2013"
SUITS = {"♠": "s", "♤": "s", "♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "♧": "c"}
NEUTRAL = frozenset(".,;:!\"'«»“”„‹›*_•·|/\\[]—―{}")
REFUSING = frozenset("❌🚫⛔✖✗✘❎🙅👎❓❔☐")
"""Pictures that say no, or ask: a command beside one of them is not plain."""

TOKEN = re.compile(
    rf"(?P<number>(?:[{DASHES}]|(?<![\w.,])[.,])?\d+(?:[{DASHES}.,':/]\d+)*[^\W_]*[%‰]?)"
    r"|(?P<word>[^\W\d_]{1,2}'|[^\W\d_]+'(?=[^\W\d_])|[^\W\d_]+\d[^\W_]*|[^\W\d_]+)"
    rf"|(?P<joint>(?<=[^\W_])[{DASHES}](?=[^\W\d_]))"
    r"|(?P<symbol>[^\s])"
)
TAG = re.compile(r"\[/?(?:b|i|u|color|size|center|font)(?:=[^\[\]\n]{0,80})?\]", re.IGNORECASE)
FORUM_QUOTE = re.compile(r"(\[/?quote[^\[\]\n]{0,200}\])", re.IGNORECASE)
SMILEY = re.compile(r"(?<!\S)(?:[:;=]['^-]?[()DdpPoO*|/\[\]]+|<3|[xX]D+|\^\^)(?![^\s.,!*_\]])")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a text: ``text`` is NFKC without invisible characters and doubled spaces."""

    text: str
    bidi: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """``kind``: word number compound mixed bad quest open close plus equals dash suit punct other.

    text     lower case without accents: what the word tables are compared with
    written  as it stood, for sentences that quote it; lower case where only accents matter
    """

    kind: str
    text: str
    written: str


def lines(text: str) -> tuple[Line, ...]:
    """The lines the writer wrote himself; blank ones stay (they part paragraphs), quoted ones go."""
    found = []
    for raw in _unquoted(text).splitlines():
        cleaned = " ".join(TAG.sub("", clean(raw)).split())
        if not cleaned.startswith(">"):
            found.append(Line(cleaned, any(char in BIDI for char in raw)))
    return tuple(found)


def _unquoted(text: str) -> str:
    """Without forum quotations, nested ones too."""
    depth, kept = 0, []
    for place, part in enumerate(FORUM_QUOTE.split(text)):
        if place % 2:
            depth = max(0, depth - 1) if part.startswith("[/") else depth + 1
            kept.append("\n")
        elif depth == 0:
            kept.append(part)
    return "".join(kept)


def clean(raw: str) -> str:
    """NFKC, except that ² and ½ stay what they are: "5²" must not become 52."""
    parts = []
    for char in raw.translate(APOSTROPHES):
        category = unicodedata.category(char)
        if char.isspace():
            parts.append(" ")
        elif category in {"Cc", "Cf", "Cs"} or "\ufe00" <= char <= "\ufe0f" or char == "\u034f":
            continue
        else:
            parts.append(char)
    text = "".join(parts)
    kept = re.split(r"([²³¹¼-¾\u2070-\u209c\u2150-\u218b\u2460-\u24ff\u2776-\u2793])", text)
    whole = "".join(
        part if place % 2 else unicodedata.normalize("NFKC", part) for place, part in enumerate(kept)
    )
    return " ".join(whole.translate(APOSTROPHES).split())


def fold(word: str) -> str:
    """Lower case without accents: ``"À"`` and ``"a"`` are the same, and so are œ and oe."""
    spread = unicodedata.normalize("NFKD", word.casefold().translate(LIGATURES))
    return "".join(char for char in spread if not unicodedata.combining(char))


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a cleaned line. Pictures and markup that say nothing are left out."""
    return tuple(_tokens(text))


def _tokens(text: str) -> Iterator[Token]:
    for match in TOKEN.finditer(SMILEY.sub(" ", text)):
        written = match.group()
        if match.lastgroup == "number":
            yield Token(_number_kind(written), fold(written), written)
        elif match.lastgroup == "word":
            yield Token(_word_kind(written), fold(written), written.lower())
        elif match.lastgroup == "symbol":
            kind = _symbol_kind(written)
            if kind:
                yield Token(kind, written, written)


def _number_kind(written: str) -> str:
    if re.fullmatch(r"[0-9]{1,15}", written):
        return "number"
    if re.fullmatch(rf"[0-9]+[{DASHES}.,/][0-9]+", written):
        return "compound"
    return "mixed" if re.fullmatch(r"[0-9]+[A-Za-z]+", written) else "bad"


def _word_kind(written: str) -> str:
    if any(unicodedata.category(char)[0] == "N" and not "0" <= char <= "9" for char in written):
        return "bad"
    return "mixed" if any(char.isdigit() for char in written) else "word"


KINDS = {"?": "quest", "؟": "quest", "(": "open", ")": "close", "+": "plus", "=": "equals"}


def _symbol_kind(char: str) -> str:
    """The kind of a lone character; empty for a picture that changes nothing."""
    if char in KINDS:
        return KINDS[char]
    if char in SUITS:
        return "suit"
    if char in DASHES:
        return "dash"
    if char in NEUTRAL:
        return "punct"
    picture = unicodedata.category(char) in {"So", "Sk"} and char not in REFUSING
    return "" if picture else "other"
