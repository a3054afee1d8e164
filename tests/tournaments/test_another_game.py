"""The protocol is general: a game with secret simultaneous choices runs through the same door and clock."""

from __future__ import annotations

import json

import pytest

from referee.core import Illegal, Move, Stale
from referee.games import GAMES
from tests import factories
from tests.tiny import TinyGame
from tournaments import models
from tournaments.services import presets, sweep, tables, views

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> models.Table:
    monkeypatch.setitem(GAMES, "tiny", TinyGame())
    monkeypatch.setitem(presets.PRESETS, "tiny", {"game": "tiny", "rules": {}, "fields": {}})
    return factories.table_of(factories.running(5, preset="tiny"))


def bid(table: models.Table, seat: str, to: int, *, expected: int = 1, key: str = "") -> None:
    move = Move("bid", {"to": to})
    key = key or f"bid {seat}"
    tables.play(table.pk, kind="move", key=key, origin="web", seat=seat, move=move, expected=expected)


def test_all_seats_are_awaited_and_anothers_choice_makes_no_page_stale(table: models.Table) -> None:
    assert [turn.seat.letter for turn in factories.open_turns(table)] == list("ABCDE")
    for seat in "CAEDB":
        bid(table, seat, 2)
    assert [turn.seat.letter for turn in factories.open_turns(table)] == ["A"]


def test_a_choice_is_final_and_a_second_one_is_refused_by_name(table: models.Table) -> None:
    bid(table, "C", 2)
    with pytest.raises(Stale) as refused:
        bid(table, "C", 3, key="again")
    assert refused.value.code == "TURN_OVER"
    with pytest.raises(Illegal) as unseen:
        tables.play(table.pk, kind="move", key="unseen", origin="web", seat="C", move=Move("bid", {"to": 3}))
    assert unseen.value.code == "ALREADY_CHOSEN"


def test_a_choice_not_turned_up_stands_in_no_row_and_in_no_view_of_another(table: models.Table) -> None:
    bid(table, "C", 3)
    event = table.events.get(seat="C")
    assert event.input is None
    assert event.facts == [{"fact": "chosen", "seat": "C"}]
    ledger = models.LedgerEntry.objects.filter(contest=table.contest).last()
    assert '"to"' not in ledger.body
    assert views.look(table.pk, "A").view["bids"] == {"C": None}
    assert views.look(table.pk, "C").view["bids"] == {"C": 3}


def test_everything_made_for_a_seat_is_the_same_whatever_the_others_chose(table: models.Table) -> None:
    seen = []
    for choice in (1, 3):
        other = factories.table_of(factories.running(5, preset="tiny", name=f"Choice {choice}"))
        bid(other, "C", choice)
        sight = views.look(other.pk, "A")
        seen.append(json.dumps([sight.view, sight.options, list(other.events.values_list("facts"))]))
    assert seen[0] == seen[1]


def test_the_hidden_face_is_known_to_one_seat(table: models.Table) -> None:
    for seat in "ABCDE":
        bid(table, seat, 1)
    looking = views.look(table.pk, "A").view["looking_at"]
    assert looking is not None
    assert views.look(table.pk, "B").view["looking_at"] is None
    tables.play(table.pk, kind="move", key="keep", origin="web", seat="A", move=Move("keep"))
    assert views.look(table.pk, "A").view["tiles"] == {"A": looking}
    assert views.look(table.pk, None).view["tiles"] == {"A": None}


def test_silence_plays_the_defaults_and_the_contest_ends_by_itself(table: models.Table) -> None:
    for _ in range(12):
        factories.move_clock(table, seconds=1)
        sweep.sweep()
    table.refresh_from_db()
    assert table.state == "over"
    table.contest.refresh_from_db()
    assert table.contest.state == "final"
