"""The form of a move: amounts to choose from, what asks once, words with a live reading, a comment."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import translation

from referee.core import Json
from tests import factories
from tests.tournaments.web.tabling import address, awaited, form, player, send, sit
from tournaments import models
from tournaments.doors.web.markdown import spoken
from tournaments.doors.web.sizes import sizes
from tournaments.services import rulings

pytestmark = pytest.mark.django_db


def _may(least: int, most: int, *, price: int = 0, to_call: int = 0, bet: int = 0) -> Json:
    limits = {"min": least, "max": most}
    return {"raise": limits, "price": price, "to_call": to_call, "bet": bet, "stack": most - bet}


@pytest.mark.parametrize(
    ("may", "pot", "amounts"),
    [
        (_may(1, 18), 10, [(1, "minimum"), (5, "½ pot"), (10, "pot")]),
        (_may(8, 40, price=6, to_call=4, bet=2), 16, [(8, "minimum"), (16, "½ pot"), (26, "pot")]),
        (_may(7, 18, price=6, to_call=4, bet=2), 26, [(7, "minimum"), (10, "½ stack")]),
        (_may(1, 18), 2, [(1, "minimum"), (2, "pot"), (9, "½ stack")]),
        (_may(17, 18, price=16, to_call=16), 60, [(17, "minimum")]),
        (_may(18, 18, price=16, to_call=16), 60, []),
        (_may(2, 60, price=1, to_call=1), 57, [(2, "minimum"), (30, "½ pot"), (59, "pot")]),
    ],
)
def test_amounts_lie_within_the_limits_once_each_smallest_first(
    may: Json, pot: int, amounts: list[tuple[int, str]]
) -> None:
    assert [(size.to, size.name) for size in sizes(may, pot)] == amounts


def test_no_amounts_where_nothing_can_be_raised() -> None:
    assert sizes(None, 10) == []
    assert sizes({"raise": None, "to_call": 4, "price": 4, "bet": 0, "stack": 18}, 10) == []


def test_the_buttons_of_a_bet_carry_their_amounts(client: Client, table: models.Table) -> None:
    factories.act(table, "raise 5")
    sit(client, table, "B")
    page = client.get(address(table)).text
    buttons = re.findall(r'<button name="do" value="size (\d+)" data-size="\1">\1 <small>([^<]+)<', page)
    assert buttons == [("6", "minimum"), ("9", "½ stack"), ("15", "½ pot")]
    assert ">Call 5</button>" in page
    assert "Raise to a total of 6 to 18" in page
    assert "18 <small>all-in …</small>" in page
    assert page.count('class="primary"') == 1


def test_an_amount_without_a_script_fills_the_number_in_and_plays_nothing(
    client: Client, table: models.Table
) -> None:
    sit(client, table, "A")
    page = send(client, table, do="size 5", to="1", was="1", words="hm", comment="Let me think")
    assert page.status_code == 200
    assert re.search(r'id="to"[^>]* value="5"', page.text)
    assert "The amount is 5 now. Nothing has been played." in page.text
    assert 'value="hm"' in page.text
    assert "Let me think</textarea>" in page.text
    assert awaited(table) == "A"
    assert table.last_event == 1


def test_all_chips_by_number_ask_once_like_the_button(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    for do in ("raise", ""):
        page = send(client, table, do=do, to="18", was="1", comment="Here goes")
        assert page.status_code == 200
        assert '<details class="sure" open data-asks="all-in">' in page.text
        assert "All-in puts in all your 18 chips" in page.text
        assert "Here goes</textarea>" in page.text
        assert awaited(table) == "A"
    fields = form(page, f"{address(table)}act/")
    assert send(client, table, fields, do="all-in").status_code == 302
    assert awaited(table) == "B"


def test_a_call_that_takes_the_last_chips_asks_once(client: Client, table: models.Table) -> None:
    factories.act(table, "all-in")
    sit(client, table, "B")
    page = client.get(address(table)).text
    assert "Call 18, all-in …" in page
    assert "This call puts in all your 18 chips" in page
    assert page.count('class="sure"') == 1
    assert 'name="to"' not in page
    assert send(client, table, do="call").status_code == 302


@pytest.mark.parametrize(
    ("language", "words", "said"),
    [
        ("en", "bet 5", "Read as: bet 5. Nothing has been played."),
        ("fr", "mise 5", "miser 5. Rien n"),
        ("it", "punto 5", "Letto come: puntare 5."),
        ("en", "A dark night.\nbet 5", "The other lines are your comment."),
        ("en", "bet 500", "18 at most"),
        ("en", "bet " + "9" * 404, "You can fold"),
        ("en", "lovely weather", "No move was found"),
        ("en", "fold or call", "You can fold"),
        ("en", "help", "You can fold, bet 1 to 18"),
        ("en", "<script>", "You can fold"),
    ],
)
def test_words_are_read_while_they_are_typed_and_nothing_is_written(
    client: Client, table: models.Table, language: str, words: str, said: str, django_assert_max_num_queries
) -> None:
    user = sit(client, table, "A")
    models.User.objects.filter(pk=user.pk).update(language=language)
    before = factories.open_turns(table)[0].deadline_at
    with django_assert_max_num_queries(6) as asked:
        page = client.post(f"{address(table)}read/", {"words": words})
    assert page.status_code == 200
    assert said in page.text
    assert "<script>" not in page.text
    assert not any(re.match("INSERT|UPDATE|DELETE|SELECT .* FOR", query["sql"]) for query in asked)
    assert factories.open_turns(table)[0].deadline_at == before
    assert table.events.count() == 1


def test_a_reading_is_only_for_the_awaited_seat(client: Client, table: models.Table) -> None:
    read = f"{address(table)}read/"
    assert client.post(read, {"words": "fold"}).status_code == 403
    sit(client, table, "B")
    told = client.post(read, {"words": "bet 5"}).text
    assert "Read as:" not in told, "it is not his turn: only what can be left in advance is read back"
    assert client.get(read).status_code == 405
    sit(client, table, "A")
    assert client.post(read, {"words": "  "}).text.strip() == ""
    rulings.pause_table(table, table.contest.organiser, reason="Fire alarm", key="p")
    assert "Read as:" not in client.post(read, {"words": "bet 5"}).text


def test_the_same_reading_by_a_button_is_no_sign_of_life(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    before = factories.open_turns(table)[0].deadline_at
    page = send(client, table, do="ask", words="bet 3", comment="Hm")
    assert "Read as: bet 3. Nothing has been played." in page.text
    assert 'value="bet 3"' in page.text
    assert "Hm</textarea>" in page.text
    assert send(client, table, do="ask", words="lovely weather").status_code == 400
    assert factories.open_turns(table)[0].deadline_at == before


def test_a_comment_that_is_too_long_is_refused_and_kept(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    page = send(client, table, do="raise", to="2", comment="x" * 1001)
    assert page.status_code == 400
    assert "The comment has 1001 characters, and 1000 at most are kept" in page.text
    assert "x" * 1001 in page.text
    assert awaited(table) == "A"
    assert send(client, table, do="raise", to="2", comment="x" * 1000).status_code == 302


def test_what_stands_round_the_words_and_the_comment_are_both_kept(
    client: Client, table: models.Table
) -> None:
    sit(client, table, "A")
    send(client, table, do="words", words="The wind howls.\nbet 2", comment="*He shivers.*")
    assert table.events.get(number=2).comment == "The wind howls.\n\n*He shivers.*"
    page = client.get(address(table)).text
    assert "<p>The wind howls.</p>" in page
    assert "<em>He shivers.</em>" in page


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("*so* **loud**", "<p><em>so</em> <strong>loud</strong></p>"),
        ("one\ntwo", "<p>one<br>\ntwo</p>"),
        ("# No heading", "<p># No heading</p>"),
        ("Title\n=====", "<p>Title<br>\n=====</p>"),
        ("![x](https://example.org/x.png)", 'href="https://example.org/x.png"'),
        (
            "[here](https://example.org)",
            '<a href="https://example.org" rel="nofollow noopener noreferrer">here</a>',
        ),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
        ("<b onclick=x>hi</b>", "&lt;b onclick=x&gt;hi&lt;/b&gt;"),
        ("> quoted", "<blockquote>\n<p>quoted</p>\n</blockquote>"),
        ("    indented", "<p>indented</p>"),
    ],
)
def test_a_comment_is_a_little_markdown_and_nothing_else(text: str, html: str) -> None:
    made = spoken(text)
    assert html in made
    assert not re.search(r"<(img|script|h\d|pre|iframe|table)", made)


def test_after_acting_it_says_when_one_is_asked_again(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    page = client.post(
        f"{address(table)}act/",
        {**form(client.get(address(table)), f"{address(table)}act/"), "do": "raise", "to": "2"},
        follow=True,
    ).text
    names = [player(table, letter).name for letter in "BCDE"]
    said = f"when {', '.join(names[:3])} and {names[3]} have spoken. If all the time is used, that is on"
    assert f"You are asked again at the earliest {said}" in page
    sit(client, table, "B")
    page = client.post(
        f"{address(table)}act/",
        {**form(client.get(address(table)), f"{address(table)}act/"), "do": "fold"},
        follow=True,
    ).text
    assert "You are out of this deal. You are asked again in the next one." in page


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_form_speaks_every_language(client: Client, table: models.Table, language: str) -> None:
    user = sit(client, table, "A")
    models.User.objects.filter(pk=user.pk).update(language=language)
    page = client.get(address(table)).text
    with translation.override(language):
        for words in ("How is it read?", "Comment, shown with your move", "Amounts to choose from", "Bet"):
            assert translation.gettext(words) in page
            assert language == "en" or translation.gettext(words) != words
