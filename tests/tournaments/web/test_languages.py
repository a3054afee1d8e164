"""Every page in every language: nothing of the sources' English is left, and it works all the same."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client

from tests import factories
from tests.tournaments.web.tabling import address, player, send, sit
from tournaments import models
from tournaments.management.commands import messages

pytestmark = pytest.mark.django_db

LANGUAGES = messages.languages()
every_language = pytest.mark.parametrize("language", LANGUAGES)


def english_of(language: str) -> list[str]:
    """Sentences of the sources, of two words at least, that this language says otherwise."""
    known = messages.sentences(messages.catalogue(language))
    plain = [message for message in known if isinstance(message.id, str) and "%(" not in message.id]
    return [str(one.id) for one in plain if " " in str(one.id).strip() and one.string != one.id]


def must_speak(page: HttpResponse, language: str) -> None:
    assert page.status_code == 200, page.request["PATH_INFO"]
    text = unescape(page.text)
    assert f'<html lang="{language}"' in text
    assert [sentence for sentence in english_of(language) if sentence in text] == [], page.request[
        "PATH_INFO"
    ]


@every_language
def test_pages_for_everybody(client: Client, table: models.Table, language: str) -> None:
    contest = table.contest
    opened = factories.open_contest(
        2, name="Grand tour", fee_amount=1, fee_unit="pebble", sponsor="The crown"
    )
    paths = ["/", f"/c/{opened.slug}/", f"/c/{contest.slug}/", f"/c/{contest.slug}/log/"]
    paths += [f"/c/{contest.slug}/copy/", address(table), f"{address(table)}copy/"]
    paths += ["/account/sign-in/", "/account/sign-up/"]
    client.post("/language/", {"language": language})
    for path in paths:
        must_speak(client.get(path), language)


@every_language
def test_pages_of_a_player(client: Client, table: models.Table, language: str) -> None:
    models.User.objects.update(language=language)
    for letter in "AB":
        sit(client, table, letter)
        for path in (address(table), "/my/", "/profile/", f"/c/{table.contest.slug}/"):
            must_speak(client.get(path), language)


@every_language
def test_pages_of_an_organiser(client: Client, table: models.Table, language: str) -> None:
    contest = table.contest
    opened = factories.open_contest(
        2, name="Grand tour", fee_amount=1, fee_unit="pebble", sponsor="The crown"
    )
    models.User.objects.update(language=language)
    client.force_login(contest.organiser)
    paths = [f"/c/{contest.slug}/manage/", f"/c/{contest.slug}/entries/", address(table)]
    for path in paths:
        must_speak(client.get(path), language)
    models.Contest.objects.filter(pk=opened.pk).update(organiser=contest.organiser)
    for path in (f"/c/{opened.slug}/manage/", f"/c/{opened.slug}/entries/", "/new/", "/new/shangri/"):
        must_speak(client.get(path), language)


def test_a_table_page_in_italian_says_what_a_player_must_know(client: Client, table: models.Table) -> None:
    alice = player(table, "A")
    models.User.objects.filter(pk=alice.pk).update(language="it", timezone="Europe/Rome")
    models.Turn.objects.filter(table=table).update(deadline_at="2026-12-01T18:30:00Z")
    client.force_login(alice)
    page = unescape(client.get(address(table)).text)
    assert f"Tocca a te, {alice.name}" in page
    assert "fino a mar 1 dic 2026, 19:30 (+01:00)" in re.sub("<[^>]*>", "", page)
    for button in ("Lascia", "Punta"):
        assert f">{button}</button>" in page


def test_a_line_in_italian_is_played_and_told_in_italian(client: Client, table: models.Table) -> None:
    models.User.objects.update(language="it")
    alice, bob = sit(client, table, "A"), player(table, "B")
    assert send(client, table, do="words", words="punto 3").status_code == 302
    page = unescape(client.get(address(table)).text)
    assert f"{alice.name} punta 3 fiche." in page
    client.force_login(bob)
    assert send(client, table, do="words", words="rilancio a 100").status_code == 422
    assert send(client, table, do="words", words="rilancio a 7").status_code == 302
    assert f"{bob.name} rilancia a 7 (4 in più; aggiunge 7 fiche)." in unescape(
        client.get(address(table)).text
    )


@pytest.mark.parametrize(
    ("asked", "language"), [("fr-CH, en;q=0.5", "fr"), ("it-CH, de;q=0.8", "it"), ("nl, en;q=0.5", "en")]
)
def test_a_newcomer_is_met_in_the_language_of_the_browser(client: Client, asked: str, language: str) -> None:
    assert f'<html lang="{language}">' in client.get("/", headers={"accept-language": asked}).text


def test_every_language_is_offered_by_its_own_name_on_each_page_and_in_the_profile(client: Client) -> None:
    page = client.get("/").text
    assert 'aria-current="true">English<' in page
    for code, name in settings.LANGUAGES[1:]:
        assert f'value="{code}" lang="{code}">{name}</button>' in page
    client.force_login(factories.person("alice"))
    page = client.get("/profile/").text
    for code, name in settings.LANGUAGES:
        assert f'value="{code}"' in page
        assert f">{name}</option>" in page


@every_language
def test_the_search_for_english_finds_english(client: Client, table: models.Table, language: str) -> None:
    text = unescape(client.get(address(table)).text)
    assert {"Sign in", "What happened", "Skip to the page"} <= {
        sentence for sentence in english_of(language) if sentence in text
    }
