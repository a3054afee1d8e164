"""The pages of a proposal: what they offer, to whom, and that a GET changes nothing."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.web.tabling import address, player, shows
from tournaments.models import LedgerEntry, Proposal, Table
from tournaments.services import putting_right

pytestmark = pytest.mark.django_db

ROUND = ("raise 2", "call", "call", "call", "call")


def page(table: Table) -> str:
    return f"{address(table)}rollback/"


def form(table: Table, **fields: str) -> dict[str, str]:
    first = putting_right.deal_events(table)[0].number
    seen = Table.objects.get(pk=table.pk).last_event
    asked = {"way": f"{first}-void", "asks": "table", "hours": "24", "reason": "A wind.", "once": "o"}
    return {**asked, "seen": str(seen), **fields}


def proposed(client: Client, table: Table, **fields: str) -> Proposal:
    client.force_login(table.contest.organiser)
    answer = client.post(page(table), form(table, **fields))
    assert answer.status_code == 302, answer.text
    return Proposal.objects.get()


def test_each_legal_way_is_offered_with_what_was_seen_since(client: Client, table: Table) -> None:
    factories.act(table, *ROUND)
    factories.act(table, "raise 1")
    client.force_login(table.contest.organiser)
    shown = client.get(page(table)).text
    assert shown.count('name="way"') == 2
    assert "Seen since: no card" in shown
    assert shows(shown, "Jd")
    assert "The whole table; each of them has to agree:" in shown
    for card in ("As", "Kd", "2c", "7d"):
        assert not shows(shown, card), "no hand is shown"


def test_it_is_proposed_once_shown_on_the_table_and_agreed_on_its_page(client: Client, table: Table) -> None:
    factories.act(table, *ROUND)
    client.force_login(table.contest.organiser)
    fields = form(table, pause="1")
    for _ in range(2):
        assert client.post(page(table), fields).status_code == 302
    one = Proposal.objects.get()
    where = f"{address(table)}proposal/1/"
    for seat in "ABCDE":
        client.force_login(player(table, seat))
        assert f'href="{where}"' in client.get(address(table)).text
        shown = client.get(where).text
        assert "Who has seen what since" in shown
        assert 'value="agree"' in shown
        assert client.post(where, {"do": "agree"}).status_code == 302
        assert 'value="agree"' not in client.get(where).text
    one.refresh_from_db()
    assert one.state == "done"
    assert "It was agreed, and took effect." in client.get(where).text
    assert "Deal 1 is void" in client.get(address(table)).text
    assert client.post(where, {"do": "refuse"}).status_code == 422
    assert Table.objects.get(pk=table.pk).state == "playing"


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"way": "x"}, 422),
        ({"way": "99-void"}, 409),
        ({"way": "2-back"}, 422),
        ({"asks": "nobody"}, 422),
        ({"asks": "second"}, 422),
        ({"hours": "100"}, 422),
        ({"reason": " "}, 422),
        ({"seen": "1"}, 409),
    ],
)
def test_what_cannot_be_proposed_changes_nothing_and_keeps_what_was_typed(
    client: Client, table: Table, fields: dict[str, str], status: int
) -> None:
    factories.act(table, *ROUND)
    client.force_login(table.contest.organiser)
    before = LedgerEntry.objects.count()
    answer = client.post(page(table), form(table, **fields))
    assert answer.status_code == status
    assert 'class="refusal" role="alert"' in answer.text
    if "reason" not in fields:
        assert 'value="A wind."' in answer.text
    assert LedgerEntry.objects.count() == before


@pytest.mark.parametrize("who", ["A", "zoe", "oscar", None])
def test_nobody_else_proposes(client: Client, table: Table, who: str | None) -> None:
    if who is not None:
        client.force_login(player(table, "A") if who == "A" else factories.organiser(who))
    assert client.get(page(table)).status_code == (403 if who else 302)
    assert client.post(page(table), form(table)).status_code == 403
    assert not Proposal.objects.exists()


@pytest.mark.parametrize("who", ["olga", "zoe", None])
def test_everybody_reads_it_and_who_is_not_asked_answers_nothing(
    client: Client, table: Table, who: str | None
) -> None:
    factories.act(table, *ROUND)
    proposed(client, table)
    client.logout()
    if who is not None:
        client.force_login(factories.organiser(who))
    before, where = LedgerEntry.objects.count(), f"{address(table)}proposal/1/"
    shown = client.get(where)
    assert shown.status_code == 200
    assert "A wind." in shown.text
    assert 'value="agree"' not in shown.text
    assert ("Who has seen what since" in shown.text) == (who == "olga")
    assert client.post(where, {"do": "agree"}).status_code in (403, 422)
    assert LedgerEntry.objects.count() == before
    assert client.get(f"{address(table)}proposal/2/").status_code == 404


def test_the_second_referee_finds_it_among_what_needs_him(client: Client, table: Table) -> None:
    trudy = factories.person("trudy")
    Table.objects.filter(pk=table.pk).update(croupier=trudy)
    client.force_login(trudy)
    assert client.post(page(table), form(table, asks="second")).status_code == 302
    client.force_login(table.contest.organiser)
    shown = client.get("/").text
    assert "proposal 1 of trudy waits for your answer" in shown
    assert f"{address(table)}proposal/1/" in shown


def test_a_second_referee_reads_which_moves_would_fall(client: Client, table: Table) -> None:
    factories.act(table, "raise 2", "call")
    first = table.events.filter(kind="move").earliest("number").number
    root = factories.person("root", is_superuser=True, is_staff=True)
    proposed(client, table, way=f"{first}-back", asks="second")
    client.force_login(root)
    shown = client.get(f"{address(table)}proposal/1/").text
    said = shown[shown.index("What shall not count") : shown.index("Who has seen what since")]
    assert f"{player(table, 'A').name} bets 2 chips" in said
    assert f"{player(table, 'B').name} calls" in said
