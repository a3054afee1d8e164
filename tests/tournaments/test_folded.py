"""Why was I folded? The deadline, letters out and in, outages, rulings; and who may see which."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.mail.conftest import a_reply, take
from tests.tournaments.web.tabling import address, player
from tournaments.models import Contest, Event, Heartbeat, Notice, Table, Turn, User
from tournaments.services import advances, clock, folded, putting_right, reminders, rulings, sweep

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    Heartbeat.objects.create(name=sweep.HEART, at=clock.now())
    return factories.table_of(factories.running(5))


def back(table: Table, **ago: float) -> Turn:
    """Let the open turn have begun so long ago, and be over by time."""
    (turn,) = factories.open_turns(table)
    shift = timedelta(**ago)
    Turn.objects.filter(pk=turn.pk).update(
        opened_at=turn.opened_at - shift, deadline_at=turn.deadline_at - shift
    )
    turn.refresh_from_db()
    return turn


def folds(table: Table) -> Event:
    assert sweep.sweep().timed_out == 1
    return table.events.filter(kind="timeout").latest("number")


def test_a_plain_time_out_is_derived_from_the_time_to_speak(table: Table) -> None:
    turn = back(table, hours=24, seconds=5)
    event = folds(table)
    why = folded.why(table, event.number, player(table, "A"))
    assert why is not None
    assert (why.first, [one.kind for one in why.steps]) == (turn.deadline_at, ["opened", "ended"])
    assert why.first == turn.opened_at + timedelta(hours=24)
    assert timedelta(0) < why.late < timedelta(minutes=2)
    assert not why.taken_back


def test_everything_that_moved_the_deadline_stands_in_its_order(table: Table, client: Client) -> None:
    olga, turn = table.contest.organiser, factories.open_turns(table)[0]
    back(table, hours=3)
    take(a_reply(turn, "raise to 5000"), turn)  # cannot be played: a sign of life
    rulings.extend_turn(table, olga, "A", seconds=3600, reason="A strike", key="e")
    rulings.pause_table(table, olga, reason="Tea", key="p")
    rulings.resume_table(table, olga, reason="No more tea", key="r")
    Heartbeat.objects.filter(name=sweep.HEART).update(at=clock.now() - timedelta(hours=2))
    assert sweep.after_outage() == 1
    reached = factories.open_turns(table)[0].deadline_at
    Turn.objects.filter(pk=turn.pk).update(deadline_at=clock.now() - timedelta(seconds=2))
    event = folds(table)
    why = folded.why(table, event.number, olga)
    assert why is not None
    kinds = [one.kind for one in why.steps]
    assert kinds == ["opened", "event", "event", "event", "event", "outage", "ended"]
    moved = [one.deadline for one in why.steps if one.kind == "event" and one.deadline]
    assert moved[1] == moved[0] + timedelta(hours=1)
    (outage,) = folded.outages(table.contest)
    assert reached > moved[-1] + timedelta(seconds=outage.seconds - 60)
    assert why.letters is not None
    assert [one.outcome["result"] for one in why.letters] == ["refused"]
    client.force_login(olga)
    page = client.get(f"{address(table)}why/{event.number}/").text
    for words in ("A strike", "Tea", "stood still", "more time", "Nothing was played. The answer says"):
        assert words in page, words
    assert "2 hours" in client.get(f"/c/{table.contest.slug}/outages/").text


def test_reminders_and_their_delivery_are_named(table: Table, client: Client) -> None:
    back(table, hours=20)
    reminders.write_due()
    Notice.objects.filter(kind="turn").update(sent_at=clock.now())
    Notice.objects.filter(kind="reminder").update(attempts=3, trouble="mailbox full")
    back(table, hours=5)
    event = folds(table)
    client.force_login(player(table, "A"))
    page = client.get(f"{address(table)}why/{event.number}/").text
    assert "Why was I folded?" in page
    assert "handed to the mail server" in page
    assert "not delivered after 3 attempts" in page
    assert "mailbox full" not in page


@pytest.mark.parametrize("who", ["B", "zoe", None])
def test_others_see_the_derivation_and_no_letter(client: Client, table: Table, who: str | None) -> None:
    back(table, hours=25)
    event = folds(table)
    if who is not None:
        client.force_login(player(table, "B") if who == "B" else factories.person(who))
    page = client.get(f"{address(table)}why/{event.number}/").text
    assert "The deadline was" in page
    assert "Letters to the player" not in page
    assert "is shown to the player" in page


def test_the_log_leads_there_and_nothing_else_has_such_a_page(client: Client, table: Table) -> None:
    back(table, hours=25)
    event = folds(table)
    assert f"{address(table)}why/{event.number}/" in client.get(address(table)).text
    for number in (1, 999):
        assert client.get(f"{address(table)}why/{number}/").status_code == 404


def test_a_time_out_that_was_taken_back_says_so(client: Client, table: Table) -> None:
    back(table, hours=25)
    event = folds(table)
    (move,) = putting_right.takes_back(table)
    assert move.number == event.number
    seen = Table.objects.get(pk=table.pk).last_event
    rulings.take_back(table, table.contest.organiser, event.number, seen=seen, reason="our fault", key="k")
    assert "it does not count" in client.get(f"{address(table)}why/{event.number}/").text


def test_no_outage_is_said_too(client: Client, table: Table) -> None:
    assert "There was none in this contest." in client.get(f"/c/{table.contest.slug}/outages/").text


def test_that_a_move_was_left_in_advance_is_no_news_for_the_staff(table: Table) -> None:
    """Taken back before the deadline, it shows in the player's own story alone, until nothing is secret."""
    (turn,) = factories.open_turns(table)
    take(a_reply(turn, "call up to 5"), turn)
    advances.withdraw(table.pk, turn.seat.letter)
    back(table, days=5)
    number, olga, alice = folds(table).number, table.contest.organiser, turn.seat.entry.user
    assert alice is not None

    def seen(reader: User) -> int:
        told = folded.why(Table.objects.get(pk=table.pk), number, reader)
        assert told is not None
        assert told.letters is not None
        return len(told.letters)

    assert (seen(olga), seen(alice)) == (0, 1)
    Contest.objects.filter(pk=table.contest_id).update(state=Contest.State.FINAL)
    assert seen(olga) == 1
