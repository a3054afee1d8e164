"""Signing up and in by a code sent by mail; nobody has a password."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client

from tests import factories
from tournaments.models import User

pytestmark = pytest.mark.django_db

SIGN_IN, CODE, SIGN_UP = "/account/sign-in/", "/account/sign-in/code/", "/account/sign-up/"


@pytest.fixture(autouse=True)
def no_rate_limits_left_over() -> Iterator[None]:
    """The limits on sign-in live in the cache, which outlives a test."""
    cache.clear()
    yield
    cache.clear()


def last_letter() -> EmailMessage:
    return mail.outbox[-1]


def code_of(letter: EmailMessage) -> str:
    found = re.search(r"^ {4}(\S+)$", str(letter.body), re.MULTILINE)
    assert found, letter.body
    return found[1]


def test_sign_in_by_the_code_in_the_letter_and_back_to_the_page(client: Client) -> None:
    alice = factories.person("alice")
    response = client.post(
        f"{SIGN_IN}?next=/profile/", {"email": "ALICE@players.example", "next": "/profile/"}
    )
    assert response.status_code == 302
    assert response.headers["Location"].startswith(CODE)
    assert last_letter().to == [alice.email]
    assert "sign-in code" in last_letter().subject
    page = client.get(response.headers["Location"])
    assert alice.email in page.text
    response = client.post(CODE, {"code": code_of(last_letter()), "next": "/profile/"})
    assert response.headers["Location"] == "/profile/"
    assert client.get("/profile/").status_code == 200


def test_the_letter_speaks_the_language_of_the_account(client: Client) -> None:
    bob = factories.person("bob", language="fr")
    client.post(SIGN_IN, {"email": bob.email})
    assert "votre code de connexion" in last_letter().subject
    assert "quart d'heure" in str(last_letter().body)


def test_a_wrong_code_lets_nobody_in(client: Client) -> None:
    client.post(SIGN_IN, {"email": factories.person("alice").email})
    right = code_of(last_letter())
    response = client.post(CODE, {"code": "WRONG1" if right != "WRONG1" else "WRONG2"})
    assert "error" in response.text
    assert client.get("/profile/").status_code == 302


def test_after_three_wrong_codes_a_new_letter_is_needed(client: Client) -> None:
    client.post(SIGN_IN, {"email": factories.person("alice").email})
    right = code_of(last_letter())
    for _ in range(3):
        client.post(CODE, {"code": "WRONG1"})
    client.post(CODE, {"code": right})
    assert client.get("/profile/").status_code == 302


def test_a_code_is_asked_for_again(client: Client) -> None:
    client.post(SIGN_IN, {"email": factories.person("alice").email})
    first = code_of(last_letter())
    client.post(CODE, {"action": "resend"})
    assert len(mail.outbox) == 2
    client.post(CODE, {"code": code_of(last_letter())})
    assert client.get("/profile/").status_code == 200
    assert first


def test_an_unknown_address_looks_the_same_and_is_told_by_letter(client: Client) -> None:
    response = client.post(SIGN_IN, {"email": "stranger@players.example"})
    assert response.headers["Location"].startswith(CODE)
    assert "There is no account with this address" in str(last_letter().body)
    assert "/account/sign-up/" in str(last_letter().body)


def test_sign_up_with_a_name_for_the_tables(client: Client) -> None:
    response = client.post(SIGN_UP, {"name": "  Zoe   the Wanderer ", "email": "zoe@players.example"})
    assert response.headers["Location"].startswith("/account/sign-up/code/")
    assert "zoe@players.example" in client.get("/account/sign-up/code/").text
    client.post("/account/sign-up/code/", {"code": code_of(last_letter())})
    zoe = User.objects.get(email="zoe@players.example")
    assert (zoe.name, zoe.language, zoe.has_usable_password()) == ("Zoe the Wanderer", "en", False)
    assert "Zoe the Wanderer" in client.get("/").text


def test_a_code_page_left_open_leads_on_once_the_code_is_used(client: Client) -> None:
    """By the browser's way back, say, or in a second tab."""
    assert client.get(f"{SIGN_UP}code/").headers["Location"] == SIGN_IN
    client.force_login(factories.person("alice"))
    for path in (SIGN_UP, f"{SIGN_UP}code/", SIGN_IN, CODE):
        response = client.get(path)
        assert response.status_code == 302, path
        assert client.get(response.headers["Location"]).status_code == 200


