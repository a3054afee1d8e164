"""Names and words that are meant to break something: they stay words, on pages and in the feed."""

from __future__ import annotations

import time
import xml.etree.ElementTree as ET
from functools import partial

import pytest
from django.test import Client

from referee.games import GAMES
from tests import factories
from tournaments.doors.web import forms, markdown
from tournaments.models import Contest
from tournaments.services import typed

pytestmark = pytest.mark.django_db

HOSTILE = (
    "<script>alert(1)</script> \"x\" & 'y'",
    "]]> <![CDATA[ &unknown;",
    "\ufffe\uffff no characters \U0001fffe",
    "\u202eturned round\u202d",
    "שלום עולם",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467" * 4,
    "﷽" * 40,
    "%s {x} %(n)s {{ y }} {% z %}",
)
LONG = 20_000


@pytest.mark.parametrize("words", HOSTILE)
def test_the_feed_stays_readable_and_pages_show_words_as_words(client: Client, words: str) -> None:
    contest = factories.open_contest(0, name=words, fee_amount=1, fee_unit=words[:40], sponsor=words)
    (entry,) = ET.fromstring(client.get("/contests.atom").content).findall(
        "{http://www.w3.org/2005/Atom}entry"
    )
    assert typed.line(words, 80) in (entry.findtext("{http://www.w3.org/2005/Atom}title") or "")
    here = f"/c/{contest.slug}/"
    for page in ("/", here, f"{here}copy/", f"{here}log/"):
        answer = client.get(page)
        assert answer.status_code == 200
        assert "<script>alert" not in answer.text


def test_the_feed_is_readable_whatever_stands_in_the_database(client: Client) -> None:
    contest = factories.open_contest(0)
    Contest.objects.filter(pk=contest.pk).update(name="bell \x07 \ufffe", fee_amount=1, fee_unit="\x0c\uffff")
    assert "bell" in ET.tostring(ET.fromstring(client.get("/contests.atom").content), encoding="unicode")


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\u200b", "\u200f", "\ufffe", "\U0010ffff", "\x1b"])
def test_no_form_of_a_contest_keeps_what_is_not_seen(sign: str) -> None:
    """What turns other words round would turn those of the page round."""
    sheets = [partial(forms.ContestForm, game=game) for game in GAMES]
    forms_of = {
        **dict.fromkeys(sheets, ("words", "place", "fee_unit", "sponsor", "sponsor_group")),
        forms.PrizeRow: ("good",),
        forms.ReasonForm: ("reason",),
        forms.ExtendForm: ("reason",),
        forms.CommentForm: ("text",),
    }
    for kind, names in forms_of.items():
        for name in names:
            assert kind().fields[name].clean(f"a{sign}b") == "ab", (kind, name)


@pytest.mark.parametrize(
    "text",
    [
        "> " * LONG,
        ">" * LONG,
        "[" * LONG,
        "*_" * LONG,
        "- " * LONG,
        "`" * LONG,
        "<a:" * LONG,
        "**a _b " * LONG,
    ],
    ids=["quotes", "narrow quotes", "brackets", "emphasis", "lists", "code", "addresses", "half open"],
)
def test_no_comment_takes_long_to_show(text: str) -> None:
    for show in (markdown.spoken, markdown.to_html):
        begun = time.process_time()
        show(text[:LONG])
        assert time.process_time() - begun < 2


def test_an_announcement_that_takes_long_to_show_does_so_once() -> None:
    text = "|" + "a|" * 1000 + "\n|" + "-|" * 1000 + "\n" + "x\n" * 5000
    markdown.to_html(text[:LONG])
    begun = time.process_time()
    markdown.to_html(text[:LONG])
    assert time.process_time() - begun < 0.1
