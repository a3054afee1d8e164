"""The front page at length: places, tables and winners at a glance, many contests, and the feed."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.tournaments.web.tabling import address
from tournaments import models
from tournaments.services import contests, lobby, registration, rulings

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"


def test_an_open_contest_shows_its_closing_its_places_and_its_fee(client: Client) -> None:
    contest = factories.open_contest(5, cap=5, fee_amount=2, fee_unit="food ration", name="Open cup")
    registration.register(contest.pk, factories.person("trudy"))
    page = client.get("/").text
    tile = page[page.index("Open cup") : page.index("See it and register")]
    assert tile.index('<time datetime="') < tile.index("1 d 23 h left")
    assert "5 of 5 places taken" in tile
    assert "1 on the reserve list." in tile
    assert "Entry: 2 × food ration" in tile


def test_a_running_contest_shows_how_far_its_tables_are(client: Client) -> None:
    contest = factories.running(11, name="Long tour", table_names=["Onyx", "Jade"])
    jade = factories.table_of(contest, 2)
    while jade.deal_number < 2:
        factories.act(jade, "fold")
        jade.refresh_from_db()
    page = client.get("/").text
    assert "<strong>Onyx</strong> deal 1 of 2" in page
    assert "<strong>Jade</strong> deal 2 of 2" in page
    rulings.pause_contest(contest.pk, contest.organiser, reason="storm")
    assert "<strong>Jade</strong> deal 2 of 2, paused" in client.get("/").text


def test_who_is_to_speak_gets_a_button_to_his_table(client: Client) -> None:
    contest = factories.running(5)
    turn = factories.open_turns(factories.table_of(contest))[0]
    client.force_login(turn.seat.entry.user)
    button = f'class="button" href="{address(factories.table_of(contest))}">'
    page = client.get("/").text
    assert button in page
    assert "Your turn: to the table" in page
    other = contest.entries.exclude(pk=turn.seat.entry_id).first()
    client.force_login(other.user)
    page = client.get("/").text
    assert button not in page
    assert "you play" in page


def test_sharers_of_the_first_place_are_all_named(client: Client) -> None:
    contest = factories.running(5)
    table = factories.table_of(contest)
    while factories.open_turns(table):
        factories.act(table, "fold")
    contests.advance(contest.pk)
    first = [one.entry.name for one in contest.placings.filter(place=1).select_related("entry")]
    assert len(first) == 2
    page = client.get("/").text
    won = re.search(r"won by(.*?)</span>", page[page.index("Finished") :], re.DOTALL)
    assert won is not None
    assert re.findall(r"<strong>(\w+)</strong>", won[1]) == first


def test_many_contests_are_shown_by_pages_at_the_same_cost(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "AT_ONCE", 2)
    counts = []
    for number in range(1, 4):
        factories.open_contest(1, name=f"Cup {number}", days=number)
        with CaptureQueriesContext(connection) as found:
            first = client.get("/").text
        counts.append(len(found))
    assert counts[0] == counts[1] == counts[2]
    assert "Cup 2" in first
    assert "Cup 3" not in first
    assert 'href="/?open=2#open"' in first
    second = client.get("/?open=2").text
    assert "Cup 3" in second
    assert "Cup 1" not in second
    assert 'href="/?open=1#open"' in second


@pytest.mark.parametrize("page", ["0", "-1", "x", "9" * 9, "٣"])
def test_a_page_that_there_is_not_breaks_nothing(client: Client, page: str) -> None:
    factories.open_contest(1, name="Only cup")
    assert client.get("/", {"open": page, "finished": page}).status_code == 200


def test_the_empty_lobby_shows_an_example_that_is_called_one_and_how_to_be_told(client: Client) -> None:
    page = client.get("/").text
    assert "An example of what would stand here" in page
    assert 'href="/contests.atom"' in page


def test_the_feed_tells_of_what_was_announced_and_of_no_draft(client: Client) -> None:
    contest = factories.open_contest(1, name="Told cup", fee_amount=1, fee_unit="ration")
    factories.draft(name="Hidden cup")
    response = client.get("/contests.atom")
    assert response.headers["Content-Type"].startswith("application/atom+xml")
    feed = ElementTree.fromstring(response.text)
    [entry] = feed.findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == "Told cup"
    assert "Registration is open until" in str(entry.findtext(f"{ATOM}summary"))
    link = entry.find(f"{ATOM}link")
    assert link is not None
    assert link.attrib["href"] == f"http://testserver/c/{contest.slug}/"
    assert models.Contest.objects.count() == 2