@pytest.mark.parametrize(("start", "code_page"), [(SIGN_IN, CODE), (SIGN_UP, f"{SIGN_UP}code/")])
def test_a_slip_in_the_address_is_mended_on_the_page_it_was_made_on(
    client: Client, start: str, code_page: str
) -> None:
    alice, onward = factories.person("alice"), {"next": "/profile/"}
    wrong = alice.email if start == SIGN_IN else "zoe@players.exmaple"
    client.post(start, {"name": "Zoe", "email": wrong, **onward})
    assert client.get(start).headers["Location"] == code_page
    page = client.get(f"{code_page}?next=/profile/").text
    assert 'action="/account/again/"' in page
    assert client.get("/account/again/").status_code == 405
    back = client.post("/account/again/", onward).headers["Location"]
    assert back == f"{start}?next=%2Fprofile%2F"
    assert 'name="email"' in client.get(back).text
    client.post(start, {"name": "Zoe", "email": "zoe@players.example", **onward})
    assert last_letter().to == ["zoe@players.example"]
    assert "zoe@players.example" in client.get(code_page).text


def test_another_address_never_leads_to_another_site(client: Client) -> None:
    assert (
        client.post("/account/again/", {"next": "https://elsewhere.example/"}).headers["Location"] == SIGN_IN
    )


@pytest.mark.parametrize(
    ("language", "subject"),
    [("fr", "Referee\xa0: est-ce votre adresse"), ("it", "Referee: è questo il tuo indirizzo")],
)
def test_who_signs_up_in_a_language_is_written_to_in_it(client: Client, language: str, subject: str) -> None:
    client.post("/language/", {"language": language})
    client.post(SIGN_UP, {"name": "Zoé", "email": "zoe@players.example"})
    assert subject in last_letter().subject
    assert User.objects.get(email="zoe@players.example").language == language


def test_a_wrong_code_is_refused_in_the_readers_language(client: Client) -> None:
    client.post("/language/", {"language": "it"})
    client.post(SIGN_IN, {"email": factories.person("alice").email})
    assert "Codice errato." in client.post(CODE, {"code": "WRONG1"}).text


def test_signing_up_twice_makes_one_account_and_tells_its_owner(client: Client) -> None:
    alice = factories.person("alice")
    client.post(SIGN_UP, {"name": "Alice again", "email": alice.email})
    assert User.objects.filter(email=alice.email).count() == 1
    assert "You have an account" in str(last_letter().body)
    assert "/account/sign-in/" in str(last_letter().body)


@pytest.mark.parametrize(
    "typed", [{"name": "", "email": "x@players.example"}, {"name": "X", "email": "no address"}]
)
def test_a_sign_up_with_something_wrong_keeps_what_was_typed(client: Client, typed: dict[str, str]) -> None:
    page = client.post(SIGN_UP, typed).text
    assert 'class="error"' in page
    assert typed["email"] in page
    assert not mail.outbox


def test_signing_out_needs_a_form(client: Client) -> None:
    client.force_login(factories.person("alice"))
    assert client.get("/account/sign-out/").status_code == 200
    assert client.get("/profile/").status_code == 200
    assert client.post("/account/sign-out/").headers["Location"] == "/"
    assert client.get("/profile/").status_code == 302


def test_a_page_for_members_leads_through_sign_in_and_back(client: Client) -> None:
    assert client.get("/profile/").headers["Location"] == "/account/sign-in/?next=%2Fprofile%2F"


def test_the_profile_is_changed_and_its_language_holds_at_once(client: Client) -> None:
    client.force_login(factories.person("alice"))
    typed = {"name": "Alice L.", "language": "fr", "timezone": "Asia/Tokyo", "notices": "turns"}
    assert client.post("/profile/", typed).status_code == 302
    page = client.get("/profile/").text
    assert "Votre profil" in page
    assert "Enregistré." in page
    assert 'value="Asia/Tokyo"' in page


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("timezone", "Mars/Olympus", "There is no such time zone"),
        ("name", "", "required"),
        ("notices", "none at all", "not one of the available choices"),
    ],
)
def test_a_wrong_profile_is_refused_next_to_the_field(
    client: Client, field: str, value: str, says: str
) -> None:
    client.force_login(factories.person("alice"))
    typed = {"name": "Alice L.", "language": "en", "timezone": "Asia/Tokyo", "notices": "turns", field: value}
    response = client.post("/profile/", typed)
    assert response.status_code == 422
    assert says in response.text
    assert User.objects.get(email="alice@players.example").name == "alice"
