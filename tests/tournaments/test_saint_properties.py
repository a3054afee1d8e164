"""What must hold in every game at a table of the service: cards, sight, orders of choices, scores."""

from __future__ import annotations

import random
import secrets

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from referee.core import Json
from tests.referee.saint.recount import recount
from tests.referee.saint.test_saint_properties import lying
from tests.referee.saint.tools import GAME, cards_in, choose
from tests.tournaments.test_saint_table import saint_table
from tournaments import models
from tournaments.services import advances, records, sealing, tables, views

pytestmark = pytest.mark.django_db


def stored(table: models.Table) -> Json:
    state: Json = sealing.unseal_json(models.Table.objects.get(pk=table.pk).snapshot)
    return state


def in_some_order(table: models.Table, chance: random.Random) -> None:
    """What all who are awaited choose, played in one order and, after that was undone, in another."""
    state, number = GAME.load(stored(table)), table.events.count()
    chosen = [(seat, choose(state, seat, chance)) for seat in GAME.awaiting(state)]
    ends = []
    for last in (False, True):
        with transaction.atomic():
            for seat, move in chance.sample(chosen, len(chosen)):
                key = secrets.token_hex(8)
                tables.play(table.pk, kind="move", seat=seat, move=move, key=key, origin="web")
            said = table.events.filter(number__gt=number).order_by("number").values_list("facts", flat=True)
            ends.append((stored(table), list(said)[-1][1:]))  # but who chose last
            transaction.set_rollback(not last)
    assert ends[0] == ends[1]


def shown(table: models.Table, seat: str | None) -> set[str]:
    """The cards that a reader's page is made of, and his record."""
    sight = views.look(table.pk, seat)
    there = [sight.view, sight.options, sight.silence.to_json() if sight.silence else None]
    return cards_in([there, records.offered(sight.table, seat), advances.kept(sight) if seat else []])


@settings(
    max_examples=2,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.integers(2, 3), st.integers(0, 2**32))
def test_cards_are_kept_secrets_too_orders_make_no_difference_and_scores_are_a_recount(
    players: int, seed: int
) -> None:
    chance = random.Random(seed)
    with transaction.atomic():
        table = saint_table(players)
        full = records.full(table)["deals"][0]
        dealt = {seat: set(full["deck"][place : 10 * players : players]) for place, seat in enumerate("ABC")}
        opened: set[str] = set()
        while GAME.awaiting(state := GAME.load(stored(table))):
            if GAME.sealed(state):
                in_some_order(table, chance)
            else:
                seat = GAME.awaiting(state)[0]
                move, key = choose(state, seat, chance), secrets.token_hex(8)
                tables.play(table.pk, kind="move", seat=seat, move=move, key=key, origin="web")
            found = lying(GAME.load(stored(table)))
            assert set(found.values()) == {1}
            opened |= cards_in(list(table.events.values_list("facts", flat=True)))
            if views.look(table.pk, None).view["phase"] == "take" or chance.random() < 0.8:
                continue
            for reader in (None, *"ABC"[:players]):
                assert shown(table, reader) <= opened | dealt.get(reader or "", set())
        table.refresh_from_db()
        scores, _orders = recount(records.full(table))
        assert scores == views.stacks(table)
        assert records.differences(table.pk) == []
        transaction.set_rollback(True)
