"""Level B: values committed at registration and given at check-in (draws.md, "Order of events")."""

from __future__ import annotations

from datetime import timedelta

import pytest

from referee.core import Illegal, Refusal, Stale
from referee.draws import document_level, verify_document
from tests import factories
from tests.tournaments.draws.sharing import check_in, closed, commit, commitment, ledger_kinds, value_of
from tournaments import models
from tournaments.models import Contest, Draw, Inputs
from tournaments.services import clock, contests, draws, inputs, registration

pytestmark = pytest.mark.django_db


def code_of(refused: pytest.ExceptionInfo[Refusal]) -> str:
    return refused.value.code


def test_every_seed_that_can_be_needed_is_committed_before_registration_opens() -> None:
    contest = factories.open_contest()
    order = ledger_kinds(contest, "seeds", "opening", "contest")
    assert [kind for kind, _ in order[-2:]] == ["opening", "contest"]
    series = {ref for kind, ref in order if kind == "seeds"}
    ref = contest.ref
    assert {f"{ref}/seating", f"{ref}/prizes", f"{ref}/table-5", f"{ref}/table-5/lots"} <= series
    deals = models.SeedBatch.objects.get(series=f"{ref}/table-1").count
    assert deals > contest.rules["hands"]


def test_a_batch_is_never_made_once_registration_is_open() -> None:
    contest = factories.open_contest()
    with pytest.raises(Illegal) as refused:
        draws.draw(contest, f"{contest.ref}/table-99", "deck", ["2c", "3c"])
    assert code_of(refused) == "NO_SEEDS"
    assert not models.SeedBatch.objects.filter(series=f"{contest.ref}/table-99").exists()


def test_values_that_were_committed_and_given_make_every_draw_level_b() -> None:
    contest = closed(["alice", "bob", "carol"])
    check_in(contest, "alice", "carol")
    Inputs.objects.filter(contest=contest).update(closes_at=clock.now())
    while contests.advance(contest.pk):
        pass
    contest = factories.play_out(Contest.objects.get(pk=contest.pk))
    documents = draws.documents(contest)
    assert len([one for one in documents if one["published"]["kind"] != "lots"]) == 3  # seats, two decks
    assert verify_document(documents) == []
    assert {document_level(document) for document in documents} == {"B"}
    assert set(contest.draws.values_list("level", flat=True)) == {"B"}
    first = documents[-1]
    assert first["published"]["roster"] == ["p1", "p2", "p3", "p4", "p5"]
    assert set(first["published"]["commits"]) == {"p1", "p2", "p3"}
    assert first["revealed"]["values"] == {"p1": value_of("alice").hex(), "p3": value_of("carol").hex()}
    kinds = ledger_kinds(contest, "commit", "value", "missing", "inputs", "statement", "draw")
    assert kinds[:9] == [
        *(("commit", "p1"), ("commit", "p2"), ("commit", "p3"), ("inputs", "")),
        *(("statement", f"{contest.ref}/seating"), ("value", "p1"), ("value", "p3"), ("missing", "")),
        ("draw", f"{contest.ref}/seating"),
    ]


def test_whoever_is_late_is_missing_and_another_value_would_have_dealt_other_cards() -> None:
    contest = closed(["alice"])
    Inputs.objects.filter(contest=contest).update(closes_at=clock.now())
    with pytest.raises(Stale) as refused:
        check_in(contest, "alice")
    assert code_of(refused) == "CHECKIN_OVER"
    contests.draw(contest.pk, contest.organiser)
    assert set(contest.draws.values_list("level", flat=True)) == {"C"}
    document = draws.documents(contest)[0]
    document["revealed"]["values"] = {"p1": value_of("alice").hex()}
    assert any(
        "drawn from other inputs" in line or "not the order" in line for line in verify_document(document)
    )


def test_a_value_counts_by_its_arrival() -> None:
    contest = closed(["alice", "bob"])
    at = clock.now()
    Inputs.objects.filter(contest=contest).update(closes_at=at)
    share = inputs.check_in(contest.pk, factories.person("alice"), value_of("alice").hex(), received=at)
    assert share.value_at is not None
    late = at + timedelta(microseconds=1)
    with pytest.raises(Stale):
        inputs.check_in(contest.pk, factories.person("bob"), value_of("bob").hex(), received=late)


