"""What a letter of ours offers can be done by an answer to it, and what went slightly wrong is asked back."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.core import mail

from referee.grammar.choices import of_line
from tests import factories
from tests.tournaments.mail.conftest import a_reply, answer_to, take, turn_of
from tests.tournaments.mail.test_mail_contests import entries, last, reply, write
from tournaments import models
from tournaments.models import Notice
from tournaments.services import clock, post

pytestmark = pytest.mark.django_db

REGISTER = {"en": "REGISTER", "fr": "JE M'INSCRIS", "it": "MI ISCRIVO"}


def speaking(turn: models.Turn, language: str) -> models.User:
    player = turn.seat.entry.user
    assert player is not None
    models.User.objects.filter(pk=player.pk).update(language=language)
    player.refresh_from_db()
    return player


@pytest.mark.parametrize("language", REGISTER)
def test_who_has_withdrawn_enters_again_by_the_word_of_that_letter(language: str) -> None:
    contest = factories.open_contest(["alice", "bob"])
    models.User.objects.update(language=language)
    write("bob@players.example", "withdraw")
    reply("")
    assert entries(contest)[1] == ("bob", "withdrawn")
    word = REGISTER[language]
    assert word in last().text
    assert last().headers["In-Reply-To"]
    reply(word)
    assert entries(contest)[1:] == [("bob", "in")]


@pytest.mark.parametrize(
    ("language", "line"), [("en", "letters: gadget"), ("fr", "lettres : bidule"), ("it", "e-mail: aggeggio")]
)
def test_an_unknown_choice_of_letters_is_answered_with_those_that_there_are(
    table: models.Table, language: str, line: str
) -> None:
    turn = turn_of(table)
    player = speaking(turn, language)
    came = take(a_reply(turn, line), turn)
    assert came.outcome["refusal"]["code"] == "CHOICE_UNKNOWN"
    offered = re.findall(r"(?:LETTERS|COURRIELS|E-MAIL)\s?: [^\W\d]+", answer_to(came))
    assert {of_line(one) for one in offered} == set(models.User.Notices.values)
    player.refresh_from_db()
    assert player.notices == "deals"
    asked = take(a_reply(turn, f"raise to 2\n{line}", Message_ID="<two@players.example>"), turn)
    assert asked.state == "played", "beside a move it is talk"


@pytest.mark.parametrize(
    ("language", "slip", "meant", "yes"),
    [
        ("en", "flod", "fold", "yes"),
        ("fr", "je me couch", "se coucher", "oui"),
        ("it", "lasco", "lasciare", "sì"),
    ],
)
def test_a_slip_of_the_pen_is_asked_back_and_played_by_a_yes(
    table: models.Table, language: str, slip: str, meant: str, yes: str
) -> None:
    turn = turn_of(table)
    speaking(turn, language)
    asked = take(a_reply(turn, slip), turn)
    assert (asked.state, table.events.filter(kind="move").count()) == ("answered", 0)
    assert re.search(rf"[“«]\W?{meant}\W?[”»]", answer_to(asked)), answer_to(asked)
    assert take(a_reply(turn, yes), turn).state == "played"
    assert table.events.get(kind="move").input == {"do": "fold"}


def test_a_move_below_the_quotation_is_played_though_a_slip_stands_above(table: models.Table) -> None:
    turn = turn_of(table)
    ours = "\n".join(f"> {line}" for line in ("##- Rubis", "Your turn"))
    came = take(a_reply(turn, f"Bold!\n\n{ours}\n\nraise to 2"), turn)
    assert (came.state, came.outcome.get("move")) == ("played", {"do": "raise", "to": 2})


def test_a_move_left_in_advance_may_be_wrapped(table: models.Table) -> None:
    turn = turn_of(table)
    seat = table.table_seats.select_related("entry__user").exclude(pk=turn.seat_id).get(letter="C")
    assert seat.entry.user is not None
    day = (clock.now() + timedelta(days=6)).date().isoformat()
    write(seat.entry.user.email, f"call up to 5 until {day}\n18:00\n\nCarol", table.name)
    assert "18:00" in last().text
    assert not models.Advance.objects.exists()
    reply("")
    assert models.Advance.objects.get().seat == seat


# --- the words of one language, and of one game


def test_a_deal_has_one_name_in_french() -> None:
    """The glossary says "coup"; a "donne" is understood, and never said."""
    catalogue = Path("tournaments/locale/fr/LC_MESSAGES/django.po").read_text()
    said = re.findall(r"^(?:msgstr )?\"(.*)\"$", catalogue, re.MULTILINE)
    found = [
        line
        for line in said
        if re.search(r"\b(?:la|une|aucune|cette|chaque|de|des|les) donnes?\b|DONNES", line)
    ]
    assert found == []
    assert of_line("lettres : donnes") == of_line("lettres : coups") == "deals"


@pytest.mark.parametrize(("preset", "checks"), [("shangri", False), ("holdem", True)])
def test_the_help_offers_a_check_only_where_the_game_has_one(preset: str, checks: bool) -> None:
    turn = turn_of(factories.table_of(factories.running(5, preset=preset)))
    for language, word, told_by in (
        ("en", "CHECK", "WITHDRAW MY ADVANCE MOVE"),
        ("fr", "PAROLE", "JE RETIRE MA DÉCISION"),
        ("it", "CHECK", "RITIRO LA MIA DECISIONE"),
    ):
        speaking(turn, language)
        came = take(a_reply(turn, "help", Message_ID=f"<{language}@players.example>"), turn)
        (line,) = [one for one in answer_to(came).splitlines() if told_by in one]
        assert (word in line) is checks
        Notice.objects.filter(kind="answer").delete()  # one such answer a day


def test_the_help_about_a_table_speaks_of_that_table() -> None:
    """Its reader plays hold'em besides; at a table of Saint Poker nothing is left in advance."""
    factories.running(5, preset="holdem", name="Other")
    turn = turn_of(factories.table_of(factories.running(2, preset="saint")))
    assert "ADVANCE MOVE" not in answer_to(take(a_reply(turn, "help"), turn))


def test_letters_about_a_contest_come_in_the_order_of_its_events() -> None:
    """Where the end of the deal waits a moment, or somebody else sends it just now, nothing overtakes it."""
    contest = factories.running(5)
    post.send_due()
    contest = factories.play_out(contest)
    assert contest.state == "final"
    mine = Notice.objects.filter(user=factories.person("alice"), contest=contest, sent_at__isnull=True)
    end = mine.filter(kind="deal").order_by("pk")[0]
    Notice.objects.filter(pk=end.pk).update(retry_at=clock.now() + timedelta(minutes=9))
    mail.outbox.clear()
    post.send_due()
    assert mail.outbox, "others get theirs"
    assert not Notice.objects.filter(user=end.user, pk__gte=end.pk, sent_at__isnull=False).exists()
    mail.outbox.clear()
    Notice.objects.filter(pk__in=mine).update(retry_at=clock.now())
    post.send_due()
    came = [letter.subject for letter in mail.outbox if "alice@players.example" in letter.to]
    assert (came[0], came[-1]) == ("Rubis: deal 1 is over", "Grand tour: the final ranking")


def test_a_letter_that_could_not_go_out_holds_up_no_other() -> None:
    contest = factories.running(5)
    first = Notice.objects.filter(user=factories.person("alice"), contest=contest).order_by("pk")[0]
    Notice.objects.filter(pk=first.pk).update(attempts=1, retry_at=clock.now() + timedelta(hours=1))
    post.send_due()
    assert any("alice@players.example" in letter.to for letter in mail.outbox)
