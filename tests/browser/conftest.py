"""The live server of the browser tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.staticfiles import handlers

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.plugin import DjangoDbBlocker

    from tests.browser.serving import Site


@pytest.fixture(scope="session", autouse=True)
def files_as_in_production() -> Iterator[None]:
    """The pages' files come from WhiteNoise, under the names that the pages give them.

    The live server's own handler looks for the names in the source folders and finds none.
    """

    def as_they_are(application: Callable[..., Any]) -> Callable[..., Any]:
        return application

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handlers, "StaticFilesHandler", as_they_are)
        yield


@pytest.fixture(scope="module")
def db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The test database, open for a whole file of tests: nothing is emptied between two of them.

    By this name pytest-django knows that the file needs the database.
    """
    with django_db_blocker.unblock():
        yield


@pytest.fixture(scope="module")
def site(db: None, chromium: Browser) -> Iterator[Site]:
    """The world of all pages, built once for the whole file; its tests look, and leave it as it was."""
    from tests.browser import serving

    with serving.served() as site:
        yield site
