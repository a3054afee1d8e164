"""Absence with a quota: declared ahead, it makes new deadlines later and no running one; all see it."""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from referee.core import Refusal
from tests import factories
from tests.tournaments.test_exports import Forgery, checked, exported
from tests.tournaments.web.tabling import address, player
from tournaments import models
from tournaments.models import Absence, Heartbeat, Table, Turn
from tournaments.services import absences, clock, contests, folded, rulings, sweep

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def table() -> Table:
    """A turn lasts two days; each player has three days of absence. A is to speak."""
    Heartbeat.objects.create(name=sweep.HEART, at=clock.now())
    return factories.table_of(factories.running(5, absence_days=3, turn_seconds=2 * 86400))


def today(table: Table) -> date:
    return clock.now().astimezone(ZoneInfo(table.contest.zone)).date()


def away(table: Table, seat: str, first: int, last: int) -> Absence:
    """From so many days from now to so many."""
    now = today(table)
    return absences.declare(table.contest_id, player(table, seat), now + first * DAY, now + last * DAY)


def open_turn(table: Table) -> Turn:
    (turn,) = factories.open_turns(table)
    return turn


def refused(table: Table, seat: str, first: int, last: int) -> str:
    with pytest.raises(Refusal) as caught:
        away(table, seat, first, last)
    return caught.value.code


def test_a_new_turn_ends_later_and_a_running_one_as_it_did(table: Table) -> None:
    running = open_turn(table)
    away(table, "A", 1, 1)
    made = away(table, "B", 1, 2)
    assert open_turn(table).deadline_at == running.deadline_at
    factories.act(table, "raise 1")
    turn = open_turn(table)
    assert turn.seat.letter == "B"
    assert turn.deadline_at == turn.opened_at + 2 * DAY + (made.ends_at - made.starts_at)
    factories.act(table, "call")
    turn = open_turn(table)
    assert turn.deadline_at == turn.opened_at + 2 * DAY, "C is there"
    rulings.extend_turn(table, table.contest.organiser, "C", seconds=3600, reason="a storm", key="x")
    assert open_turn(table).deadline_at == turn.deadline_at + timedelta(hours=1)


def test_what_may_be_declared(table: Table) -> None:
    assert refused(table, "A", 0, 1) == "ABSENCE_LATE"
    assert refused(table, "A", 3, 2) == "ABSENCE_BACKWARDS"
    assert refused(table, "A", 1, 4) == "ABSENCE_TOO_LONG"
    assert refused(table, "A", 500, 501) == "ABSENCE_FAR"
    first = away(table, "A", 2, 3)
    assert away(table, "A", 2, 3) == first, "twice is once"
    assert refused(table, "A", 3, 3) == "ABSENCE_TWICE"
    assert refused(table, "A", 5, 6) == "ABSENCE_TOO_LONG"
    assert absences.own(table.contest, player(table, "A")).left == 1
    away(table, "B", 1, 3)
    for user in (table.contest.organiser, factories.person("zoe")):
        with pytest.raises(Refusal, match="NOT_ENTERED"):
            absences.declare(table.contest_id, user, today(table) + DAY, today(table) + DAY)
    models.Contest.objects.filter(pk=table.contest_id).update(absence_days=0)
    assert refused(table, "C", 1, 1) == "NO_ABSENCES"


def test_it_is_taken_back_ahead_and_not_once_a_deadline_was_set_by_it(table: Table) -> None:
    used, kept = away(table, "B", 1, 1), away(table, "C", 4, 5)
    factories.act(table, "raise 1")
    for absence, seat, code in ((used, "B", "ABSENCE_USED"), (kept, "C", "")):
        if code:
            with pytest.raises(Refusal, match=code):
                absences.undo(table.contest_id, player(table, seat), absence.pk)
        else:
            absences.undo(table.contest_id, player(table, seat), absence.pk)
            absences.undo(table.contest_id, player(table, seat), absence.pk)
    with pytest.raises(Absence.DoesNotExist):
        absences.undo(table.contest_id, player(table, "D"), used.pk)
    assert absences.own(table.contest, player(table, "C")).left == 3
    begun = away(table, "D", 1, 1)
    now = clock.now()
    Absence.objects.filter(pk=begun.pk).update(declared_at=now - 2 * DAY, starts_at=now - DAY)
    with pytest.raises(Refusal, match="ABSENCE_BEGUN"):
        absences.undo(table.contest_id, player(table, "D"), begun.pk)
    with pytest.raises(IntegrityError), transaction.atomic():
        Absence.objects.filter(pk=used.pk).update(withdrawn_at=now)


