"""Pages around a table in a real browser: on a phone, in every language, and the demo's letters."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import factories
from tests.browser.tabling import enter
from tests.tournaments.web.tabling import BOARD, HANDS, address, player
from tournaments import models
from tournaments.services import demo, links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = "Bartholomew-Maximilian von und zu Wiesel"


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> models.Table:
    factories.stack_decks(monkeypatch, factories.holdem_deck(HANDS, BOARD))
    return factories.table_of(factories.running(5))


def a_letter(text: str = "Your turn.") -> models.CaughtLetter:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "play@demo.example", "alice@players.example", "Rubis"
    message["Message-ID"] = "<turn.x.1@demo.example>"
    message.set_content(text)
    html = (
        f'<html><head></head><body style="color: #345"><p id="own">{text}</p><script>1</script></body></html>'
    )
    message.add_alternative(html, subtype="html")
    return models.CaughtLetter.objects.create(
        raw=message.as_bytes(),
        recipient="alice@players.example",
        subject="Rubis",
        message_id="<turn.x.1@demo>",
    )


@pytest.mark.parametrize("language", list(dict(settings.LANGUAGES)))
def test_nothing_is_wider_than_a_phone(
    page: Page, live_server: LiveServer, table: models.Table, settings: Any, language: str
) -> None:
    settings.DEMO, settings.SITE_URL = True, live_server.url
    models.Entry.objects.filter(seat__letter="B").update(name=LONG)
    factories.act(table, "raise 2", "call", "fold", "fold", "call")
    letter = a_letter("A long address: " + "x" * 200)
    pages = [address(table), f"{address(table)}copy/", "/my/", "/demo/mail/", f"/demo/mail/{letter.pk}/"]
    page.set_viewport_size({"width": 360, "height": 740})
    for who in (player(table, "A"), table.contest.organiser):
        models.User.objects.filter(pk=who.pk).update(language=language)
        enter(page, live_server.url, who)
        for path in pages:
            page.goto(f"{live_server.url}{path}")
            assert page.locator("html").get_attribute("lang") == language
            assert page.evaluate("document.scrollingElement.scrollWidth") <= 360, path


def test_what_can_be_touched_is_large_enough(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    enter(page, live_server.url, player(table, "A"))
    page.goto(f"{live_server.url}{address(table)}")
    targets = page.locator(
        "#seat :is(button:not(.hidden-words), input:not([type=hidden]), textarea, summary)"
    )
    heights = [target.evaluate("one => one.getBoundingClientRect().height") for target in targets.all()]
    assert len([height for height in heights if height]) >= 7
    assert min(height for height in heights if height) >= 44


def test_the_four_questions_are_answered_without_scrolling(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    """Is it my turn, until when, what do I hold, what can I do?"""
    page.set_viewport_size({"width": 360, "height": 740})
    enter(page, live_server.url, player(table, "A"))
    page.goto(f"{live_server.url}{address(table)}")
    for place in ("#seat-head h2", ".until", ".own .card", "button[value=fold]", "button[value=raise]"):
        box = page.locator(place).first.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 740, place


def test_the_link_of_a_letter_leads_to_the_turn_and_its_word_is_gone(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    turn = models.Turn.objects.select_related("table", "seat").get(table=table, closed_at__isnull=True)
    page.goto(links.turn_link(turn).replace("http://testserver", live_server.url))
    expect(page).to_have_url(f"{live_server.url}{address(table)}")
    page.get_by_label("Or in words").fill("bet 2")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Understood: bet 2.")).to_be_visible()
    expect(page.get_by_text("link is over")).to_be_visible()


def test_a_caught_letter_is_shown_in_a_sandbox_of_its_own(
    page: Page, live_server: LiveServer, settings: Any
) -> None:
    settings.DEMO, settings.SITE_URL = True, live_server.url
    page.goto(f"{live_server.url}/demo/mail/{a_letter().pk}/")
    expect(page.frame_locator("iframe.letter").locator("#own")).to_have_text("Your turn.")
    expect(page.locator("pre.letter")).to_have_text("Your turn.\n")


def test_a_visitor_enters_the_demo_by_a_button(page: Page, live_server: LiveServer, settings: Any) -> None:
    settings.DEMO, settings.SITE_URL = True, live_server.url
    page.goto(f"{live_server.url}/demo/in/{demo.sign(factories.person('alice'))}/")
    page.get_by_role("button", name="Enter as alice").click()
    expect(page.get_by_role("heading", name="My turns")).to_be_visible()
