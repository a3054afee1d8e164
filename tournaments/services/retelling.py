"""The organiser's Markdown told again in a forum's own marks, so that bold stays bold in BBCode too.

What a person typed still goes through ``Markup.safe``: only marks that the Markdown reader has understood
are written, and raw HTML is text. markdown-it-py reads it, as it does for the pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from tournaments.services.markup import Markup

READER = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])
"""What the organiser may write; the pages read the same (``doors.web.markdown``)."""
_LEADS = ("http://", "https://", "mailto:")


@lru_cache(maxsize=128)
def retell(text: str, m: Markup) -> str:
    """The text in the marks of ``m``; an empty one stays empty.

    What was told is kept: a table of many empty cells takes seconds.
    """
    return _blocks(SyntaxTreeNode(READER.parse(text)).children, m)


def _blocks(nodes: Sequence[SyntaxTreeNode], m: Markup, between: str = "\n\n") -> str:
    return between.join(part for part in (_block(node, m) for node in nodes) if part)


def _block(node: SyntaxTreeNode, m: Markup) -> str:
    match node.type:
        case "heading":
            return m.bold(_inside(node, m))
        case "bullet_list" | "ordered_list":
            return _list(node, m)
        case "blockquote":
            return m.quote(_blocks(node.children, m))
        case "fence" | "code_block":
            return m.code(node.content.rstrip("\n"))
        case "table":
            rows = [row for part in node.children for row in part.children]
            return "\n".join(" · ".join(_inside(cell, m) for cell in row.children) for row in rows)
        case "hr":
            return "* * *" if m.name == "markdown" else "———"
        case _:
            return _inside(node, m)


def _list(node: SyntaxTreeNode, m: Markup) -> str:
    lines = [_blocks(item.children, m, "\n") for item in node.children]
    return m.items(lines, numbered=node.type == "ordered_list")


def _inside(node: SyntaxTreeNode, m: Markup) -> str:
    """The words in a paragraph, a heading or a cell; a picture is told by the words that stand for it."""
    told = partial(_inside, m=m)
    words = "".join(map(told, node.children))
    match node.type:
        case "text":
            return m.safe(node.content)
        case "code_inline":
            return m.safe(node.content)
        case "softbreak" | "hardbreak":
            return "\n"
        case "strong":
            return m.bold(words)
        case "em":
            return m.slanted(words)
        case "s":
            return m.struck(words)
        case "link":
            address = str(node.attrs.get("href", ""))
            safe = address.replace("(", "%28").replace(")", "%29")
            return m.link(safe, words) if address.startswith(_LEADS) else words
        case "image":
            return m.safe(node.content)
        case _:
            return words
