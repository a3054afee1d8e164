"""People made on the command line or by the demo sign in with one code, as everybody does."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.test import Client
from pytest_django.fixtures import Settings

from tests import factories
from tournaments.doors.web.fields import LengthField
from tournaments.models import User

pytestmark = pytest.mark.django_db


def test_the_first_code_proves_the_address(client: Client) -> None:
    zed = User.objects.create_superuser("zed@players.example")
    client.post("/account/sign-in/", {"email": zed.email})
    code = re.search(r"^ +([A-Z0-9-]+)$", str(mail.outbox[-1].body), re.MULTILINE)
    assert code is not None
    assert client.post("/account/sign-in/code/", {"code": code[1]}).status_code == 302
    assert client.get("/my/").status_code == 200
    assert len(mail.outbox) == 1


def test_a_wrong_code_proves_nothing(client: Client) -> None:
    client.post("/account/sign-in/", {"email": factories.person("alice").email})
    client.post("/account/sign-in/code/", {"code": "AAAA-AAAA"})
    assert client.get("/my/").status_code == 302


@pytest.mark.parametrize("demo", [True, False])
def test_seconds_to_speak_are_for_the_demo_alone(settings: Settings, demo: bool) -> None:
    settings.DEMO = demo
    field = LengthField()
    assert ("seconds" in field.widget.render("turn", 8)) is demo
    if demo:
        assert field.clean(["8", "seconds"]) == 8
    assert field.clean(["8", "hours"]) == 8 * 3600
