"""Level A: a public value later than every input, announced before it exists (draws.md)."""

from __future__ import annotations

import json
import re
import sys
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from referee.audit import verify_export
from referee.core import Illegal, Refusal, Stale
from referee.draws import document_level, verify_document
from referee.draws.verify import QUICKNET
from tests import factories
from tests.tournaments.draws.sharing import check_in, closed, ledger_kinds
from tournaments import models
from tournaments.models import Contest, Draw, Inputs
from tournaments.services import beacons, clock, contests, draws, exports, inputs, needs

# Rounds that the network really made (they can be asked of any relay).
ROUNDS = {
    1000: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
    1001: "b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41",
}
RANDOMNESS = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"
LOTTERY = "The state lottery of Friday, all six numbers"


def relayed(number: int, signature: str, **more: object) -> str:
    return json.dumps({"round": number, "signature": signature, **more})


def by_numbers(**fields: object) -> Contest:
    at = clock.now() + timedelta(days=5)
    return closed([], drawn_by="numbers", beacon_source=LOTTERY, beacon_at=at, **fields)


def let_them_come_out(contest: Contest) -> None:
    """The announced instant has passed."""
    Inputs.objects.filter(contest=contest).update(due_at=clock.now() - timedelta(hours=2))


# --- quicknet


def test_a_round_is_due_when_the_network_says() -> None:
    assert beacons.out_at(1) == datetime(2023, 8, 23, 15, 9, 27, tzinfo=UTC)
    for seconds in range(7):
        at = beacons.out_at(1000) + timedelta(seconds=seconds)
        number = beacons.round_after(at)
        assert beacons.out_at(number) > at >= beacons.out_at(number - 1)


@pytest.mark.parametrize("number", ROUNDS)
def test_a_real_round_is_signed_by_the_network_and_no_other_round_is(number: int) -> None:
    signature = bytes.fromhex(ROUNDS[number])
    assert beacons.signed(number, signature)
    assert not beacons.signed(number + 1, signature)


def test_what_is_no_signature_is_none() -> None:
    good = bytes.fromhex(ROUNDS[1000])
    assert not beacons.signed(1000, b"")
    assert not beacons.signed(1000, good[:-1])
    assert not beacons.signed(1000, good[:-1] + bytes([good[-1] ^ 1]))
    assert not beacons.signed(1000, b"\xc0" + bytes(47))  # the point at infinity fits every equation


def announced(number: int = 1000) -> beacons.Announcement:
    return beacons.Announcement(QUICKNET, number, beacons.out_at(number))


def test_the_round_as_a_relay_gives_it_is_read() -> None:
    value = beacons.Quicknet().read(announced(), relayed(1000, ROUNDS[1000], randomness=RANDOMNESS))
    assert (value.randomness.hex(), value.signature.hex()) == (RANDOMNESS, ROUNDS[1000])


@pytest.mark.parametrize(
    ("brought", "code"),
    [
        (relayed(1001, ROUNDS[1001]), "NOT_THE_ROUND"),
        (relayed(1000, ROUNDS[1001]), "BAD_SIGNATURE"),
        (relayed(1000, ROUNDS[1000], randomness="00" * 32), "BAD_SIGNATURE"),
        ("", "NO_ROUND"),
        ("[]", "NO_ROUND"),
        ('{"round": "1000", "signature": "00"}', "NO_ROUND"),
        ('{"round": true, "signature": "00"}', "NO_ROUND"),
        ('{"round": 1000, "signature": 7}', "NO_ROUND"),
        ('{"round": 1000}', "NO_ROUND"),
        ("[" * 100_000, "NO_ROUND"),
    ],
)
def test_another_round_or_a_changed_one_is_refused(brought: str, code: str) -> None:
    with pytest.raises(Illegal) as refused:
        beacons.Quicknet().read(announced(), brought)
    assert refused.value.code == code


def test_without_the_extra_nothing_is_taken_on_trust(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "py_ecc.bls.hash_to_curve", None)
    with pytest.raises(Illegal) as refused:
        beacons.signed(1000, bytes.fromhex(ROUNDS[1000]))
    assert refused.value.code == "NO_PAIRING"


