"""A round of Saint Poker in a real browser, by the keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import factories
from tests.browser.tabling import enter, tab_to
from tests.referee.saint.tools import deck_of
from tests.tournaments.web.tabling import address, player
from tournaments import models
from tournaments.services import advances, views

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
_DECK = deck_of(2, {"A": "As Kd 7h", "B": "Qs Qd 2c"}, "8h 9h Th")


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> models.Table:
    factories.stack_decks(monkeypatch, _DECK)
    return factories.table_of(factories.running(2, preset="saint", bank_seconds=48 * 3600))


def test_a_whole_round_with_the_keyboard_alone(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    """Chosen by ticking and by words, revealed, picked up, and a list that is left plays the last one."""

    def tick(*cards: str) -> None:
        for card in cards:
            tab_to(page, f"#seat .pick input[value='{card}']")
            page.keyboard.press("Space")
        sure(page)

    def say(words: str) -> None:
        tab_to(page, "#words")
        page.keyboard.type(words)
        page.keyboard.press("Enter")

    def at(letter: str) -> None:
        enter(page, live_server.url, player(table, letter))
        page.goto(f"{live_server.url}{address(table)}")

    for letter, choose in (
        ("A", lambda: pick(page, "7h")),
        ("B", lambda: say("river 2c")),
        ("A", lambda: tick("As", "Kd")),
        ("B", lambda: say("reveal Qs Qd")),
    ):
        at(letter)
        choose()
        expect(page.locator("#answer .note")).to_be_visible()
    first = views.look(table.pk, None).view["pickup_order"][0]
    last = "AB".replace(first, "")
    at(last)
    tab_to(page, "#later > details > summary")
    page.keyboard.press("Enter")
    tab_to(page, "#later-words")
    page.keyboard.type("list As Qs Qd")
    page.keyboard.press("Enter")
    expect(page.locator("#later-left .standing")).to_contain_text("A♠ Q♠ Q♦")
    for card in ("As", "Kd"):
        at(first)
        pick(page, card)
        expect(page.locator("#answer .note")).to_contain_text("Understood")
        advances.act_due()
    at(first)
    expect(page.locator("#table-where")).to_contain_text("round 2 of 8")
    taken = dict(table.events.filter(kind="move", origin="advance").values_list("number", "input"))
    assert [one["cards"] for one in taken.values()] == [["Qs"], ["Qd"]]


def pick(page: Page, card: str) -> None:
    """One of several is a group of radio buttons: Tab leads into it, arrows go through it."""
    tab_to(page, "#seat .pick input")
    for _ in range(12):
        if page.evaluate("document.activeElement.value") == card:
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    sure(page)


def sure(page: Page) -> None:
    """The question that is asked once, and yes."""
    tab_to(page, "#seat details.sure summary")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
