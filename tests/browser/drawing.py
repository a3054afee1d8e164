"""Contests for the pages of draws: a check-in that runs, a public value that is awaited, one that ended."""

from __future__ import annotations

from datetime import timedelta

from tests import factories
from tests.tournaments.draws.sharing import check_in, commit
from tournaments.models import Contest, Inputs
from tournaments.services import clock, contests, inputs

LOTTERY = "The state lottery of Friday, all six numbers"


def checking_in() -> Contest:
    """Alice has committed and is awaited, bob is there, the others took no share."""
    contest = factories.open_contest(6, name="The travellers’ roll call")
    commit(contest, "alice", "bob", "carol")
    contests.close(contest.pk, contest.organiser)
    check_in(contest, "bob")
    return Contest.objects.get(pk=contest.pk)


def offered() -> Contest:
    """Registration is open: alice has no share yet, bob has committed in another browser."""
    contest = factories.open_contest(["alice", "bob"], name="The open gate", days=3)
    commit(contest, "bob")
    return contest


def awaiting_numbers() -> Contest:
    """The announced numbers came out, and nobody has entered them."""
    at = clock.now() + timedelta(days=5)
    contest = factories.open_contest(
        5, name="The lottery’s evening", drawn_by="numbers", beacon_source=LOTTERY, beacon_at=at
    )
    contests.close(contest.pk, contest.organiser)
    Inputs.objects.filter(contest=contest).update(due_at=clock.now() - timedelta(hours=2))
    inputs.close_due(contest.pk)
    return Contest.objects.get(pk=contest.pk)


def with_numbers() -> Contest:
    """Level A, at play."""
    contest = awaiting_numbers()
    Contest.objects.filter(pk=contest.pk).update(name="The lucky numbers", slug="lucky-numbers")
    address = "https://lottery.example/friday"
    inputs.enter_beacon(contest.pk, contest.organiser, "9 18 26 34 41 45", address=address)
    contests.draw(contest.pk, contest.organiser)
    contests.start(contest.pk, contest.organiser)
    return Contest.objects.get(pk=contest.pk)
