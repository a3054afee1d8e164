"""Who takes over a seat sees its cards from then on: what was held there before him is not his."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.web.tabling import HANDS, address, drawn, player
from tournaments import models
from tournaments.services import proofs, records, rulings, sitting

pytestmark = pytest.mark.django_db
SECOND = {"A": "Ac Kc", "B": "2h 7s", "C": "Jh Js", "D": "3d 4d", "E": "8c 8d"}
ORDER = "BCDEA"


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> models.Table:
    """The second deal is being played; seat A folded in the first one, nobody saw its cards."""
    first = factories.holdem_deck(HANDS, "7h 9h Jd 2s 5h")
    factories.stack_decks(monkeypatch, first, factories.holdem_deck(SECOND, "7c 9h Jd 2s 5h", ORDER))
    table = factories.table_of(factories.running(5))
    factories.act(table, "fold", "raise 2", "fold", "fold", "fold")
    table.refresh_from_db()
    assert table.deal_number == 2
    return table


def known(table: models.Table, user: models.User, deal: int) -> set[str]:
    """What the page of a draw lets somebody check."""
    contest = models.Contest.objects.get(pk=table.contest_id)
    row = models.Draw.objects.get(series=table.ref, n=deal - 1)
    places = proofs.visible(proofs.find(contest, row.pk), user)
    order = proofs.draws.labels(row)
    return {order[place] for place in places}


def test_the_one_who_takes_over_in_the_second_deal_sees_that_one_alone(
    client: Client, table: models.Table
) -> None:
    before, zoe = player(table, "A"), factories.person("zoe")
    assert known(table, before, 1) >= {"As", "Kd"}
    assert sitting.first_own_deal(table, "A") == 1
    rulings.substitute(table, table.contest.organiser, "A", zoe.email, reason="ill", key="k")
    table = models.Table.objects.select_related("contest").get(pk=table.pk)
    assert sitting.first_own_deal(table, "A") == 2
    assert not known(table, zoe, 1) & {"As", "Kd"}
    assert known(table, zoe, 2) >= {"Ac", "Kc"}
    assert not known(table, before, 1) & {"As", "Kd"}
    offered = json.dumps(records.offered(table, "A")["deals"])
    assert '"As"' not in offered
    assert '"Ac"' in offered
    client.force_login(zoe)
    assert "As" not in drawn(client.get(f"{address(table)}replay/1/").text)
    assert "As" not in drawn(client.get(f"{address(table)}replay/1/steps/").text)
    assert "Ac" in drawn(client.get(address(table)).text)


def test_between_two_deals_he_begins_with_the_next(table: models.Table) -> None:
    models.Table.objects.filter(pk=table.pk).update(between=True)
    zoe = factories.person("zoe")
    rulings.substitute(table, table.contest.organiser, "A", zoe.email, reason="ill", key="k")
    assert sitting.first_own_deal(table, "A") == 3
