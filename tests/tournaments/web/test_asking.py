"""Asking awaited players through the pages: who may, what is said, what a message holds."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.test_nudges import without_account
from tests.tournaments.web.tabling import address, player
from tournaments import models
from tournaments.models import Heartbeat, Notice, Table
from tournaments.services import clock, rulings, sweep

pytestmark = pytest.mark.django_db


def turn_of(table: Table) -> models.Turn:
    return factories.open_turns(table)[0]


def desk(table: Table) -> str:
    return f"/c/{table.contest.slug}/manage/"


def test_one_press_sends_a_letter_and_the_list_says_when(client: Client, table: Table) -> None:
    client.force_login(table.contest.organiser)
    name = turn_of(table).seat.entry.name
    assert f"Ask {name}" in client.get(desk(table)).text
    sent = client.post(f"{desk(table)}ask/{turn_of(table).pk}/", follow=True)
    assert f"A letter to {name} is on its way." in sent.text
    assert "asked last" in sent.text
    assert f"Ask {name}<" not in sent.text
    again = client.post(f"{desk(table)}ask/{turn_of(table).pk}/")
    assert again.status_code == 422
    assert "You can ask again from" in again.text
    assert Notice.objects.filter(kind="nudge").count() == 1


def test_all_at_once_names_who_was_asked_and_who_must_be_told(client: Client) -> None:
    contest = factories.running(10)
    client.force_login(contest.organiser)
    page = client.post(f"/c/{contest.slug}/manage/ask/", follow=True).text
    assert "2 letters are on their way: to " in page
    assert "Asked within the last hour already" in client.post(
        f"/c/{contest.slug}/manage/ask/", follow=True
    ).text  # fmt: skip


def test_all_at_once_is_offered_where_two_can_be_asked(client: Client) -> None:
    contest = factories.running(10)
    client.force_login(contest.organiser)
    first, second = factories.table_of(contest, 1), factories.table_of(contest, 2)
    assert "Ask all of them" in client.get(desk(first)).text
    seat = turn_of(second).seat
    models.Entry.objects.filter(pk=seat.entry_id).update(user=None)
    assert "Ask all of them" not in client.get(desk(first)).text
    models.Entry.objects.filter(pk=seat.entry_id).update(user=seat.entry.user)
    client.post(f"{desk(first)}ask/{turn_of(first).pk}/")
    assert "Ask all of them" not in client.get(desk(first)).text


def test_a_croupier_asks_from_his_table_and_at_no_other(client: Client) -> None:
    contest = factories.running(10)
    trudy = factories.person("trudy")
    contest.croupiers.create(user=trudy)
    contest.tables.filter(number=2).update(croupier=trudy)
    first, second = factories.table_of(contest, 1), factories.table_of(contest, 2)
    client.force_login(trudy)
    assert client.post(f"{desk(first)}ask/{turn_of(first).pk}/").status_code == 403
    typed = {"do": "nudge", "seat": turn_of(second).seat.letter, "expected": turn_of(second).number}
    assert client.post(f"{address(first)}staff/", typed).status_code == 403
    assert client.post(f"{address(second)}staff/", typed).status_code == 302
    assert "Asked last on" in client.get(address(second)).text
    assert client.post(f"{address(second)}staff/", typed).status_code == 422


@pytest.mark.parametrize("who", ["B", "oscar"])
def test_players_and_other_organisers_may_not(client: Client, table: Table, who: str) -> None:
    client.force_login(player(table, who) if len(who) == 1 else factories.organiser(who))
    letter = turn_of(table).seat.letter
    for response in (
        client.post(f"{desk(table)}ask/{turn_of(table).pk}/"),
        client.post(f"{desk(table)}ask/"),
        client.get(f"{address(table)}tell/{letter}/"),
        client.post(f"{address(table)}tell/{letter}/", {"do": "link"}),
        client.post(f"{address(table)}staff/", {"do": "nudge", "seat": letter, "expected": "1"}),
    ):
        assert response.status_code == 403
    assert not Notice.objects.filter(kind="nudge").exists()


def test_a_turn_of_another_contest_is_not_asked_for_here(client: Client, table: Table) -> None:
    other = factories.table_of(factories.running(5, name="Other"))
    client.force_login(table.contest.organiser)
    assert client.post(f"{desk(table)}ask/{turn_of(other).pk}/").status_code == 409


def test_a_player_without_an_account_gets_a_text_and_on_record_a_link(client: Client) -> None:
    contest = without_account()
    table = factories.table_of(contest)
    turn = turn_of(table)
    client.force_login(contest.organiser)
    assert f"Write to {turn.seat.entry.name}" in client.get(desk(table)).text
    here = f"{address(table)}tell/{turn.seat.letter}/"
    page = client.get(here).text
    assert "it is your turn" in page
    assert "/t/" not in page
    told = client.post(here, {"do": "told"}, follow=True)
    assert "was told" in told.text
    assert "asked last" in told.text
    linked = unescape(client.post(here, {"do": "link"}).text)
    found = re.search(r"https?://\S+(/t/\w+/)", linked)
    assert found
    log = client.get(f"/c/{contest.slug}/log/").text
    assert "was handed out to be passed on" in log
    assert client.get(found[1]).status_code == 422
    visitor = Client()
    seated = visitor.get(found[1], follow=True).text
    assert f"Your turn, {turn.seat.entry.name}" in seated


def test_no_such_page_for_a_seat_that_is_not_awaited_or_has_letters(client: Client, table: Table) -> None:
    client.force_login(table.contest.organiser)
    assert client.get(f"{address(table)}tell/B/").status_code == 404
    assert client.get(f"{address(table)}tell/{turn_of(table).seat.letter}/").status_code == 422


def test_the_croupier_reads_what_is_possible_and_a_refusal_repeats_it(client: Client, table: Table) -> None:
    client.force_login(table.contest.organiser)
    name = turn_of(table).seat.entry.name
    possible = f"{name} can fold, bet 1 to 18 or go all-in (18 in all)."
    page = client.get(address(table)).text
    assert possible in page
    assert "Without a move in time: fold." in page
    typed = {"do": "enter", "seat": "A", "expected": "1", "once": "k", "words": "raise to 99"}
    refused = client.post(f"{address(table)}staff/", typed)
    assert refused.status_code == 422
    assert possible in refused.text[refused.text.index('role="alert"') :][:600]


def test_a_paused_turn_says_so_and_no_deadline(client: Client, table: Table) -> None:
    olga = table.contest.organiser
    client.force_login(olga)
    rulings.pause_table(table, olga, reason="a storm", key="p")
    box = client.get(address(table)).text
    box = box[box.index('id="staff"') :]
    assert "The table is paused: no time runs." in box
    assert ", until " not in box[: box.index("</section>")]
    listed = client.get(desk(table)).text
    listed = listed[listed.index('id="awaited"') :]
    assert "until" not in listed[: listed.index("</section>")]


def test_the_clocks_figures_are_for_the_staff(client: Client) -> None:
    assert client.get("/clock/").status_code == 302
    client.force_login(factories.organiser())
    assert client.get("/clock/").status_code == 403
    client.force_login(factories.person("root", is_staff=True))
    assert "Nobody has swept yet" in client.get("/clock/").text
    assert "The clock stands still" in client.get("/my/").text
    Heartbeat.objects.create(name=sweep.HEART, at=clock.now())
    page = client.get("/clock/").text
    assert "The clock goes." in page
    assert "The clock stands still" not in client.get("/my/").text


def test_what_waits_stands_in_the_lobby_and_on_my_turns(client: Client) -> None:
    contest = factories.open_contest(9)
    client.force_login(contest.organiser)
    client.post(f"/c/{contest.slug}/manage/step/close/")
    for path in ("/", "/my/"):
        page = client.get(path).text
        assert "9 players cannot be split into tables: decide." in page, path
        assert f'href="/c/{contest.slug}/manage/"' in page, path
    client.force_login(factories.person("alice"))
    assert "What needs you now" not in client.get("/my/").text
