"""A case by letters: the word opens it, answers go on in it, and a From alone opens nothing."""

from __future__ import annotations

import pytest

from tests import factories
from tests.tournaments.mail.conftest import a_reply, answer_to, take, turn_of
from tests.tournaments.mail.test_mail_contests import last, reply, write
from tournaments import models
from tournaments.models import Case, Notice, Table
from tournaments.services import cases, composing

pytestmark = pytest.mark.django_db

WORDS = "call the referee\n\nThe pot looks wrong to me."


def called(table: Table) -> models.Letter:
    turn = turn_of(table)
    return take(a_reply(turn, WORDS), turn)


def sent(kind: str, user: models.User) -> None:
    """The newest letter of a kind is the newest of all, as ``reply`` wants it."""
    newest = Notice.objects.filter(kind=kind, user=user).latest("pk")
    Notice.objects.filter(pk__gt=newest.pk).delete()


def test_the_word_opens_a_case_and_the_same_letter_twice_opens_one(table: Table) -> None:
    turn = turn_of(table)
    letter = called(table)
    assert letter.outcome["result"] == "called"
    take(a_reply(turn, WORDS), turn)
    case = Case.objects.get()
    assert (case.table, case.caller, case.words.count()) == (table, turn.seat.entry.user, 1)
    assert "The pot looks wrong to me." in case.words.get().text
    assert case.words.get().via == "mail"
    answer = answer_to(letter)
    assert "The referee is called to table Rubis: case 1" in answer
    assert f"/c/{table.contest.slug}/1/case/1/" in answer
    assert turn_of(table) == turn, "nothing is played"


@pytest.mark.parametrize(
    "line",
    [
        "Call the referee: Bob bets too slowly.",
        "Appel à l'arbitre : Bob mise trop lentement.",
        "Chiamo l'arbitro: Bob punta troppo piano.",
    ],
)
def test_what_stands_behind_the_colon_is_for_the_referee(table: Table, line: str) -> None:
    turn = turn_of(table)
    letter = take(a_reply(turn, line), turn)
    assert letter.outcome["result"] == "called"
    assert Case.objects.get().words.get().text == line


@pytest.mark.parametrize("line", ["call the referee: fold", "appel à l'arbitre : je me couche"])
def test_an_order_behind_the_colon_is_asked_about(table: Table, line: str) -> None:
    letter = take(a_reply(turn_of(table), line), turn_of(table))
    assert letter.outcome["result"] == "refused"
    assert not Case.objects.exists()


def test_the_answer_comes_as_a_letter_and_may_be_answered_by_letter(table: Table) -> None:
    called(table)
    case = Case.objects.get()
    cases.say(case.pk, table.contest.organiser, "Which pot do you mean?", key="a", via="web")
    assert "Which pot do you mean?" in last().text
    again = reply("The side pot. I fold my arms.\n\nfold")
    assert (again.state, again.outcome["result"]) == ("answered", "said")
    assert case.words.latest("pk").text.startswith("The side pot.")
    assert "Nothing was played." in last().text
    assert not table.events.filter(kind="move").exists()
    case.refresh_from_db()
    assert case.waits


def test_letters_of_a_case_stay_in_one_thread(table: Table) -> None:
    called(table)
    case = Case.objects.get()
    heads = []
    for number in range(2):
        cases.say(case.pk, table.contest.organiser, f"word {number}", key=f"a{number}", via="web")
        composed = composing.compose(Notice.objects.filter(kind="case").latest("pk"))
        assert composed is not None
        heads.append(composed.headers["In-Reply-To"])
    assert heads[0] == heads[1]


def test_the_referee_may_answer_by_letter_too(table: Table) -> None:
    called(table)
    olga = table.contest.organiser
    sent("needs", olga)
    ours = last()
    assert ours.to == olga.email
    answer = write(olga.email, "I shall look.", f"Re: {ours.subject}", answers=ours.message_id)
    assert answer.outcome["result"] == "said"
    word = Case.objects.get().words.latest("pk")
    assert (word.judge, word.text, word.author) == (True, "I shall look.", olga)


def test_a_closed_case_takes_no_letter_and_the_answer_says_so(table: Table) -> None:
    called(table)
    case = Case.objects.get()
    cases.close(case.pk, table.contest.organiser, word="The pot is right.", key="c")
    assert "The pot is right." in last().text
    letter = reply("It is not!")
    assert letter.outcome["refusal"]["code"] == "CASE_CLOSED"
    assert "This case is closed." in last().text
    assert case.words.count() == 1


def test_a_foreign_from_says_nothing_in_a_case(table: Table) -> None:
    called(table)
    case = Case.objects.get()
    cases.say(case.pk, table.contest.organiser, "Yes?", key="a", via="web")
    forged = reply("I confess everything.", sender="mallory@evil.example")
    assert forged.outcome["refusal"]["code"] == "FOREIGN_SENDER"
    assert case.words.count() == 2


def test_a_from_alone_calls_nobody_before_its_reader_has_answered(table: Table) -> None:
    turn = turn_of(table)
    user = turn.seat.entry.user
    assert user is not None
    plain = composing.address()
    first = write(user.email, WORDS, table.name, to=plain)
    assert (first.state, Case.objects.count()) == ("held", 0)
    assert "Did you call the referee to table Rubis?" in last().text
    assert not Notice.objects.filter(kind="needs").exists()
    reply("yes")
    assert "The pot looks wrong to me." in Case.objects.get().words.get().text
    reply("yes")
    assert Case.objects.get().words.count() == 1


def test_too_many_calls_by_letter_are_refused_with_the_hour(table: Table) -> None:
    turn = turn_of(table)
    for number in range(cases.MOST_WORDS + 1):
        letter = take(a_reply(turn, f"{WORDS} {number}", Message_ID=f"<n{number}@x.y>"), turn)
    assert letter.outcome["refusal"]["code"] == "TOO_MANY_CALLS"
    assert "You can write again from" in answer_to(letter)
    assert Case.objects.get().words.count() == cases.MOST_WORDS


def test_before_the_tables_are_drawn_the_organiser_is_told_as_ever() -> None:
    contest = factories.open_contest(["alice"])
    write("alice@players.example", "call the referee")
    assert reply("yes").outcome["result"] == "called"
    assert not Case.objects.exists()
    told = Notice.objects.get(kind="needs", data__code="REFEREE_CALLED")
    assert told.user == contest.organiser


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_every_letter_of_a_case_is_written_in_each_language(table: Table, language: str) -> None:
    models.User.objects.update(language=language)
    called(table)
    case, olga = Case.objects.get(), table.contest.organiser
    cases.say(case.pk, olga, "one", key="a", via="web")
    cases.close(case.pk, olga, word="two", key="c")
    rows = Notice.objects.filter(kind__in=["case", "needs", "answer"])
    texts = [composed.text for one in rows if (composed := composing.compose(one)) is not None]
    assert len(texts) == 4
    english = ("answers in your case", "is closed.", "is called to table", "waits for you")
    assert all(any(words in text for text in texts) == (language == "en") for words in english)
