"""The page on which a referee puts something right: what it offers, to whom, and what it says to whom."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client

from tests import factories
from tests.tournaments.web.tabling import address, awaited, player, shows
from tournaments.models import LedgerEntry, Notice, Table
from tournaments.services import clock

pytestmark = pytest.mark.django_db


def page(table: Table) -> str:
    return f"{address(table)}rulings/"


def send(client: Client, table: Table, do: str, **fields: str) -> HttpResponse:
    seen = str(Table.objects.get(pk=table.pk).last_event)
    given = {"do": do, "seen": seen, "once": "o", "reason": "It must be so.", "deal": "1", **fields}
    return client.post(page(table), given)


def test_it_offers_the_moves_since_the_last_card_and_says_who_got_letters(
    client: Client, table: Table
) -> None:
    factories.act(table, "raise 2", "call")
    Notice.objects.filter(table=table, user=player(table, "B")).update(sent_at=clock.now())
    client.force_login(table.contest.organiser)
    shown = client.get(page(table)).text
    assert shown.count('name="event"') == 2
    assert "Who has seen what since" in shown
    assert f">{player(table, 'B').name}</span>" in shown
    for card in ("As", "Kd", "2c", "7d"):
        assert not shows(shown, card)
    event = table.events.filter(kind="move").latest("number").number
    assert send(client, table, "take-back", event=str(event)).status_code == 302
    assert awaited(table) == "B"
    seen = client.get(address(table)).text
    assert "A ruling takes back what was played since" in seen
    assert "Reason: It must be so." in seen


def test_beyond_a_card_it_offers_the_whole_deal_alone(client: Client, table: Table) -> None:
    factories.act(table, "raise 2", "call", "call", "call", "call")
    client.force_login(table.contest.organiser)
    shown = client.get(page(table)).text
    assert 'name="event"' not in shown
    assert "Nothing can be taken back" in shown
    assert send(client, table, "take-back", event="2").status_code == 422
    assert send(client, table, "void").status_code == 302
    assert "Deal 1 is void" in client.get(address(table)).text


@pytest.mark.parametrize(
    ("do", "fields", "status"),
    [
        ("take-back", {"event": "x"}, 422),
        ("take-back", {"event": "1"}, 422),
        ("take-back", {"event": "2", "reason": ""}, 422),
        ("take-back", {"event": "2", "seen": "1"}, 409),
        ("void", {"deal": "7"}, 409),
        ("void", {"reason": " "}, 422),
        ("remove", {"seat": "Z"}, 403),
        ("substitute", {"seat": "A", "address": "nobody@players.example"}, 422),
        ("burn", {}, 422),
    ],
)
def test_what_cannot_be_done_changes_nothing_and_keeps_what_was_typed(
    client: Client, table: Table, do: str, fields: dict[str, str], status: int
) -> None:
    factories.act(table, "raise 2")
    client.force_login(table.contest.organiser)
    before = LedgerEntry.objects.count()
    answer = send(client, table, do, **fields)
    assert answer.status_code == status
    assert 'class="refusal" role="alert"' in answer.text
    if do != "burn" and fields.get("reason", "It") == "It":
        assert 'value="It must be so."' in answer.text
    assert LedgerEntry.objects.count() == before


def test_sent_twice_is_once(client: Client, table: Table) -> None:
    client.force_login(table.contest.organiser)
    for _ in range(2):
        assert send(client, table, "remove", seat="C", seen="1").status_code == 302
    assert table.events.filter(kind="ruling").count() == 1


def test_a_player_is_removed_or_disqualified_or_replaced(client: Client, table: Table) -> None:
    client.force_login(table.contest.organiser)
    assert send(client, table, "disqualify", seat="C").status_code == 302
    zoe = factories.person("zoe")
    assert send(client, table, "substitute", seat="B", address=zoe.email, once="s").status_code == 302
    assert player(table, "B") == zoe
    text = client.get(address(table)).text
    assert "zoe takes over seat B; the player before knows the cards of this deal." in text
    client.force_login(zoe)
    assert "Your place" in client.get(address(table)).text


@pytest.mark.parametrize("who", ["A", "zoe", "oscar", None])
def test_nobody_else_may(client: Client, table: Table, who: str | None) -> None:
    if who is not None:
        user = player(table, "A") if who == "A" else factories.organiser(who)
        client.force_login(user)
    before = LedgerEntry.objects.count()
    assert client.get(page(table)).status_code == (403 if who else 302)
    assert page(table) not in client.get(address(table)).text
    for do in ("take-back", "void", "remove", "disqualify", "substitute"):
        assert send(client, table, do, event="1", seat="B").status_code == 403
    assert LedgerEntry.objects.count() == before
