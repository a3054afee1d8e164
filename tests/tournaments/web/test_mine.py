"""A player's own page: the most urgent turn first, then his other tables, then how he did."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.tournaments.web.tabling import address, player
from tournaments import models
from tournaments.services import rulings

pytestmark = pytest.mark.django_db


def test_it_asks_to_sign_in_first(client: Client) -> None:
    answer = client.get("/my/")
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/account/sign-in/")


def test_nobody_waits(client: Client) -> None:
    client.force_login(factories.person("alice"))
    page = client.get("/my/").text
    assert "Nobody waits for you now" in page


def test_the_most_urgent_turn_first_and_paused_ones_last(
    client: Client, django_assert_max_num_queries
) -> None:
    tables = []
    for name in ("Calm", "Urgent", "Paused", "Other"):
        table = factories.table_of(factories.running(["alice", "bob", "carol", "dave", "erin"], name=name))
        while player(table, factories.open_turns(table)[0].seat.letter).name != "alice":
            factories.act(table, "raise 1" if table.events.filter(kind="move").count() == 0 else "call")
        tables.append(table)
    calm, urgent, paused, other = tables
    turns = models.Turn.objects.filter(closed_at__isnull=True)
    turns.filter(table=urgent).update(deadline_at=turns.get(table=urgent).deadline_at - timedelta(hours=20))
    rulings.pause_table(paused, paused.contest.organiser, reason="why", key="p")
    factories.act(other, "fold")
    client.force_login(factories.person("alice"))
    with django_assert_max_num_queries(12):
        page = client.get("/my/").text
    places = [page.index(address(table)) for table in (urgent, calm, paused, other)]
    assert places == sorted(places)
    assert page.index("My other tables") < places[-1]
    assert places[-2] < page.index("My other tables")
    assert "is to speak, until" in page[page.index("My other tables") :]


def test_registrations_and_results(client: Client) -> None:
    factories.play_out(factories.running(5, name="Old tour"))
    factories.open_contest(3, name="Next tour")
    client.force_login(factories.person("alice"))
    page = client.get("/my/").text
    assert page.index("Next tour") < page.index("My results") < page.index("Old tour")
    placing = models.Placing.objects.get(entry__user__name="alice")
    assert f"Place {placing.place} of 5" in page
    assert f"{placing.chips} chips" in page
    table = factories.table_of(placing.contest)
    assert f'href="{address(table)}replay/1/"' in page


def test_each_turn_shows_the_players_own_cards_and_what_it_costs(client: Client, table: models.Table) -> None:
    factories.act(table, "raise 2")
    client.force_login(player(table, "B"))
    page = client.get("/my/").text
    assert 'aria-label="2 of clubs"' in page
    assert 'aria-label="7 of diamonds"' in page
    assert "2 to call" in page
    assert "pot 12" in page
    for other in ("ace of spades", "queen of hearts", "9 of clubs"):
        assert other not in page


def test_many_turns_cost_as_many_queries_as_one(client: Client) -> None:
    counts = []
    alice = factories.person("alice")
    for number in range(1, 4):
        table = factories.table_of(factories.running(5, name=f"Tour {number}"))
        models.Entry.objects.filter(seat__table=table, user=alice).update(user=None)
        models.Entry.objects.filter(seat__turns__table=table, seat__turns__closed_at=None).update(user=alice)
        client.force_login(alice)
        client.get("/my/")
        with CaptureQueriesContext(connection) as found:
            page = client.get("/my/").text
        assert page.count("To table Rubis") == number
        counts.append(len(found))
    assert counts[0] == counts[1] == counts[2]
