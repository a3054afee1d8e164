"""The page of a table: what it answers, its log, its news, and what it costs."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.web.tabling import address, awaited, drawn, form, player, shows, sit
from tournaments import models
from tournaments.services import clock, overview, rulings, sweep, tables

pytestmark = pytest.mark.django_db


def test_the_awaited_player_finds_his_turn_deadline_cards_and_choices(
    client: Client, table: models.Table
) -> None:
    user = sit(client, table, "A")
    page = client.get(address(table)).text
    assert f"Your turn, {user.name}" in page
    assert "left</span>" in page
    assert {"As", "Kd"} <= set(drawn(page))
    assert 'aria-label="ace of spades"' in page
    assert "You are A, with 18 chips. Pot 10, nothing to call." in page
    assert "If you do nothing until " in page
    assert "you fold." in page
    assert ">Check<" not in page
    assert ">Fold<" in page


@pytest.mark.parametrize("letter", ["B", "C", None])
def test_others_see_who_is_awaited_and_no_form(
    client: Client, table: models.Table, letter: str | None
) -> None:
    if letter:
        sit(client, table, letter)
    page = client.get(address(table))
    assert f"{player(table, 'A').name} (A) is to speak" in page.text
    assert 'class="moves"' not in page.text
    assert not shows(page.text, "As")
    assert shows(page.text, "Qh") == (letter == "C")


def test_a_page_may_not_be_kept(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    assert "no-store" in client.get(address(table)).headers["Cache-Control"]


@pytest.mark.parametrize(
    "path", ["/c/nothing/1/", "/c/grand-tour/9/", "/c/grand-tour/9/news/", "/c/x/1/record.json"]
)
def test_what_is_not_there_is_404_with_a_way_back(client: Client, table: models.Table, path: str) -> None:
    page = client.get(path)
    assert page.status_code == 404
    assert 'href="/"' in page.text


def test_the_log_is_in_sentences_newest_first_by_pages(client: Client, table: models.Table) -> None:
    factories.act(table, "raise 2", "fold", "call")
    page = client.get(address(table)).text
    names = {letter: player(table, letter).name for letter in "ABC"}
    assert (
        page.index(f"{names['C']} calls")
        < page.index(f"{names['B']} folds")
        < page.index(f"{names['A']} bets")
    )
    assert "Deal 1 begins" in client.get(f"{address(table)}?before=2").text
    assert f"{names['A']} bets" not in client.get(f"{address(table)}?before=2").text


def tag_of(table: models.Table) -> str:
    """As the page of the table hands it to its poll."""
    found = re.search(r'hx-headers=\'{"If-None-Match": "(.*?)"}\'', Client().get(address(table)).text)
    assert found is not None
    return str(json.loads(f'"{found[1]}"'))


def _long_log(table: models.Table, count: int) -> None:
    at = clock.now()
    models.Event.objects.bulk_create(
        models.Event(
            table=table,
            number=number,
            kind="clock",
            facts=[{"fact": "paused"}],
            origin="test",
            key=f"filler:{number}",
            received_at=at,
            created_at=at,
        )
        for number in range(2, count + 1)
    )
    models.Table.objects.filter(pk=table.pk).update(last_event=count)


@pytest.mark.parametrize("events", [10, 3000])
@pytest.mark.parametrize("who", ["A", "B", "olga", None])
def test_a_page_takes_nine_queries_at_most_however_long_the_log_is(
    client: Client, table: models.Table, events: int, who: str | None, django_assert_max_num_queries
) -> None:
    _long_log(table, events)
    if who is not None:
        client.force_login(table.contest.organiser if who == "olga" else player(table, who))
    with django_assert_max_num_queries(9):
        page = client.get(address(table))
    assert page.status_code == 200
    assert page.text.count('id="event-') == min(events, 40)
    assert f"?before={events - 39}" in page.text or events == 10


def test_is_there_anything_new_costs_one_query_and_no_text(
    client: Client, table: models.Table, django_assert_num_queries
) -> None:
    sit(client, table, "B")
    news, tag = f"{address(table)}news/", tag_of(table)
    known = {"If-None-Match": tag}
    with django_assert_num_queries(1):
        answer = client.get(news, headers=known)
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["ETag"] == tag
    assert {"no-store", "private"} <= set(answer.headers["Cache-Control"].replace(" ", "").split(","))
    factories.act(table, "raise 2")
    with django_assert_num_queries(1):
        answer = client.get(news, {"turn": "0"}, headers=known)
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"{address(table)}live/?turn=0&since=1"


def test_a_pause_is_news_and_who_knows_nothing_gets_everything(client: Client, table: models.Table) -> None:
    news = f"{address(table)}news/"
    tag = tag_of(table)
    paused, older = tag.replace("playing", "paused"), tag.replace("1", "0", 1)
    for known in ({}, {"If-None-Match": "nonsense"}, {"If-None-Match": f"{paused}, W/{older}"}):
        answer = client.get(news, headers=known)
        assert answer.status_code == 302
        assert answer.headers["Location"].startswith(f"{address(table)}live/?turn=0&since=")
    assert client.get(news, headers={"If-None-Match": f"{older}, W/{tag}"}).status_code == 304


def test_deadlines_that_an_outage_moved_are_news(client: Client, table: models.Table) -> None:
    """Nothing happens at the table then; yet its page, and that of the contest, would tell a wrong hour."""
    news, known = f"{address(table)}news/", {"If-None-Match": tag_of(table)}
    before = overview.stamp(table.contest.slug)
    assert client.get(news, headers=known).status_code == 304
    models.Heartbeat.objects.create(name=sweep.HEART, at=clock.now() - timedelta(hours=3))
    assert sweep.after_outage() == 1
    assert client.get(news, headers=known).status_code == 302
    assert overview.stamp(table.contest.slug) != before


def test_news_bring_the_board_the_state_and_a_form_that_was_not_there(
    client: Client, table: models.Table
) -> None:
    user = sit(client, table, "B")
    factories.act(table, "raise 2")
    page = client.get(f"{address(table)}live/?turn=0").text
    assert f'<div id="board" class="board" hx-get="{address(table)}news/?turn=2"' in page
    assert "2\\u002Dplaying" in page
    assert 'id="seat-head" hx-swap-oob="true"' in page
    assert f"Your turn, {user.name}" in page
    assert 'id="seat-form" hx-swap-oob="true"' in page
    assert "<html" not in page


def test_news_leave_a_form_alone_in_which_somebody_may_be_typing(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    tables.sign_of_life(table.pk, "A", expected=1)
    same = client.get(f"{address(table)}live/?turn=1").text
    assert "seat-form" not in same
    factories.act(table, "raise 2")
    over = client.get(f"{address(table)}live/?turn=1").text
    assert 'id="seat-form"' not in over
    assert "This turn is over: what you typed was not sent." in over
    assert "turn=1" in over


def test_htmx_gets_parts_of_the_page_for_a_move_and_for_a_refusal(
    client: Client, table: models.Table
) -> None:
    sit(client, table, "A")
    fields = form(client.get(address(table)), f"{address(table)}act/")
    asked = {"headers": {"HX-Request": "true"}}
    page = client.post(f"{address(table)}act/", {**fields, "do": "check"}, **asked)
    assert page.status_code == 422
    assert "There is no check" in page.text
    assert "<html" not in page.text
    page = client.post(f"{address(table)}act/", {**fields, "do": "raise", "to": "2"}, **asked)
    assert page.status_code == 200
    assert "Understood: bet 2." in page.text
    assert 'id="board" class="board" hx-swap-oob="true"' in page.text
    assert "<html" not in page.text


def test_a_fold_where_a_check_is_free_asks_once(client: Client) -> None:
    table = factories.table_of(factories.running(5, preset="holdem"))
    factories.act(table, "call", "call", "call", "call")
    letter = awaited(table)
    sit(client, table, letter)
    page = client.get(address(table)).text
    assert ">Check<" in page
    assert ">Fold<" not in page
    assert "Yes, fold" in page
    assert "you check." in page


def test_a_table_that_waits_for_the_start_has_a_page(client: Client) -> None:
    table = factories.table_of(factories.seated(5))
    sit(client, table, "A")
    page = client.get(address(table)).text
    assert "The table has not started yet" in page
    assert "20 chips" in page
    assert client.get(f"{address(table)}record.json").json()["deals"] == []
    assert client.get(f"{address(table)}copy/").status_code == 200
    assert client.get(f"{address(table)}live/?turn=0").status_code == 200


def test_button_and_blinds_are_marked(client: Client) -> None:
    table = factories.table_of(factories.running(5, preset="holdem"))
    page = client.get(address(table)).text
    assert [page.count(f">{badge}</span>") for badge in ("button", "small blind", "big blind")] == [1, 1, 1]


def test_side_pots_are_named_with_who_contests_or_wins_them(client: Client, table: models.Table) -> None:
    factories.act(table, "raise 5", "call", "fold", "fold", "fold", "raise 3", "fold")
    factories.act(table, "all-in", "all-in", "fold", "fold")
    assert "contested by" not in client.get(address(table)).text
    factories.act(table, "call")
    page = client.get(address(table)).text
    assert "Main pot: 43" in page
    assert "Side pot 1: 10" in page


def test_the_end_of_a_table_shows_who_won_what(client: Client, table: models.Table) -> None:
    factories.play_out(table.contest)
    page = client.get(address(table)).text
    assert "This table is over" in page
    assert "hx-trigger" not in page
    assert "Deal 2 is over" in page


def test_the_record_is_a_view_until_the_end(client: Client, table: models.Table) -> None:
    sit(client, table, "C")
    answer = client.get(f"{address(table)}record.json")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert [card for card in answer.json()["deals"][0]["deck"] if card] == ["Qh", "Qs"]
    client.logout()
    assert not any(client.get(f"{address(table)}record.json").json()["deals"][0]["deck"])
    factories.play_out(table.contest)
    assert all(client.get(f"{address(table)}record.json").json()["deals"][0]["deck"])


def test_texts_for_a_forum_have_a_page(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    page = client.get(f"{address(table)}copy/")
    assert "[b]Rubis · Grand tour[/b]" in page.text
    assert "**Rubis · Grand tour**" in page.text
    assert not shows(page.text, "As")


def test_the_same_log_is_told_in_the_language_and_time_zone_of_each_reader(
    client: Client, table: models.Table
) -> None:
    """Its lines are kept between pages: not for another language, zone or name."""
    factories.act(table, "raise 2")
    name = player(table, "A").name
    for language, zone, said in (
        ("en", "Europe/Paris", "bets 2 chips."),
        ("fr", "Europe/Paris", "mise 2 jetons."),
        ("en", "Asia/Tokyo", "bets 2 chips."),
    ):
        models.User.objects.filter(pk=sit(client, table, "B").pk).update(language=language, timezone=zone)
        page = client.get(address(table)).text
        assert f"{name} {said}" in page
        assert ("(+09:00)" in page) == (zone == "Asia/Tokyo")
    models.Entry.objects.filter(seat__table=table, seat__letter="A").update(name="Lady A.")
    assert "Lady A. bets 2 chips." in client.get(address(table)).text


def test_what_is_new_glows_once_and_is_read_out(client: Client, table: models.Table) -> None:
    sit(client, table, "C")
    factories.act(table, "raise 2", "fold")
    live = client.get(f"{address(table)}live/?turn=0&since=1").text
    assert live.count('class="event changed"') == 2
    names = [player(table, letter).name for letter in "AB"]
    assert f'hx-swap-oob="innerHTML">{names[0]} bets 2 chips. {names[1]} folds.</p>' in live
    assert 'class="event changed"' not in client.get(address(table)).text


def test_waiting_says_how_often_the_player_was_reminded(client: Client, table: models.Table) -> None:
    sit(client, table, "B")
    assert "Reminded" not in client.get(address(table)).text
    turn, at = factories.open_turns(table)[0], clock.now()
    for step in ("half", "late"):
        models.Notice.objects.create(
            kind="reminder", key=step, turn=turn, created_at=at, retry_at=at, sent_at=at, table=table
        )
    assert "Reminded 2 times, last on" in client.get(address(table)).text


def test_a_pause_says_by_whom_and_why_and_shows_no_deadline(client: Client, table: models.Table) -> None:
    rulings.pause_table(table, table.contest.organiser, reason="Fire alarm", key="p")
    sit(client, table, "B")
    page = client.get(address(table)).text
    head = page[page.index('id="seat-head"') : page.index('id="seat-form"')]
    assert "By olga. Reason: Fire alarm" in head
    assert re.search(r"is to speak then, with 2[34] hours[\w ]* left", head)
    assert "until" not in head
