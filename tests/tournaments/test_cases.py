"""Calling the referee: who may open, answer and close a case; once each; what the table learns."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connections, transaction
from django.test import Client
from django.urls import reverse

from referee.core import Illegal, Refusal, Stale
from tests import factories
from tests.tournaments.web.tabling import player
from tournaments import models
from tournaments.models import Case, Event, LedgerEntry, Notice, Table
from tournaments.services import cases, composing, contests, needs, records, rulings
from tournaments.wording import needs as wording_needs

pytestmark = pytest.mark.django_db

SECRET = "Bob shows his hand to Carol in the thread."


@pytest.fixture
def table() -> Table:
    return factories.table_of(factories.running(5))


def call(table: Table, letter: str = "A", text: str = SECRET, key: str = "k") -> models.CaseWord:
    return cases.call(table.pk, player(table, letter), text, key=key, via="web")


def letters_to(user: models.User, kind: str) -> list[str]:
    rows = Notice.objects.filter(user=user, kind=kind).order_by("pk")
    composed = [composing.compose(one) for one in rows]
    return [one.text for one in composed if one is not None]


def ledger_of(table: Table) -> list[dict[str, Any]]:
    return [json.loads(one.body) for one in LedgerEntry.objects.filter(contest=table.contest)]


def test_a_call_opens_a_case_that_the_referee_reads_and_the_table_only_hears_of(table: Table) -> None:
    case = call(table).case
    assert (case.number, case.seat, case.about, case.waits) == (1, "A", SECRET, True)
    event = table.events.get(kind="case")
    assert event.facts == [{"fact": "case_opened", "seat": "A", "case": 1}]
    (told,) = letters_to(table.contest.organiser, "needs")
    assert SECRET in told
    assert f"/c/{table.contest.slug}/1/case/1/" in told
    assert SECRET not in json.dumps(ledger_of(table))
    assert not Notice.objects.filter(kind="event", user=player(table, "B"), data__contains=SECRET).exists()
    assert records.differences(table.pk) == []


def test_a_second_call_adds_to_the_open_case_and_the_same_call_twice_is_once(table: Table) -> None:
    first = call(table)
    assert call(table) == first
    again = call(table, text="And once more.", key="other")
    assert again.case == first.case
    assert [one.text for one in first.case.words.all()] == [SECRET, "And once more."]
    assert table.events.filter(kind="case").count() == 1
    assert call(table, "B", key="k").case.number == 2, "another player has a case of his own"


def test_the_database_itself_holds_one_open_case_a_player_and_table(table: Table) -> None:
    first = call(table).case
    with pytest.raises(IntegrityError), transaction.atomic():
        Case.objects.create(
            table=table, number=9, caller=first.caller, seat="A", about="x", opened_at=first.opened_at
        )


def test_the_answer_comes_to_the_caller_in_his_own_language(table: Table) -> None:
    alice = player(table, "A")
    models.User.objects.filter(pk=alice.pk).update(language="fr")
    case = call(table).case
    cases.say(case.pk, table.contest.organiser, "I shall look into it.", key="a", via="web")
    case.refresh_from_db()
    assert not case.waits
    (answer,) = letters_to(alice, "case")
    assert "I shall look into it." in answer
    assert "dans votre affaire 1 à la table" in answer
    assert len(letters_to(player(table, "B"), "case")) == 0


def test_a_case_is_closed_with_a_word_that_the_table_reads(table: Table) -> None:
    case = call(table).case
    closed = cases.close(case.pk, table.contest.organiser, word="Nothing forbids a smile.", key="c")
    assert (closed.ending, closed.word, closed.waits) == ("word", "Nothing forbids a smile.", False)
    event = table.events.filter(kind="case").latest("number")
    assert event.reason == "Nothing forbids a smile."
    assert event.facts == [{"fact": "case_closed", "seat": "A", "case": 1, "ending": "word", "event": None}]
    assert cases.close(case.pk, table.contest.organiser, word="Nothing forbids a smile.", key="c") == closed
    assert table.events.filter(kind="case").count() == 2
    (told,) = letters_to(player(table, "A"), "case")
    assert "Nothing forbids a smile." in told


def test_a_ruling_closes_it_and_only_one_made_since(table: Table) -> None:
    olga = table.contest.organiser
    rulings.pause_table(table, olga, reason="before the case", key="p")
    before = table.events.get(kind="pause").number
    case = call(table).case
    with pytest.raises(Illegal, match="NO_SUCH_RULING"):
        cases.close(case.pk, olga, ruling=before, key="c")
    made = rulings.resume_table(table, olga, reason="All is well", key="r")
    closed = cases.close(case.pk, olga, ruling=made.number, key="c")
    assert (closed.ending, closed.ruling.number) == ("ruling", made.number)
    (told,) = letters_to(player(table, "A"), "case")
    assert "closed by a ruling" in told
    assert "All is well" in told


def test_a_closed_case_takes_no_word_and_a_new_call_opens_the_next(table: Table) -> None:
    olga, case = table.contest.organiser, call(table).case
    cases.close(case.pk, olga, word="Done.", key="c")
    for by in (olga, player(table, "A")):
        with pytest.raises(Stale, match="CASE_CLOSED"):
            cases.say(case.pk, by, "but", key="x", via="web")
    with pytest.raises(Stale, match="CASE_CLOSED"):
        cases.close(case.pk, olga, word="again", key="d")
    assert call(table, key="n").case.number == 2


@pytest.mark.parametrize("who", ["B", "carol-outside", "other organiser", "other croupier"])
def test_nobody_else_reads_answers_or_closes_a_case(table: Table, who: str) -> None:
    by = {
        "B": lambda: player(table, "B"),
        "carol-outside": lambda: factories.person("zoe"),
        "other organiser": lambda: factories.organiser("ottilie"),
        "other croupier": lambda: table.contest.croupiers.create(user=factories.person("ursula")).user,
    }[who]()
    case = call(table).case
    events = table.events.count()
    assert not cases.may_read(by, case)
    with pytest.raises(Illegal, match="NOT_ALLOWED"):
        cases.say(case.pk, by, "me too", key="x", via="web")
    with pytest.raises(Illegal, match="NOT_ALLOWED"):
        cases.close(case.pk, by, word="gone", key="x")
    if who != "B":
        with pytest.raises(Illegal, match="NOT_SEATED"):
            cases.call(table.pk, by, "hello", key="z", via="web")
    assert (case.words.count(), table.events.count()) == (1, events)


def test_the_caller_does_not_close_his_own_case(table: Table) -> None:
    with pytest.raises(Illegal, match="NOT_ALLOWED"):
        cases.close(call(table).case.pk, player(table, "A"), word="won", key="x")


def test_the_croupier_of_the_table_is_told_and_sees_only_his_tables() -> None:
    contest = factories.running(10)
    trudy = factories.person("trudy")
    contest.croupiers.create(user=trudy)
    contest.tables.filter(number=2).update(croupier=trudy)
    first, second = factories.table_of(contest, 1), factories.table_of(contest, 2)
    call(first)
    call(second)
    assert [one.table for one in cases.of_contest(trudy, contest)] == [second]
    assert {one.table for one in cases.of_contest(contest.organiser, contest)} == {first, second}
    assert [one.kind for one in needs.of(trudy)] == ["case"]
    assert [one.kind for one in needs.of(contest.organiser)] == ["case", "case"]
    assert len(letters_to(trudy, "needs")) == len(letters_to(contest.organiser, "needs")) == 1


def test_an_organiser_who_plays_there_reads_nothing_and_is_asked_to_name_a_croupier() -> None:
    contest = factories.running(["olga", "alice", "bob", "carol", "dave"])
    olga, table = contest.organiser, factories.table_of(contest)
    seat = table.table_seats.exclude(entry__user=olga).first()
    assert seat is not None
    case = call(table, seat.letter).case
    assert not cases.may_read(olga, case)
    assert cases.without_judge(table)
    assert list(cases.of_contest(olga, contest)) == []
    (need,) = needs.of(olga)
    assert (need.kind, SECRET in wording_needs.need(need)) == ("name", False)
    (told,) = letters_to(olga, "needs")
    assert "name a croupier" in told
    assert SECRET not in told
    trudy = factories.person("trudy")
    contest.croupiers.create(user=trudy)
    Table.objects.filter(pk=table.pk).update(croupier=trudy)
    assert needs.of(olga) == []
    assert [one.kind for one in needs.of(trudy)] == ["case"]


def test_what_is_answered_stays_on_the_list_until_it_is_closed(table: Table) -> None:
    olga, case = table.contest.organiser, call(table).case
    cases.say(case.pk, olga, "Wait.", key="a", via="web")
    assert [one.kind for one in needs.of(olga)] == ["answered"]
    cases.say(case.pk, player(table, "A"), "I waited.", key="b", via="web")
    assert [one.kind for one in needs.of(olga)] == ["case"]
    cases.close(case.pk, olga, word="Settled.", key="c")
    assert needs.of(olga) == []


def test_a_player_who_calls_again_and_again_waits(table: Table) -> None:
    for number in range(cases.MOST_WORDS):
        call(table, key=f"k{number}")
    with pytest.raises(Illegal, match="TOO_MANY_CALLS") as refused:
        call(table, key="one more")
    assert refused.value.params["again"] > Case.objects.get().opened_at + timedelta(minutes=59)
    assert call(table, key="k0").text == SECRET, "what was said before is answered as before"
    call(table, "B", key="k")
    models.CaseWord.objects.update(at=Case.objects.latest("pk").opened_at - timedelta(hours=2))
    call(table, key="later")


def test_cases_are_not_opened_without_end_in_a_day(table: Table) -> None:
    olga = table.contest.organiser
    for number in range(cases.MOST_CASES):
        case = call(table, key=f"k{number}").case
        cases.close(case.pk, olga, word="no", key="c")
    models.CaseWord.objects.update(at=case.opened_at - timedelta(hours=2))
    with pytest.raises(Illegal, match="TOO_MANY_CALLS"):
        call(table, key="more")


@pytest.mark.parametrize("text", ["", "  \n ", "\u202e\u200b"])
def test_nothing_written_opens_nothing(table: Table, text: str) -> None:
    with pytest.raises(Illegal, match="NOTHING_WRITTEN"):
        call(table, text=text)
    assert not Case.objects.exists()
    case = call(table).case
    with pytest.raises(Illegal, match="NO_WORD"):
        cases.close(case.pk, table.contest.organiser, word=text, key="c")


def test_a_table_that_is_paused_or_over_may_be_argued_about_until_the_contest_is_final() -> None:
    contest = factories.running(5, automatic=False)
    table = factories.table_of(contest)
    rulings.pause_table(table, contest.organiser, reason="tea", key="p")
    first = call(table).case
    cases.close(first.pk, contest.organiser, word="ok", key="c")
    rulings.resume_table(table, contest.organiser, reason="tea is over", key="r")
    contests.cancel(contest.pk, contest.organiser, "a flood")
    with pytest.raises(Stale, match="CONTEST_OVER"):
        call(table, key="late")


def test_a_case_plays_nothing_and_moves_no_deadline(table: Table) -> None:
    before = [(turn.pk, turn.deadline_at) for turn in factories.open_turns(table)]
    call(table)
    assert [(turn.pk, turn.deadline_at) for turn in factories.open_turns(table)] == before
    factories.act(table, "raise 3")
    assert records.differences(table.pk) == []


@pytest.mark.django_db(transaction=True)
def test_many_calls_at_once_open_one_case() -> None:
    table = factories.table_of(factories.running(5))
    alice = player(table, "A")

    def one(number: int) -> str:
        try:
            return str(cases.call(table.pk, alice, f"word {number % 3}", key=f"k{number % 3}", via="web").pk)
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as pool:
        done = list(pool.map(one, range(9)))
    assert len(set(done)) == 3
    assert Case.objects.count() == 1
    assert Event.objects.filter(table=table, kind="case").count() == 1


def test_a_case_keeps_the_name_of_its_player_when_another_has_his_seat(client: Client, table: Table) -> None:
    """Whoever judges must not read one person's words under the name of another."""
    olga, alice = table.contest.organiser, player(table, "A")
    case = cases.call(table.pk, alice, "The pot is wrong.", key="a", via="web").case
    rulings.substitute(table, olga, "A", factories.person("zoe").email, reason="ill", key="x")
    cases.say(case.pk, alice, "It was my pot.", key="b", via="web")
    assert Notice.objects.filter(kind="needs").latest("pk").data["name"] == alice.name
    client.force_login(olga)
    page = client.get(reverse("case", args=[table.contest.slug, table.number, case.number]))
    assert page.context["name"] == alice.name
