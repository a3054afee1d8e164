"""What a player asks by letter: how things stand, how to play, to be in or out; each is answered once."""

from __future__ import annotations

import pytest

from referee.ledger import checkpoint_of_line
from tests import factories
from tests.tournaments.mail.conftest import a_reply, answer_to, take, turn_of
from tests.tournaments.mail.test_mail_contests import entries, last, reply, write
from tournaments import models, wording
from tournaments.services import composing, views

pytestmark = pytest.mark.django_db


def player_of(turn: models.Turn) -> models.User:
    assert turn.seat.entry.user is not None
    return turn.seat.entry.user


def cards_of(table: models.Table, seat: str) -> list[str]:
    view = views.look(table.pk, seat).view
    return [wording.card(card) for card in view["seats"][seat]["cards"]]


def test_status_from_nowhere_shows_the_one_table_that_he_plays_at(table: models.Table) -> None:
    turn = turn_of(table)
    write(player_of(turn).email, "status")
    text = last().text
    assert last().subject.startswith("Rubis [#")
    assert "Your deadline: " in text
    assert f"A · {turn.seat.entry.name}: 18 chips" in text
    assert all(card in text for card in cards_of(table, "A"))
    assert "RAISE TO <amount: 1 to 18>" in text
    assert "Your tables" not in text


def test_status_of_somebody_who_is_not_awaited_says_who_is(table: models.Table) -> None:
    other = table.table_seats.select_related("entry__user").get(letter="C")
    assert other.entry.user is not None
    write(other.entry.user.email, "où en est-on ?")
    text = last().text
    assert f"The table now waits for {turn_of(table).seat.entry.name}." in text
    assert "Your deadline" not in text
    assert all(card in text for card in cards_of(table, "C"))


def test_status_of_several_tables_shows_each_with_its_stacks_and_deadline(
    table: models.Table,
) -> None:
    second = factories.table_of(factories.running(5, name="Petit tour"))
    turn = turn_of(table)
    write(player_of(turn).email, "status")
    text = last().text
    assert f"{table.name}: you are awaited until" in text
    assert text.count("→ Rubis: ") == 2
    for one in (table, second):
        seat = one.table_seats.get(entry__user=player_of(turn)).letter
        assert all(card in text for card in cards_of(one, seat))
        for stranger in one.table_seats.exclude(letter=seat):
            hidden = set(cards_of(one, stranger.letter)) - set(cards_of(table, "A") + cards_of(second, seat))
            assert not any(card in text for card in hidden if card not in _owned(table, second, turn))
    assert "chips" in text


def _owned(table: models.Table, second: models.Table, turn: models.Turn) -> set[str]:
    seats = [(one, one.table_seats.get(entry__user=player_of(turn)).letter) for one in (table, second)]
    return {card for one, seat in seats for card in cards_of(one, seat)}


def test_status_by_the_word_of_a_turn_tells_of_the_other_tables_besides(table: models.Table) -> None:
    factories.running(5, name="Petit tour")
    turn = turn_of(table)
    text = answer_to(take(a_reply(turn, "status"), turn))
    assert text.index("How the table stands") < text.index("Your other tables")
    assert text.count("→ Rubis: ") == 1


def test_what_a_letter_asked_for_is_told_in_an_answer_to_it() -> None:
    factories.open_contest()
    write("carol@players.example", "register")
    done = reply("yes")
    assert last().headers["In-Reply-To"] == f"<{done.message_id}>"
    assert last().headers["Auto-Submitted"] == "auto-replied"
    assert "Your letter was received: " in last().text
    gone = reply("withdraw")
    assert last().headers["In-Reply-To"] == f"<{gone.message_id}>"
    assert "carol has withdrawn" in last().text


def test_what_a_page_did_answers_no_letter() -> None:
    contest = factories.open_contest(["alice"])
    told = composing.compose(models.Notice.objects.get(kind="registered", contest=contest))
    assert told is not None
    assert told.headers["Auto-Submitted"] == "auto-generated"
    assert "was received" not in told.text


def test_help_belongs_to_the_contest_that_he_plays_and_comes_once_a_day() -> None:
    factories.open_contest(["alice"])
    write("alice@players.example", "help")
    helped = last()
    assert helped.subject.startswith("Grand tour: ")
    assert checkpoint_of_line(helped.text.rstrip("\n").rpartition("\n")[2])
    assert "You can leave a move before your turn comes" in helped.text
    write("alice@players.example", "Help, please!")
    assert models.Notice.objects.filter(kind="answer").count() == 1


def test_help_says_nothing_of_what_his_game_does_not_have() -> None:
    factories.person("bob")
    write("bob@players.example", "help")
    assert "How to play by letter" in last().text
    assert "leave a move" not in last().text


def test_leaving_is_understood_before_the_draw_and_asked_back_at_a_table(table: models.Table) -> None:
    contest = factories.open_contest(name="Petit tour")
    models.User.objects.update(language="it")
    carol = factories.person("ugo", language="it")
    write(carol.email, "mi iscrivo al Petit tour")
    reply("sì")
    assert entries(contest) == [("ugo", "in")]
    reply("mi ritiro")
    assert entries(contest) == [("ugo", "withdrawn")]
    turn = turn_of(table)
    letter = take(a_reply(turn, "mi ritiro"), turn)
    assert "Intendevi «lasciare»?" in answer_to(letter)
    turn.refresh_from_db()
    assert turn.closed_at is None
