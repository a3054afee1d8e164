"""What holds of every page of its kind: without JavaScript, in print, in weight, where a form is refused."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import resolve
from playwright.sync_api import Browser, Page, Response, expect

from tests.browser import checks
from tests.browser.pages import PAGES, View, wanted
from tests.browser.serving import SIZES, Site, looker

pytestmark = pytest.mark.browser

PHONE = {"width": SIZES["phone"][0], "height": SIZES["phone"][1]}


def named(name: str) -> View:
    return next(view for view in PAGES if view.name == name)


# --- without JavaScript


def test_without_javascript_every_page_does_the_same(site: Site, chromium: Browser) -> None:
    """No dead button, no form that goes nowhere, and each button sends what it sends elsewhere (compared on
    every third page; with SLOW=1 on each).

    But for a share in the draws: its value is made in the player's browser or nowhere, and the page says so.
    """
    wrong: list[str] = []
    with (
        looker(chromium, viewport=PHONE) as rich,
        looker(chromium, viewport=PHONE, java_script_enabled=False) as plain,
    ):
        for number, view in enumerate(wanted()):
            if view.prepare is not None:
                continue
            sent: set[str] = set()
            if number % 3 == 0 or os.environ.get("SLOW") == "1":
                with site.opened(rich, view):
                    rich.wait_for_load_state()
                    sent = checks.actions(rich)
            with site.opened(plain, view):
                wrong += [f"{view.name}: {line}" for line in checks.dead(plain)]
                lost = _without_words(sent) - _without_words(checks.actions(plain))
                lost = {one for one in lost if "/share/" not in one}
                wrong += [f"{view.name}: only with JavaScript: {one}" for one in lost]
    checks.agree(wrong)


def _without_words(sent: set[str]) -> set[str]:
    """A word of one moment, such as confirms an address or lets into the demo, differs from look to look."""
    return {re.sub(r"(?<=/)(address/confirm|address/undo|demo/in)/[^/]+/", r"\1/", one) for one in sent}


# --- print

_ON_PAPER = """() => [...document.querySelectorAll('nav, form, button, footer, .actions, summary')]
  .filter(one => one.checkVisibility({visibilityProperty: true}) && one.getBoundingClientRect().height > 0)
  .map(one => one.tagName + ' ' + one.innerText.slice(0, 30))"""


@pytest.mark.parametrize("name", ["contest-final", "contest-running", "contest-provisional"])
def test_a_printed_contest_is_ranking_and_prizes(site: Site, chromium: Browser, name: str) -> None:
    with looker(chromium) as page, site.opened(page, named(name)):
        page.emulate_media(media="print")
        assert page.evaluate(_ON_PAPER) == []
        expect(page.locator("h1")).to_be_visible()
        expect(page.locator("#ranking").first).to_be_visible()
        expect(page.locator("main")).to_contain_text("tea: 500 g")


# --- weight

MOST_BYTES = 100_000
_MIME_OF_PICTURES = ("image/",)


def carried(responses: list[Response]) -> dict[str, int]:
    """Bytes that came over the wire by address, pictures left out; the server before ours packs pages."""
    sizes = {}
    for response in responses:
        if response.headers.get("content-type", "").startswith(_MIME_OF_PICTURES):
            continue
        packed = "content-encoding" in response.headers
        body = response.request.sizes()["responseBodySize"] if packed else len(gzip.compress(response.body()))
        sizes[response.url] = body + response.request.sizes()["responseHeadersSize"]
    return sizes


@pytest.mark.parametrize("name", ["table-awaited", "table-over", "contest-running", "lobby", "replay"])
def test_a_page_and_all_it_needs_is_light(site: Site, chromium: Browser, name: str) -> None:
    """A hundred thousand bytes at the first visit, with an empty cache."""
    with looker(chromium, viewport=PHONE) as page:
        responses: list[Response] = []
        page.on("response", lambda response: responses.append(response))
        with site.opened(page, named(name)):
            page.wait_for_load_state("networkidle")
            sizes = carried(responses)
    assert any(url.endswith(".js") for url in sizes)
    assert sum(sizes.values()) < MOST_BYTES, sizes


# --- forms that are refused

EASY = {
    "set-language": "buttons alone",
    "table-act": "what is refused and kept there is tested at the table",
    "table-later": "buttons; a limit that cannot be is refused and kept, which is tested beside its page",
    "table-staff words": "read like a player's, and refused by a sentence above it",
    "entries-mark": "who paid may stay empty; ticks and a button",
    "mail-viewer": "a search",
    "ledger": "a search",
    "table-replay": "a slider between two ends",
    "register": "a tick",
    "croupier-at": "a choice of those who may",
    "league-bye": "a choice of the rounds that are not paired yet",
    "mail-reply": "the demo's own; refused by a sentence above it",
}
"""Forms that nobody can fill in badly, or that are proved elsewhere."""

_FORMS = """() => [...document.querySelectorAll('main form')].map((form, place) => ({
  place, path: new URL(form.action).pathname,
  names: [...form.elements].filter(one => one.name && !['hidden', 'submit', 'button'].includes(one.type)
    && one.tagName !== 'FIELDSET').map(one => one.name),
  required: [...form.elements].filter(one => one.required && !['radio', 'checkbox'].includes(one.type)
    && one.tagName !== 'SELECT').map(one => one.name)}))"""
_FILL = """([place, empty]) => {
  const form = document.querySelectorAll('main form')[place], kept = {}
  form.noValidate = true
  for (const one of form.elements) {
    if (!one.name || one.type === 'hidden') continue
    if (one.name === empty) one.value = ''
    else if (one.tagName === 'TEXTAREA' || one.type === 'text') {
      if (!one.getAttribute('list')) { one.value = 'Kept 7'; kept[one.name] = 'Kept 7' }
    } else if (one.type === 'number') {
      one.value = one.min || 3; kept[one.name] = one.value
    }
  }
  const button = [...form.elements].find(one => one.type === 'submit' && one.value !== 'preview')
  form.requestSubmit(button)
  return kept
}"""
_REFUSED = """name => {
  const field = [...document.getElementsByName(name)].find(one => one.getAttribute('aria-invalid') === 'true')
  if (!field) return `${name} is not marked as wrong`
  const notes = (field.getAttribute('aria-describedby') || '').split(' ').filter(Boolean)
  const said = notes.map(id => document.getElementById(id)?.innerText.trim() || '').filter(Boolean)
  if (!said.length) return `nothing tells what is wrong with ${name}`
  const near = notes.some(id => {
    const note = document.getElementById(id)
    return note && Math.abs(note.getBoundingClientRect().top - field.getBoundingClientRect().top) < 200
  })
  return near ? '' : `what is wrong with ${name} stands far away`
}"""


def forms_of(page: Page) -> Iterator[tuple[str, dict[str, Any]]]:
    for form in page.evaluate(_FORMS):
        if form["names"]:
            yield resolve(form["path"]).url_name or "", form


def refuse(page: Page, form: dict[str, Any]) -> list[str]:
    """Send the form with its first required field empty; what is wrong with the answer."""
    empty = form["required"][0]
    with page.expect_navigation() as answered:
        kept = page.evaluate(_FILL, [form["place"], empty])
    response = answered.value
    signs_in = "/account/" in page.url  # allauth answers 200 to a form that it refuses
    wrong = [] if 400 <= response.status < 500 or signs_in else [f"answered {response.status}"]
    if said := page.evaluate(_REFUSED, empty):
        wrong.append(said)
    for name, text in kept.items():
        values = page.locator(f"main [name='{name}']").evaluate_all("all => all.map(one => one.value)")
        if text not in values:
            wrong.append(f"{name} was lost: {values}")
    return wrong


def test_a_refused_form_says_where_and_keeps_what_was_typed(site: Site, chromium: Browser) -> None:
    """Every form of the register is sent once with a field empty that must not be."""
    wrong: list[str] = []
    done: set[tuple[str, tuple[str, ...]]] = set()
    with looker(chromium, viewport=PHONE) as page:
        for view in wanted():
            if view.prepare is not None or view.status != 200:
                continue
            with site.opened(page, view):
                forms = list(forms_of(page))
            for name, form in forms:
                key = (name, tuple(form["names"]))
                if key in done or name in EASY or f"{name} {form['names'][0]}" in EASY:
                    continue
                done.add(key)
                if not form["required"]:
                    wrong.append(f"{view.name}: {name} has no field that must be filled in: {form['names']}")
                    continue
                with site.opened(page, view):
                    wrong += [f"{view.name}: {name}: {line}" for line in refuse(page, form)]
    checks.agree(wrong)
    assert len(done) > 10 or len(wanted()) < len(PAGES)
