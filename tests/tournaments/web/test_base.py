"""What holds for every page: the frame, languages, ways back, the content security policy."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from pytest_django.fixtures import Settings

from tests import factories

TEMPLATES = Path(settings.BASE_DIR) / "templates"
PAGES = sorted(path for path in TEMPLATES.rglob("*.html") if "notices" not in path.parts)
"""Letters are no pages: mail programs know no style sheets of ours."""

pytestmark = pytest.mark.django_db


def test_the_lobby_has_a_frame_and_a_content_security_policy(client: Client) -> None:
    response = client.get("/")
    assert response.status_code == 200
    policy = response.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy
    assert response.headers["Content-Language"] == "en"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_no_template_holds_an_inline_script_or_style(path: Path) -> None:
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


@pytest.mark.parametrize("language", list(dict(settings.LANGUAGES)))
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
    closed = {"en": "Closed for a moment", "fr": "Fermé pour un moment", "it": "Chiuso per un momento"}
    assert closed[language] in response.text


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


def test_a_refusal_is_a_sentence_alone_where_a_part_of_a_page_was_asked_for(client: Client) -> None:
    whole = client.get("/claim/no-such-word/")
    part = client.get("/claim/no-such-word/", headers={"HX-Request": "true"})
    assert (whole.status_code, part.status_code) == (409, 409)
    assert "<html" in whole.text
    assert part.text.strip().startswith('<p class="refusal"')


def test_with_the_broker_away_the_sign_in_says_so(client: Client, settings: Settings) -> None:
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:9/0"}}
    response = client.post("/account/sign-in/", {"email": "alice@players.example"})
    assert response.status_code == 503
    assert "Closed for a moment" in response.text
    assert client.get("/").status_code == 200


def test_with_the_database_really_away_every_page_says_so() -> None:
    script = (
        "import django; django.setup()\n"
        "from django.test import Client\n"
        "client = Client(raise_request_exception=False)\n"
        "for path in ('/', '/c/grand-tour/', '/t/nonsense/', '/draft/x/'):\n"
        "    response = client.get(path, headers={'accept-language': 'fr'})\n"
        "    print(response.status_code, 'Fermé pour un moment' in response.text)\n"
    )
    nowhere = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:9/none", "DATABASE_POOL": "0"}
    env = os.environ | nowhere | {"DJANGO_SETTINGS_MODULE": "tournaments.settings", "LOG_LEVEL": "CRITICAL"}
    done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["503 True"] * 4


def test_pages_are_kept_apart_by_language(client: Client) -> None:
    assert {"Accept-Language", "Cookie"} <= set(client.get("/").headers["Vary"].split(", "))


def test_a_time_zone_that_is_gone_keeps_nobody_out(client: Client) -> None:
    client.force_login(factories.person("alice", timezone="Mars/Olympus"))
    assert client.get("/profile/").status_code == 200


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_every_icon_that_a_template_names_has_been_drawn(path: Path) -> None:
    drawn = (Path(settings.BASE_DIR) / "tournaments/static/icons.svg").read_text()
    for name in re.findall(r"{%\s*icon ([^%]+?)\s*%}", path.read_text()):
        assert f'<symbol id="{name.strip(chr(34))}"' in drawn, name


def test_four_colours_are_a_class_of_the_page_for_who_wants_them(client: Client) -> None:
    user = factories.person("alice")
    client.force_login(user)
    assert '<html lang="en">' in client.get("/").text
    user.four_colours = True
    user.save()
    assert '<html lang="en" class="four-colours">' in client.get("/").text
