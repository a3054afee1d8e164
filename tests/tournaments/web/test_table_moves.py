"""Moves through the page of a table: by button, in words, by Enter; once, in turn, in time, or refused."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.web.tabling import address, awaited, form, send, sit
from tournaments import models
from tournaments.services import clock, contests, rulings

pytestmark = pytest.mark.django_db


def test_a_button_plays_and_says_what_was_understood(client: Client, table: models.Table) -> None:
    user = sit(client, table, "A")
    page = client.post(
        f"{address(table)}act/", _filled(client, table, do="raise", to="2", comment="Ha!"), follow=True
    )
    assert page.redirect_chain[0][1] == 302
    assert "Understood: bet 2." in page.text
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
    assert ">bet 3</button>" in page.text
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
    assert "Read as: bet 3. Nothing has been played." in page.text
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
