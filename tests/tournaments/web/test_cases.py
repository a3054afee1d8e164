"""Calling the referee through the pages: the button, the form, the page of a case, the list."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.web.tabling import address, player, sit
from tournaments.models import Case, LedgerEntry, Table
from tournaments.services import cases, rulings

pytestmark = pytest.mark.django_db

WORDS = "Somebody whispers.\n<script>alert(1)</script>"


def opened(table: Table, letter: str = "A") -> Case:
    return cases.call(table.pk, player(table, letter), WORDS, key=f"k{letter}", via="web").case


def test_a_player_calls_by_the_button_of_his_table(client: Client, table: Table) -> None:
    sit(client, table, "C")
    assert f'href="{address(table)}call/"' in client.get(address(table)).text
    fields = form_of(client.get(f"{address(table)}call/").text)
    for _ in range(2):
        sent = client.post(f"{address(table)}call/", {**fields, "words": WORDS}, follow=True)
        assert "The referee is called." in sent.text
    assert Case.objects.get().words.count() == 1
    assert "Somebody whispers." in sent.text
    assert "<script>alert(1)" not in sent.text
    assert f"{player(table, 'C').name} calls the referee: case 1." in client.get(address(table)).text
    assert "Your case 1 is open since" in client.get(f"{address(table)}call/").text


def form_of(page: str) -> dict[str, str]:
    start = page.index('name="once" value="') + len('name="once" value="')
    return {"once": page[start : page.index('"', start)]}


def test_nothing_written_is_refused_and_nothing_is_changed(client: Client, table: Table) -> None:
    sit(client, table, "C")
    refused = client.post(f"{address(table)}call/", {"words": " "})
    assert (refused.status_code, Case.objects.count()) == (422, 0)
    assert 'class="refusal" role="alert"' in refused.text


def test_the_referee_answers_and_closes_on_the_page(client: Client, table: Table) -> None:
    case = opened(table)
    page = f"{address(table)}case/1/"
    client.force_login(table.contest.organiser)
    assert "Close the case" in client.get(page).text
    assert "calls the referee: “Somebody whispers." in client.get("/").text.replace("&lt;", "<")
    client.post(page, {"do": "say", "words": "I am looking.", "once": "1"})
    assert "I am looking." in client.get(page).text
    assert client.post(page, {"do": "close", "word": "", "once": "2"}).status_code == 422
    made = rulings.pause_table(table, table.contest.organiser, reason="To be cleared up", key="p")
    assert f'value="{made.number}" checked' in client.get(page).text
    client.post(page, {"do": "close", "ruling": str(made.number), "word": "", "once": "3"})
    case.refresh_from_db()
    assert (case.ending, case.ruling.number) == ("ruling", made.number)
    sit(client, table, "A")
    assert "By this ruling: The table is paused" in client.get(page).text
    sit(client, table, "B")
    assert "Case 1 of alice is closed by a ruling." in client.get(address(table)).text.replace(
        player(table, "A").name, "alice"
    )


@pytest.mark.parametrize("do", ["", "win", "delete"])
def test_an_unknown_act_is_refused(client: Client, table: Table, do: str) -> None:
    opened(table)
    client.force_login(table.contest.organiser)
    assert client.post(f"{address(table)}case/1/", {"do": do, "words": "x"}).status_code == 422


@pytest.mark.parametrize("who", ["B", "oscar", "mallory", None])
def test_nobody_else_reads_a_case(client: Client, table: Table, who: str | None) -> None:
    opened(table)
    before = LedgerEntry.objects.count()
    if who is not None:
        client.force_login(
            player(table, who)
            if len(who) == 1
            else factories.organiser(who)
            if who == "oscar"
            else factories.person(who)
        )
    shown = client.get(f"{address(table)}case/1/")
    assert shown.status_code == (403 if who else 302)
    assert "whispers" not in shown.text
    for do in ("say", "close"):
        sent = client.post(f"{address(table)}case/1/", {"do": do, "words": "x", "word": "x", "once": "o"})
        assert sent.status_code == 403
    listed = client.get(f"/c/{table.contest.slug}/cases/")
    assert listed.status_code == (403 if who else 302)
    assert "whispers" not in client.get(address(table)).text
    assert "whispers" not in client.get(f"/c/{table.contest.slug}/log/").text
    assert LedgerEntry.objects.count() == before


def test_the_caller_adds_but_is_offered_no_end(client: Client, table: Table) -> None:
    opened(table)
    sit(client, table, "A")
    page = client.get(f"{address(table)}case/1/").text
    assert "Add something" in page
    assert "Close the case" not in page
    assert client.post(f"{address(table)}case/1/", {"do": "close", "word": "x"}).status_code == 403
    client.post(f"{address(table)}case/1/", {"do": "say", "words": "More.", "once": "1"})
    assert Case.objects.get().words.count() == 2


def test_a_croupier_sees_the_cases_of_his_table_alone(client: Client) -> None:
    contest = factories.running(10)
    trudy = factories.person("trudy")
    contest.croupiers.create(user=trudy)
    contest.tables.filter(number=2).update(croupier=trudy)
    first, second = factories.table_of(contest, 1), factories.table_of(contest, 2)
    opened(first)
    opened(second)
    client.force_login(trudy)
    page = client.get(f"/c/{contest.slug}/cases/").text
    assert f"{address(second)}case/1/" in page
    assert f"{address(first)}case/1/" not in page
    assert client.get(f"{address(first)}case/1/").status_code == 403
    assert client.get(f"{address(second)}case/1/").status_code == 200


def test_who_does_not_sit_there_finds_no_button_and_calls_nobody(client: Client, table: Table) -> None:
    client.force_login(factories.person("mallory"))
    assert f"{address(table)}call/" not in client.get(address(table)).text
    for sent in (client.get(f"{address(table)}call/"), client.post(f"{address(table)}call/", {"words": "x"})):
        assert sent.status_code == 403
    assert client.get(f"{address(table)}case/7/").status_code == 404