def test_the_draw_waits_for_those_who_committed_and_for_nobody_else() -> None:
    contest = closed(["alice", "bob"])
    with pytest.raises(Stale) as refused:
        contests.draw(contest.pk, contest.organiser)
    assert (code_of(refused), refused.value.params["count"]) == ("CHECKIN_RUNS", 2)
    assert not contests.advance(contest.pk)
    stated = contest.draws.get()
    assert (stated.state, stated.published["items"]) == (Draw.State.OPEN, ["p1", "p2", "p3", "p4", "p5"])
    check_in(contest, "alice", "bob")
    while contests.advance(contest.pk):
        pass
    contest.refresh_from_db()
    assert contest.state == Contest.State.RUNNING


def test_without_a_commitment_nothing_waits() -> None:
    contest = factories.open_contest(5)
    contests.close(contest.pk, contest.organiser)
    while contests.advance(contest.pk):
        pass
    contest.refresh_from_db()
    assert contest.state == Contest.State.RUNNING
    assert set(contest.draws.values_list("level", flat=True)) == {"C"}


def test_the_check_in_ends_before_play_is_to_start() -> None:
    contest = factories.open_contest(5, checkin_seconds=86400)
    start = clock.now() + timedelta(days=2, hours=3)
    Contest.objects.filter(pk=contest.pk).update(starts_at=start, closes_at=clock.now())
    commit_time = Contest.objects.get(pk=contest.pk).closes_at
    inputs.commit(contest.pk, factories.person("alice"), commitment(contest, "alice"), received=commit_time)
    contests.close(contest.pk)
    assert contest.state != Contest.State.CLOSED
    until = Inputs.objects.get(contest=contest).closes_at
    assert timedelta(hours=23) < until - commit_time < timedelta(hours=25)
    Contest.objects.filter(pk=contest.pk).update(starts_at=commit_time + timedelta(hours=2))
    Inputs.objects.all().delete()
    inputs.begin(Contest.objects.get(pk=contest.pk))
    assert Inputs.objects.get(contest=contest).closes_at == commit_time + timedelta(hours=2)


def test_committing_and_checking_in_twice_is_once() -> None:
    contest = factories.open_contest(5)
    commit(contest, "alice", "alice")
    contests.close(contest.pk, contest.organiser)
    check_in(contest, "alice", "alice")
    assert ledger_kinds(contest, "commit", "value") == [("commit", "p1"), ("value", "p1")]


def test_a_new_commitment_takes_the_place_of_the_old_one_while_registration_is_open() -> None:
    contest = factories.open_contest(5)
    inputs.commit(contest.pk, factories.person("alice"), "ab" * 32)
    commit(contest, "alice")
    contests.close(contest.pk, contest.organiser)
    check_in(contest, "alice")
    with pytest.raises(Stale) as refused:
        commit(contest, "bob")
    assert code_of(refused) == "REGISTRATION_CLOSED"


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("", "NO_VALUE"),
        ("00" * 15, "NO_VALUE"),
        ("xy" * 32, "NO_VALUE"),
        ("0" * 63, "NO_VALUE"),
        ("00" * 65, "NO_VALUE"),
        ("00" * 32, "WRONG_VALUE"),
        ("00" * 16, "WRONG_VALUE"),
    ],
)
def test_another_value_than_the_committed_one_is_refused(word: str, code: str) -> None:
    contest = closed(["alice"])
    with pytest.raises(Illegal) as refused:
        inputs.check_in(contest.pk, factories.person("alice"), word)
    assert code_of(refused) == code
    assert not models.Share.objects.exclude(value="").exists()


def test_a_value_may_be_typed_in_groups_and_capitals() -> None:
    contest = closed(["alice"])
    text = value_of("alice").hex().upper()
    grouped = " ".join(text[at : at + 4] for at in range(0, 64, 4))
    assert inputs.check_in(contest.pk, factories.person("alice"), grouped).value == value_of("alice").hex()


@pytest.mark.parametrize("word", ["", "ab" * 31, "zz" * 32, "ab" * 33])
def test_what_is_no_commitment_is_refused(word: str) -> None:
    contest = factories.open_contest(1)
    with pytest.raises(Illegal) as refused:
        inputs.commit(contest.pk, factories.person("alice"), word)
    assert code_of(refused) == "NO_COMMITMENT"


