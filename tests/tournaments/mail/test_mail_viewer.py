"""A visitor of the demo plays by mail: our letter, caught; his answer, through the real door; our answer."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.mail.conftest import Program, turn_of
from tournaments import models
from tournaments.services import letters, post

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_letter_is_answered_from_the_viewer_and_the_move_is_played(
    client: Client, table: models.Table, door: Program, to_catcher: Program, settings: Any
) -> None:
    settings.DEMO, settings.SITE_URL = True, "http://127.0.0.1:8000"
    settings.SMTP_DOOR_HOST, settings.SMTP_DOOR_PORT = "127.0.0.1", door.port
    turn = turn_of(table)
    user = turn.seat.entry.user
    assert user is not None
    post.send_due()
    page = client.get(f"/demo/mail/?to={user.email}").text
    letter = re.findall(r"/demo/mail/(\d+)/", page)[0]
    shown = client.get(f"/demo/mail/{letter}/").text
    assert "/t/" in shown
    assert client.get(f"/demo/mail/{letter}/html/").status_code == 200
    sent = client.post(f"/demo/mail/{letter}/reply/", {"text": "raise to 2\n\nGood evening!"}, follow=True)
    assert "Your answer is on its way" in sent.text
    letters.read_due()
    event = table.events.get(kind="move")
    assert (event.seat, event.input, event.origin) == ("A", {"do": "raise", "to": 2}, "mail")
    assert event.comment == "Good evening!"
    post.send_due()
    assert "Newer letter" in client.get(f"/demo/mail/{letter}/").text
