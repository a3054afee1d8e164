"""The organiser's and the commenters' words: safe Markdown."""

from __future__ import annotations

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

_READER = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])
_TAGS = {
    *("p", "br", "em", "strong", "s", "ul", "ol", "li", "blockquote", "code", "pre", "hr", "a"),
    *("h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"),
}


def to_html(text: str) -> SafeString:
    """No raw HTML, no pictures from elsewhere, no scripts; links say that they lead away.

    Headings begin below those of the page.
    """
    made = _READER.render(text)
    for level in (2, 1):
        made = made.replace(f"<h{level}>", f"<h{level + 2}>").replace(f"</h{level}>", f"</h{level + 2}>")
    clean = nh3.clean(
        made,
        tags=_TAGS,
        attributes={"a": {"href", "title"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener noreferrer",
    )
    return mark_safe(clean)  # noqa: S308  (nh3 has just cleaned it)
