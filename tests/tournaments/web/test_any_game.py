"""A game without pages of its own can be watched and played; a sealed choice shows in nobody's page."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from referee.core import Move
from referee.games import GAMES
from tests import factories
from tests.tiny import TinyGame
from tests.tournaments.web.tabling import address, awaited, sit
from tournaments import models
from tournaments.services import presets, tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> models.Table:
    monkeypatch.setitem(GAMES, "tiny", TinyGame())
    monkeypatch.setitem(presets.PRESETS, "tiny", {"game": "tiny", "rules": {}, "fields": {}})
    return factories.table_of(factories.running(5, preset="tiny"))


def bid(table: models.Table, seat: str, to: int) -> None:
    move = Move("bid", {"to": to})
    tables.play(table.pk, kind="move", key=f"bid {seat}", origin="web", seat=seat, move=move, expected=1)


@pytest.mark.parametrize("letter", ["A", "C", None])
def test_its_table_has_a_page(client: Client, table: models.Table, letter: str | None) -> None:
    if letter:
        sit(client, table, letter)
    bid(table, "C", 2)
    page = client.get(address(table))
    assert page.status_code == 200
    assert ("Or in words" in page.text) == (letter == "A")
    assert client.get(f"{address(table)}live/?turn=0").status_code == 200
    assert client.get(f"{address(table)}copy/").status_code == 200


def test_it_is_played_with_the_buttons_words(client: Client, table: models.Table) -> None:
    for seat, to in zip("CAEDB", (1, 3, 2, 1, 1), strict=True):
        bid(table, seat, to)
    assert awaited(table) == "A"
    sit(client, table, "A")
    number = factories.open_turns(table)[0].number
    answer = client.post(
        f"{address(table)}act/", {"once": "k", "expected": number, "do": "show", "to": "", "was": ""}
    )
    assert answer.status_code == 302
    assert awaited(table) == "E"


def test_a_sealed_choice_is_in_nobodys_page_record_or_text_before_it_is_turned_up(
    table: models.Table,
) -> None:
    pages: list[list[str]] = []
    for to in (1, 3):
        bid(table, "C", to)
        pages.append(_pages_of_others(table))
        table.events.filter(seat="C").delete()
        models.Table.objects.filter(pk=table.pk).update(snapshot=table.snapshot, last_event=table.last_event)
        models.Turn.objects.filter(table=table, seat__letter="C").update(closed_at=None, closed_by="")
    assert pages[0] == pages[1]


def _pages_of_others(table: models.Table) -> list[str]:
    found = []
    for letter in ("A", None):
        client = Client()
        if letter:
            sit(client, table, letter)
        for path in ("", "copy/", "record.json"):
            text = client.get(f"{address(table)}{path}").text
            text = re.sub(r'name="(csrfmiddlewaretoken|once)" value="\w*"', "", text)
            text = re.sub(r"\S+ \d+ [\w+/=-]{40,}", "", text)  # the checkpoint: it counts the entries
            text = re.sub(r'(<span class="left"[^>]*>)[^<]*', r"\1", text)
            found.append(re.sub(r'<time[^>]*>[^<]*</time>|"when": "[^"]*"', "", text))
    return found
