"""Contests in a real browser: on a phone, without JavaScript, and with impatient clicks."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from playwright.sync_api import Browser, Page, expect

from tests import factories
from tests.browser.tabling import enter
from tournaments.models import Contest
from tournaments.services import registration

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

_TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.slow  # the walk measures each page
def test_no_page_is_wider_than_a_phone_or_breaks_the_policy(page: Page, live_server: Any) -> None:
    draft = factories.draft(name="Draft")
    contest = factories.open_contest(
        16, name="Open", fee_amount=1, fee_unit="ration", sponsor="The monastery"
    )
    nine = factories.open_contest(9, name="Nine")
    running = factories.running(13, name="Running")
    enter(page, live_server.url, factories.organiser())
    paths = [
        "/",
        "/new/",
        "/new/holdem/",
        "/profile/",
        f"/draft/{draft.share_token}/",
        f"/c/{running.slug}/log/",
    ]
    paths += [f"/c/{draft.slug}/edit/", f"/c/{contest.slug}/entries/"]
    for one in (draft, contest, nine, running):
        paths += [f"/c/{one.slug}/", f"/c/{one.slug}/manage/"]
    for width, language in [*((360, code) for code, _name in settings.LANGUAGES), (768, "en")]:
        page.set_viewport_size({"width": width, "height": 740})
        for path in paths:
            page.goto(f"{live_server.url}{path}?lang={language}")
            assert page.locator("html").get_attribute("lang") == language
            assert page.evaluate(_TOO_WIDE) == 0, (width, language, path)
            assert page.evaluate("getComputedStyle(document.querySelector('.top')).display") == "flex", path


def test_what_is_folded_in_keeps_off_the_edge_of_its_frame(page: Page, live_server: Any) -> None:
    contest = factories.open_contest(3, fee_amount=1, fee_unit="ration")
    for width in (360, 1100):
        page.set_viewport_size({"width": width, "height": 740})
        page.goto(f"{live_server.url}/c/{contest.slug}/")
        frame, rows = page.locator("details.entered"), page.locator("details.entered > .rows")
        outer, inner = frame.bounding_box(), rows.bounding_box()
        assert outer
        assert inner
        assert inner["x"] - outer["x"] >= 12
        assert outer["x"] + outer["width"] - inner["x"] - inner["width"] >= 12


def test_from_the_lobby_to_a_place_without_javascript(chromium: Browser, live_server: Any) -> None:
    contest = factories.open_contest(name="Grand tour")
    cache.clear()
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.set_default_timeout(10_000)
    page.goto(live_server.url)
    page.get_by_role("link", name="See it and register").click()
    page.get_by_role("link", name="Here for the first time? Sign up").click()
    page.get_by_label("Name").fill("Zoe the wanderer")
    page.get_by_label("E-mail address").fill("zoe@players.example")
    page.get_by_role("button", name="Sign up").click()
    code = re.search(r"^ {4}(\S+)$", str(mail.outbox[-1].body), re.MULTILINE)
    assert code
    page.get_by_label("Code").fill(code[1])
    page.get_by_role("button", name="Go on").click()
    expect(page).to_have_url(f"{live_server.url}/c/{contest.slug}/")
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_text("You are entered.")).to_be_visible()
    page.get_by_text("Withdraw…").click()
    page.get_by_role("button", name="Withdraw from this contest").click()
    expect(page.get_by_text("You have withdrawn.")).to_be_visible()
    context.close()
    assert [entry.name for entry in contest.entries.filter(state="withdrawn")] == ["Zoe the wanderer"]


def test_an_impatient_double_click_makes_one_contest(page: Page, live_server: Any) -> None:
    enter(page, live_server.url, factories.organiser())
    page.goto(f"{live_server.url}/new/shangri/")
    page.get_by_label("Name", exact=True).fill("Only one")
    page.get_by_role("button", name="Save the draft").dblclick()
    page.get_by_text("Announce the contest…").wait_for()
    assert Contest.objects.count() == 1


def test_tables_and_ranking_are_kept_up_to_date_in_place(page: Page, live_server: Any) -> None:
    contest = factories.running(["alice", "bob", "carol", "dave", "erin"])
    page.goto(f"{live_server.url}/c/{contest.slug}/")
    first = factories.open_turns(factories.table_of(contest))[0].seat.entry.name
    expect(page.get_by_text(f"Waiting for {first}")).to_be_visible()
    factories.act(factories.table_of(contest), "fold")
    second = factories.open_turns(factories.table_of(contest))[0].seat.entry.name
    page.evaluate(
        "path => htmx.ajax('GET', path, {target: '#live', swap: 'outerHTML'})", f"/c/{contest.slug}/"
    )
    page.get_by_text(f"Waiting for {second}").wait_for()
    expect(page.locator("#live")).to_have_count(1)


def test_a_claim_link_takes_a_place_with_two_clicks(page: Page, live_server: Any) -> None:
    contest = factories.open_contest()
    entry, word = registration.add_entrant(contest.pk, contest.organiser, "Zoe")
    enter(page, live_server.url, factories.person("alice"))
    page.goto(f"{live_server.url}/claim/{word}/")
    page.get_by_role("button", name="Take it as alice").click()
    page.get_by_text("The place is yours").wait_for()
    entry.refresh_from_db()
    assert entry.user == factories.person("alice")