@pytest.mark.django_db
def test_a_round_is_fixed_before_it_exists_and_the_draw_waits_for_it() -> None:
    contest = closed(["alice"], drawn_by="drand")
    what = Inputs.objects.get(contest=contest)
    assert what.chain == QUICKNET
    assert what.due_at is not None
    assert what.due_at == beacons.out_at(what.round) > what.closes_at + beacons.MARGIN - timedelta(seconds=1)
    check_in(contest, "alice")
    with pytest.raises(Stale) as refused:
        contests.draw(contest.pk, contest.organiser)
    assert refused.value.code == "BEACON_AWAITED"
    with pytest.raises(Refusal) as other:
        inputs.enter_beacon(contest.pk, contest.organiser, relayed(1000, ROUNDS[1000]))
    assert other.value.code == "NOT_THE_ROUND"
    # The announced round lies in the future here: one that exists takes its place, so that it can be checked.
    Inputs.objects.filter(contest=contest).update(round=1000, due_at=beacons.out_at(1000))
    inputs.enter_beacon(contest.pk, contest.organiser, relayed(1000, ROUNDS[1000]))
    contests.draw(contest.pk, contest.organiser)
    document = draws.documents(contest)[0]
    assert document["revealed"]["beacon"]["signature"] == ROUNDS[1000]
    document["published"]["beacon"]["inputs_close"] = 0
    assert verify_document(document) == []
    assert document_level(document) == "A"
    document["revealed"]["beacon"]["signature"] = ROUNDS[1001]
    assert verify_document(document) == ["revealed.beacon.signature: the randomness is not its hash"]


# --- announced public numbers


@pytest.mark.parametrize(
    ("brought", "kept"),
    [
        ("9, 18 26; 34 41 - 45", "9.18.26.34.41.45./"),
        ("45 41 34 26 18 9", "9.18.26.34.41.45./"),
        ("007", "7./"),
        ("6 6 1", "1.6.6./"),
    ],
)
def test_numbers_are_put_into_rfc_3797s_form(brought: str, kept: str) -> None:
    value = beacons.Numbers().read(beacons.Announcement("dice", 1, clock_free()), brought)
    assert value.randomness == kept.encode()


def clock_free() -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("brought", ["", "none", "٣", "1" * 13, "1 " * 41])
def test_what_holds_no_numbers_is_refused(brought: str) -> None:
    with pytest.raises(Illegal) as refused:
        beacons.Numbers().read(beacons.Announcement("dice", 1, clock_free()), brought)
    assert refused.value.code == "NO_NUMBERS"


@pytest.mark.django_db
def test_announced_numbers_make_level_a_and_everybody_can_check_them() -> None:
    contest = by_numbers()
    assert not contests.advance(contest.pk)
    let_them_come_out(contest)
    assert not contests.advance(contest.pk)
    address = "https://lottery.example/friday"
    inputs.enter_beacon(contest.pk, contest.organiser, "45 41 34 26 18 9", address=address)
    inputs.enter_beacon(contest.pk, contest.organiser, "9 18 26 34 41 45", address=address)
    while contests.advance(contest.pk):
        pass
    contest = factories.play_out(Contest.objects.get(pk=contest.pk))
    documents = draws.documents(contest)
    assert verify_document(documents) == []
    assert {document_level(document) for document in documents} == {"A"}
    assert documents[-1]["revealed"]["beacon"] == {
        "chain": LOTTERY,
        "round": documents[-1]["published"]["beacon"]["round"],
        "randomness": b"9.18.26.34.41.45./".hex(),
    }
    entered = [json.loads(row.body) for row in contest.ledger.all() if '"type":"beacon"' in row.body]
    assert [body["data"]["address"] for body in entered] == [address]


@pytest.mark.django_db
def test_numbers_are_entered_after_their_instant_with_their_address_and_once() -> None:
    contest = by_numbers()

    def enter(numbers: str, address: str = "https://lottery.example/") -> None:
        inputs.enter_beacon(contest.pk, contest.organiser, numbers, address=address)

    with pytest.raises(Illegal) as refused:
        enter("1 2 3")
    assert refused.value.code == "BEACON_NOT_OUT"
    let_them_come_out(contest)
    with pytest.raises(Illegal) as refused:
        enter("1 2 3", address=" ")
    assert refused.value.code == "NO_ADDRESS"
    with pytest.raises(Illegal) as refused:
        inputs.enter_beacon(contest.pk, factories.person("alice"), "1 2 3", address="https://x.example/")
    assert refused.value.code == "NOT_ALLOWED"
    enter("1 2 3")
    with pytest.raises(Stale) as second:
        enter("1 2 4")
    assert second.value.code == "BEACON_KNOWN"


@pytest.mark.django_db
def test_numbers_that_come_out_before_the_last_input_are_no_beacon() -> None:
    soon = clock.now() + timedelta(days=2, minutes=5)
    contest = factories.draft(drawn_by="numbers", beacon_source=LOTTERY, beacon_at=soon, checkin_seconds=3600)
    contests.announce(contest.pk, contest.organiser)  # the check-in is shortened, not given up
    early = factories.draft(
        name="Early", drawn_by="numbers", beacon_source=LOTTERY, beacon_at=clock.now() + timedelta(days=1)
    )
    with pytest.raises(Illegal) as refused:
        contests.announce(early.pk, early.organiser)
    assert refused.value.code == "BEACON_TOO_EARLY"
    later = contest.closes_local.replace(tzinfo=None) + timedelta(days=1)
    with pytest.raises(Illegal) as refused:
        contests.extend(contest.pk, contest.organiser, closes_local=later, reason="more are wanted")
    assert refused.value.code == "BEACON_TOO_EARLY"


