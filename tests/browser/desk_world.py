"""What the pages of the referee's desk show: cases, rulings, votes."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from tests import factories
from tournaments import models
from tournaments.services import (
    absences,
    cases,
    clock,
    composing,
    exhibits,
    letters,
    proposals,
    proposing,
    putting_right,
    reminders,
    rulings,
    sweep,
)

if TYPE_CHECKING:
    from tests.browser.world import World

TURNED = "A wind turned two cards up."
"""The reason that is given to go back."""


def build(world: World) -> None:
    _called(world)
    _timed_out(world)
    _away(world)
    _proposed(world)
    _evidence(world)


def _called(world: World) -> None:
    """Two players call the referee at the table of the side pots: one is answered, one case is closed."""
    table, olga = world.tables["side_pots"], factories.organiser()
    first, second = (
        seat.entry.user for seat in table.table_seats.select_related("entry__user").order_by("letter")[:2]
    )
    assert first is not None
    assert second is not None
    world.callers = [first, second]
    said = cases.call(
        table.pk, first, "Was my letter of Sunday read? I *called* before ten.", key="w1", via="mail"
    )
    answer = "It came at 10:04, with this line alone:\n\ncall, I think"
    cases.say(said.case_id, olga, answer, key="w2", via="web")
    cases.say(said.case_id, first, "Then the fold is fair. Thank you for looking.", key="w3", via="web")
    other = cases.call(table.pk, second, "Two of us sit in one room.", key="w4", via="web")
    word = "Sitting together is no offence; speaking of hands is."
    cases.close(other.case_id, olga, word=word, key="w5")


def _away(world: World) -> None:
    """Two of a table are away soon; one of them has declared other days, too."""
    contest = factories.running(5, name="The long harvest", absence_days=6, turn_seconds=2 * 86400)
    table, days = factories.table_of(contest), timedelta(days=1)
    now = clock.now().date()
    first, second = (
        seat.entry.user for seat in table.table_seats.select_related("entry__user").order_by("letter")[1:3]
    )
    assert first is not None
    assert second is not None
    world.absent = absences.declare(contest.pk, first, now + 2 * days, now + 3 * days)
    factories.act(table, "raise 1")
    absences.declare(contest.pk, first, now + 20 * days, now + 20 * days)
    absences.declare(contest.pk, second, now + 4 * days, now + 6 * days)


def _evidence(world: World) -> None:
    """A ruling with a text and a letter that it leans on."""
    table = factories.table_of(factories.running(5, name="The post office"))
    letter = b"From: a@players.example\nDate: Mon, 30 Nov 2026 10:00:00 +0100\n\ncall\n"
    pieces = [*exhibits.of_text("The clerk saw him post it."), exhibits.of_file(letter)]
    outcome = rulings.remove_player(
        table, factories.organiser(), "B", leaves=False, reason=TURNED, key="w", evidence=pieces
    )
    world.ruling = table.events.select_related("table__contest").get(number=outcome.number)


def _proposed(world: World) -> None:
    """A deal shall be void: the whole table is asked, and one has agreed; at another a second referee."""
    olga = factories.organiser()
    world.admin = models.User.objects.create_superuser("root@players.example", name="Greta")
    for name, asks in (
        ("The lantern", models.Proposal.Asks.TABLE),
        ("The ladder", models.Proposal.Asks.SECOND),
    ):
        table = factories.table_of(factories.running(5, name=name))
        factories.act(table, "raise 2", "call", "call", "call", "call", "raise 1")
        first = putting_right.deal_events(table)[0]
        seen = models.Table.objects.get(pk=table.pk).last_event
        one = proposing.propose_rollback(
            table.pk, olga, first.number, void=True, asks=asks, seen=seen, reason=TURNED, key="w"
        )
        world.proposals[asks] = one
        if asks == models.Proposal.Asks.TABLE:
            seats = table.table_seats.select_related("entry__user").order_by("letter")
            world.voters = [seat.entry.user for seat in seats if seat.entry.user is not None]
            proposals.vote(one.pk, world.voters[0], agrees=True, via="web")


def _timed_out(world: World) -> None:
    """A seat folded by time: with a reminder, a letter that could not be played, more time, an outage."""
    table, olga = factories.table_of(factories.running(5, name="The tower clock")), factories.organiser()
    (turn,) = factories.open_turns(table)
    assert turn.seat.entry.user is not None
    day = timedelta(hours=26)
    models.Turn.objects.filter(pk=turn.pk).update(
        opened_at=turn.opened_at - day, deadline_at=turn.deadline_at - timedelta(hours=4)
    )
    reminders.write_due()
    models.Notice.objects.filter(turn=turn).update(sent_at=clock.now() - timedelta(hours=6))
    user, to = turn.seat.entry.user, composing.address(turn)
    head = f"From: {user.email}\nTo: {to}\nMessage-ID: <tower@mail.example>\n"
    letter = letters.receive(
        f"{head}Subject: hm\n\nraise to 9000\n".encode(),
        letters.Envelope(user.email, to, "smtp"),
    )
    letters.read(letter.pk)
    rulings.extend_turn(table, olga, turn.seat.letter, seconds=3600, reason="A strike of the post.", key="x")
    models.Heartbeat.objects.update_or_create(
        name=sweep.HEART, defaults={"at": clock.now() - timedelta(minutes=40)}
    )
    sweep.after_outage()
    models.Turn.objects.filter(pk=turn.pk).update(deadline_at=clock.now() - timedelta(seconds=40))
    sweep.time_out(turn.pk)
    world.timed_out = table.events.select_related("table__contest").get(kind="timeout")
