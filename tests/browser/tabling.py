"""What browser tests of tables share: a session without the sign-in pages, and a keyboard."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import Page

from tournaments import models

_FOCUSED = "selector => document.activeElement !== null && document.activeElement.matches(selector)"


def enter(page: Page, address: str, user: models.User) -> None:
    """The page's visitor is this user from now on."""
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.clear_cookies()
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": address}])


def tab_to(page: Page, selector: str, most: int = 60) -> None:
    """Press Tab until this is focused, as somebody without a mouse would."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate(_FOCUSED, selector):
            return
    raise AssertionError(f"{selector} cannot be reached by the keyboard")


def wait_for(page: Page, text: str, **options: Any) -> None:
    page.get_by_text(text).first.wait_for(**options)
