"""The four examples of the tournament's text, by their numbers, through the pages, in the players' own words.

No ante; seats A to E; one betting round of the first deal.
"""

from __future__ import annotations

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.web.tabling import awaited, send, sit
from tournaments import models
from tournaments.services import views

pytestmark = pytest.mark.django_db

EXAMPLE_2 = ("A mise 1 jeton", "B se couche", "C suit, mise 1 jeton", "D se couche")
EXAMPLE_3 = (*EXAMPLE_2, "E relance, mise 3 jetons (1+2)", "A se couche")


@pytest.fixture
def table() -> models.Table:
    return factories.table_of(factories.running(5, preset="shangri-draft"))


def play(client: Client, table: models.Table, *said: str) -> None:
    """Each player in his turn opens the page, writes his line and sends it."""
    models.User.objects.update(language="fr")
    for line in said:
        letter, _, words = line.partition(" ")
        assert awaited(table) == letter
        sit(client, table, letter)
        assert send(client, table, do="words", words=words).status_code == 302, line


def standing(table: models.Table) -> dict[str, object]:
    view = views.look(table.pk, None).view
    seats = view["seats"]
    return {
        "stay": "".join(letter for letter, seat in seats.items() if seat["state"] == "in"),
        "put": {letter: seat["put"] for letter, seat in seats.items() if seat["put"]},
        "round": view["street"],
        "pot": view["pot"],
    }


def test_example_1_a_bet_and_two_calls(client: Client, table: models.Table) -> None:
    play(client, table, "A se couche", "B mise 2 jetons", "C suit, mise 2 jetons", "D se couche", "E je suis")
    assert standing(table) == {"stay": "BCE", "put": {"B": 2, "C": 2, "E": 2}, "round": 1, "pot": 6}
    assert awaited(table) == "B"


def test_example_2_a_raise_that_one_player_calls(client: Client, table: models.Table) -> None:
    play(client, table, *EXAMPLE_3, "C complète en posant 2 jetons pour arriver à 3")
    assert standing(table) == {"stay": "CE", "put": {"A": 1, "C": 3, "E": 3}, "round": 1, "pot": 7}


def test_example_3_a_raise_upon_the_raise(client: Client, table: models.Table) -> None:
    play(
        client,
        table,
        *EXAMPLE_3,
        "C il rajoute 4 jetons, soit 5 au total (1+4)",
        "E complète en posant 2 jetons (3+2)",
    )
    assert standing(table) == {"stay": "CE", "put": {"A": 1, "C": 5, "E": 5}, "round": 1, "pot": 11}


def test_example_4_all_others_folded_the_last_one_wins_unasked(client: Client, table: models.Table) -> None:
    play(client, table, *EXAMPLE_3, "C il rajoute 4 jetons, soit 5 au total (1+4)", "E se couche")
    last = table.events.filter(kind="move", seat="E").latest("number")
    kinds = [fact["fact"] for fact in last.facts]
    assert "shown" not in kinds
    assert next(fact for fact in last.facts if fact["fact"] == "uncalled")["amount"] == 2
    assert next(fact for fact in last.facts if fact["fact"] == "pot")["wins"] == {"C": 7}
    stacks = next(fact for fact in last.facts if fact["fact"] == "deal_over")["stacks"]
    assert stacks == {"A": 9, "B": 10, "C": 14, "D": 10, "E": 7}
