"""The HTML twin of a letter, made from its plain text, so that both always say the same.

The text's own form says what is what: a paragraph, a heading with indented lines below it,
``→`` for the items of a list.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from django.template.loader import render_to_string

ITEM = "→ "
_INDENT = "  "
_LINK = re.compile(r"https?://\S+")
_SENTENCE = re.compile(r"(?<=[.!?:])\s")
_LONG = 80
_RED = re.compile(r"([♥♦])")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line: plain, a red suit, or a link."""

    text: str
    red: bool = False
    link: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    pieces: tuple[Piece, ...]
    item: bool = False
    strong: bool = False


@dataclass(slots=True)
class Block:
    """``kind``: marker · headline · text · group (heading and lines) · button · small."""

    kind: str
    lines: list[Line] = field(default_factory=list)
    heading: Line | None = None
    link: str = ""


def html(text: str, context: dict[str, object]) -> str:
    """The whole twin of a letter's text. ``context``: language, turn_link, own, checkpoint."""
    return render_to_string("notices/letter.html", {**context, "blocks": blocks(text, context)})


def blocks(text: str, context: dict[str, object]) -> list[Block]:
    """The paragraphs of a letter, each with its kind."""
    strong = set(_texts(context.get("own"))) | set(_texts(context.get("examples")))
    found: list[Block] = []
    for paragraph in text.strip("\n").split("\n\n"):
        block = _block(paragraph.split("\n"), strong, str(context.get("turn_link") or ""))
        found.append(block)
    if found:
        found[0].kind = "marker"
    if len(found) > 1 and found[1].kind == "text":
        found[1].kind = "headline"
        found[1].lines = [*_short(found[1].lines[0]), *found[1].lines[1:]]
    if found and context.get("checkpoint"):
        found[-1].kind = "small"
    return found


def _short(line: Line) -> list[Line]:
    """A headline is its first sentence; what a long one says besides stands below it."""
    text = "".join(piece.text for piece in line.pieces)
    first, *rest = _SENTENCE.split(text, maxsplit=1)
    if len(text) <= _LONG or not rest:
        return [line]
    return [Line(tuple(_pieces(first))), Line(tuple(_pieces(rest[0])))]


def _texts(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list | tuple) else []


def _block(lines: list[str], strong: set[str], turn_link: str) -> Block:
    if turn_link and any(line.strip() == turn_link for line in lines):
        return Block("button", heading=_line(lines[0], strong), link=turn_link)
    if len(lines) > 1 and lines[1].startswith(_INDENT) and not lines[0].startswith(_INDENT):
        return Block("group", [_line(line, strong) for line in lines[1:]], _line(lines[0], strong))
    if lines[0].startswith(_INDENT):
        return Block("group", [_line(line, strong) for line in lines])
    return Block("text", [_line(line, strong) for line in lines])


def _line(line: str, strong: set[str]) -> Line:
    bare = line.strip()
    item = bare.startswith(ITEM)
    return Line(tuple(_pieces(bare.removeprefix(ITEM))), item, bare in strong)


def _pieces(text: str) -> list[Piece]:
    pieces: list[Piece] = []
    at = 0
    for match in _LINK.finditer(text):
        pieces += _suits(text[at : match.start()])
        pieces.append(Piece(match.group(), link=True))
        at = match.end()
    return pieces + _suits(text[at:])


def _suits(text: str) -> list[Piece]:
    return [Piece(part, red=part in "♥♦") for part in _RED.split(text) if part]
