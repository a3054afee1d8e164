"""The clock: time-outs, two sweepers, outages, reminders, poison (clock.md)."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection

from referee.core import Move, Stale
from tests import factories
from tournaments import models
from tournaments.services import clock, reminders, sweep, tables

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> models.Table:
    return factories.table_of(factories.running(5))


def in_threads(*jobs: object) -> list[BaseException]:
    """Run jobs at the same time, each with a connection of its own; what they raised."""
    errors: list[BaseException] = []
    gate = threading.Barrier(len(jobs))

    def run(job: object) -> None:
        gate.wait()
        try:
            job()  # type: ignore[operator]
        except BaseException as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[job]) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors


def test_a_sweep_times_out_what_is_due_and_a_second_one_nothing(table: models.Table) -> None:
    factories.move_clock(table, seconds=1)
    assert sweep.sweep().timed_out == 1
    assert sweep.sweep().timed_out == 0


def test_two_sweepers_do_no_harm(table: models.Table) -> None:
    factories.move_clock(table, seconds=1)
    errors = in_threads(sweep.sweep, sweep.sweep)
    assert errors == []
    assert table.events.filter(kind="timeout").count() == 1


def test_a_move_and_the_sweep_in_the_same_moment_give_one_event(table: models.Table) -> None:
    deadline = factories.move_clock(table, seconds=1)

    def move() -> None:
        tables.play(
            table.pk,
            kind="move",
            key="m",
            origin="web",
            seat="A",
            move=Move("raise", {"to": 1}),
            expected=1,
            received=deadline,
        )

    errors = in_threads(move, sweep.sweep)
    assert all(isinstance(error, Stale) for error in errors)
    assert table.events.filter(seat="A").count() == 1


def test_after_an_outage_nobody_is_timed_out_and_the_deadlines_move(table: models.Table) -> None:
    sweep.sweep()
    table.turns.update(deadline_at=clock.now() - timedelta(minutes=10))
    models.Heartbeat.objects.update(at=clock.now() - timedelta(hours=2))
    done = sweep.sweep()
    assert (done.timed_out, done.shifted) == (0, 1)
    left = factories.open_turns(table)[0].deadline_at - clock.now()
    assert timedelta(minutes=59) < left < timedelta(hours=2)
    entry = models.LedgerEntry.objects.filter(contest=table.contest).last()
    assert '"type":"outage"' in entry.body


def test_a_gap_of_less_than_five_minutes_is_no_outage(table: models.Table) -> None:
    sweep.sweep()
    factories.move_clock(table, seconds=1)
    models.Heartbeat.objects.update(at=clock.now() - timedelta(minutes=4))
    assert sweep.sweep().timed_out == 1


def test_a_poisoned_turn_waits_and_the_next_one_goes_on(table: models.Table) -> None:
    other = factories.table_of(factories.running(5, name="Second tour"))
    models.Table.objects.filter(pk=table.pk).update(snapshot=b"not a sealed state")
    factories.move_clock(table, seconds=60)
    factories.move_clock(other, seconds=1)
    assert sweep.sweep().timed_out == 1
    turn = factories.open_turns(table)[0]
    assert (turn.attempts, turn.retry_at is not None) == (1, True)
    assert sweep.sweep().timed_out == 0
    assert sweep.heart()["poisoned"] == 1


def test_paused_tables_are_not_swept(table: models.Table) -> None:
    olga = table.contest.organiser
    factories.move_clock(table, seconds=1)
    tables.play(table.pk, kind="pause", key="p", origin="staff", actor=olga, reason="a storm")
    assert sweep.sweep().timed_out == 0


def test_a_table_paused_since_it_was_found_due_is_not_poisoned(table: models.Table) -> None:
    factories.move_clock(table, seconds=1)
    (due,) = sweep.due_turns()
    olga = table.contest.organiser
    tables.play(table.pk, kind="pause", key="p", origin="staff", actor=olga, reason="a storm")
    assert not sweep.time_out(due)
    assert factories.open_turns(table)[0].attempts == 0


def test_a_broken_table_and_a_broken_contest_hold_up_no_other(table: models.Table) -> None:
    models.Table.objects.filter(pk=table.pk).update(snapshot=b"not a sealed state", between=True)
    broken, good = factories.seated(5, name="broken"), factories.seated(5, name="good")
    models.Contest.objects.filter(pk=broken.pk).update(state=models.Contest.State.CLOSED)
    assert sweep.sweep().advanced == 1
    assert good.tables.get().state == models.Table.State.PLAYING


def test_a_table_left_between_two_deals_by_a_crash_goes_on(table: models.Table) -> None:
    for seat in "ABC":
        tables.play(table.pk, kind="move", key=seat, origin="web", seat=seat, move=Move("fold"))
    real, tables.go_on = tables.go_on, lambda _table: None
    try:
        tables.play(table.pk, kind="move", key="D", origin="web", seat="D", move=Move("fold"))
    finally:
        tables.go_on = real
    table.refresh_from_db()
    assert table.between
    assert sweep.sweep().woken == 1
    table.refresh_from_db()
    assert table.deal_number == 2


def test_reminders_come_once_a_step_one_letter_for_all_tables(table: models.Table) -> None:
    now = clock.now()
    table.turns.update(opened_at=now - timedelta(hours=13), deadline_at=now + timedelta(hours=11))
    assert reminders.write_due() == 1
    assert reminders.write_due() == 0
    table.turns.update(opened_at=now - timedelta(hours=20), deadline_at=now + timedelta(hours=4))
    assert reminders.write_due() == 1
    assert models.Notice.objects.filter(kind="reminder").count() == 2
