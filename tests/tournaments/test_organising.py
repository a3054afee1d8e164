"""Croupiers, what may still be chosen before the start, drafts and claims (contests.md T1, T5, T7, T8)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection

from referee.core import Illegal, Stale
from tests import factories
from tournaments import models
from tournaments.models import Contest
from tournaments.services import (
    adjusting,
    clock,
    contests,
    croupiers,
    overview,
    people,
    projections,
    registration,
    typed,
)
from tournaments.services.composing import compose

pytestmark = pytest.mark.django_db


def code(call: object, *args: object, **named: object) -> str:
    with pytest.raises((Illegal, Stale)) as refused:
        call(*args, **named)  # type: ignore[operator]
    return str(refused.value.code)


def test_a_croupier_is_named_by_his_address_once() -> None:
    contest, carol = factories.open_contest(5), factories.person("carol")
    for _ in range(2):
        croupiers.add(contest.pk, contest.organiser, " CAROL@players.example ")
    assert [one.user for one in contest.croupiers.all()] == [carol]
    assert code(croupiers.add, contest.pk, contest.organiser, "nobody@players.example") == "NO_SUCH_PERSON"
    assert code(croupiers.add, contest.pk, carol, "bob@players.example") == "NOT_ALLOWED"
    assert [change.kind for change in overview.changes(contest)].count("croupier") == 1


def test_t1_nobody_rules_at_a_table_where_he_plays() -> None:
    contest = factories.open_contest(5)
    croupiers.add(contest.pk, contest.organiser, "alice@players.example")
    contests.close(contest.pk, contest.organiser)
    contests.draw(contest.pk, contest.organiser)
    alice = factories.person("alice")
    assert factories.table_of(contest).croupier == contest.organiser
    assert code(croupiers.assign, contest.pk, contest.organiser, 1, alice.pk) == "PLAYS_HERE"
    stranger = factories.person("trudy")
    assert code(croupiers.assign, contest.pk, contest.organiser, 1, stranger.pk) == "NOT_A_CROUPIER"


def test_a_croupier_gets_a_table_and_it_goes_back_to_the_organiser_without_him() -> None:
    contest, trudy = factories.seated(5), factories.person("trudy")
    croupiers.add(contest.pk, contest.organiser, "trudy@players.example")
    croupiers.assign(contest.pk, contest.organiser, 1, trudy.pk)
    assert factories.table_of(contest).croupier == trudy
    croupiers.remove(contest.pk, contest.organiser, trudy.pk)
    assert factories.table_of(contest).croupier == contest.organiser
    croupiers.assign(contest.pk, contest.organiser, 1, None)
    assert factories.table_of(contest).croupier is None


def test_t8_the_time_to_speak_is_set_before_the_start_and_not_after() -> None:
    contest = factories.seated(5)
    adjusting.set_turn_time(contest.pk, contest.organiser, seconds=3600)
    contests.start(contest.pk, contest.organiser)
    turn = factories.open_turns(factories.table_of(contest))[0]
    assert turn.deadline_at - turn.opened_at == timedelta(hours=1)
    assert code(adjusting.set_turn_time, contest.pk, contest.organiser, seconds=60) == "RUNNING"
    assert code(adjusting.set_turn_time, contest.pk, factories.person("alice"), seconds=60) == "NOT_ALLOWED"


@pytest.mark.parametrize("seconds", [0, -1, adjusting.LONGEST_TURN + 1])
def test_a_time_that_makes_no_sense_is_refused(seconds: int) -> None:
    contest = factories.open_contest()
    assert code(adjusting.set_turn_time, contest.pk, contest.organiser, seconds=seconds) == "MALFORMED"


def test_t5_the_smallest_tables_are_chosen_before_the_closing() -> None:
    contest = factories.open_contest(13)
    adjusting.set_table_rule(contest.pk, contest.organiser, "smallest")
    contests.close(contest.pk, contest.organiser)
    assert code(adjusting.set_table_rule, contest.pk, contest.organiser, "fewest") == "REGISTRATION_CLOSED"
    contests.draw(contest.pk, contest.organiser)
    assert [table.table_seats.count() for table in contest.tables.all()] == [7, 6]


def test_t5_both_projected_ends_are_shown_before_the_closing() -> None:
    contest = factories.open_contest(16)
    found = projections.outlook(contest)
    assert found is not None
    fewest, smallest = found.plans
    assert (fewest.sizes, smallest.sizes) == ((8, 8), (6, 5, 5))
    assert fewest.length == timedelta(days=32)
    assert smallest.length == timedelta(days=24)
    assert fewest.too_long
    assert fewest.fits == timedelta(hours=5, minutes=15)
    assert (fewest.chosen, smallest.chosen) == (True, False)


def test_closed_before_its_time_a_contest_is_reckoned_from_now() -> None:
    contest = factories.open_contest(16)
    before = projections.outlook(contest)
    contests.close(contest.pk, contest.organiser)
    after = projections.outlook(Contest.objects.get(pk=contest.pk))
    assert before is not None
    assert after is not None
    assert contest.closes_at > clock.now() + timedelta(hours=1)
    assert before.plans[0].ends == contest.closes_at + timedelta(days=32)
    assert abs(after.plans[0].ends - clock.now() - timedelta(days=32)) < timedelta(minutes=1)


def test_an_impossible_number_has_no_projection_but_choices() -> None:
    found = projections.outlook(factories.open_contest(9))
    assert found is not None
    assert found.plans == ()
    assert found.refusal is not None
    assert found.refusal.params["choices"][0] == "extension"


def test_the_same_form_sent_twice_makes_one_draft_and_one_remark() -> None:
    first, second = factories.draft(key="k1"), factories.draft(key="k1")
    assert first.pk == second.pk
    assert factories.draft(key="k2").pk != first.pk
    for _ in range(2):
        contests.comment(first.pk, user=None, name="bob", text="Tuesday is better.")
    assert first.comments.count() == 1


def test_an_entrant_added_twice_is_one_and_his_claim_link_the_same() -> None:
    contest = factories.open_contest()
    one = registration.add_entrant(contest.pk, contest.organiser, "Zoe", key="k")
    two = registration.add_entrant(contest.pk, contest.organiser, "Zoe", key="k")
    assert one == two
    assert code(registration.add_entrant, contest.pk, contest.organiser, "zoe", key="other") == "NAME_TAKEN"


def test_a_claim_link_is_good_for_one_person_however_often_he_opens_it() -> None:
    contest = factories.open_contest()
    entry, word = registration.add_entrant(contest.pk, contest.organiser, "Zoe")
    alice, bob = factories.person("alice"), factories.person("bob")
    assert registration.claim(word, alice) == entry
    assert registration.claim(word, alice) == entry
    assert code(registration.claim, word, bob) == "NO_SUCH_CLAIM"
    assert code(registration.claim, "nonsense", bob) == "NO_SUCH_CLAIM"
    assert code(registration.claim, "", bob) == "NO_SUCH_CLAIM"


def test_extending_to_the_same_instant_again_is_no_second_extension() -> None:
    contest = factories.open_contest()
    later = contest.closes_local.replace(tzinfo=None) + timedelta(days=1)
    for _ in range(2):
        contests.extend(contest.pk, contest.organiser, closes_local=later, reason="two more are wanted")
    assert [change.kind for change in overview.changes(contest)].count("extended") == 1


def test_a_person_changes_his_name_zone_and_letters() -> None:
    alice = factories.person("alice")
    people.update(alice, name="  Alice  L. ", language="fr", timezone="Asia/Tokyo", notices="everything")
    alice.refresh_from_db()
    assert (alice.name, alice.language, alice.timezone, alice.notices) == (
        "Alice L.",
        "fr",
        "Asia/Tokyo",
        "everything",
    )
    wrong = {"name": "A", "language": "fr", "timezone": "Europe/Paris", "notices": "deals"}
    assert code(people.update, alice, **{**wrong, "name": " "}) == "NO_NAME"
    assert code(people.update, alice, **{**wrong, "timezone": "Mars/Olympus"}) == "UNKNOWN_ZONE"
    assert code(people.update, alice, **{**wrong, "language": "tlh"}) == "MALFORMED"


def test_the_log_of_a_contest_names_people_and_leaves_moves_out() -> None:
    contest = factories.running(5)
    lines = overview.changes(contest)
    assert lines[0].data == {"state": "running"}
    assert {line.kind for line in lines} >= {"genesis", "created", "seeds", "entry", "seating", "contest"}
    assert "table" not in {line.kind for line in lines}
    registered = [line for line in lines if line.kind == "entry"]
    assert {line.ref for line in registered} == set(factories.NAMES[:5])
    seating = next(line for line in lines if line.kind == "seating")
    assert sorted(seating.data["tables"][0]["seats"]) == sorted(factories.NAMES[:5])


def test_a_contest_without_an_end_by_deals_has_no_projection() -> None:
    contest = factories.draft("holdem", rules={"hands": None})
    assert projections.outlook(contest) is None
    assert models.Contest.objects.get(pk=contest.pk).state == Contest.State.DRAFT


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ali\u200bce \u202ebob ", "Alice bob"),
        ("one\r\ntwo\x00\x07three", "one twothree"),
        ("Zoe\u0301", "Zo\u00e9"),
        ("👩‍🚀 Ada", "👩‍🚀 Ada"),
        ("x" * 50, "x" * 40),
        ("\u2066\u2069", ""),
    ],
)
def test_names_hold_nothing_unseen(given: str, kept: str) -> None:
    assert typed.line(given, 40) == kept


def test_a_name_that_looks_like_another_is_taken() -> None:
    contest = factories.open_contest(["alice"])
    assert code(registration.add_entrant, contest.pk, contest.organiser, "ali\u200bce") == "NAME_TAKEN"
    assert code(registration.add_entrant, contest.pk, contest.organiser, "\u200b") == "NO_NAME"


def test_a_remark_keeps_its_lines_and_loses_what_is_not_seen() -> None:
    contest = factories.draft()
    remark = contests.comment(contest.pk, user=None, name="bob", text="one\r\n\r\ntwo\x00\u202e\n")
    assert remark.text == "one\n\ntwo"


@pytest.mark.django_db(transaction=True)
def test_contests_created_at_the_same_time_do_not_ask_for_the_same_address() -> None:
    factories.organiser()

    def make(name: str) -> str:
        try:
            return factories.draft(name="Same name", key=name).slug
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        slugs = list(pool.map(make, ["one", "two", "three", "one"]))
    assert slugs[0] == slugs[3]
    assert len(set(slugs)) == 3


def test_t5_the_letter_of_an_exceptional_table_says_so_and_why() -> None:
    contest = factories.open_contest(3)
    contests.close(contest.pk, contest.organiser)
    contests.choose(contest.pk, contest.organiser, "exception", "the passes are closed")
    contests.draw(contest.pk, contest.organiser)
    letter = compose(models.Notice.objects.filter(kind="seated").earliest("pk"))
    assert letter is not None
    assert "By exception this table has 3 seats. Reason: the passes are closed" in letter.text


def test_t5_the_letter_of_an_ordinary_table_mentions_no_exception() -> None:
    factories.seated(5)
    letter = compose(models.Notice.objects.filter(kind="seated").earliest("pk"))
    assert letter is not None
    assert "exception" not in letter.text


def test_t7_a_claim_link_is_made_anew_and_the_old_one_is_dead() -> None:
    contest = factories.open_contest()
    entry, old = registration.add_entrant(contest.pk, contest.organiser, "Zoe", key="first")
    for _ in range(2):
        registration.renew_claim(contest.pk, contest.organiser, entry.pk, key="second")
    new = registration.claim_word(contest, "second")
    assert registration.claimable(old) is None
    assert code(registration.claim, old, factories.person("alice")) == "NO_SUCH_CLAIM"
    assert [change.data["what"] for change in overview.changes(contest) if change.kind == "entry"] == [
        "link",
        "registered",
    ]
    assert registration.claim(new, factories.person("alice")).pk == entry.pk
    by = contest.organiser
    assert code(registration.renew_claim, contest.pk, by, entry.pk, key="third") == "CLAIMED"


def test_t7_a_claim_link_is_not_made_with_anothers_key_nor_by_strangers() -> None:
    contest = factories.open_contest()
    registration.add_entrant(contest.pk, contest.organiser, "Zoe", key="first")
    yann, _ = registration.add_entrant(contest.pk, contest.organiser, "Yann", key="second")
    by = contest.organiser
    assert code(registration.renew_claim, contest.pk, by, yann.pk, key="first") == "MALFORMED"
    alice = factories.person("alice")
    assert code(registration.renew_claim, contest.pk, alice, yann.pk, key="k") == "NOT_ALLOWED"
