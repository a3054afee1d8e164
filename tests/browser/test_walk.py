"""A walk over every page of the register: nobody is kept out, whatever the window, the language or the light.

Each page is opened in English and looked at in every size; in turn it is opened on a phone in one of the
other languages: what was never put up for translation is English in all of them. axe reads it on a phone in
English; every fifth one on a wide window too, there by day (everything) and by night (what the night changes:
contrast), and in the other language. Colours do not depend on the language, so that contrast is measured in
English. With SLOW=1 each page is opened in every language, and axe reads everything in every size, by day and
by night.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver
from playwright.sync_api import Browser, Error, Page

from tests.browser import checks
from tests.browser import world as worlds
from tests.browser.pages import NOT_PAGES, PAGES, TYPED, View, wanted
from tests.browser.serving import SIZES, Site, looker
from tournaments import models
from tournaments.doors.web.chart import shortened
from tournaments.wording.contests import LANGUAGES as LANGUAGE_NAMES

pytestmark = pytest.mark.browser

LANGUAGES = [code for code, _ in settings.LANGUAGES]
OTHERS = [code for code in LANGUAGES if code != "en"]
_ALIKE = ("Referee", "UTC", "BBCode", "Markdown", "JSON", "Message-ID", "players.example", "bytes")
RULES = ("opens", "axe", "width", "language", "focus", "order", "movement")
CASES = [(rule, language) for rule in RULES for language in LANGUAGES if rule != "focus" or language == "en"]
"""How the focus looks does not depend on the language."""


@dataclass(slots=True)
class Walk:
    """``found[rule, language]``: what is wrong; ``said[language][page]``: every text of it."""

    found: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    said: dict[str, dict[str, set[str]]] = field(default_factory=lambda: defaultdict(dict))

    def note(self, rule: str, language: str, where: str, lines: list[str]) -> None:
        self.found[rule, language] += [f"{where}: {line}" for line in lines]


def names_of_addresses(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield str(pattern.name)
        elif pattern.namespace is None:
            yield from names_of_addresses(pattern.url_patterns)
        else:
            yield f"{pattern.namespace}:"


def test_the_register_misses_no_address() -> None:
    known = {view.route for view in PAGES}
    assert known.isdisjoint(NOT_PAGES)
    assert set(names_of_addresses(get_resolver().url_patterns)) == known | set(NOT_PAGES)


def test_every_page_has_a_name_of_its_own() -> None:
    assert len({view.name for view in PAGES}) == len(PAGES)


@pytest.fixture(scope="module")
def walk(site: Site, chromium: Browser) -> Walk:
    thorough = os.environ.get("SLOW") == "1"
    walk = Walk()
    for language in LANGUAGES:
        site.speak(language)
        with looker(chromium, language, reduced_motion="reduce") as page:
            for number, view in enumerate(wanted()):
                other, closer = OTHERS[number % len(OTHERS)], number % 5 == 0
                if not (thorough or language in ("en", other)):
                    continue
                width, height = SIZES["phone"]
                page.set_viewport_size({"width": width, "height": height})
                try:
                    with site.opened(page, view):
                        look_at(walk, page, view, language, closer=closer, thorough=thorough)
                except (AssertionError, Error) as error:  # the others are looked at all the same
                    walk.note("opens", language, view.name, [str(error)])
    return walk


def look_at(walk: Walk, page: Page, view: View, language: str, *, closer: bool, thorough: bool) -> None:
    """``closer``: axe looks beyond the phone in English."""
    english = language == "en"
    walk.said[language][view.name] = checks.texts(page)
    walk.note("language", language, view.name, checks.wrong_language(page, language))
    for size, (width, height) in SIZES.items():
        if not (thorough or english or size == "phone"):
            continue  # the longest words of any language have the least room there
        page.set_viewport_size({"width": width, "height": height})
        walk.note("width", language, f"{view.name}, {size}", checks.too_wide(page))
        phone, wide = size == "phone", size == "desktop" and english and closer
        if phone:
            walk.note("movement", language, view.name, checks.movement(page))
            walk.note("order", language, view.name, checks.focus_out_of_order(page))
        if thorough or wide or (phone and (english or closer)):
            known = () if thorough or english else ("color-contrast",)
            walk.note("axe", language, f"{view.name}, {size}", checks.barriers(page, without=known))
        if thorough or wide:
            page.emulate_media(color_scheme="dark")
            night = checks.barriers(page, () if thorough else ["color-contrast"])
            walk.note("axe", language, f"{view.name}, {size}, dark", night)
            page.emulate_media(color_scheme="light")
    if english:
        walk.note("focus", language, view.name, checks.unseen_focus(page))


@pytest.mark.parametrize(("rule", "language"), CASES)
def test_every_page_keeps_the_rule(walk: Walk, rule: str, language: str) -> None:
    """axe finds nothing serious or moderate, contrast by day and night included; nothing is wider than the
    window; the page says its language; the focus is seen, and goes down the page; nothing moves where less
    motion is wished."""
    checks.agree(walk.found[rule, language])


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_left_in_english(walk: Walk, language: str) -> None:
    """What two languages say alike is a name, somebody's own words, or alike in the catalogue."""
    own = sorted(own_words(), key=len, reverse=True)
    alike = words_alike(language)
    left = []
    for name, english in walk.said["en"].items():
        for text in english & walk.said[language].get(name, set()):
            rest = checks.without_addresses(text)
            for word in own:
                rest = rest.replace(word, " ")
            strange = [word for word in checks.words(rest) if word.casefold() not in alike]
            if strange:
                left.append(f"{name}: {text!r}: {', '.join(strange)}")
    checks.agree(left)


