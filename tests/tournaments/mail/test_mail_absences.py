"""Days of absence declared by letter, in three languages, by the door of the page."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from referee.core import Unreadable
from referee.grammar.absences import of_line, speaks
from tests import factories
from tests.tournaments.mail.conftest import a_reply, answer_to, take, turn_of
from tests.tournaments.mail.test_mail_contests import reply, write
from tests.tournaments.web.tabling import player
from tournaments import models
from tournaments.models import Absence, Notice, Table
from tournaments.services import clock, reminders
from tournaments.services.harmless import commands

pytestmark = pytest.mark.django_db
TODAY = date(2026, 4, 29)
"""A Wednesday."""


@pytest.mark.parametrize(
    ("line", "first", "last"),
    [
        ("absent until Monday", (4, 30), (5, 4)),
        ("I'll be away until 5 May, thanks!", (4, 30), (5, 5)),
        ("Absent from 3 to 5 May", (5, 3), (5, 5)),
        ("away 3-5 May", (5, 3), (5, 5)),
        ("I am away from 30 April to 2 May", (4, 30), (5, 2)),
        ("away from Friday to Tuesday", (5, 1), (5, 5)),
        ("absent 2026-05-03", (5, 3), (5, 3)),
        ("absent from 2026-05-03 to 2026-05-05", (5, 3), (5, 5)),
        ("on holiday from 30 to 2 May", (4, 30), (5, 2)),
        ("absent du 3 au 5 mai", (5, 3), (5, 5)),
        ("Je serai absente jusqu\u2019à lundi, merci", (4, 30), (5, 4)),
        ("absent jusqu'au 5 mai", (4, 30), (5, 5)),
        ("absent demain", (4, 30), (4, 30)),
        ("en vacances du 1er au 3 mai 2026", (5, 1), (5, 3)),
        ("assente fino a lunedì", (4, 30), (5, 4)),
        ("Sarò assente dal 3 al 5 maggio, grazie", (5, 3), (5, 5)),
        ("assente da venerdì a martedì", (5, 1), (5, 5)),
        ("assente fino all'8 maggio", (4, 30), (5, 8)),
    ],
)
def test_the_days_of_a_line(line: str, first: tuple[int, int], last: tuple[int, int]) -> None:
    assert of_line(line, TODAY) == (date(2026, *first), date(2026, *last))
    assert commands(line, None, ""), "no line of a letter of ours may be one"


@pytest.mark.parametrize(
    "line",
    ["absent minded as I am", "absent", "absent until Monday?", "You are away until Monday", "away game"],
)
def test_talk_declares_nothing(line: str) -> None:
    assert of_line(line, TODAY) is None
    assert not speaks(line)


def test_days_that_cannot_be_read_are_asked_back() -> None:
    for line in ("absent until further notice", "absent du 3 au 5/6", "assente fino al 31 febbraio"):
        with pytest.raises(Unreadable, match="BAD_DAYS"):
            of_line(line, TODAY)


@pytest.fixture
def table() -> Table:
    return factories.table_of(factories.running(5, absence_days=4, turn_seconds=2 * 86400))


def said(word: str) -> str:
    return (clock.now().date() + timedelta(days=int(word))).isoformat()


def test_a_letter_declares_them_and_the_answer_says_what_is_left(table: Table) -> None:
    running = turn_of(table).deadline_at
    letter = take(a_reply(turn_of(table), f"absent from {said('2')} to {said('3')}"), turn_of(table))
    (one,) = Absence.objects.all()
    assert (letter.state, letter.outcome["absence"], one.days) == ("answered", one.pk, 2)
    text = answer_to(letter)
    assert "both days included" in text
    assert "2 days of absence are left to you." in text
    assert turn_of(table).deadline_at == running, "a running one never moves"
    assert models.LedgerEntry.objects.filter(kind="absence").count() == 1
    again = take(a_reply(turn_of(table), f"away from {said('5')} to {said('9')}"), turn_of(table))
    assert "days" in answer_to(again)
    assert again.outcome["result"] == "refused"
    both = take(a_reply(turn_of(table), f"call\nabsent {said('6')}"), turn_of(table))
    assert both.outcome["result"] == "refused"
    assert Absence.objects.count() == 1


def test_a_from_alone_declares_nothing(table: Table) -> None:
    letter = write(player(table, "B").email, f"absent {said('2')}")
    assert Absence.objects.count() == 0
    assert "Nothing in your letter shows" in answer_to(letter)
    reply(f"absent {said('2')}")
    assert Absence.objects.count() == 1


def test_nobody_is_reminded_on_a_day_of_absence(table: Table) -> None:
    turn = turn_of(table)
    now = clock.now()
    models.Turn.objects.filter(pk=turn.pk).update(opened_at=now - timedelta(hours=72))
    one = Absence.objects.create(
        contest=table.contest,
        user=turn.seat.entry.user,
        first=now.date(),
        last=now.date(),
        starts_at=now - timedelta(hours=1),
        ends_at=now + timedelta(hours=1),
        declared_at=now - timedelta(days=1),
    )
    assert reminders.write_due() == 0
    Absence.objects.filter(pk=one.pk).update(ends_at=now)
    assert reminders.write_due() == 1
    assert Notice.objects.filter(kind="reminder").count() == 1
