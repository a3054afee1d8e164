"""Whoever rules at a table sees no hand there, and finds none by trying moves out."""

from __future__ import annotations

import secrets

import pytest
from django.test import Client

from referee.cards import DECK
from referee.core import Illegal, Json, Refusal
from tests import factories
from tournaments import models
from tournaments.services import contests, presets, rulings, views

pytestmark = pytest.mark.django_db
WAYS = ("river {}", "? river {}", "river {}\nriver 2c\nriver 3c", "I play {}", "river {} {}")


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> models.Table:
    """Saint Poker: five players put a card of their hand, each in secret."""
    plan: Json = {"game": "saint", "rules": {"preset": "saint"}, "fields": {}}
    monkeypatch.setitem(presets.PRESETS, "secret", plan)
    contest = factories.open_contest(5, preset="secret")
    contests.close(contest.pk, contest.organiser)
    contests.draw(contest.pk, contest.organiser)
    contests.start(contest.pk, contest.organiser)
    return factories.table_of(contest)


def answer(table: models.Table, words: str, *, played: bool) -> tuple[str, str]:
    """What the organiser is told of words for seat A."""
    organiser = table.contest.organiser
    try:
        if played:
            rulings.enter_move(table, organiser, "A", words, language="en", key=secrets.token_hex(8))
        else:
            rulings.preview_move(table, organiser, "A", words, language="en")
    except Refusal as refusal:
        return refusal.code, str(refusal.params)
    return "played", ""


def own(table: models.Table) -> list[str]:
    cards: list[str] = views.look(table.pk, "A").view["seats"]["A"]["cards"]
    return cards


@pytest.mark.parametrize("way", WAYS)
def test_a_dry_run_for_a_player_says_the_same_of_every_card(table: models.Table, way: str) -> None:
    told = {answer(table, way.format(card, card), played=False) for card in DECK}
    assert told == {("SECRET_HAND", "{}")}


@pytest.mark.parametrize("way", ["? river {}", "river {0}\nriver 2c\nriver 3c", "I play {}", "river {0} {0}"])
def test_words_that_play_nothing_say_the_same_of_every_card(table: models.Table, way: str) -> None:
    before = table.events.count()
    told = {answer(table, way.format(card), played=True) for card in DECK if card not in ("2c", "3c")}
    assert told == {("SECRET_HAND", "{}")}
    assert table.events.count() == before


def test_what_a_player_told_is_entered_all_the_same(table: models.Table) -> None:
    other = next(card for card in DECK if card not in own(table))
    assert answer(table, f"river {other}", played=True) == ("SECRET_HAND", "{}")
    assert answer(table, f"river {own(table)[0]}", played=True) == ("played", "")
    assert answer(table, f"river {own(table)[0]}", played=True)[0] in ("TURN_OVER", "SECRET_HAND")


def test_the_page_says_why_nothing_is_tried_out(client: Client, table: models.Table) -> None:
    client.force_login(table.contest.organiser)
    asked = {"do": "preview", "seat": "A", "words": f"river {own(table)[0]}", "expected": table.turn_number}
    page = client.post(f"/c/{table.contest.slug}/1/staff/", asked)
    assert page.status_code == 422
    assert "In this game a move names cards that only the player may see" in page.text


def test_where_nothing_hangs_on_a_hand_the_dry_run_helps_as_before() -> None:
    table = factories.table_of(factories.running(5))
    seat = factories.open_turns(table)[0].seat.letter
    said = rulings.preview_move(table, table.contest.organiser, seat, "fold", language="en")
    assert said.move is not None
    with pytest.raises(Illegal, match="RAISE_TOO_LARGE"):
        rulings.preview_move(table, table.contest.organiser, seat, "raise 999", language="en")
