"""What waits for an organiser now; and the figures of clock and post."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests import factories
from tests.tournaments.test_nudges import without_account
from tournaments import models
from tournaments.models import Contest, Heartbeat, Letter, Notice, Table, Turn
from tournaments.services import clock, contests, health, needs, nudges, registration, rulings, seating, sweep
from tournaments.wording import needs as wording

pytestmark = pytest.mark.django_db


def kinds(user: models.User) -> list[str]:
    return [one.kind for one in needs.of(user)]


def said(user: models.User) -> list[str]:
    return [wording.need(one) for one in needs.of(user)]


def test_nothing_waits_for_a_player(django_assert_num_queries: Any) -> None:
    factories.running(5)
    alice = factories.person("alice")
    with django_assert_num_queries(1):
        assert needs.of(alice) == []


def test_a_draft_and_a_number_that_cannot_be_split() -> None:
    factories.draft(name="Draft")
    nine = factories.open_contest(9, name="Nine")
    contests.close(nine.pk, nine.organiser)
    assert said(nine.organiser) == [
        "9 players cannot be split into tables: decide.",
        "A draft waits to be announced.",
    ]
    contests.choose(nine.pk, nine.organiser, "exception", "all came")
    assert kinds(nine.organiser) == ["announce"]


def test_steps_that_are_not_taken_by_themselves() -> None:
    contest = factories.open_contest(5, automatic=False)
    olga = contest.organiser
    assert kinds(olga) == []
    Contest.objects.filter(pk=contest.pk).update(closes_at=clock.now() - timedelta(minutes=1))
    assert kinds(olga) == ["close"]
    contests.close(contest.pk, olga)
    assert kinds(olga) == ["draw"]
    contests.draw(contest.pk, olga)
    assert kinds(olga) == ["start"]
    contests.start(contest.pk, olga)
    assert kinds(olga) == []
    factories.play_out(contest)
    assert kinds(olga) == ["confirm"]
    seating.confirm(contest.pk, olga)
    prizes = contest.awards.exclude(entry=None)
    assert [(one.kind, one.count) for one in needs.of(olga)] == [("prizes", prizes.count())]
    for award in prizes:
        rulings.hand_out(award.pk, olga)
    assert kinds(olga) == []


def test_unpaid_fees_only_when_the_closing_is_near_and_they_matter() -> None:
    near = factories.open_contest(3, name="Near", fee_amount=1, fee_unit="ration", days=2)
    factories.open_contest(3, name="Far", fee_amount=1, fee_unit="ration", days=9)
    factories.open_contest(3, name="Lax", fee_amount=1, fee_unit="ration", days=2, draw_unpaid=True)
    registration.mark_paid(near.pk, near.organiser, [near.entries.all()[0].pk])
    found = needs.of(near.organiser)
    assert [(one.kind, one.contest, one.count) for one in found] == [("unpaid", near, 2)]


def test_a_player_without_an_account_until_he_is_told_and_again_when_time_runs_out() -> None:
    contest = without_account()
    table, olga = factories.table_of(contest), contest.organiser
    turn = factories.open_turns(table)[0]
    assert kinds(olga) == ["tell"]
    assert "tell the player" in said(olga)[0]
    nudges.told(turn.pk, olga)
    assert kinds(olga) == []
    Turn.objects.filter(pk=turn.pk).update(deadline_at=clock.now() + timedelta(hours=5))
    assert "runs out on" in said(olga)[0]
    rulings.pause_table(table, olga, reason="a storm", key="p")
    assert kinds(olga) == []


def test_the_croupier_of_that_table_is_asked_too_and_no_other() -> None:
    contest = without_account()
    trudy, ursula = factories.person("trudy"), factories.person("ursula")
    for one in (trudy, ursula):
        contest.croupiers.create(user=one)
    Table.objects.filter(contest=contest).update(croupier=trudy)
    assert (kinds(trudy), kinds(ursula)) == (["tell"], [])


def test_letters_that_did_not_go_out_or_cannot_be_opened() -> None:
    contest = factories.running(5)
    notice = Notice.objects.filter(contest=contest, kind="turn").first()
    assert notice is not None
    Notice.objects.filter(pk=notice.pk).update(attempts=2, trouble="mailbox full")
    Letter.objects.create(
        raw=b"?", envelope_to="play@x", via="smtp", received_at=clock.now(), body_hash="", contest=contest,
        state=Letter.State.QUARANTINED,
    )  # fmt: skip
    assert said(contest.organiser) == [
        "1 letter could not be delivered yet.",
        "1 letter came in that cannot be opened.",
    ]
    assert needs.of(factories.organiser("ottilie")) == []


def test_fees_of_a_cancelled_contest() -> None:
    contest = factories.open_contest(3, fee_amount=1, fee_unit="ration")
    olga = contest.organiser
    registration.mark_paid(contest.pk, olga, list(contest.entries.values_list("pk", flat=True)))
    contests.cancel(contest.pk, olga, "a flood")
    assert said(olga) == ["3 fees are to be given back."]


def test_a_clock_that_stands_still_is_told_to_the_staff_alone() -> None:
    contest = factories.open_contest(1)
    olga, root = contest.organiser, factories.person("root", is_staff=True)
    Heartbeat.objects.create(name=sweep.HEART, at=clock.now() - timedelta(minutes=3))
    assert (kinds(olga), kinds(root)) == ([], ["clock"])
    sweep.sweep()
    assert kinds(root) == []


def test_as_many_queries_for_many_contests_as_for_one(django_assert_max_num_queries: Any) -> None:
    for number in range(4):
        factories.draft(name=f"Draft {number}")
        factories.running(5, name=f"Running {number}")
    olga = factories.organiser()
    with django_assert_max_num_queries(11):
        assert len(needs.of(olga)) == 4


def test_how_late_turns_were_timed_out() -> None:
    contest = factories.running(10)
    Heartbeat.objects.create(name=sweep.HEART, at=clock.now())
    first, second = contest.tables.all()
    factories.move_clock(first, seconds=2)
    factories.move_clock(second, minutes=4)
    assert sweep.sweep().timed_out == 2
    seen = health.look()
    assert {late.seconds: late.count for late in seen.late} == {10: 1, 30: 0, 60: 0, 300: 1, 3600: 0, None: 0}
    assert (seen.timed_out, seen.overdue, seen.poisoned, seen.stands_still) == (2, None, 0, False)


def test_a_poisoned_turn_is_named() -> None:
    table = factories.table_of(factories.running(5))
    turn = factories.open_turns(table)[0]
    Turn.objects.filter(pk=turn.pk).update(attempts=3, trouble="KeyError")
    seen = health.look()
    assert (seen.poisoned, [one.pk for one in seen.turns], seen.stands_still) == (1, [turn.pk], True)