def test_a_commitment_of_somebody_elses_value_opens_with_neither() -> None:
    """The player's id is hashed in: bob cannot take over what alice committed to."""
    contest = factories.open_contest(5)
    commit(contest, "alice")
    inputs.commit(contest.pk, factories.person("bob"), commitment(contest, "alice"))
    contests.close(contest.pk, contest.organiser)
    with pytest.raises(Illegal) as refused:
        inputs.check_in(contest.pk, factories.person("bob"), value_of("alice").hex())
    assert code_of(refused) == "WRONG_VALUE"


def test_strangers_and_those_without_a_share_are_told_so() -> None:
    contest = closed(["alice"])
    with pytest.raises(Illegal) as refused:
        inputs.check_in(contest.pk, factories.person("zoe"), "00" * 32)
    assert code_of(refused) == "NOT_ENTERED"
    with pytest.raises(Illegal) as refused:
        inputs.check_in(contest.pk, factories.person("bob"), "00" * 32)
    assert code_of(refused) == "NO_SHARE"
    opened = factories.open_contest(1, name="Another")
    commit(opened, "alice")
    with pytest.raises(Stale) as early:
        check_in(opened, "alice")
    assert code_of(early) == "CHECKIN_NOT_YET"


def test_once_a_value_is_known_nobody_who_comes_later_has_a_share() -> None:
    """Else whoever knows the values could try out newcomers until the deck pleases him."""
    contest = closed(["alice", "bob"], players=4)
    check_in(contest, "alice")
    later = contest.closes_local.replace(tzinfo=None) + timedelta(days=1)
    contests.extend(contest.pk, contest.organiser, closes_local=later, reason="one more is wanted")
    registration.register(contest.pk, factories.person("erin"))
    with pytest.raises(Stale) as refused:
        commit(contest, "erin")
    assert code_of(refused) == "SHARES_FIXED"
    contests.close(contest.pk, contest.organiser)
    check_in(contest, "bob")
    contests.draw(contest.pk, contest.organiser)
    document = draws.documents(contest)[-1]
    assert document["published"]["roster"] == ["p1", "p2", "p3", "p4"]
    assert document["published"]["items"] == ["p1", "p2", "p3", "p4", "p5"]
    assert verify_document(document) == []


def test_before_any_value_is_known_an_extension_makes_the_roster_anew() -> None:
    contest = closed(["alice"], players=4)
    later = contest.closes_local.replace(tzinfo=None) + timedelta(days=1)
    contests.extend(contest.pk, contest.organiser, closes_local=later, reason="one more is wanted")
    registration.register(contest.pk, factories.person("erin"))
    commit(contest, "erin")
    contests.close(contest.pk, contest.organiser)
    assert Inputs.objects.get(contest=contest).roster == ["p1", "p2", "p3", "p4", "p5"]


def test_a_withdrawal_before_the_draw_voids_what_was_stated_and_keeps_the_roster() -> None:
    contest = closed(["alice", "bob"], players=6)
    registration.withdraw(contest.entries.get(name="frank").pk, factories.person("frank"))
    check_in(contest, "alice", "bob")
    contests.draw(contest.pk, contest.organiser)
    stated, drawn = contest.draws.order_by("n")
    assert (stated.state, stated.n, bool(stated.void_reason)) == (Draw.State.VOID, 0, True)
    assert (drawn.state, drawn.n) == (Draw.State.REVEALED, 1)
    assert drawn.published["items"] == ["p1", "p2", "p3", "p4", "p5"]
    assert drawn.published["roster"] == ["p1", "p2", "p3", "p4", "p5", "p6"]
    assert verify_document(draws.documents(contest)) == []


def test_whoever_committed_and_withdrew_holds_nobody_up() -> None:
    contest = closed(["alice", "frank"], players=6)
    registration.withdraw(contest.entries.get(name="frank").pk, factories.person("frank"))
    check_in(contest, "alice")
    contests.draw(contest.pk, contest.organiser)


def test_those_who_committed_are_asked_by_letter_to_check_in() -> None:
    contest = closed(["alice", "bob"])
    told = models.Notice.objects.filter(kind="check-in", contest=contest)
    assert {notice.user.name for notice in told} == {"alice", "bob"}
