"""HTML as the text that a reader sees: hidden nodes are not read, quotations begin with ">"."""

from __future__ import annotations

import re
from html.parser import HTMLParser


def _names(words: str) -> frozenset[str]:
    return frozenset(words.split())


_VOID = _names("area base basefont br col embed frame hr img input link meta param source track wbr")
_UNSEEN = _names("button head iframe math noscript object option script select style svg template title")
_BLOCK = _names(
    "address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5"
    " h6 header hr html li main nav ol p pre section table tbody tfoot thead tr ul"
)
_ENDS_P = _BLOCK - {"html", "body"}
_HIDING = re.compile(
    r"display:none|visibility:(?:hidden|collapse)|mso-hide:all|opacity:0(?:\.0*)?(?:;|$|!)"
    r"|font-size:0(?:\.0*)?(?:px|pt|em|rem|%)?(?:;|$|!)"
    r"|(?:^|;)(?:max-)?(?:height|width):0(?:px|pt|em|%)?(?:;|$|!)"
    r"|(?:^|;)(?:color|font):transparent|text-indent:-\d{3,}|(?:left|top):-\d{3,}|clip:rect\(0"
)
MAX_DEPTH = 400


class _Reader(HTMLParser):
    """Collects lines; a stack of (tag, hidden here, quotation) tells what surrounds a text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = [""]
        self.depths: list[int] = [0]
        self.stack: list[tuple[str, bool, bool]] = []
        self.hidden = self.quoted = self.pre = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _ENDS_P and self.stack and self.stack[-1][0] == "p":
            self._leave("p")
        if tag == "br":
            self._newline()
        elif tag in _BLOCK or (tag in ("td", "th") and self.lines[-1]):
            self._break()
        if tag in _VOID or len(self.stack) >= MAX_DEPTH:
            return
        hides = tag in _UNSEEN or _hides(dict(attrs))
        quotes = tag == "blockquote"
        self.stack.append((tag, hides, quotes))
        self.hidden += hides
        self.quoted += quotes
        self.pre += tag == "pre"
        if quotes:
            self._break()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        # A slash in the start tag of an element that is not empty means nothing (as browsers read it).

    def handle_endtag(self, tag: str) -> None:
        if tag in _BLOCK:
            self._break()
            if tag == "p" and self.lines[-1] == "" and len(self.lines) > 1 and self.lines[-2]:
                self._newline()
        self._leave(tag)
        if tag == "blockquote":
            self._break()

    def _leave(self, tag: str) -> None:
        """Close the innermost element of this name and all that was left open inside it."""
        if not any(name == tag for name, _, _ in self.stack):
            return
        while self.stack:
            name, hides, quotes = self.stack.pop()
            self.hidden -= hides
            self.quoted -= quotes
            self.pre -= name == "pre"
            if name == tag:
                return

    def handle_data(self, data: str) -> None:
        if self.hidden:
            return
        pieces = data.split("\n") if self.pre else [re.sub(r"[ \t\r\n\f]+", " ", data)]
        for at, piece in enumerate(pieces):
            if at:
                self._newline()
            if not self.lines[-1]:
                piece = piece if self.pre else piece.lstrip(" ")
                self.depths[-1] = self.quoted
            self.lines[-1] += piece

    def _newline(self) -> None:
        if not self.hidden:
            self.lines.append("")
            self.depths.append(self.quoted)

    def _break(self) -> None:
        """A new line unless one has just begun."""
        if self.lines[-1].strip():
            self._newline()
        self.depths[-1] = self.quoted


def _hides(attrs: dict[str, str | None]) -> bool:
    if "hidden" in attrs:
        return True
    style = re.sub(r"\s+|/\*.*?\*/", "", (attrs.get("style") or "").lower())
    return bool(_HIDING.search(style))


def to_text(html: str) -> str:
    """The visible text, a line per block; each line of a blockquote begins with ``> ``."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    lines = ["> " * depth + line.rstrip(" ") for line, depth in zip(reader.lines, reader.depths, strict=True)]
    return "\n".join(lines)
