"""Fixtures for all tests. The database and the broker come from deploy/local/pytest_services.py."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.plugin import DjangoDbBlocker


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """BROWSER=none leaves the browser tests out, by name and visibly."""
    if os.environ.get("BROWSER") == "none":
        out = [item for item in items if "browser" in item.keywords]
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in out]


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A busy machine's server needs a moment to see that a client has gone; who stays longer is a leak."""
    import psycopg
    from django.db import connections

    # Django empties the tables after a test with transactions of its own by TRUNCATE.
    with django_db_blocker.unblock(), connections["default"].cursor() as cursor:
        for table in ("tournaments_ledgerentry", "tournaments_ledgerhead"):
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER ledger_no_truncate")
    yield

    with django_db_blocker.unblock():
        connection: Any = connections["default"]
        name = connection.settings_dict["NAME"]
        connection.close()
        connection.close_pool()
    others = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s"
    limit = time.monotonic() + 15
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as watcher:
        while watcher.execute(others, [name]).fetchone() != (0,) and time.monotonic() < limit:
            time.sleep(0.1)


@pytest.fixture
def fresh_database() -> Iterator[str]:
    """The address of an empty database of one's own, on the server of this run; it goes with the test."""
    import psycopg
    from psycopg import sql

    server = os.environ["DATABASE_URL"]
    name = f"fresh_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield f"{server.rpartition('/')[0]}/{name}"
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture
def process_env(fresh_database: str) -> dict[str, str]:
    """An environment for manage.py and other real processes: a database of their own, not yet migrated."""
    return os.environ | {"DATABASE_URL": fresh_database}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A headless Chromium that really runs."""
    from django.db import connections
    from playwright.sync_api import sync_playwright

    from deploy.local import browser

    path = browser.find()
    assert path is not None, "no headless Chromium starts here: python -m deploy.local.browser brings one"
    # Playwright keeps an event loop in this thread, where Django would then refuse to touch the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=list(browser.FLAGS[1:]))
        yield running
        # While that loop is there, Django keeps this thread's connection in another place than without it.
        connections.close_all()
        running.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page of a visitor without a past; a script's error or a breach of the CSP fails the test."""
    context = chromium.new_context(locale="en-GB", timezone_id="Europe/Paris")
    opened = context.new_page()
    opened.set_default_timeout(10_000)
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda line: errors.append(line.text) if "Content Security" in line.text else None)
    yield opened
    context.close()
    assert errors == []
