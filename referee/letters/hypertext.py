"""HTML as the text that a reader sees: hidden nodes are not read, quotations begin with ">"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from referee.letters.styles import Look, Sheet, declarations, hides, inside, no_margins
from referee.letters.tokens import Tag, tokens

BEGINS = "\ufdd0"
"""Stands alone in a line where a mail program's own markup says that the quotation begins.

No letter can bring it: it is a noncharacter, and taken out of what comes in.
"""


def _names(words: str) -> frozenset[str]:
    return frozenset(words.split())


_VOID = _names("area base basefont br col embed frame hr img input link meta param source track wbr")
_UNSEEN = _names(
    "audio button canvas datalist head iframe math noembed noframes noscript object option script select"
    " style svg template textarea title video"
)
_BLOCK = _names(
    "address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5"
    " h6 header hr html li main nav ol p pre section table tbody tfoot thead tr ul"
)
_ENDS_P = _BLOCK - {"html", "body"}
_OF_HEAD = _names("base head html link meta noscript script style template title")
MAX_DEPTH = 400

_OVERRIDE = "\u202e"
"""Stands where markup turns the order of the characters: the line is not what it looks like."""

_BEGINNINGS = _names(
    # <div dir="ltr" class="gmail_attr">On Tue, Nov 3, 2026 at 8:00 PM Referee wrote:<br></div>
    "gmail_attr"
    # <div class="moz-cite-prefix">Le 03/11/2026 à 20:00, Referee a écrit :<br></div>
    " moz-cite-prefix moz-forward-container moz-email-headers-table"
    # <hr tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><b>De :</b> Referee
    " divrplyfwdmsg stopspelling"
    # <div id="mail-editor-reference-message-container" class="ms-outlook-mobile-reference-message">
    " mail-editor-reference-message-container ms-outlook-mobile-reference-message"
    # <hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__"><b>De: </b>
    " zwchr __divider__ __headers__"
    # <p id="reply-intro">Il 2026-11-03 20:00, Referee ha scritto:</p>
    " reply-intro"
)
"""What mail programs name the element with which a quotation begins; what follows it is told by others."""

_CONTAINERS = _names(
    # <div id="ydp1yahoo_quoted_7" class="yahoo_quoted"> · <div class="protonmail_quote">
    "yahoo_quoted protonmail_quote"
    # <div class="zmail_extra"> · <div name="messageReplySection"> · <span id="OLK_SRC_BODY_SECTION">
    " zmail_extra messagereplysection olk_src_body_section"
    # <div name="quote" style="margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;">
    " quote"
)
"""What they name the element that holds a quotation whole, with its heading."""

_SIGNATURES = _names(
    # <div class="gmail_signature" data-smartmail="gmail_signature"> · <pre class="moz-signature" cols="72">
    "gmail_signature gmail_signature_prefix moz-signature"
    # <div class="protonmail_signature_block"> · <div name="messageSignatureSection">
    " protonmail_signature_block messagesignaturesection"
)
"""What they name a signature. Those of Outlook's are not here: people write inside them."""

# <div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"> and #B5C4DF
_WORD_HEADING = re.compile(r"border-top:\s*solid #(?:e1e1e1|b5c4df)", re.IGNORECASE)


@dataclass(slots=True)
class _Node:
    tag: str
    hides: bool
    quotes: bool
    look: Look
    tight: bool


