"""The page of a table of Saint Poker: cards to click, asked once, kept when refused; pool and hands."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from referee.core import Move
from tests import factories
from tests.referee.saint.tools import deck_of
from tests.tournaments.web.tabling import address, awaited, drawn, send, sit
from tournaments import models
from tournaments.services import tables, views

pytestmark = pytest.mark.django_db
HANDS = {"A": "7h 7c Qs Td", "B": "Ks Kd 2c"}


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> models.Table:
    factories.stack_decks(monkeypatch, deck_of(2, HANDS))
    return factories.table_of(factories.running(2, preset="saint"))


def play(table: models.Table, *lines: str) -> None:
    for line in lines:
        seat, do, *cards = line.split()
        move = Move(do, {"cards": cards})
        tables.play(table.pk, kind="move", seat=seat, move=move, key=line, origin="web")


def inputs(page: str) -> list[tuple[str, str]]:
    """The kind and value of every card that can be ticked."""
    return re.findall(r'<input type="(radio|checkbox)" name="cards" value="(\w\w)"', page)


def own(table: models.Table, seat: str) -> list[str]:
    cards: list[str] = views.look(table.pk, seat).view["seats"][seat]["cards"]
    return cards


def test_one_card_of_the_hand_is_ticked_for_the_river_and_asked_once(
    client: Client, table: models.Table
) -> None:
    sit(client, table, "A")
    page = client.get(address(table)).text
    assert inputs(page) == [("radio", card) for card in own(table, "A")]
    assert page.index("<summary") < page.index('name="do" value="river"')
    assert send(client, table, do="river", cards=["7h"]).status_code == 302
    assert awaited(table) == "B"
    assert views.look(table.pk, "A").view["seats"]["A"]["choice"] == ["7h"]
    assert not inputs(client.get(address(table)).text)


def test_two_cards_are_ticked_to_reveal(client: Client, table: models.Table) -> None:
    play(table, "A river 7h", "B river 2c")
    sit(client, table, "B")
    page = client.get(address(table)).text
    assert {kind for kind, _ in inputs(page)} == {"checkbox"}
    assert "7h" in drawn(page)
    assert send(client, table, do="reveal", cards=["Ks", "Kd"]).status_code == 302
    assert awaited(table) == "A"


@pytest.mark.parametrize("cards", [[], ["Ks"], ["Ks", "Kd", "2d"]])
def test_a_wrong_number_of_cards_is_refused_and_what_was_ticked_stays(
    client: Client, table: models.Table, cards: list[str]
) -> None:
    play(table, "A river 7h", "B river 2c")
    sit(client, table, "B")
    answer = send(client, table, do="reveal", cards=cards)
    assert answer.status_code in (400, 409, 422)
    assert f"wanted here: 2; cards that you named: {len(cards)}" in answer.text
    ticked = re.findall(r'value="(\w\w)" checked', answer.text)
    assert ticked == [card for card in own(table, "B") if card in cards]
    assert not table.events.filter(kind="clock").exists()


def test_a_card_of_somebody_else_is_refused_by_its_name(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    assert "You do not have K♠." in send(client, table, do="river", cards=["Ks"]).text
    assert "There is no such card." in send(client, table, do="river", cards=["<b>"]).text


@pytest.mark.parametrize("words", ["river 7h", "put the 7 of hearts into the river"])
def test_a_card_is_named_in_words(client: Client, table: models.Table, words: str) -> None:
    sit(client, table, "A")
    assert send(client, table, do="words", words=words).status_code == 302
    assert views.look(table.pk, "A").view["seats"]["A"]["choice"] == ["7h"]


def test_two_readings_are_buttons_that_play(client: Client, table: models.Table) -> None:
    """In French "c" may be hearts or clubs; a hand with both asks back."""
    user = sit(client, table, "A")
    user.language = "fr"
    user.save()
    client.cookies["django_language"] = "fr"
    assert {"7c", "7h"} <= set(own(table, "A"))
    answer = send(client, table, do="words", words="rivière 7c")
    assert answer.status_code == 400
    assert answer.text.count('name="named" value="cards"') > 1


def test_the_pool_is_ticked_and_the_hands_are_ranked_for_everybody(
    client: Client, table: models.Table
) -> None:
    play(table, "A river 7h", "B river 2c", "A reveal Qs Td", "B reveal Ks Kd")
    watched = client.get(address(table)).text
    assert watched.index("one pair") < watched.index("high card")
    assert "1 point" in watched
    assert {"Ks", "Kd", "Qs", "Td", "7h", "2c"} <= set(drawn(watched))
    assert awaited(table) == "A"
    sit(client, table, "A")
    page = client.get(address(table)).text
    pool = views.look(table.pk, "A").view["pool"]
    assert sorted(card for _, card in inputs(page)) == sorted(pool)
    assert send(client, table, do="take", cards=["Ks"]).status_code == 302
    assert awaited(table) == "B"
    assert f"{views.look(table.pk, None).names['A']} takes K♠" in client.get(address(table)).text


def test_who_has_chosen_is_a_word_and_a_shape_and_who_is_awaited_stands_at_the_top(
    client: Client, table: models.Table
) -> None:
    names = views.look(table.pk, None).names
    assert f"Awaited, all at once: {names['A']} (A), {names['B']} (B)" in client.get(address(table)).text
    play(table, "B river 2c")
    page = client.get(address(table)).text
    assert "✓</span> has chosen" in page
    assert f"{names['A']} (A) is to speak" in page


def test_a_hand_is_on_nobody_elses_page(client: Client, table: models.Table) -> None:
    for reader in ("B", None):
        client.logout()
        if reader:
            sit(client, table, reader)
        for path in ("", "live/?turn=0", "copy/"):
            seen = set(drawn(client.get(f"{address(table)}{path}").text))
            assert not seen & set(own(table, "A")), path