@pytest.mark.django_db
def test_an_overdue_beacon_is_among_what_needs_the_organiser() -> None:
    contest = by_numbers()
    assert needs.BEACON not in [need.kind for need in needs.of(contest.organiser)]
    let_them_come_out(contest)
    assert needs.BEACON in [need.kind for need in needs.of(contest.organiser)]
    inputs.enter_beacon(contest.pk, contest.organiser, "1 2", address="https://lottery.example/")
    assert needs.BEACON not in [need.kind for need in needs.of(contest.organiser)]


@pytest.mark.django_db
def test_only_a_ruling_with_a_reason_puts_other_numbers_in_the_place_of_those_that_never_came() -> None:
    contest = by_numbers()
    let_them_come_out(contest)
    at = clock.now() + timedelta(days=1)

    def exchange(**given: object) -> None:
        asked = {"source": "Bob's dice post", "at": at, "reason": "no lottery was held", **given}
        inputs.exchange_beacon(contest.pk, contest.organiser, **asked)  # type: ignore[arg-type]

    for given, code in (
        ({"reason": " "}, "NO_REASON"),
        ({"source": " "}, "NO_SOURCE"),
        ({"at": clock.now() - timedelta(minutes=1)}, "BEACON_TOO_EARLY"),
    ):
        with pytest.raises(Illegal) as refused:
            exchange(**given)
        assert refused.value.code == code
    exchange()
    stated = contest.draws.get()
    assert (stated.state, stated.void_reason) == (Draw.State.VOID, "no lottery was held")
    let_them_come_out(contest)
    inputs.enter_beacon(contest.pk, contest.organiser, "3 5", address="https://forum.example/7")
    contests.draw(contest.pk, contest.organiser)
    document = draws.documents(contest)[0]
    assert (document["published"]["n"], document["revealed"]["beacon"]["chain"]) == (1, "Bob's dice post")
    assert verify_document(document) == []
    assert contest.draws.get(n=1).level == "C", "who may swap numbers that he knows chooses the draw"
    contest = factories.play_out(contests.start(contest.pk, contest.organiser))
    report = verify_export(exports.lines(contest, AnonymousUser()))
    assert report.problems == []
    assert re.search(r"\d+ draws \(\d+ C\)", report.summary)
    with pytest.raises(Stale) as over:
        exchange()
    assert over.value.code == "DRAWN"
    assert ("other-beacon", "") in ledger_kinds(contest)


@pytest.mark.django_db
def test_numbers_that_were_exchanged_before_they_came_out_are_as_good() -> None:
    contest = by_numbers()
    at = clock.now() + timedelta(days=6)
    inputs.exchange_beacon(contest.pk, contest.organiser, source="Dice", at=at, reason="a holiday")
    let_them_come_out(contest)
    inputs.enter_beacon(contest.pk, contest.organiser, "3 5", address="https://forum.example/7")
    contests.draw(contest.pk, contest.organiser)
    assert contest.draws.latest("n").level == "A"


@pytest.mark.django_db
def test_the_database_wants_a_source_for_public_numbers() -> None:
    from django.db import IntegrityError, transaction

    contest = factories.draft()
    with pytest.raises(IntegrityError), transaction.atomic():
        models.Contest.objects.filter(pk=contest.pk).update(drawn_by="numbers")


@pytest.mark.django_db
def test_a_task_brings_the_value_by_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    from django.core.management import CommandError, call_command

    contest = closed([], drawn_by="drand")
    Inputs.objects.filter(contest=contest).update(round=1001, due_at=beacons.out_at(1001))
    said = io.StringIO()
    call_command("beacon", contest.slug, "--round", stdout=said)
    assert said.getvalue().split()[:2] == [QUICKNET, "1001"]
    monkeypatch.setattr(sys, "stdin", io.StringIO(relayed(1000, ROUNDS[1000])))
    with pytest.raises(CommandError, match="the announced one is 1001"):
        call_command("beacon", contest.slug)
    monkeypatch.setattr(sys, "stdin", io.StringIO(relayed(1001, ROUNDS[1001])))
    call_command("beacon", contest.slug, stdout=said)
    assert Inputs.objects.get(contest=contest).signature == ROUNDS[1001]
