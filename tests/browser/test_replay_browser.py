"""The replay in a browser: slider, buttons and keys without loading again; links without JavaScript."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests import factories
from tests.browser.tabling import enter, tab_to
from tests.tournaments.web.tabling import BOARD, HANDS, address, player
from tournaments import models

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LAST = 9


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> models.Table:
    """Its first deal is over: nine steps to a showdown of A and E."""
    factories.stack_decks(monkeypatch, factories.holdem_deck(HANDS, BOARD))
    table = factories.table_of(factories.running(5))
    factories.act(table, "raise 2", "call", "fold", "fold", "call", "raise 1", "fold", "call")
    return table


def at_step(page: Page, step: int) -> None:
    expect(page.locator(f'.stage[data-step="{step}"]')).to_be_visible()
    expect(page.locator("#step-now")).to_have_text(str(step))
    expect(page.locator("#step")).to_have_value(str(step))
    expect(page.locator("[data-to][aria-current]")).to_have_attribute("data-to", str(step))


def test_slider_buttons_and_keys_step_without_loading_the_page_again(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    enter(page, live_server.url, player(table, "B"))
    page.goto(f"{live_server.url}{address(table)}")
    page.get_by_role("link", name="Replay of deal 1").click()
    at_step(page, 1)
    page.evaluate("window.kept = true")
    expect(page.get_by_role("button", name="Show this step")).to_be_hidden()
    page.get_by_role("link", name="Next").click()
    at_step(page, 2)
    page.keyboard.press("ArrowRight")
    at_step(page, 3)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    at_step(page, 1)
    page.keyboard.press("ArrowLeft")
    at_step(page, 1)
    expect(page.locator("#previous")).to_have_attribute("aria-disabled", "true")
    tab_to(page, "#step")
    page.keyboard.press("End")
    at_step(page, LAST)
    expect(page.locator("#next")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#spoken")).to_contain_text("Deal 1 is over.")
    page.locator('[data-to="7"]').click()
    at_step(page, 7)
    page.wait_for_url("**/replay/1/?step=7")
    assert page.evaluate("window.kept") is True
    expect(page.locator("#stage").get_by_role("img", name="7 of diamonds")).to_be_visible()
    page.reload()
    at_step(page, 7)


def test_an_answer_that_does_not_come_leads_to_the_plain_page(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    page.route("**/steps/", lambda route: route.abort())
    page.goto(f"{live_server.url}{address(table)}replay/1/?step=4")
    page.get_by_role("link", name="Next").click()
    page.wait_for_url("**/replay/1/?step=5")
    at_step(page, 5)


def test_the_controls_stay_where_they_are(page: Page, live_server: LiveServer, table: models.Table) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_server.url}{address(table)}replay/1/")
    places = set()
    for step in range(1, LAST + 1):
        at_step(page, step)
        box = page.locator("#next").bounding_box()
        assert box is not None
        places.add((round(box["x"]), round(box["y"])))
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.keyboard.press("ArrowRight")
    assert len(places) == 1


def test_without_javascript_links_and_the_form_do_all(
    chromium: Browser, live_server: LiveServer, table: models.Table
) -> None:
    phone: ViewportSize = {"width": 360, "height": 740}
    context = chromium.new_context(java_script_enabled=False, locale="en-GB", viewport=phone)
    page = context.new_page()
    page.goto(f"{live_server.url}{address(table)}replay/1/")
    slider = page.locator("#step").bounding_box()
    assert slider is not None
    assert slider["width"] > 300
    page.get_by_role("link", name="Next").click()
    page.wait_for_url("**/*?step=2")
    page.locator("#step").focus()
    page.keyboard.press("End")
    page.get_by_role("button", name="Show this step").click()
    page.wait_for_url(f"**/*?step={LAST}")
    expect(page.locator("#stage")).to_contain_text("Deal 1 is over.")
    context.close()
