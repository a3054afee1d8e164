"""The walked world on a live server, and lookers who open its pages.

The server and the world live as long as a file of tests: the usual ``live_server`` empties the database
after each test.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client, override_settings
from playwright.sync_api import Browser, BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from tests.browser import world as worlds
from tests.browser.pages import View
from tests.browser.world import World
from tournaments import models

SIZES = {"phone": (360, 740), "tablet": (768, 1024), "desktop": (1280, 900)}
LOCALES = {"en": "en-GB", "fr": "fr-FR", "it": "it-IT"}


@dataclass(slots=True)
class Site:
    """``address`` of the live server and what it serves. ``language``: everybody's."""

    address: str
    world: World
    language: str = "en"
    sessions: dict[int, str] = field(default_factory=dict)

    def speak(self, language: str) -> None:
        self.language = language
        models.User.objects.update(language=language)

    def enter(self, context: BrowserContext, user: models.User | None) -> None:
        """The context's visitor is this user from now on; one session each is enough."""
        context.clear_cookies()
        if user is None:
            return
        if user.pk not in self.sessions:
            client = Client()
            client.force_login(user)
            self.sessions[user.pk] = client.cookies[settings.SESSION_COOKIE_NAME].value
        name = settings.SESSION_COOKIE_NAME
        context.add_cookies([{"name": name, "value": self.sessions[user.pk], "url": self.address}])

    @contextmanager
    def opened(self, page: Page, view: View) -> Iterator[Page]:
        """The view in this page, prepared, for as long as the block lasts."""
        self.enter(page.context, view.who(self.world))
        with view.during(self.world):
            response = page.goto(f"{self.address}{view.path(self.world)}")
            assert response is not None
            assert response.status == view.status, (view.name, response.status)
            if view.prepare is not None:
                view.prepare(page)
            yield page


@contextmanager
def looker(chromium: Browser, language: str = "en", **options: Any) -> Iterator[Page]:
    """A page for who reads this language; at its end a script's error or a breach of the CSP fails."""
    options = {"locale": LOCALES[language], "timezone_id": "Europe/Paris", **options}
    context = chromium.new_context(**options)
    page = context.new_page()
    page.set_default_timeout(10_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
    page.on(
        "console",
        lambda line: errors.append(f"{page.url}: {line.text}") if "Content Security" in line.text else None,
    )
    yield page
    context.close()
    assert errors == []


@contextmanager
def served() -> Iterator[Site]:
    """The world, built and served; the database is empty again afterwards."""
    server = LiveServer("localhost")
    try:
        with override_settings(SITE_URL=server.url):
            cache.clear()
            yield Site(server.url, worlds.build())
    finally:
        server.stop()
        call_command("flush", verbosity=0, interactive=False)
