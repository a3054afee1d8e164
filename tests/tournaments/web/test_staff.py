"""A croupier at a table: enters moves, gives time, pauses, resumes; and never where he plays himself."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client

from tests import factories
from tests.tournaments.web.tabling import address, awaited, player, shows, sit
from tournaments import models

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga(client: Client, table: models.Table) -> models.User:
    client.force_login(table.contest.organiser)
    return table.contest.organiser


def rule(client: Client, table: models.Table, **fields: str) -> HttpResponse:
    given = {"once": "k", "seat": "A", "expected": "1", **fields}
    return client.post(f"{address(table)}staff/", given)


@pytest.mark.usefixtures("olga")
def test_the_croupier_sees_who_is_awaited_since_when_and_no_cards(
    client: Client, table: models.Table
) -> None:
    page = client.get(address(table)).text
    assert "For the croupier" in page
    assert "Awaited since" in page
    assert not shows(page, "As")


@pytest.mark.usefixtures("olga")
def test_what_a_player_told_him_is_read_back_first_and_plays_nothing(
    client: Client, table: models.Table
) -> None:
    page = rule(client, table, do="preview", words="A : mise 3\nOn y va !")
    assert page.status_code == 200
    assert "Read as, for seat A: bet 3. Nothing has been played yet." in page.text
    assert "On y va !" in page.text
    assert "mise 3" in unescape(page.text)
    assert awaited(table) == "A"


def test_then_it_is_entered_with_his_words_and_entered_by_is_shown(
    client: Client, table: models.Table, olga: models.User
) -> None:
    assert rule(client, table, do="enter", words="mise 3").status_code == 302
    event = table.events.get(kind="move")
    assert (event.entered, event.actor, event.text, event.origin) == (True, olga, "mise 3", "staff")
    client.logout()
    page = client.get(address(table)).text
    assert "entered by olga: “mise 3”" in page


@pytest.mark.usefixtures("olga")
def test_words_that_are_no_move_are_refused_and_are_no_sign_of_life(
    client: Client, table: models.Table
) -> None:
    before = factories.open_turns(table)[0].deadline_at
    page = rule(client, table, do="enter", words="what a lovely evening")
    assert page.status_code == 400
    assert "what a lovely evening" in page.text
    assert factories.open_turns(table)[0].deadline_at == before
    refused = rule(client, table, do="enter", words="check")
    assert refused.status_code == 422
    assert f"{player(table, 'A').name} can fold, bet 1 to 18 or go all-in (18 in all)." in refused.text
    assert rule(client, table, do="enter", words="help").status_code == 400
    assert factories.open_turns(table)[0].deadline_at == before


@pytest.mark.usefixtures("olga")
def test_entered_twice_is_one_move_and_a_stale_page_enters_nothing(
    client: Client, table: models.Table
) -> None:
    assert rule(client, table, do="enter", words="mise 3").status_code == 302
    assert rule(client, table, do="enter", words="mise 3").status_code == 302
    assert table.events.filter(kind="move").count() == 1
    assert rule(client, table, do="enter", words="fold", once="other").status_code == 409


@pytest.mark.usefixtures("olga")
def test_more_time_moves_the_deadline_with_a_reason_that_all_see(client: Client, table: models.Table) -> None:
    before = factories.open_turns(table)[0].deadline_at
    assert rule(client, table, do="extend", hours="12", reason="Train strike").status_code == 302
    assert factories.open_turns(table)[0].deadline_at == before + timedelta(hours=12)
    client.logout()
    page = client.get(address(table)).text
    assert "gets more time" in page
    assert "Reason: Train strike" in page


@pytest.mark.usefixtures("olga")
@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"do": "extend", "hours": "12", "reason": "  "}, 422),
        ({"do": "extend", "hours": "0", "reason": "why"}, 422),
        ({"do": "extend", "hours": "soon", "reason": "why"}, 422),
        ({"do": "extend", "hours": "12", "reason": "why", "expected": "9"}, 409),
        ({"do": "extend", "hours": "12", "reason": "why", "seat": "B"}, 409),
        ({"do": "pause", "reason": ""}, 422),
        ({"do": "resume", "reason": "why"}, 409),
        ({"do": "remove", "reason": "why"}, 422),
    ],
)
def test_what_cannot_be_done_is_refused_and_what_was_typed_stays(
    client: Client, table: models.Table, fields: dict[str, str], status: int
) -> None:
    page = rule(client, table, **fields)
    assert page.status_code == status
    assert 'class="refusal" role="alert"' in page.text
    assert table.events.count() == 1


@pytest.mark.usefixtures("olga")
def test_pause_and_resume(client: Client, table: models.Table) -> None:
    rule(client, table, do="pause", reason="Holidays")
    page = client.get(address(table)).text
    assert "The table is paused" in page
    assert "Reason: Holidays" in page
    rule(client, table, do="resume", reason="Back again", once="r")
    page = client.get(address(table)).text
    assert "Reason: Back again" in page
    assert "is to speak" in page


@pytest.mark.parametrize("who", ["B", "mallory", None])
def test_nobody_else_may(client: Client, table: models.Table, who: str | None) -> None:
    if who == "B":
        sit(client, table, "B")
    elif who is not None:
        client.force_login(factories.person(who))
    assert "For the croupier" not in client.get(address(table)).text
    for do in ("preview", "enter", "extend", "pause", "resume"):
        page = rule(client, table, do=do, words="fold", hours="12", reason="why")
        assert page.status_code == 403, do
    assert table.events.count() == 1


def test_an_organiser_of_another_contest_may_not(client: Client, table: models.Table) -> None:
    client.force_login(factories.organiser("ottilie"))
    assert rule(client, table, do="pause", reason="why").status_code == 403


def test_an_organiser_who_plays_at_the_table_has_no_tools_there(client: Client) -> None:
    olga = factories.organiser()
    contest = factories.running(["olga", "alice", "bob", "carol", "dave"])
    table = factories.table_of(contest)
    client.force_login(olga)
    assert player(table, table.table_seats.get(entry__user=olga).letter) == olga
    assert "For the croupier" not in client.get(address(table)).text
    assert rule(client, table, do="pause", reason="why").status_code == 403
