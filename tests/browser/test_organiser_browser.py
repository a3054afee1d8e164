"""An organiser in a real browser: from the lobby to an announced contest, entries on a phone, asking."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import factories
from tests.browser.tabling import enter, tab_to
from tournaments.models import Contest, Notice
from tournaments.services import registration

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

PHONE = {"width": 360, "height": 740}
MOST_FIELDS, MOST_CLICKS = 1, 5


class Counted:
    """A person whose fields and clicks are counted; everything goes through the page, nothing around it."""

    def __init__(self, page: Page) -> None:
        self.page, self.fields, self.clicks = page, 0, 0

    def click(self, role: Any, name: str) -> None:
        self.clicks += 1
        self.page.get_by_role(role, name=name).first.click()

    def open(self, words: str) -> None:
        self.clicks += 1
        self.page.locator("summary", has_text=words).click()

    def fill(self, label: str, text: str) -> None:
        self.fields += 1
        self.page.get_by_label(label, exact=True).fill(text)


@pytest.fixture
def plain(chromium: Browser) -> Iterator[Page]:
    """A phone without JavaScript."""
    context = chromium.new_context(java_script_enabled=False, viewport=PHONE)  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(10_000)
    yield page
    context.close()


def announced_by(page: Page, address: str) -> Counted:
    """From the lobby to an announced contest, all that the preset offers taken as it is."""
    enter(page, address, factories.organiser())
    page.goto(address)
    person = Counted(page)
    person.click("link", "New contest")
    person.click("link", "Take this one")
    person.fill("Name", "Tour of the passes")
    person.click("button", "Save the draft")
    expect(page.get_by_role("heading", name="Preview of the announcement")).to_be_visible()
    expect(page.get_by_text("Projected end:").first).to_be_visible()
    person.open("Announce the contest…")
    expect(page.get_by_text("commits the seeds of all draws")).to_be_visible()
    person.click("button", "Announce the contest")
    page.get_by_text("The contest is now: registration open.").wait_for()
    return person


def test_one_field_and_five_clicks_from_the_lobby_to_an_announced_contest(
    page: Page, live_server: Any
) -> None:
    person = announced_by(page, live_server.url)
    assert (person.fields, person.clicks) == (MOST_FIELDS, MOST_CLICKS)
    contest = Contest.objects.get()
    assert contest.state == Contest.State.REGISTRATION
    assert (contest.closes_local.hour, contest.closes_local.minute) == (20, 0)
    assert contest.prizes[0] == {"alcohol (ml)": 4000, "cannabis (g)": 1500}


def test_the_same_without_javascript_on_a_phone(plain: Page, live_server: Any) -> None:
    person = announced_by(plain, live_server.url)
    assert (person.fields, person.clicks) == (MOST_FIELDS, MOST_CLICKS)


def test_the_preview_button_without_javascript_keeps_all_that_was_typed(
    plain: Page, live_server: Any
) -> None:
    enter(plain, live_server.url, factories.organiser())
    plain.goto(f"{live_server.url}/new/shangri/")
    plain.get_by_label("Name", exact=True).fill("Tour of the passes")
    plain.get_by_label("Sponsor", exact=True).fill("The monastery")
    plain.get_by_role("button", name="Preview").click()
    seen = plain.locator("#preview")
    expect(seen.get_by_role("heading", name="Tour of the passes")).to_be_visible()
    expect(seen.get_by_text("The monastery pays it for whoever asks.")).to_be_visible()
    assert "[b]Tour of the passes[/b]" in plain.locator("#preview-bbcode").input_value()
    assert "**Tour of the passes**" in plain.locator("#preview-markdown").input_value()
    expect(plain.get_by_label("Name", exact=True)).to_have_value("Tour of the passes")
    assert not Contest.objects.exists()


def test_the_preview_follows_what_is_typed_and_the_folded_parts_say_it(page: Page, live_server: Any) -> None:
    enter(page, live_server.url, factories.organiser())
    page.goto(f"{live_server.url}/new/shangri/")
    name = page.get_by_label("Name", exact=True)
    name.press_sequentially("Tour of the passes", delay=5)
    page.locator("#preview").get_by_role("heading", name="Tour of the passes").wait_for()
    page.locator("summary", has_text="Time").click()
    page.get_by_label("Time to speak").first.fill("6")
    page.locator("#said-time", has_text="6 hours a turn.").wait_for()
    page.locator("#preview", has_text="at least 8 days").wait_for()
    expect(page.locator("details.folded[open]")).to_have_count(1)
    page.get_by_label("Sponsor", exact=True).fill("The abbey")
    page.get_by_label("Entry fee: how many").fill("0")
    page.locator("#preview", has_text="Without a fee there is nothing to sponsor.").wait_for()
    expect(name).to_have_value("Tour of the passes")
    assert not Contest.objects.exists()


def test_forty_fees_on_a_phone_in_four_taps(plain: Page, live_server: Any) -> None:
    contest = factories.open_contest(0, cap=64, fee_amount=1, fee_unit="ration")
    for number in range(40):
        registration.register(contest.pk, factories.person(f"player{number}"))
    enter(plain, live_server.url, contest.organiser)
    plain.goto(f"{live_server.url}/c/{contest.slug}/entries/")
    late = registration.register(contest.pk, factories.person("zoe"))
    plain.locator("summary", has_text="All 40 unpaid fees are in…").click()
    plain.get_by_role("button", name="Mark all 40 as paid").click()
    expect(plain.get_by_text("40 entries were marked.")).to_be_visible()
    # Who came in after the page was made was not on it, and is not marked.
    late.refresh_from_db()
    assert late.paid_at is None
    plain.get_by_role("link", name="Fee not paid 1").click()
    expect(plain.locator(".entry-list .rows > li")).to_have_count(1)


def test_ticks_for_all_shown_and_the_bar_stays_in_reach(plain: Page, live_server: Any) -> None:
    contest = factories.open_contest(12, fee_amount=1, fee_unit="ration", sponsor="The monastery")
    enter(plain, live_server.url, contest.organiser)
    plain.goto(f"{live_server.url}/c/{contest.slug}/entries/?show=unpaid")
    plain.get_by_role("link", name="all shown").click()
    expect(plain.locator("input.tick:checked")).to_have_count(12)
    button = plain.get_by_role("button", name="The sponsor pays")
    box = button.bounding_box()
    assert box
    assert 0 <= box["y"] <= PHONE["height"] - 44
    button.click()
    expect(plain.get_by_text("12 entries were marked.")).to_be_visible()
    assert contest.entries.filter(paid_by="sponsor").count() == 12


def test_asking_by_keyboard(page: Page, live_server: Any) -> None:
    contest = factories.running(5)
    turn = factories.open_turns(factories.table_of(contest))[0]
    enter(page, live_server.url, contest.organiser)
    page.goto(f"{live_server.url}/c/{contest.slug}/manage/")
    tab_to(page, ".does button")
    page.keyboard.press("Enter")
    page.get_by_text(f"A letter to {turn.seat.entry.name} is on its way.").wait_for()
    expect(page.get_by_text("asked last")).to_be_visible()
    assert Notice.objects.filter(kind="nudge", turn=turn).count() == 1
