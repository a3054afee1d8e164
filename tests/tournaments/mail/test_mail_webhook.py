"""Letters brought by Mailgun's route: signed, stored as they came, each signature once."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.tournaments.mail.conftest import a_reply, turn_of
from tournaments import models
from tournaments.services import composing, letters

pytestmark = pytest.mark.django_db

KEY = "a-key-for-tests-only"


@pytest.fixture(autouse=True)
def key(settings: Any) -> None:
    settings.MAILGUN_SIGNING_KEY = KEY


def fields(raw: bytes, recipient: str, *, token: str = "t" * 50, **other: str) -> dict[str, Any]:
    signature = hmac.new(KEY.encode(), f"1800000000{token}".encode(), hashlib.sha256).hexdigest()
    signed = {"timestamp": "1800000000", "token": token, "signature": signature}
    return {**signed, "sender": "a@b.example", "recipient": recipient, "body-mime": raw} | other


def bring(given: dict[str, Any], form: str) -> HttpResponse:
    client = Client()
    if form == "urlencoded":
        body = urlencode(given)
        return client.post("/mail/mailgun/mime/", body, content_type="application/x-www-form-urlencoded")
    boundary = b"--x\r\n"
    parts = [
        b'Content-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
        % (name.encode(), value if isinstance(value, bytes) else value.encode())
        for name, value in given.items()
    ]
    body = boundary + boundary.join(parts) + b"--x--\r\n"
    return client.post("/mail/mailgun/mime/", body, content_type="multipart/form-data; boundary=x")


@pytest.mark.parametrize("form", ["urlencoded", "multipart"])
def test_a_letter_is_stored_as_it_came_and_then_played(table: models.Table, form: str) -> None:
    turn = turn_of(table)
    head = b"Content-Type: text/plain; charset=windows-1252\r\nContent-Transfer-Encoding: 8bit\r\n"
    raw = head + f"From: {turn.seat.entry.user.email}\r\n\r\n".encode()  # type: ignore[union-attr]
    raw += "relance à 5\r\n\r\nschöne Grüße\r\n".encode("windows-1252")
    assert bring(fields(raw, composing.address(turn)), form).status_code == 200
    letter = models.Letter.objects.get()
    assert (bytes(letter.raw), letter.via, letter.turn) == (raw, "webhook", turn)
    letters.read_due()
    assert table.events.get(kind="move").comment == "schöne Grüße"


def test_a_wrong_signature_stores_nothing(table: models.Table) -> None:
    turn = turn_of(table)
    given = fields(a_reply(turn, "fold"), composing.address(turn), signature="0" * 64)
    assert bring(given, "urlencoded").status_code == 400
    unsigned = {name: given[name] for name in ("sender", "recipient", "body-mime")}
    assert bring(unsigned, "urlencoded").status_code == 400
    assert not models.Letter.objects.exists()


def test_a_signature_serves_one_letter(table: models.Table) -> None:
    """It does not cover the letter: whoever has seen one must not be able to send his own with it."""
    turn = turn_of(table)
    for words in ("fold", "all-in"):
        assert bring(fields(a_reply(turn, words), composing.address(turn)), "multipart").status_code == 200
    assert models.Letter.objects.count() == 1
    letters.read_due()
    assert table.events.get(kind="move").input == {"do": "fold"}


def test_what_is_not_taken_is_said_by_number(table: models.Table) -> None:
    turn = turn_of(table)
    raw, here = a_reply(turn, "fold"), composing.address(turn)
    assert bring(fields(raw, "nobody@elsewhere.example"), "multipart").status_code == 406
    assert bring(fields(b"x" * (letters.LARGEST + 1), here), "multipart").status_code == 406
    for _ in range(letters.MOST_TO_ONE):
        letters.receive(raw, letters.Envelope("x@y.example", here, "smtp"))
    assert bring(fields(raw, here), "multipart").status_code == 429


def test_without_a_key_there_is_no_such_door(table: models.Table, settings: Any) -> None:
    settings.MAILGUN_SIGNING_KEY = ""
    turn = turn_of(table)
    assert bring(fields(a_reply(turn, "fold"), composing.address(turn)), "multipart").status_code == 404
