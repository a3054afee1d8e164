"""The one door of a table: once, in turn, in time, or refused by name with nothing changed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from referee.core import Illegal, Move, Stale
from tests import factories
from tournaments import models
from tournaments.services import clock, tables, views

pytestmark = pytest.mark.django_db


def rows(table: models.Table) -> dict[str, Any]:
    """All that a refused move must leave as it was."""
    return {
        "table": models.Table.objects.filter(pk=table.pk).values().get(),
        "events": list(table.events.values()),
        "turns": list(table.turns.values()),
        "notices": list(models.Notice.objects.values_list("key", flat=True)),
        "ledger": list(models.LedgerEntry.objects.values_list("link", flat=True)),
    }


def play(table: models.Table, seat: str, move: Move, key: str, **asked: Any) -> Any:
    return tables.play(table.pk, kind="move", origin="web", seat=seat, move=move, key=key, **asked)


@pytest.fixture
def table() -> models.Table:
    return factories.table_of(factories.running(5))


def test_the_first_deal_follows_the_start(table: models.Table) -> None:
    assert table.state == "playing"
    assert [turn.seat.letter for turn in factories.open_turns(table)] == ["A"]
    assert table.events.get().input["rules"]["starting_stack"] == 20
    assert views.look(table.pk, None).view["pot"] == 10


def test_a_move_passes_the_turn_and_writes_one_event(table: models.Table) -> None:
    outcome = play(table, "A", Move("raise", {"to": 2}), "one", expected=1)
    assert (outcome.number, outcome.repeated) == (2, False)
    assert [turn.seat.letter for turn in factories.open_turns(table)] == ["B"]
    assert table.events.get(number=2).input == {"do": "raise", "to": 2}


def test_the_same_key_is_one_move(table: models.Table) -> None:
    first = play(table, "A", Move("raise", {"to": 2}), "one", expected=1)
    again = play(table, "A", Move("raise", {"to": 9}), "one", expected=1)
    assert again.repeated
    assert again.facts == first.facts
    assert table.events.count() == 2


@pytest.mark.parametrize(
    ("seat", "move", "asked", "code"),
    [
        ("A", Move("check"), {}, "NO_CHECK"),
        ("A", Move("call"), {}, "NOTHING_TO_CALL"),
        ("A", Move("raise", {"to": 19}), {}, "RAISE_TOO_LARGE"),
        ("B", Move("fold"), {}, "NOT_YOUR_TURN"),
        ("A", Move("timeout"), {}, "UNKNOWN_ACTION"),
        ("A", Move("remove", {"stack": "stays"}), {}, "UNKNOWN_ACTION"),
        ("Z", Move("fold"), {}, "UNKNOWN_SEAT"),
        ("A", Move("fold"), {"expected": 99}, "TURN_OVER"),
        ("B", Move("fold"), {"expected": 1}, "TURN_OVER"),
    ],
)
def test_refused_means_unchanged(
    table: models.Table, seat: str, move: Move, asked: dict[str, Any], code: str
) -> None:
    before = rows(table)
    with pytest.raises((Illegal, Stale)) as refused:
        play(table, seat, move, "refused", **asked)
    assert refused.value.code == code
    assert rows(table) == before


def test_in_time_is_received_by_the_deadline_however_late_it_is_read(table: models.Table) -> None:
    deadline = factories.move_clock(table, seconds=30)
    with pytest.raises(Stale) as late:
        play(table, "A", Move("fold"), "late", received=deadline + timedelta(microseconds=1))
    assert late.value.code == "TOO_LATE"
    assert play(table, "A", Move("fold"), "exact", received=deadline).number == 2


def test_silence_folds_when_the_time_is_over_and_not_before(table: models.Table) -> None:
    with pytest.raises(Stale) as early:
        tables.play(table.pk, kind="timeout", origin="clock", seat="A", key="early", expected=1)
    assert early.value.code == "NOT_DUE"
    factories.move_clock(table, seconds=1)
    outcome = tables.play(table.pk, kind="timeout", origin="clock", seat="A", key="due", expected=1)
    assert outcome.facts[0] == {"fact": "timed_out", "seat": "A", "deemed": "fold"}


def test_no_time_out_while_a_letter_from_before_the_deadline_is_unread(table: models.Table) -> None:
    deadline = factories.move_clock(table, seconds=1)
    letter = models.Letter.objects.create(
        raw=b"", envelope_to="play@localhost", via="smtp", received_at=deadline, body_hash="0" * 64
    )
    with pytest.raises(Stale):
        tables.play(table.pk, kind="timeout", origin="clock", seat="A", key="due", expected=1)
    letter.state = models.Letter.State.QUARANTINED
    letter.save()
    assert tables.play(table.pk, kind="timeout", origin="clock", seat="A", key="due", expected=1).number == 2


def test_a_whole_match_goes_on_by_itself_and_conserves_the_chips(table: models.Table) -> None:
    for number in range(200):
        turns = factories.open_turns(table)
        if not turns:
            break
        factories.move_clock(table, seconds=1)
        seat = turns[0].seat.letter
        tables.play(table.pk, kind="timeout", origin="clock", seat=seat, key=f"silence {number}")
        view = views.look(table.pk, None).view
        assert sum(seat["stack"] for seat in view["seats"].values()) + view["pot"] == 100
    table.refresh_from_db()
    assert table.state == "over"
    assert table.deal_number == 2
    assert sum(views.stacks(table).values()) == 100


def test_a_sign_of_life_moves_the_deadline_once_a_turn(table: models.Table) -> None:
    before = factories.open_turns(table)[0].deadline_at
    moved = tables.sign_of_life(table.pk, "A", expected=1)
    assert moved == before + timedelta(hours=12)
    assert tables.sign_of_life(table.pk, "A", expected=1) is None
    assert tables.sign_of_life(table.pk, "B", expected=1) is None
    assert table.events.last().facts[0]["fact"] == "alive"


def test_pause_keeps_the_time_that_is_left_and_resume_gives_it_back(table: models.Table) -> None:
    olga = table.contest.organiser
    deadline = clock.now() + timedelta(hours=5)
    table.turns.update(deadline_at=deadline)
    tables.play(table.pk, kind="pause", key="p", origin="staff", actor=olga, reason="a storm")
    with pytest.raises(Illegal) as paused:
        play(table, "A", Move("fold"), "while paused")
    assert paused.value.code == "PAUSED"
    left = factories.open_turns(table)[0].remaining
    assert left is not None
    tables.play(table.pk, kind="resume", key="r", origin="staff", actor=olga, reason="it is over")
    turn = factories.open_turns(table)[0]
    assert turn.remaining is None
    assert abs(turn.deadline_at - (clock.now() + left)) < timedelta(seconds=2)


def test_an_extension_is_an_event_with_its_reason(table: models.Table) -> None:
    before = factories.open_turns(table)[0].deadline_at
    tables.play(
        table.pk,
        kind="ruling",
        key="x",
        origin="staff",
        seat="A",
        actor=table.contest.organiser,
        reason="a wedding",
        data={"seconds": 3600},
    )
    assert factories.open_turns(table)[0].deadline_at == before + timedelta(hours=1)
    assert table.events.last().reason == "a wedding"


def test_a_seat_whose_player_has_left_folds_each_time_it_would_speak(table: models.Table) -> None:
    tables.leave_seat(table.pk, "B")
    play(table, "A", Move("raise", {"to": 1}), "one", expected=1)
    assert [turn.seat.letter for turn in factories.open_turns(table)] == ["C"]
    assert table.events.get(seat="B", kind="timeout").origin == "automatic"


def test_the_hidden_cards_stand_nowhere_in_the_rows(table: models.Table) -> None:
    """The deck is sealed: no column of text or JSON holds two cards of a hand."""
    mine = views.look(table.pk, "A").view["seats"]["A"]["cards"]
    tables_with_text = ("event", "turn", "notice", "ledgerentry", "draw", "table")
    with connection.cursor() as cursor:
        for name in tables_with_text:
            cursor.execute(f"SELECT coalesce(json_agg(t)::text, '') FROM tournaments_{name} t")
            text = cursor.fetchone()[0]
            assert f'"{mine[0]}", "{mine[1]}"' not in text, name


def test_what_is_seen_is_one_moment_though_somebody_plays_meanwhile(table: models.Table) -> None:
    """The row is read first and the turns after it: between the two, others play on."""
    for seat, key in (("A", "a"), ("B", "b"), ("C", "c")):
        play(table, seat, Move("fold"), key)
    last = views.rows().get(pk=table.pk)
    play(table, "D", Move("fold"), "d")
    between = models.Table.objects.get(pk=table.pk)
    for seat in "ABCDE":
        sight = views.look_at(last, lambda seats, turns, seat=seat: seat)
        assert (sight.turns, sight.options, sight.silence) == ({}, None, None)
    assert between.deal_number == 2
    assert views.look(table.pk, "B").options is not None
