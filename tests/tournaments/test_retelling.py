"""The organiser's Markdown in a forum's own marks: nothing is lost, nothing is smuggled in."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tournaments.services.markup import BBCODE, MARKDOWN
from tournaments.services.retelling import retell

WORDS = """# The caves
Come with **rope** and *courage*, ~~no~~ [map](https://caves.example/a_b).

- bread
- wine
    1. red
    2. white

> Who enters
> stays.

| place | prize |
|---|---|
| 1 | [gold] |
"""


def test_bbcode_keeps_what_the_organiser_has_marked() -> None:
    assert retell(WORDS, BBCODE) == (
        "[b]The caves[/b]\n\n"
        "Come with [b]rope[/b] and [i]courage[/i], [s]no[/s] [url=https://caves.example/a_b]map[/url].\n\n"
        "[list]\n[*]bread\n[*]wine\n[list=1]\n[*]red\n[*]white\n[/list]\n[/list]\n\n"
        "[quote]Who enters\nstays.[/quote]\n\n"
        "place · prize\n1 · (gold)"
    )


def test_markdown_keeps_it_too() -> None:
    assert retell(WORDS, MARKDOWN) == (
        "**The caves**\n\n"
        "Come with **rope** and *courage*, ~~no~~ [map](https://caves.example/a_b).\n\n"
        "- bread\n- wine\n  1. red\n  2. white\n\n"
        "> Who enters\n> stays.\n\n"
        "place · prize\n1 · \\[gold\\]"
    )


@pytest.mark.parametrize(
    "typed",
    ["[url=https://x.example]a[/url]", "[img]x[/img]", "`[b]`", "    [/code][b]", "![a [b] c](https://x/y)"],
)
def test_what_was_typed_in_the_forums_own_marks_is_only_letters(typed: str) -> None:
    assert "[url" not in retell(typed, BBCODE)
    assert "[img" not in retell(typed, BBCODE)
    assert retell(typed, BBCODE).count("[b]") == 0


@pytest.mark.parametrize("typed", ["[x](javascript:alert)", "[x](/relative)", "[x](data:text)"])
def test_a_link_that_leads_nowhere_safe_is_its_words(typed: str) -> None:
    for markup in (BBCODE, MARKDOWN):
        told = retell(typed, markup)
        assert "url" not in told
        assert "](" not in told.replace("\\](", "")


def plain(markdown: str) -> str:
    """What a reader sees of it, without its marks and spaces."""
    made = (
        MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["strikethrough"]).render(markdown)
    )
    return re.sub(r"\s|<[^>]+>", "", made)


@settings(max_examples=300)
@given(st.text("ab *_[]()!`#>-+1.\\\n<&~|", max_size=60))
@example("1) a\n2) b")
@example("1.1")
@example("- - 1. x\n-1")
@example("a\\\nb")
def test_no_text_gets_other_letters_on_its_way_to_a_forum(typed: str) -> None:
    table = "|" in typed or "`" in typed or "![" in typed or re.search(r"(?m)^\s*[-*_]{3}|\* \*", typed)
    if not table:
        assert plain(retell(typed, MARKDOWN)) == plain(typed)
