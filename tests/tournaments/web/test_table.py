"""The page of a table: what it answers, what it plays, and how it refuses."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.web.tabling import BOARD, HANDS, address, awaited, form, player, send, sit
from tournaments import models
from tournaments.services import clock, contests, rulings, tables

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> models.Table:
    factories.stack_decks(monkeypatch, factories.holdem_deck(HANDS, BOARD))
    return factories.table_of(factories.running(5))


def test_the_awaited_player_finds_his_turn_deadline_cards_and_choices(
    client: Client, table: models.Table
) -> None:
    user = sit(client, table, "A")
    page = client.get(address(table)).text
    assert f"Your turn, {user.name}" in page
    assert "left</span>" in page
    assert "A♠" in page
    assert "K♦" in page
    assert "You are A, with 18 chips. Pot 10, nothing to call." in page
    assert "it counts as: fold" in page
    assert ">Check<" not in page
    assert ">Fold<" in page


@pytest.mark.parametrize("letter", ["B", "C", None])
def test_others_see_who_is_awaited_and_no_form(
    client: Client, table: models.Table, letter: str | None
) -> None:
    if letter:
        sit(client, table, letter)
    page = client.get(address(table))
    assert f"A {player(table, 'A').name} is to speak" in page.text
    assert 'class="moves"' not in page.text
    assert "A♠" not in page.text
    assert ("Q♥" in page.text) == (letter == "C")


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


def test_a_button_plays_and_says_what_was_understood(client: Client, table: models.Table) -> None:
    user = sit(client, table, "A")
    page = client.post(
        f"{address(table)}act/", _filled(client, table, do="raise", to="2", comment="Ha!"), follow=True
    )
    assert page.redirect_chain[0][1] == 302
    assert "Understood: raise to 2." in page.text
    assert f"{user.name} bets 2 chips." in page.text
    assert "Ha!" in page.text
    assert awaited(table) == "B"


def _filled(client: Client, table: models.Table, **typed: str) -> dict[str, str]:
    return {**form(client.get(address(table)), f"{address(table)}act/"), **typed}


@pytest.mark.parametrize(
    ("typed", "facts"),
    [
        ({"do": "fold"}, "folded"),
        ({"do": "raise", "to": "5"}, "bet"),
        ({"do": "all-in"}, "bet"),
        ({"do": "words", "words": "bet 3"}, "bet"),
        ({"do": "words", "words": "Je me couche, bonne chance !"}, "folded"),
        ({"do": "", "words": "I fold", "to": "1"}, "folded"),
        ({"do": "", "words": "", "to": "4"}, "bet"),
    ],
)
def test_moves_by_button_by_words_and_by_enter(
    client: Client, table: models.Table, typed: dict[str, str], facts: str
) -> None:
    sit(client, table, "A")
    assert send(client, table, **typed).status_code == 302
    assert table.events.get(number=2).facts[0]["fact"] == facts


def test_enter_with_nothing_typed_plays_nothing(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    page = send(client, table, do="", words="", to="1")
    assert page.status_code == 400
    assert "You can fold" in page.text
    assert awaited(table) == "A"


@pytest.mark.parametrize(
    ("typed", "status", "says"),
    [
        ({"do": "check"}, 422, "There is no check in this game"),
        ({"do": "call"}, 422, "no bet"),
        ({"do": "raise", "to": "19"}, 422, "18 at most"),
        ({"do": "raise", "to": "0"}, 422, "at least 1"),
        ({"do": "raise", "to": "1.000"}, 400, "You can fold"),
        ({"do": "timeout"}, 422, "You can fold"),
        ({"do": "remove"}, 422, "You can fold"),
        ({"do": "words", "words": "what a lovely evening"}, 400, "You can fold"),
        ({"do": "words", "words": ""}, 400, "Nothing was written"),
    ],
)
def test_a_refusal_says_what_is_possible_and_keeps_what_was_typed(
    client: Client, table: models.Table, typed: dict[str, str], status: int, says: str
) -> None:
    sit(client, table, "A")
    page = send(client, table, **{"comment": "my comment", **typed})
    assert page.status_code == status
    assert says in page.text
    assert 'role="alert"' in page.text
    assert "my comment</textarea>" in page.text
    assert typed.get("words", "") in page.text
    assert not table.events.filter(kind="move").exists()
    assert awaited(table) == "A"


def test_a_refused_move_is_a_sign_of_life_and_says_until_when(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    before = factories.open_turns(table)[0].deadline_at
    page = send(client, table, do="check")
    assert "You get more time: until" in page.text
    assert factories.open_turns(table)[0].deadline_at == before + timedelta(hours=12)
    assert "You get more time" not in send(client, table, do="check").text


def test_two_readings_become_two_buttons(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    page = send(client, table, do="words", words="fold\nbet 3", comment="hm")
    assert page.status_code == 400
    assert "Did you mean" in page.text
    chosen = form(page, f"{address(table)}act/")
    assert chosen["comment"] == "hm"
    assert ">fold</button>" in page.text
    assert ">raise to 3</button>" in page.text
    send(client, table, chosen, do="raise", to="3")
    event = table.events.get(kind="move")
    assert (event.input, event.comment) == ({"do": "raise", "to": 3}, "hm")


def test_a_move_that_is_not_allowed_is_not_offered_as_a_button(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    page = send(client, table, do="words", words="check")
    assert page.status_code == 422
    assert "Did you mean" not in page.text


def test_a_question_is_only_read(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    page = send(client, table, do="words", words="? bet 3")
    assert page.status_code == 200
    assert "Read as: raise to 3. Nothing has been played." in page.text
    assert awaited(table) == "A"


def test_the_same_form_twice_is_one_move_and_one_answer(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    fields = form(client.get(address(table)), f"{address(table)}act/")
    first = send(client, table, fields, do="raise", to="2")
    again = send(client, table, fields, do="raise", to="2")
    assert first.headers["Location"] == again.headers["Location"]
    assert table.events.filter(kind="move").count() == 1


def test_a_page_of_before_plays_nothing(client: Client, table: models.Table) -> None:
    """Two tabs: the move of the second was made for a turn that is over."""
    sit(client, table, "A")
    first, second = (form(client.get(address(table)), f"{address(table)}act/") for _ in range(2))
    send(client, table, first, do="raise", to="2")
    page = send(client, table, second, do="fold", comment="too late?")
    assert page.status_code == 409
    assert "That turn is over" in page.text
    assert table.events.filter(kind="move").count() == 1


def test_a_stale_page_does_not_play_for_the_next_turn_of_the_same_seat(
    client: Client, table: models.Table
) -> None:
    sit(client, table, "A")
    old = form(client.get(address(table)), f"{address(table)}act/")
    send(client, table, old, do="raise", to="2")
    factories.act(table, "raise 4", "fold", "fold", "fold")
    assert awaited(table) == "A"
    page = send(client, table, {**old, "once": "another"}, do="fold")
    assert page.status_code == 409
    assert "call (2 chips)" in page.text
    assert awaited(table) == "A"


def test_after_the_deadline_it_is_too_late_by_so_much(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    factories.move_clock(table, minutes=5)
    page = send(client, table, do="fold")
    assert page.status_code == 409
    assert "Too late by 5 minutes" in page.text
    assert awaited(table) == "A"


def test_a_move_counts_by_its_arrival(
    client: Client, table: models.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The request waited five minutes for its turn; it had come in before the deadline."""
    sit(client, table, "A")
    fields = form(client.get(address(table)), f"{address(table)}act/")
    factories.move_clock(table, minutes=1)
    real = clock.arrived
    monkeypatch.setattr(clock, "arrived", lambda at: real(at) - timedelta(minutes=5))
    assert send(client, table, fields, do="fold").status_code == 302


