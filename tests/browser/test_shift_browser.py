"""What is brought up to date in place moves nothing else: somebody is reading there, or about to press."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import factories
from tests.browser.serving import SIZES
from tests.browser.tabling import enter
from tests.tournaments.web.tabling import BOARD, HANDS, address, player
from tournaments import models

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

_WATCH = """
window.shifts = []
const named = node => node && (node.id || node.getAttribute?.('class') || node.nodeName)
const moved = one => `${named(one.node)} ${one.previousRect.top}→${one.currentRect.top}`
const note = list => list.filter(one => one.value > 0.0001).forEach(
  one => window.shifts.push(`${one.value.toFixed(4)}: ${one.sources.map(moved).join(', ')}`))
window.watcher = new PerformanceObserver(list => note(list.getEntries()))
window.watcher.observe({type: 'layout-shift', buffered: true})
window.shifted = () => { note(window.watcher.takeRecords()); return window.shifts.splice(0) }
"""
"""A shift counts where it is seen at all: a hair's breadth of a drawing rounds to nothing."""

sizes = pytest.mark.parametrize("size", ["phone", "desktop"])


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> models.Table:
    factories.stack_decks(monkeypatch, factories.holdem_deck(HANDS, BOARD))
    return factories.table_of(factories.running(5))


@pytest.fixture
def watched(page: Page) -> Page:
    """Every shift counts, also one that follows a key: the browser's own sum forgives those."""
    page.clock.install()
    page.add_init_script(_WATCH)
    return page


def shifts(page: Page) -> list[str]:
    page.wait_for_timeout(250)  # the browser reports a shift with the frame after it
    found: list[str] = page.evaluate("window.shifted()")
    return found


def look(page: Page, size: str, url: str, user: models.User | None) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    if user is not None:
        enter(page, url.rpartition("/c/")[0], user)
    page.goto(url)
    page.wait_for_load_state("networkidle")
    assert shifts(page) == []


def test_the_watch_sees_a_shift(watched: Page, live_server: LiveServer) -> None:
    """Without this the other tests would pass however the page jumped."""
    look(watched, "phone", f"{live_server.url}/", None)
    watched.evaluate("document.querySelector('main').style.marginTop = '80px'")
    assert shifts(watched) != []


@sizes
@pytest.mark.parametrize("letter", ["A", ""])
def test_news_of_a_table(
    watched: Page, live_server: LiveServer, table: models.Table, size: str, letter: str
) -> None:
    """Moves of others arrive while a player waits, or somebody watches."""
    factories.act(table, "raise 2")
    look(watched, size, f"{live_server.url}{address(table)}", player(table, letter) if letter else None)
    for move in ("call", "call"):
        factories.act(table, move)
        with watched.expect_response("**/live/**"):
            watched.clock.fast_forward(16_000)
        events = models.Event.objects.filter(table=table).count()
        expect(watched.locator(f"#event-{events}")).to_have_count(1)
        assert shifts(watched) == []


@sizes
def test_what_is_read_while_one_types(
    watched: Page, live_server: LiveServer, table: models.Table, size: str
) -> None:
    look(watched, size, f"{live_server.url}{address(table)}", player(table, "A"))
    words = watched.get_by_label("Or in words")
    words.evaluate("field => { field.scrollIntoView({block: 'center'}); field.focus({preventScroll: true}) }")
    shifts(watched)
    with watched.expect_response("**/read/"):
        words.press_sequentially("bet 7")
        watched.clock.run_for(1000)
    expect(watched.locator("#reading")).to_contain_text("bet 7")
    assert shifts(watched) == []


@sizes
def test_the_live_part_of_a_contest(
    watched: Page, live_server: LiveServer, table: models.Table, size: str
) -> None:
    address = f"/c/{table.contest.slug}/"
    look(watched, size, f"{live_server.url}{address}", None)
    factories.act(table, "raise 2")
    second = factories.open_turns(table)[0].seat.entry.name
    with watched.expect_response(f"**{address}"):
        watched.clock.fast_forward(61_000)
    expect(watched.locator("#live")).to_contain_text(second)
    assert shifts(watched) == []


@sizes
def test_who_is_awaited_at_the_organisers_desk(
    watched: Page, live_server: LiveServer, table: models.Table, size: str
) -> None:
    address = f"/c/{table.contest.slug}/manage/"
    look(watched, size, f"{live_server.url}{address}", table.contest.organiser)
    factories.act(table, "raise 2")
    second = factories.open_turns(table)[0].seat.entry.name
    with watched.expect_response(f"**{address}"):
        watched.clock.fast_forward(61_000)
    expect(watched.locator("#awaited")).to_contain_text(second)
    assert shifts(watched) == []