class _Reader:
    """Collects lines; a stack of nodes tells what surrounds a text."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.done: list[str] = []
        self.line: list[str] = []
        self.depth = 0
        self.stack: list[_Node] = []
        self.open: Counter[str] = Counter()
        self.hidden = self.quoted = 0

    def start(self, tag: Tag) -> None:
        name = tag.name
        if self.open["head"] and name not in _OF_HEAD:
            self._leave("head")
        if name in _ENDS_P and self.stack and self.stack[-1].tag == "p":
            self.end("p")
        style = declarations(self.sheet.style_of(name, tag.attributes))
        hidden = name in _UNSEEN or "hidden" in tag.attributes or hides(style)
        if not hidden and not self.quoted and _begins(tag):
            self._mark()
        if name == "bdo" or "override" in style.get("unicode-bidi", ""):
            self.text(_OVERRIDE)
        if name == "br":
            self._newline()
        elif name in _BLOCK or (name in ("td", "th") and self.line):
            self._break()
        if name not in _VOID and len(self.stack) < MAX_DEPTH:
            self._enter(tag, style, hidden)

    def _enter(self, tag: Tag, style: Mapping[str, str], hidden: bool) -> None:
        look = inside(self.stack[-1].look if self.stack else Look(), style, tag.attributes)
        labels = _labels(tag)
        hides, quotes = hidden or bool(labels & _SIGNATURES), _quotes(tag, style, labels)
        # <p class=MsoNormal>, and <style> P {margin-top:0;margin-bottom:0;} </style>: lines, not paragraphs
        node = _Node(tag.name, hides, quotes, look, tight="msonormal" in labels or no_margins(style))
        self.stack.append(node)
        self.open[tag.name] += 1
        self.hidden += node.hides
        self.quoted += node.quotes
        if node.quotes:
            self._break()

    def end(self, name: str) -> None:
        quoted = self.quoted
        if name in _BLOCK:
            self._break()
            apart = name == "p" and not any(node.tight for node in self.stack[-1:])
            if apart and not self.line and self.done and self.done[-1].strip("> "):
                self._newline()
        self._leave(name)
        if self.quoted < quoted:
            self._break()

    def _leave(self, name: str) -> None:
        """Close the innermost element of this name and all that was left open inside it."""
        if not self.open[name]:
            return
        while self.stack:
            node = self.stack.pop()
            self.open[node.tag] -= 1
            self.hidden -= node.hides
            self.quoted -= node.quotes
            if node.tag == name:
                return

    def text(self, text: str) -> None:
        if self.hidden or (self.stack and self.stack[-1].look.unseen):
            return
        if self.open["pre"]:
            for at, piece in enumerate(text.split("\n")):
                if at:
                    self._newline()
                self._write(piece)
            return
        piece = re.sub(r"[ \t\r\n\f]+", " ", text)
        self._write(piece.lstrip(" ") if not self.line or self.line[-1].endswith(" ") else piece)

    def _write(self, piece: str) -> None:
        if piece and not self.line:
            self.depth = self.quoted
        if piece:
            self.line.append(piece)

    def _mark(self) -> None:
        if not self.hidden:
            self._break()
            self.line = [BEGINS]
            self._newline()

    def _newline(self) -> None:
        if not self.hidden:
            self.done.append("> " * self.depth + "".join(self.line).rstrip(" "))
            self.line, self.depth = [], self.quoted

    def _break(self) -> None:
        """A new line unless one has just begun."""
        if any(piece.strip(" ") for piece in self.line):
            self._newline()
        self.depth = self.quoted

    def lines(self) -> list[str]:
        return [*self.done, "> " * self.depth + "".join(self.line).rstrip(" ")]


def _labels(tag: Tag) -> frozenset[str]:
    """The words by which an element is named: its classes, id, name and marker."""
    if not tag.attributes:
        return frozenset()
    found = (tag.attributes.get(one, "") for one in ("class", "id", "name", "data-marker"))
    return _names(" ".join(found).lower())


def _begins(tag: Tag) -> bool:
    if tag.name == "div" and _WORD_HEADING.search(tag.attributes.get("style", "")):
        return True
    return bool(_labels(tag) & _BEGINNINGS)


def _quotes(tag: Tag, style: Mapping[str, str], labels: frozenset[str]) -> bool:
    if tag.name == "blockquote":
        # <blockquote style="margin:0 0 0 40px;border:none;padding:0px">: a paragraph that its writer indented
        return style.get("border") != "none" or "cite" in tag.attributes.get("type", "") or bool(labels)
    return tag.name in ("div", "span") and bool(labels & _CONTAINERS)


def to_text(html: str) -> str:
    """The visible text, a line per block; each line of a quotation begins with ``> ``.

    A line that is ``BEGINS`` stands where markup says that a quotation begins.
    """
    found = list(tokens(html.replace(BEGINS, "")))
    sheet = Sheet()
    for tag, content in pairwise(found):
        if isinstance(tag, Tag) and tag.name == "style" and not tag.closing and isinstance(content, str):
            sheet.add(content)
    reader = _Reader(sheet)
    for one in found:
        if isinstance(one, str):
            reader.text(one.replace(BEGINS, ""))
        elif one.closing:
            reader.end(one.name)
        else:
            reader.start(one)
    return "\n".join(reader.lines())
