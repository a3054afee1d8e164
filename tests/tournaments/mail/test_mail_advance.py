"""Moves left in advance by letter: kept, told to their writer alone, played when the turn opens."""

from __future__ import annotations

import pytest

from referee.advance import Condition
from tests import factories
from tests.tournaments.mail.conftest import a_reply, answer_to, take, turn_of
from tournaments import models
from tournaments.models import Letter
from tournaments.services import advances, correspondence, letters

pytestmark = pytest.mark.django_db(transaction=True)


def kept(table: models.Table, seat: str) -> Condition | None:
    row = models.Advance.objects.filter(seat__table=table, seat__letter=seat).first()
    return advances._condition(row) if row is not None else None


def mail(table: models.Table, seat: str, text: str, *, answers: str = "", message: str = "1") -> Letter:
    """A letter of a seat's player to the plain mailbox, perhaps as an answer to a letter of ours."""
    turn = table.turns.select_related("seat__entry__user").order_by("-id").first()
    assert turn is not None
    user = table.table_seats.select_related("entry__user").get(letter=seat).entry.user
    heads = {"In_Reply_To": f"<{answers}>"} if answers else {}
    sender, plain = f"{user.name} <{user.email}>", letters.ours().addresses[0]
    name, subject = f"<{message}@players.example>", f"{table.name}: later"
    raw = a_reply(turn, text, From=sender, To=plain, Message_ID=name, Subject=subject, **heads)
    return take(raw, turn, recipient=plain, sender=user.email)


def a_letter_of_ours(table: models.Table, seat: str) -> str:
    """The name of a letter about the table that the player of a seat got before."""
    user = table.table_seats.get(letter=seat).entry.user
    row = models.Notice.objects.create(
        user=user,
        kind="deal",
        key=f"test:{seat}",
        contest=table.contest,
        table=table,
        data={"seat": seat, "deal": 1},
        created_at=table.contest.created_at,
        retry_at=table.contest.created_at,
        message_id="note.abcdefgh@example.org",
    )
    return str(row.message_id)


def test_an_answer_to_a_letter_about_the_table_leaves_a_move_for_later(table: models.Table) -> None:
    letter = mail(table, "C", "call up to 5", answers=a_letter_of_ours(table, "C"))
    assert letter.state == Letter.State.ANSWERED
    assert {key: letter.outcome[key] for key in letter.outcome if key not in ("checks", "proven")} == {
        "result": "later",
        "later": True,
    }
    assert kept(table, "C") == Condition("call-up-to", 1, 0, to=5)
    answer = answer_to(letter)
    assert "Left in advance: You call as long as you have no more than 5 in the betting round." in answer
    factories.act(table, "raise 2", "fold")
    assert advances.act_due() == 1
    assert "by now it is played" not in answer


def test_it_is_taken_back_by_letter(table: models.Table) -> None:
    ours = a_letter_of_ours(table, "C")
    mail(table, "C", "fold in advance", answers=ours)
    letter = mail(table, "C", "withdraw my advance move", answers=ours, message="2")
    assert kept(table, "C") is None
    assert "taken back" in answer_to(letter)


def test_the_word_of_the_open_turn_leaves_it_for_the_deadline(table: models.Table) -> None:
    factories.act(table, "raise 2")
    letter = take(a_reply(turn_of(table), "call up to 2"), turn_of(table))
    assert letter.outcome["result"] == "later"
    assert "it counts" not in answer_to(letter)
    assert "this is done for you: “call" in answer_to(letter)
    factories.move_clock(table, seconds=-1)
    assert turn_of(table).seat.letter == "B"


def test_a_from_alone_and_the_word_of_a_turn_that_is_over_leave_nothing(table: models.Table) -> None:
    first = turn_of(table)
    letter = mail(table, "C", "fold in advance")
    assert letter.outcome["refusal"]["code"] == "ADVANCE_UNPROVEN"
    factories.act(table, "raise 2")
    old = take(a_reply(first, "fold in advance"), first)
    assert old.outcome["refusal"]["code"] == "ADVANCE_UNPROVEN"
    assert not models.Advance.objects.exists()


def test_the_staff_does_not_even_see_the_letter(table: models.Table) -> None:
    olga = table.contest.organiser
    before = correspondence.of_contest(olga, table.contest).count()
    mail(table, "C", "fold in advance", answers=a_letter_of_ours(table, "C"))
    assert correspondence.of_contest(olga, table.contest).count() == before


def test_what_is_refused_is_said(table: models.Table) -> None:
    factories.act(table, "raise 2")
    letter = mail(table, "C", "call 3 if it stays 3", answers=a_letter_of_ours(table, "C"))
    assert letter.outcome["refusal"]["code"] == "PRICE_IS"
    assert "The price is 2 now" in answer_to(letter)