def own_words() -> set[str]:
    """What the people of the world wrote and are called."""
    contests = models.Contest.objects.values_list(
        "name", "words", "place", "sponsor", "sponsor_group", "fee_unit", "beacon_source"
    )
    texts = {text for row in contests for text in row}
    for rows in (models.User, models.Entry, models.Table):
        names = set(rows.objects.values_list("name", flat=True))
        texts |= names | {shortened(name) for name in names}
    texts |= set(models.User.objects.values_list("email", flat=True))
    texts |= set(models.Comment.objects.values_list("text", flat=True))
    texts |= {text for row in models.Event.objects.values_list("comment", "reason") for text in row}
    texts |= set(models.CaseWord.objects.values_list("text", flat=True))
    texts |= {text for row in models.Case.objects.values_list("about", "word") for text in row}
    texts |= {good.partition(" (")[0] for row in models.Contest.objects.all() for good in row.prize_units}
    for draw in models.Draw.objects.all():
        seed = (draw.revealed or {}).get("seed", "")
        texts |= {draw.series, draw.deck_commit, draw.published.get("seed_commit", ""), seed}
    texts |= set(models.CaughtLetter.objects.values_list("subject", flat=True))  # in the language of its day
    lines = {line for text in texts for line in text.splitlines()}
    pieces = {piece.strip() for line in lines for piece in line.split("*")}
    return {text for text in (*lines, *pieces, *worlds.REASONS, *worlds.WRITTEN, *TYPED) if len(text) > 2}


def words_alike(language: str) -> set[str]:
    """The words of sentences that the catalogue has alike in both languages, and of what has no language."""
    path = settings.LOCALE_PATHS[0] / language / "LC_MESSAGES" / "django.po"
    with path.open("rb") as lines:
        catalogue = read_po(lines)
    forms = [
        (one.id, one.string) if isinstance(one.id, str) else pair
        for one in catalogue
        for pair in ([("", "")] if isinstance(one.id, str) else zip(one.id, one.string, strict=False))
    ]
    alike = [str(said) for english, said in forms if english and english == said]
    known = [*alike, *_ALIKE, *dict(settings.LANGUAGES).values(), *LANGUAGE_NAMES.values()]
    return {word.casefold() for text in known for word in checks.words(text)}
