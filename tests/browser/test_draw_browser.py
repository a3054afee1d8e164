"""Shares and proofs in a real browser: what a script computes there is what the rule book computes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from referee.draws import player_commit
from tests import factories
from tests.browser import drawing
from tests.browser.tabling import enter
from tests.tournaments.draws.sharing import value_of
from tournaments import models
from tournaments.models import Contest
from tournaments.services import contests

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
VECTORS = json.loads((Path(settings.BASE_DIR) / "tests/vectors/draws/draws.json").read_text("utf-8"))


def at(page: Page, server: Any, contest: Contest, rest: str = "") -> None:
    page.goto(f"{server.url}/c/{contest.slug}/{rest}")


def share_of(name: str) -> models.Share | None:
    return models.Share.objects.filter(entry__user__name=name).first()


def test_from_registration_to_the_check_in_by_two_clicks(page: Page, live_server: Any) -> None:
    contest = factories.open_contest(4)
    enter(page, live_server.url, factories.person("erin"))
    at(page, live_server, contest)
    page.get_by_role("button", name="Register").click()
    expect(page.locator("#share [data-here]")).to_be_visible()
    share = share_of("erin")
    assert share is not None
    kept = page.evaluate(f"localStorage.getItem('pbf1:{contest.ref}:p5')")
    assert player_commit(contest.ref, "p5", bytes.fromhex(kept)).hex() == share.commit
    assert len(bytes.fromhex(kept)) == 32
    assert kept not in page.content().replace(" ", "")  # it was sent to nobody, and comes from nobody
    page.locator("#share summary").click()
    written = page.locator("#share-value").input_value()
    assert written.replace(" ", "") == kept
    contests.close(contest.pk, contest.organiser)
    at(page, live_server, contest)
    assert page.locator("#share-value").input_value().replace(" ", "") == kept
    page.get_by_role("button", name="Check in").click()
    expect(page.locator("#share")).to_contain_text("Your value goes into every draw")
    share.refresh_from_db()
    assert share.value == kept


def test_from_another_device_the_value_is_typed(page: Page, live_server: Any) -> None:
    contest = drawing.checking_in()
    enter(page, live_server.url, factories.person("alice"))
    at(page, live_server, contest)
    expect(page.locator("#share [data-elsewhere]")).to_be_visible()
    page.locator("#share-value").fill("00" * 32)
    page.get_by_role("button", name="Check in").click()
    expect(page.locator("#share [role=alert]:not([hidden])")).to_contain_text(
        "not the value you committed to"
    )
    page.locator("#share-value").fill(value_of("alice").hex().upper())
    page.get_by_role("button", name="Check in").click()
    expect(page.locator("#share")).to_contain_text("Your value goes into every draw")


def test_without_javascript_one_is_told_and_plays(chromium: Browser, live_server: Any) -> None:
    contest = factories.open_contest(4)
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    enter(page, live_server.url, factories.person("erin"))
    at(page, live_server, contest)
    page.get_by_role("button", name="Register").click()
    assert contest.entries.filter(user__name="erin").exists()
    expect(page.locator("#share")).to_contain_text("This needs JavaScript")
    expect(page.get_by_role("button", name="Take a share")).to_be_hidden()
    context.close()
    assert share_of("erin") is None


def test_where_nothing_is_kept_nothing_is_committed(page: Page, live_server: Any) -> None:
    """In a private window the value would be lost, and its owner could never check in."""
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    contest = factories.open_contest(["erin"])
    enter(page, live_server.url, factories.person("erin"))
    at(page, live_server, contest)
    page.get_by_role("button", name="Take a share").click()
    expect(page.locator("#share [role=alert]")).to_be_visible()
    assert share_of("erin") is None


def test_the_script_computes_what_the_vectors_say(page: Page, live_server: Any) -> None:
    contest = drawing.with_numbers()
    row = contest.draws.get(kind="deck")
    at(page, live_server, contest, f"draws/{row.pk}/")
    page.locator("#check .verdict").wait_for()
    for document in VECTORS:
        found = page.evaluate("document => pbf1.check(document)", document)
        assert all(fits for _what, fits, _count in found["lines"]), document["name"]
        assert found["key"] == document["expect"]["key"]
        assert document["expect"]["order"] in (None, found["order"])


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ("document.revealed.seed = '00'.repeat(32)", "seed"),
        ("document.revealed.values.p1 = '00'.repeat(32)", "values"),
        ("document.published.openings[0].label = '2c'", "openings"),
        ("document.published.deals.splice(1, 1)", "positions"),
        ("document.published.roster.push('p9')", "order"),
        ("document.published.items.reverse()", "order"),
    ],
)
def test_the_script_finds_what_was_changed(page: Page, live_server: Any, change: str, line: str) -> None:
    contest = drawing.with_numbers()
    at(page, live_server, contest, f"draws/{contest.draws.get(kind='deck').pk}/")
    page.locator("#check .verdict").wait_for()
    found = page.evaluate(f"async document => {{ {change}; return pbf1.check(document) }}", VECTORS[0])
    assert line in [what for what, fits, _count in found["lines"] if not fits]


def test_the_page_of_a_draw_checks_it_before_and_after_the_end(page: Page, live_server: Any) -> None:
    contest = drawing.with_numbers()
    row = contest.draws.get(kind="deck")
    enter(page, live_server.url, factories.person("alice"))
    at(page, live_server, contest, f"draws/{row.pk}/")
    expect(page.locator("#check .verdict")).to_contain_text("so far fits")
    expect(page.locator(".opened li")).to_have_count(2)
    factories.play_out(contest)
    at(page, live_server, contest, f"draws/{row.pk}/")
    expect(page.locator("#check .verdict")).to_contain_text("Everything fits")
    expect(page.locator("#check .wrong")).to_have_count(0)
    expect(page.locator(".opened li")).to_have_count(52)
