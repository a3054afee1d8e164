"""The form of a new contest, sent as it stands on the page: what the preset says is what is made."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest
from django.http import QueryDict
from django.test import Client

from referee.games import GAMES
from tests import factories
from tournaments.management.bots.browser import page_of
from tournaments.models import Contest
from tournaments.services.presets import PRESETS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_nothing_of_the_preset_is_lost_on_the_way(client: Client, preset: str) -> None:
    client.force_login(factories.organiser())
    address = f"/new/{preset}/"
    form = page_of(address, 200, client.get(address).text).form("name", "closes_local")
    sent = QueryDict(mutable=True)
    for name, value in parse_qsl(form.filled({"name": "As it stands"}, None), keep_blank_values=True):
        sent.appendlist(name, value)
    answer = client.post(address, sent)
    assert answer.status_code == 302
    contest, plan = Contest.objects.get(), PRESETS[preset]
    made = {name: getattr(contest, name) for name in plan["fields"]}
    assert made == plan["fields"]
    assert contest.rules == GAMES[plan["game"]].rules(plan["rules"])


def test_saving_after_a_preview_leads_to_the_top_of_the_desk(client: Client) -> None:
    """The preview's fragment stays in the address; a form without an action hands it on."""
    client.force_login(factories.organiser())
    assert '<form method="post" action="/new/shangri/" class="sheet">' in client.get("/new/shangri/").text
