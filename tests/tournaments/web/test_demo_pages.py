"""The demo's own pages: letters to look at, links that sign in; nothing of it in a real service."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

import pytest
import time_machine
from django.core import mail
from django.core.checks import run_checks
from django.test import Client
from pytest_django.fixtures import Settings

from tests import factories
from tournaments.models import CaughtLetter, Letter
from tournaments.services import catching, composing, demo, letters, post

pytestmark = pytest.mark.django_db


@pytest.fixture
def in_demo(settings: Settings) -> Settings:
    settings.DEMO = True
    settings.SITE_URL = "http://127.0.0.1:8000"
    return settings


@pytest.fixture
def letter() -> CaughtLetter:
    message = EmailMessage()
    message["From"], message["To"] = "Referee <play@referee.example>", "alice@players.example"
    message["Reply-To"] = "play+abc@referee.example"
    message["Subject"], message["Message-ID"] = "Rubis: à vous", "<turn.abc.1@referee.example>"
    message.set_content("C'est à vous. <script>alert(1)</script>\nhttp://127.0.0.1:8000/t/abc/\n")
    message.add_alternative("<html><head></head><body><b>À vous</b></body></html>", subtype="html")
    return CaughtLetter.objects.create(
        raw=message.as_bytes(),
        recipient="alice@players.example",
        subject="Rubis: à vous",
        message_id="<turn.abc.1@referee.example>",
    )


@pytest.mark.usefixtures("in_demo")
def test_letters_are_listed_and_filtered(client: Client, letter: CaughtLetter) -> None:
    page = client.get("/demo/mail/").text
    assert "Rubis: à vous" in page
    assert "Rubis" not in client.get("/demo/mail/?to=bob@players.example").text
    assert "Rubis" not in client.get("/demo/mail/?way=in").text
    assert "Rubis" in client.get("/demo/mail/?way=out").text


@pytest.fixture
def answered() -> Letter:
    """A turn's letter that went out, a player's answer to it, and ours to that."""
    table = factories.table_of(factories.running(5))
    turn = factories.open_turns(table)[0]
    user = turn.seat.entry.user
    assert user is not None
    raw = f"From: {user.email}\nTo: {composing.address(turn)}\nSubject: Re: mine\n\nfold\n\n> RAISE TO <x>\n"
    letter = letters.receive(raw.encode(), letters.Envelope(user.email, composing.address(turn), "smtp"))
    letters.read(letter.pk)
    post.send_due()
    for message in mail.outbox:
        catching.catch(message.message().as_bytes(), message.from_email, message.to)
    letter.refresh_from_db()
    return letter


@pytest.mark.usefixtures("in_demo")
def test_a_thread_holds_the_letters_of_both_ways_about_one_table(client: Client, answered: Letter) -> None:
    assert answered.turn is not None
    about = answered.turn.table.ref
    page = client.get(f"/demo/mail/?to={answered.sender}&about={about}").text
    ours = {f"/demo/mail/{row.pk}/" for row in CaughtLetter.objects.filter(recipient=answered.sender)}
    shown = [link for link in re.findall(r'href="(/demo/mail/[^"?]+)"', page) if link != "/demo/mail/"]
    assert f"/demo/mail/in/{answered.pk}/" in shown
    assert len(shown) > 1
    assert set(shown) - {f"/demo/mail/in/{answered.pk}/"} <= ours
    assert page.count("<section") == 1
    alone = client.get("/demo/mail/?way=in").text
    assert re.findall(r'href="(/demo/mail/[^"?]+/)"', alone) == [f"/demo/mail/in/{answered.pk}/"]
    assert f"/demo/mail/in/{answered.pk}/" not in client.get("/demo/mail/?way=out").text
    assert f"/demo/mail/in/{answered.pk}/" not in client.get("/demo/mail/?about=c0/table-1").text


@pytest.mark.usefixtures("in_demo")
def test_a_player_s_letter_is_shown_with_what_was_read_in_it(client: Client, answered: Letter) -> None:
    page = client.get(f"/demo/mail/in/{answered.pk}/").text
    assert '<pre class="panel letter">fold</pre>' in page
    assert "&gt; RAISE TO &lt;x&gt;" in page
    found = re.search(r'href="/demo/mail/(\d+)/">What the referee answered', page)
    assert found is not None
    assert CaughtLetter.objects.get(pk=found[1]).recipient == answered.sender
    raw = client.get(f"/demo/mail/in/{answered.pk}/raw/")
    assert raw.content == bytes(answered.raw)
    assert raw.headers["Content-Type"].startswith("text/plain")


@pytest.mark.usefixtures("in_demo")
def test_a_letter_is_shown_as_text_as_html_and_raw(client: Client, letter: CaughtLetter) -> None:
    page = client.get(f"/demo/mail/{letter.pk}/").text
    assert "C&#x27;est à vous. &lt;script&gt;" in page
    assert '<a href="http://127.0.0.1:8000/t/abc/"' in page
    assert "play+abc@referee.example" in page
    html = client.get(f"/demo/mail/{letter.pk}/html/")
    assert "<b>À vous</b>" in html.text
    policy = html.headers["Content-Security-Policy"]
    assert "sandbox" in policy
    assert "default-src 'none'" in policy
    assert "allow-scripts" not in policy
    assert html.headers["X-Frame-Options"] == "SAMEORIGIN"
    raw = client.get(f"/demo/mail/{letter.pk}/raw/")
    assert raw.content == bytes(letter.raw)
    assert raw.headers["Content-Type"].startswith("text/plain")


def test_an_answer_that_cannot_be_delivered_says_so_and_stays(
    client: Client, letter: CaughtLetter, in_demo: Settings
) -> None:
    in_demo.SMTP_DOOR_PORT = 9
    page = client.post(f"/demo/mail/{letter.pk}/reply/", {"text": "raise to 5"})
    assert page.status_code == 502
    assert "raise to 5</textarea>" in page.text
    assert client.post(f"/demo/mail/{letter.pk}/reply/", {"text": " "}).status_code == 400


@pytest.mark.usefixtures("in_demo")
def test_a_visit_of_a_sign_in_link_changes_nothing_its_button_signs_in(client: Client) -> None:
    alice = factories.person("alice")
    link = f"/demo/in/{demo.sign(alice)}/"
    page = client.get(link)
    assert "Enter as alice" in page.text
    assert "sessionid" not in client.cookies
    assert client.post(link).headers["Location"] == "/my/"
    assert client.get("/my/").status_code == 200


@pytest.mark.usefixtures("in_demo")
def test_who_enters_the_demo_goes_on_in_his_language(client: Client) -> None:
    alice = factories.person("alice")
    link = f"/demo/in/{demo.sign(alice)}/"
    assert "Entrer comme alice" in client.get(link, headers={"Accept-Language": "fr"}).text
    alice.refresh_from_db()
    assert alice.language == "en"
    client.post(link, headers={"Accept-Language": "fr"})
    assert "Mes tours" in client.get("/my/", headers={"Accept-Language": "fr"}).text


@pytest.mark.usefixtures("in_demo")
def test_a_changed_link_signs_nobody_in(client: Client) -> None:
    link = f"/demo/in/{demo.sign(factories.person('alice'))}x/"
    assert client.get(link).status_code == 404
    assert client.post(link).status_code == 404


@pytest.mark.usefixtures("in_demo")
def test_a_sign_in_link_is_good_for_a_week(client: Client) -> None:
    word = demo.sign(factories.person("alice"))
    with time_machine.travel(datetime.now(UTC) + timedelta(days=8)):
        assert demo.unsign(word) is None
    assert demo.unsign(word) is not None


@pytest.mark.parametrize(
    ("demo_set", "site"),
    [
        (False, "http://127.0.0.1:8000"),
        (True, "https://poker.example"),
        (True, "http://poker.example"),
        (True, "https://127.0.0.1"),
    ],
)
def test_a_real_service_has_none_of_it(
    client: Client,
    letter: CaughtLetter,
    answered: Letter,
    settings: Settings,
    demo_set: bool,
    site: str,
) -> None:
    settings.DEMO, settings.SITE_URL = True, "http://127.0.0.1:8000"
    link = f"/demo/in/{demo.sign(factories.person('alice'))}/"
    settings.DEMO, settings.SITE_URL = demo_set, site
    for path in ("/demo/mail/", f"/demo/mail/{letter.pk}/", f"/demo/mail/{letter.pk}/html/", link):
        assert client.get(path).status_code == 404, path
    assert client.get(f"/demo/mail/{letter.pk}/raw/").status_code == 404
    for path in (f"/demo/mail/in/{answered.pk}/", f"/demo/mail/in/{answered.pk}/raw/"):
        assert client.get(path).status_code == 404, path
    assert client.post(f"/demo/mail/{letter.pk}/reply/", {"text": "fold"}).status_code == 404
    assert client.post(link).status_code == 404


@pytest.mark.parametrize(
    ("demo_set", "debug", "site", "found"),
    [
        (True, False, "https://poker.example", ["tournaments.E001"]),
        (True, False, "http://poker.example", ["tournaments.E001"]),
        (True, False, "https://localhost", ["tournaments.E001"]),
        (True, False, "http://127.0.0.1:8123", []),
        (True, True, "http://poker.example", ["tournaments.E001"]),
        (True, True, "http://localhost:8123", []),
        (False, False, "https://poker.example", []),
    ],
)
def test_a_system_check_refuses_a_demo_in_production(
    settings: Settings, demo_set: bool, debug: bool, site: str, found: list[str]
) -> None:
    settings.DEMO, settings.DEBUG, settings.SITE_URL = demo_set, debug, site
    errors = [message.id for message in run_checks(tags=["security"]) if message.is_serious()]
    assert errors == found


@pytest.mark.usefixtures("in_demo")
def test_an_organiser_enters_the_demo_at_the_lobby(client: Client) -> None:
    link = f"/demo/in/{demo.sign(factories.organiser())}/"
    assert client.post(link).headers["Location"] == "/"