def test_a_paused_table_says_since_when_and_plays_nothing(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    fields = form(client.get(address(table)), f"{address(table)}act/")
    rulings.pause_table(table, table.contest.organiser, reason="Fire alarm", key="p")
    page = send(client, table, fields, do="fold", comment="kept")
    assert page.status_code == 409
    assert "paused since" in page.text
    page = client.get(address(table))
    assert "The table is paused" in page.text
    assert "Reason: Fire alarm" in page.text
    assert 'class="moves"' not in page.text


def test_who_does_not_sit_here_plays_nothing(client: Client, table: models.Table) -> None:
    fields = {"once": "x", "expected": "1", "do": "fold"}
    page = client.post(f"{address(table)}act/", fields)
    assert page.status_code == 403
    assert "sign in first" in page.text
    client.force_login(factories.person("mallory"))
    page = client.post(f"{address(table)}act/", fields)
    assert page.status_code == 403
    assert "You do not sit at this table" in page.text
    sit(client, table, "B")
    page = client.post(f"{address(table)}act/", fields)
    assert page.status_code == 409
    assert awaited(table) == "A"


def test_a_get_never_plays(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    fields = form(client.get(address(table)), f"{address(table)}act/")
    assert client.get(f"{address(table)}act/", {**fields, "do": "fold"}).status_code == 405
    assert awaited(table) == "A"


def test_a_form_from_elsewhere_plays_nothing(table: models.Table) -> None:
    client = Client(enforce_csrf_checks=True)
    sit(client, table, "A")
    fields = form(client.get(address(table)), f"{address(table)}act/")
    assert send(client, table, fields, do="fold").status_code == 403
    assert awaited(table) == "A"


def test_a_comment_is_text_and_nothing_else(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    send(client, table, do="raise", to="2", comment='<img src=x onerror="alert(1)">')
    client.logout()
    page = client.get(address(table)).text
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page


def test_characters_that_nobody_sees_are_taken_out(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    assert send(client, table, do="raise", to="2", comment="a\x00b\u202ec\r\nd\x1b").status_code == 302
    assert table.events.get(kind="move").comment == "abc\nd"


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "words", "words": "\x00" * 50},
        {"do": "\x00"},
        {"do": "raise", "to": "9" * 300},
        {"do": "raise", "to": "٣"},
        {"do": "raise", "to": "-1"},
        {"do": "fold", "expected": "9" * 30},
        {"do": "fold", "expected": ""},
        {"do": "fold", "expected": "1; drop"},
        {"do": ["fold", "check"]},
        {"do": "words", "words": "x" * 100_000},
    ],
)
def test_a_form_that_no_browser_sends_is_refused_and_changes_nothing(
    client: Client, table: models.Table, fields: dict[str, str]
) -> None:
    sit(client, table, "A")
    assert send(client, table, **{"to": "1", "was": "1", **fields}).status_code in (400, 409, 422)
    assert awaited(table) == "A"


@pytest.mark.parametrize(
    "path",
    ["c/grand-tour/99999999999999999999/", "c/grand-tour/1/?before=99999999999", "c/grand-tour/1/?said=x"],
)
def test_an_address_that_nobody_made_breaks_nothing(client: Client, table: models.Table, path: str) -> None:
    assert client.get(f"/{path}").status_code == (404 if "999/" in path else 200)


def test_a_table_of_a_cancelled_contest_says_so(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    fields = form(client.get(address(table)), f"{address(table)}act/")
    contests.cancel(table.contest_id, table.contest.organiser, "Storm")
    assert "This table is void" in client.get(address(table)).text
    page = send(client, table, fields, do="fold")
    assert page.status_code == 409
    assert "does not play" in page.text


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
def test_a_page_takes_eight_queries_at_most_however_long_the_log_is(
    client: Client, table: models.Table, events: int, who: str | None, django_assert_max_num_queries
) -> None:
    _long_log(table, events)
    if who is not None:
        client.force_login(table.contest.organiser if who == "olga" else player(table, who))
    with django_assert_max_num_queries(8):
        page = client.get(address(table))
    assert page.status_code == 200
    assert page.text.count('id="event-') == min(events, 40)
    assert f"?before={events - 39}" in page.text or events == 10


def test_is_there_anything_new_costs_one_query(
    client: Client, table: models.Table, django_assert_num_queries
) -> None:
    sit(client, table, "B")
    news = f"{address(table)}news/"
    with django_assert_num_queries(1):
        assert client.get(news, {"seen": "1-playing"}).status_code == 204
    factories.act(table, "raise 2")
    with django_assert_num_queries(1):
        answer = client.get(news, {"seen": "1-playing", "turn": "0"})
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"{address(table)}live/?turn=0"


def test_news_bring_the_board_the_state_and_a_form_that_was_not_there(
    client: Client, table: models.Table
) -> None:
    user = sit(client, table, "B")
    factories.act(table, "raise 2")
    page = client.get(f"{address(table)}live/?turn=0").text
    assert f'<div id="board" class="board" hx-get="{address(table)}news/?seen=2-playing&amp;turn=2"' in page
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
    assert "Understood: raise to 2." in page.text
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
    assert "it counts as: check" in page


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
    assert "A♠" not in page.text
