"""Two ways to mark a text up for a forum: BBCode and Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&!])")
_AT_START = re.compile(r"^(\s*(?=[-+=])|\s*\d+(?=[.)]))", re.MULTILINE)
"""What begins a list or a line of a heading; no digit can be escaped, but what follows it can."""


@dataclass(frozen=True, slots=True)
class Markup:
    """How a forum writes bold, links and lists. Text from people goes through ``safe`` first."""

    name: str

    def safe(self, text: str) -> str:
        """The same words, with nothing in them that the forum would take for a mark."""
        if self.name == "bbcode":
            return text.replace("[", "(").replace("]", ")")
        return _AT_START.sub(r"\1\\", _SPECIAL.sub(r"\\\1", text))

    def bold(self, text: str) -> str:
        return f"[b]{text}[/b]" if self.name == "bbcode" else f"**{text}**"

    def link(self, address: str, text: str) -> str:
        return f"[url={address}]{text}[/url]" if self.name == "bbcode" else f"[{text}]({address})"

    def slanted(self, text: str) -> str:
        return f"[i]{text}[/i]" if self.name == "bbcode" else f"*{text}*"

    def struck(self, text: str) -> str:
        return f"[s]{text}[/s]" if self.name == "bbcode" else f"~~{text}~~"

    def quote(self, text: str) -> str:
        if self.name == "bbcode":
            return f"[quote]{text}[/quote]"
        return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))

    def code(self, text: str) -> str:
        """Lines that keep their spaces. Nothing in them ends the block early."""
        if self.name == "bbcode":
            return f"[code]{self.safe(text)}[/code]"
        return "\n".join(f"    {line}" for line in text.split("\n"))

    def items(self, lines: Sequence[str], numbered: bool = False) -> str:
        if self.name == "bbcode":
            return "\n".join(
                ["[list=1]" if numbered else "[list]", *(f"[*]{line}" for line in lines), "[/list]"]
            )
        marks = [f"{number}. " if numbered else "- " for number in range(1, len(lines) + 1)]
        return "\n".join(
            mark + line.replace("\n", "\n" + " " * len(mark)) for mark, line in zip(marks, lines, strict=True)
        )

    def paragraphs(self, *parts: str) -> str:
        """Parts with an empty line between them; empty ones are left out."""
        return "\n\n".join(part for part in parts if part)


BBCODE, MARKDOWN = Markup("bbcode"), Markup("markdown")
