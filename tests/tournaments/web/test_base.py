"""What holds for every page: the frame, languages, ways back, the content security policy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

TEMPLATES = Path(settings.BASE_DIR) / "templates"

pytestmark = pytest.mark.django_db


def test_the_lobby_has_a_frame_and_a_content_security_policy(client: Client) -> None:
    response = client.get("/")
    assert response.status_code == 200
    policy = response.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy
    assert response.headers["Content-Language"] == "en"


@pytest.mark.parametrize(
    "path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.relative_to(TEMPLATES))
)
def test_no_template_holds_an_inline_script_or_style(path: Path) -> None:
    if "notices" in path.parts:
        pytest.skip("a letter is not a page: mail programs know no style sheets of ours")
    text = path.read_text()
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r"<style|\sstyle\s*=|\son[a-z]+\s*=\s*[\"']|javascript:|\shx-on", text)


def test_a_page_that_is_not_there_has_a_way_back(client: Client) -> None:
    response = client.get("/c/no-such-contest/")
    assert response.status_code == 404
    assert 'href="/"' in response.text


def test_the_language_comes_from_the_address_the_cookie_or_the_browser(client: Client) -> None:
    assert 'lang="fr"' in client.get("/", headers={"accept-language": "fr-CH, en;q=0.5"}).text
    assert 'lang="fr"' in client.get("/?lang=fr").text
    assert 'lang="en"' in client.get("/?lang=nonsense").text
    client.post("/language/", {"language": "fr", "next": "/"})
    assert "Compétitions" in client.get("/").text


def test_the_language_form_leads_nowhere_else(client: Client) -> None:
    response = client.post("/language/", {"language": "fr", "next": "https://elsewhere.example/"})
    assert response.headers["Location"] == "/"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_when_the_database_is_away_the_page_says_so_without_it(
    client: Client, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    from django.db import OperationalError

    from tournaments.doors.web import lobby

    def away(*_args: object, **_named: object) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(lobby, "render", away)
    response = client.get("/", {"lang": language})
    assert response.status_code == 503
    assert response.headers["Retry-After"]
    assert {"en": "Closed for a moment", "fr": "Fermé pour un moment"}[language] in response.text


def test_an_outage_outside_the_views_is_answered_the_same_way(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.contrib.sessions.backends.db import SessionStore
    from django.db import OperationalError

    def away(*_args: object, **_named: object) -> None:
        raise OperationalError("connection refused")

    client.cookies[settings.SESSION_COOKIE_NAME] = "somebody"
    client.raise_request_exception = False
    monkeypatch.setattr(SessionStore, "load", away)
    assert client.get("/").status_code == 503