def test_the_ledger_tells_it_and_verify_counts_the_days() -> None:
    contest = factories.running(5, absence_days=3)
    table = factories.table_of(contest)
    made = away(table, "B", 1, 2)
    absences.undo(contest.pk, player(table, "B"), made.pk)
    away(table, "B", 2, 4)
    bodies: list[Any] = [
        json.loads(row.body) for row in contest.ledger.filter(kind="absence").order_by("seq")
    ]
    assert [(one["data"]["what"], one["data"]["days"]) for one in bodies] == [
        *(("declared", 2), ("withdrawn", 2), ("declared", 3))
    ]
    factories.play_out(contest)
    lines = exported(contest)
    assert checked(lines).problems == []
    forgery = Forgery(lines)
    del forgery.bodies[forgery.find("opening")]["data"]["absence_days"]
    assert any("is away on 2 days in all, of 0" in line for line in checked(forgery.lines()).problems)


def test_the_story_of_a_time_out_tells_it(client: Client, table: Table) -> None:
    made = away(table, "B", 1, 1)
    factories.act(table, "raise 1")
    turn = open_turn(table)
    shift = turn.deadline_at - clock.now() + timedelta(seconds=5)
    Turn.objects.filter(pk=turn.pk).update(
        opened_at=turn.opened_at - shift, deadline_at=turn.deadline_at - shift
    )
    Absence.objects.filter(pk=made.pk).update(
        declared_at=made.declared_at - shift, starts_at=made.starts_at - shift, ends_at=made.ends_at - shift
    )
    assert sweep.sweep().timed_out == 1
    event = table.events.filter(kind="timeout").latest("number")
    why = folded.why(table, event.number, player(table, "B"))
    assert why is not None
    assert [one.pk for one in why.absent] == [made.pk]
    assert why.first == why.turn.deadline_at
    shown = client.get(f"{address(table)}why/{event.number}/").text
    assert f"{player(table, 'B').name} had declared on" in shown


def test_pages_say_what_is_left_and_the_table_who_is_away(client: Client, table: Table) -> None:
    page = f"/c/{table.contest.slug}/absence/"
    assert client.get(page).status_code == 302
    client.force_login(factories.person("zoe"))
    assert client.get(page).status_code == 422
    assert "Each player may be away for 3 days" in client.get(f"/c/{table.contest.slug}/").text
    client.force_login(player(table, "B"))
    assert "you have 3 left" in client.get(page).text
    days = {"do": "declare", "first": f"{today(table) + DAY}", "last": f"{today(table) + 2 * DAY}"}
    assert client.post(page, {**days, "last": "soon"}).status_code == 422
    assert client.post(page, {**days, "last": f"{today(table) + 9 * DAY}"}).status_code == 422
    assert client.post(page, days).status_code == 302
    assert "you have 1 left" in client.get(page).text
    name = player(table, "B").name
    assert f"{name} will be away from" in client.get(address(table)).text
    assert f"{name} will be away from" in client.get(f"/c/{table.contest.slug}/log/").text
    (made,) = Absence.objects.all()
    assert client.post(page, {"do": "undo", "absence": str(made.pk)}).status_code == 302
    assert "you have 3 left" in client.get(page).text
    assert client.post(page, {"do": "undo", "absence": "999"}).status_code == 404


def test_the_quota_is_fixed_before_registration_opens() -> None:
    draft = factories.draft()
    contests.edit(draft.pk, draft.organiser, absence_days=5)
    contests.announce(draft.pk, draft.organiser)
    (opening,) = draft.ledger.filter(kind="opening")
    assert json.loads(opening.body)["data"]["absence_days"] == 5
    with pytest.raises(Refusal, match="NOT_A_DRAFT"):
        contests.edit(draft.pk, draft.organiser, absence_days=50)
