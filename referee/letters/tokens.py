"""HTML as a row of tags and texts, each character read once.

The standard library's parser reads broken markup differently from one release to the next, and some
markup again and again; a letter must read the same everywhere, and in a time that follows its length.
Source: the tokenizer of the HTML standard, as far as it concerns what is shown.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_RAW = frozenset(("script", "style", "xmp", "iframe", "noembed", "noframes", "title", "textarea"))
"""Elements whose content is no markup."""

_NAME = re.compile(r"[^\s/>]+")
_BETWEEN = re.compile(r"[\s/]*")
_ATTRIBUTE = re.compile(r"=?[^\s/>=]*")
_EQUALS = re.compile(r"\s*=\s*")
_BARE = re.compile(r"[^\s>]*")
_LETTER = re.compile(r"[a-zA-Z]")


@dataclass(frozen=True, slots=True)
class Tag:
    """A start tag, or with ``closing`` an end tag; names in lower case, values without entities."""

    name: str
    closing: bool = False
    attributes: dict[str, str] = field(default_factory=dict)


def tokens(text: str) -> Iterator[Tag | str]:
    """Tags, and the texts between them. Comments, doctypes and a tag that is never closed are left out."""
    at = 0
    while (start := text.find("<", at)) >= 0:
        if start > at:
            yield html.unescape(text[at:start])
        if text.startswith("<!--", start):
            at = _after_comment(text, start + 4)
        elif _LETTER.match(text, start + 1) or (
            text.startswith("/", start + 1) and _LETTER.match(text, start + 2)
        ):
            tag, at = _tag(text, start + 1)
            if tag is None:
                return
            yield tag
            if tag.name in _RAW and not tag.closing:
                end = _end_of_raw(text, at, tag.name)
                yield text[at:end]
                at = end
        elif text.startswith(("!", "?", "/"), start + 1):
            at = _after(text, ">", start)
        else:
            yield "<"
            at = start + 1
    if at < len(text):
        yield html.unescape(text[at:])


def _after(text: str, sign: str, at: int) -> int:
    """The place after the next such sign; the end of the text where there is none."""
    found = text.find(sign, at)
    return found + len(sign) if found >= 0 else len(text)


def _after_comment(text: str, at: int) -> int:
    for empty in (">", "->"):
        if text.startswith(empty, at):
            return at + len(empty)
    return min(_after(text, "-->", at), _after(text, "--!>", at))


def _end_of_raw(text: str, at: int, name: str) -> int:
    found = re.compile(rf"</{name}[\s/>]", re.IGNORECASE).search(text, at)
    return found.start() if found else len(text)


def _tag(text: str, at: int) -> tuple[Tag | None, int]:
    """The tag whose name begins here, and the place after it; no tag where the text ends inside it."""
    closing = text.startswith("/", at)
    name = _NAME.match(text, at + closing)
    assert name is not None
    attributes: dict[str, str] = {}
    at = name.end()
    while True:
        at = _end(_BETWEEN, text, at)
        if at >= len(text):
            return None, at
        if text[at] == ">":
            return Tag(name.group().lower(), closing, attributes), at + 1
        key_end = _end(_ATTRIBUTE, text, at)
        key, at = text[at:key_end].lower(), key_end
        value, at = _value(text, at)
        if value is None:
            return None, at
        attributes.setdefault(key, html.unescape(value))


def _value(text: str, at: int) -> tuple[str | None, int]:
    """The value after a name, "" where none is given; None where its quotation mark is never closed."""
    equals = _EQUALS.match(text, at)
    if equals is None:
        return "", at
    at = equals.end()
    if text.startswith(('"', "'"), at):
        end = text.find(text[at], at + 1)
        return (None, len(text)) if end < 0 else (text[at + 1 : end], end + 1)
    end = _end(_BARE, text, at)
    return text[at:end], end


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at
