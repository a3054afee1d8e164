"""The organiser's and the players' words: safe Markdown."""

from __future__ import annotations

from functools import lru_cache

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

from tournaments.services.retelling import READER

_INLINE = {"br", "em", "strong", "s", "code", "a"}
_TAGS = {
    *_INLINE,
    *("p", "ul", "ol", "li", "blockquote", "pre", "hr"),
    *("h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"),
}
_SPEAKER = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable("strikethrough")
_SPEAKER.disable(["heading", "lheading", "image", "hr", "code", "fence", "reference"])
_SPOKEN_TAGS = {*_INLINE, "p", "ul", "ol", "li", "blockquote"}


@lru_cache(maxsize=128)
def to_html(text: str) -> SafeString:
    """No raw HTML, no pictures from elsewhere, no scripts; links say that they lead away.

    Headings begin below those of the page. What was made is kept: a table of many empty cells takes seconds.
    """
    made = READER.render(text)
    for level in (2, 1):
        made = made.replace(f"<h{level}>", f"<h{level + 2}>").replace(f"</h{level}>", f"</h{level + 2}>")
    return _clean(made, _TAGS)


@lru_cache(maxsize=2048)
def spoken(text: str) -> SafeString:
    """A comment at a table: emphasis, lists, quotes and links; headings and pictures stay the signs they are.

    The same words are shown on many pages, so that what was made of them is kept.
    """
    return _clean(_SPEAKER.render(text), _SPOKEN_TAGS)


def _clean(made: str, tags: set[str]) -> SafeString:
    clean = nh3.clean(
        made,
        tags=tags,
        attributes={"a": {"href", "title"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener noreferrer",
    )
    return mark_safe(clean)  # noqa: S308  (nh3 has just cleaned it)
