"""A contest's page as a record to keep, and as a page that stays open: printed, and brought up to date."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.tabling import enter
from tournaments.models import Contest

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

_WATCH = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.shifts.push(one.value);
  }).observe({type: "layout-shift", buffered: false});
}"""
_ASK = """async (path) => {
  await htmx.ajax("GET", path, {source: "#live", target: "#live", swap: "outerHTML"});
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)));
}"""
_CUT_OFF = """() => {
  const rows = document.getElementById("ranking-rows");
  return rows.scrollHeight - rows.clientHeight;
}"""


def path_of(contest: Contest) -> str:
    return f"/c/{contest.slug}/"


def test_a_finished_contest_prints_its_ranking_and_prizes_and_nothing_to_press(
    page: Page, live_server: Any
) -> None:
    contest = factories.play_out(factories.running(6, name="Winter evenings"))
    enter(page, live_server.url, factories.person("alice"))
    page.goto(f"{live_server.url}{path_of(contest)}")
    page.emulate_media(media="print")
    for words in ("Winter evenings", "Final ranking", "Prizes", path_of(contest)):
        expect(page.get_by_text(words).first).to_be_visible()
    for entry in contest.entries.all():
        expect(page.locator(".ranking").get_by_text(entry.name, exact=True)).to_be_visible()
    for hidden in (".top", ".foot", "#you", "#tables", "#terms", "#proof", "#course", ".chips-chart"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.locator("button:visible, summary:visible, input:visible")).to_have_count(0)
    assert page.pdf()[:5] == b"%PDF-"


def test_a_long_ranking_prints_all_its_rows(page: Page, live_server: Any) -> None:
    contest = factories.running(16, cap=20)
    page.goto(f"{live_server.url}{path_of(contest)}")
    assert page.evaluate(_CUT_OFF) > 0
    page.emulate_media(media="print")
    assert page.evaluate(_CUT_OFF) <= 1
    expect(page.locator(".ranking tbody tr").last).to_be_visible()


@pytest.mark.parametrize("width", [360, 1280])
def test_an_update_in_place_shifts_nothing_and_is_told(page: Page, live_server: Any, width: int) -> None:
    contest = factories.running(["alice", "bob", "carol", "dave", "erin"])
    table = factories.table_of(contest)
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{live_server.url}{path_of(contest)}")
    below = page.locator("#prizes-of")
    before = below.bounding_box()
    page.evaluate(_WATCH)
    factories.act(table, "raise 2")
    page.evaluate(_ASK, path_of(contest))
    second = factories.open_turns(table)[0].seat.entry.name
    expect(page.locator("#live").get_by_text(f"Waiting for {second}")).to_be_visible()
    assert page.evaluate("window.shifts") == []
    assert below.bounding_box() == before
    expect(page.locator("#told")).to_have_text("Tables and ranking were brought up to date.")
    assert page.locator("#live .changed").count() >= 1


def test_where_nothing_is_new_the_page_is_left_alone(page: Page, live_server: Any) -> None:
    contest = factories.running(["alice", "bob", "carol", "dave", "erin"])
    page.goto(f"{live_server.url}{path_of(contest)}")
    page.evaluate("document.getElementById('live').kept = true")
    with page.expect_response(lambda response: "hx-request" in response.request.headers) as answered:
        page.evaluate(_ASK, path_of(contest))
    assert answered.value.status == 304
    assert page.evaluate("document.getElementById('live').kept") is True
    expect(page.locator("#told")).to_have_text("")


def test_the_ranking_stays_where_the_reader_has_scrolled_it(page: Page, live_server: Any) -> None:
    contest = factories.running(16, cap=20)
    page.goto(f"{live_server.url}{path_of(contest)}")
    page.evaluate("document.getElementById('ranking-rows').scrollTop = 120")
    factories.act(factories.table_of(contest), "raise 2")
    page.evaluate(_ASK, path_of(contest))
    assert page.evaluate("document.getElementById('ranking-rows').scrollTop") == 120


def test_four_colours_are_seen_on_the_table_once_they_are_chosen(page: Page, live_server: Any) -> None:
    enter(page, live_server.url, factories.person("alice"))
    page.goto(f"{live_server.url}/profile/")
    expect(page.locator("html.four-colours")).to_have_count(0)
    page.get_by_label("Four colours for the suits").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.locator("html.four-colours")).to_have_count(1)
    expect(page.get_by_label("Four colours for the suits")).to_be_checked()
