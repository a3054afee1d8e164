"""Where each fee stands and what all come to (contests.md T2-T5): nothing is waived, somebody pays."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from tests import factories
from tournaments.models import Contest, Entry, User
from tournaments.services import contests, fees, needs, registration

pytestmark = pytest.mark.django_db


@pytest.fixture
def contest() -> Contest:
    """alice paid herself, bob asked for the sponsor, carol's aunt paid, dave and erin did not pay."""
    made = factories.open_contest(1, fee_amount=2, fee_unit="ration", sponsor="The monastery")
    registration.register(made.pk, factories.person("bob"), sponsored=True)
    for name in ("carol", "dave", "erin"):
        registration.register(made.pk, factories.person(name))
    registration.mark_paid(made.pk, made.organiser, [entry_of(made, "alice").pk])
    registration.mark_paid(made.pk, made.organiser, [entry_of(made, "carol").pk], paid_by="her aunt")
    return made


def entry_of(contest: Contest, name: str) -> Entry:
    return contest.entries.get(name=name)


def standing(contest: Contest, name: str) -> str:
    contest.refresh_from_db()
    return fees.standing(entry_of(contest, name), contest)


def test_the_totals_say_who_paid(contest: Contest) -> None:
    totals = fees.totals_of(contest)
    assert (totals.unpaid, totals.sponsor, totals.paid, totals.back) == (2, 1, 3, 0)
    assert totals.others == [("her aunt", 1)]


def test_who_withdraws_before_the_draw_gets_his_fee_back_and_the_sponsor_owes_nothing(
    contest: Contest,
) -> None:
    for name in ("alice", "bob", "dave"):
        registration.withdraw(entry_of(contest, name).pk, factories.person(name))
    assert [standing(contest, name) for name in ("alice", "bob", "dave", "erin")] == [
        fees.BACK,
        fees.NONE,
        fees.NONE,
        fees.UNPAID,
    ]
    totals = fees.totals_of(contest)
    assert (totals.back, totals.sponsor, totals.unpaid) == (1, 0, 1)
    registration.mark_returned(contest.pk, contest.organiser, entry_of(contest, "alice").pk)
    assert standing(contest, "alice") == fees.RETURNED
    assert fees.totals_of(contest).back == 0


def test_only_a_fee_that_is_due_back_is_given_back(contest: Contest) -> None:
    """Who ticks all entries, or a moment too late, gives nothing back to players or to the sponsor."""
    before = [standing(contest, one.name) for one in contest.entries.order_by("number")]
    for entry in contest.entries.all():
        assert not registration.mark_returned(contest.pk, contest.organiser, entry.pk)
    assert [standing(contest, one.name) for one in contest.entries.order_by("number")] == before
    for name in ("alice", "bob", "dave"):
        registration.withdraw(entry_of(contest, name).pk, factories.person(name))
    given = [
        registration.mark_returned(contest.pk, contest.organiser, one.pk) for one in contest.entries.all()
    ]
    again = [
        registration.mark_returned(contest.pk, contest.organiser, one.pk) for one in contest.entries.all()
    ]
    assert (sum(given), sum(again)) == (1, 0)
    assert standing(contest, "alice") == fees.RETURNED


def test_a_seat_that_was_drawn_is_paid_for_also_by_who_leaves_it() -> None:
    contest = factories.running(5, fee_amount=1, fee_unit="ration", sponsor="The monastery", draw_unpaid=True)
    entry = contest.entries.get(number=1)
    registration.mark_paid(contest.pk, contest.organiser, [entry.pk], paid_by="sponsor")
    registration.withdraw(entry.pk, contest.organiser)
    assert standing(contest, entry.name) == fees.PAID
    assert fees.totals_of(contest).sponsor == 1


def test_a_cancelled_contest_gives_every_fee_back(contest: Contest) -> None:
    contests.cancel(contest.pk, contest.organiser, "a flood")
    contest.refresh_from_db()
    assert [standing(contest, name) for name in ("alice", "bob", "carol", "dave")] == [
        fees.BACK,
        fees.NONE,
        fees.BACK,
        fees.NONE,
    ]
    assert fees.totals_of(contest).back == needs.to_give_back().filter(contest=contest).count() == 2


def test_who_stays_on_the_reserve_list_gets_it_back_after_the_draw() -> None:
    contest = factories.open_contest(6, cap=5, fee_amount=1, fee_unit="ration")
    registration.mark_paid(contest.pk, contest.organiser, list(contest.entries.values_list("pk", flat=True)))
    last = contest.entries.get(number=6)
    assert standing(contest, last.name) == fees.PAID
    contests.close(contest.pk, contest.organiser)
    contests.draw(contest.pk, contest.organiser)
    assert standing(contest, last.name) == fees.BACK
    assert [one.pk for one in needs.to_give_back()] == [last.pk]


def test_without_a_fee_nothing_is_due() -> None:
    contest = factories.open_contest(1)
    assert standing(contest, "alice") == fees.NONE


def test_a_mark_taken_back_twice_is_written_once(contest: Contest) -> None:
    entry = entry_of(contest, "alice")
    before = contest.ledger.count()
    assert registration.mark_unpaid(contest.pk, contest.organiser, entry.pk)
    assert not registration.mark_unpaid(contest.pk, contest.organiser, entry.pk)
    assert contest.ledger.count() == before + 1


@pytest.mark.django_db(transaction=True)
def test_two_organisers_who_mark_the_same_fees_at_once_mark_each_once() -> None:
    contest = factories.open_contest(6, fee_amount=1, fee_unit="ration")
    root = factories.person("root", is_superuser=True)
    ids = list(contest.entries.values_list("pk", flat=True))
    before = contest.ledger.count()

    def mark(by: User) -> int:
        try:
            return registration.mark_paid(contest.pk, by, ids)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        counts = list(pool.map(mark, [contest.organiser, root]))
    assert sorted(counts) == [0, 6]
    assert contest.ledger.count() == before + 6
