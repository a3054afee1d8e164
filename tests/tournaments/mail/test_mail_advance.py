"""Moves left in advance by letter: kept, told to their writer alone, played when the turn opens."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from referee.advance import Condition
from tests import factories
from tests.tournaments.mail.conftest import a_reply, answer_to, take, turn_of
from tournaments import models
from tournaments.models import Letter
from tournaments.services import advances, composing, correspondence, letters, rulings, sealing, sweep

pytestmark = pytest.mark.django_db(transaction=True)


def kept(table: models.Table, seat: str) -> Condition | None:
    found = advances.of_seat(table.table_seats.get(letter=seat))
    return found.condition if found is not None else None


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
    name = "note.abcdefgh@example.org"
    models.Notice.objects.create(
        user=user,
        kind="deal",
        key=f"test:{seat}",
        contest=table.contest,
        table=table,
        data={"seat": seat, "deal": 1},
        created_at=table.contest.created_at,
        retry_at=table.contest.created_at,
        message_id=sealing.token_hash(name),
    )
    return name


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
    assert "you call (2 chips). So you left it in advance." in answer_to(letter)
    factories.move_clock(table, seconds=-1)
    assert turn_of(table).seat.letter == "B"


def confirm(letter: Letter, text: str, *, sender: str = "") -> Letter:
    """The answer to our question about a letter that is held."""
    notice = models.Notice.objects.get(kind="answer", data__letter=letter.pk)
    composed = composing.compose(notice)
    assert composed is not None
    assert notice.user is not None
    reply = EmailMessage()
    to = parseaddr(composed.reply_to)[1]
    reply["From"], reply["To"] = sender or notice.user.email, to
    reply["Subject"] = f"Re: {composed.subject}"
    reply["Message-ID"] = f"<{letter.pk}.{text.encode().hex()}@x.example>"
    reply["In-Reply-To"] = composed.headers["Message-ID"]
    reply.set_content(text)
    stored = letters.receive(reply.as_bytes(), letters.Envelope(notice.user.email, to, "smtp"))
    letters.read(stored.pk)
    stored.refresh_from_db()
    return stored


def test_a_from_alone_leaves_nothing_until_a_mere_answer_confirms_it(table: models.Table) -> None:
    letter = mail(table, "C", "call up to 5 until tomorrow 18:00")
    assert letter.state == Letter.State.HELD
    assert not models.Advance.objects.exists()
    asked = answer_to(letter)
    assert "Did you leave this in advance, at table Rubis? You call as long as" in asked
    assert "It then counts as received with that first letter." in asked
    factories.act(table, "raise 2", "call")
    assert turn_of(table).seat.letter == "C"
    answer = confirm(letter, "yes")
    assert answer.outcome["result"] == "later"
    assert models.Advance.objects.get().left_at == letter.received_at
    letter.refresh_from_db()
    assert letter.state == Letter.State.ANSWERED
    assert letter.outcome["confirmed"] == answer.pk
    assert advances.act_due() == 1, "it counts as of its own arrival, before the turn came"
    assert table.events.get(kind="move", seat="C").origin == "advance"
    assert confirm(letter, "oui").outcome["result"] == "refused", "once"


def test_confirmed_in_the_turn_in_which_it_came_it_waits_for_the_deadline(table: models.Table) -> None:
    factories.act(table, "raise 2")
    letter = mail(table, "B", "check/fold")
    assert letter.outcome["what"]["do"] == "advance"
    confirm(letter, "")
    assert kept(table, "B") == Condition("check-fold", 1, 0)
    assert advances.act_due() == 0
    assert turn_of(table).seat.letter == "B"


def test_a_question_in_time_holds_the_time_out_back(table: models.Table) -> None:
    factories.act(table, "raise 2")
    letter = mail(table, "B", "call up to 2")
    assert letter.state == Letter.State.HELD
    deadline = factories.move_clock(table, seconds=1)
    Letter.objects.filter(pk=letter.pk).update(received_at=deadline)
    sweep.sweep()
    assert turn_of(table).seat.letter == "B"
    confirm(letter, "yes")
    sweep.sweep()
    assert table.events.get(kind="move", seat="B").origin == "advance"


def test_the_word_of_a_turn_that_is_over_is_asked_about_too(table: models.Table) -> None:
    first = turn_of(table)
    factories.act(table, "raise 2")
    old = take(a_reply(first, "fold in advance"), first)
    assert (old.state, models.Advance.objects.exists()) == (Letter.State.HELD, False)
    confirm(old, "Yes.")
    assert kept(table, "A") == Condition("fold", 1, 0)


def test_other_words_than_yes_count_for_themselves(table: models.Table) -> None:
    letter = mail(table, "C", "call up to 5")
    confirm(letter, "call up to 6")
    assert kept(table, "C") == Condition("call-up-to", 1, 0, to=6)


def test_a_stranger_confirms_nothing(table: models.Table) -> None:
    letter = mail(table, "C", "call up to 5")
    forged = confirm(letter, "yes", sender="mallory@elsewhere.example")
    assert forged.outcome["refusal"]["code"] == "FOREIGN_SENDER"
    assert not models.Advance.objects.exists()


def test_taking_back_by_a_from_alone_is_asked_about(table: models.Table) -> None:
    advances.leave(table.pk, "C", Condition("fold", 1, 0))
    letter = mail(table, "C", "take back my advance move")
    assert "Did you take back what you left in advance" in answer_to(letter)
    assert kept(table, "C") is not None
    confirm(letter, "yes")
    assert kept(table, "C") is None


def test_what_can_no_longer_be_left_when_it_is_confirmed_is_said(table: models.Table) -> None:
    letter = mail(table, "C", "call up to 2")
    factories.act(table, "raise 5")
    answer = confirm(letter, "yes")
    assert answer.outcome["refusal"]["code"] == "LIMIT_TOO_LOW"
    assert not models.Advance.objects.exists()


def test_a_question_mark_before_the_line_only_asks(table: models.Table) -> None:
    letter = mail(table, "C", "? call up to 5 until tomorrow 18:00", answers=a_letter_of_ours(table, "C"))
    assert letter.state == Letter.State.ANSWERED
    said = answer_to(letter)
    assert "Nothing was left in advance, as you only asked." in said
    assert "You call as long as you have no more than 5" in said
    assert not models.Advance.objects.exists()


def test_an_hour_is_meant_where_its_writer_lives(table: models.Table) -> None:
    user = table.table_seats.get(letter="C").entry.user
    user.timezone = "Asia/Tokyo"
    user.save()
    letter = mail(table, "C", "fold in advance until tomorrow 18:00", answers=a_letter_of_ours(table, "C"))
    there = letter.received_at.astimezone(ZoneInfo("Asia/Tokyo")).date() + timedelta(days=1)
    condition = kept(table, "C")
    assert condition is not None
    assert condition.until == datetime.combine(there, time(18), ZoneInfo("Asia/Tokyo"))
    assert "18:00 (UTC+09:00)" in answer_to(letter)


@pytest.mark.parametrize("proof", ["answered", "a From alone", "forged", "another address", "refused"])
def test_no_letter_about_it_is_shown_to_the_staff_however_it_ends(
    table: models.Table, proof: str, settings: Any
) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.example.org"
    olga = table.contest.organiser
    before = correspondence.of_contest(olga, table.contest).count()
    turn, words = turn_of(table), "fold in advance"
    match proof:
        case "answered":
            mail(table, "C", words, answers=a_letter_of_ours(table, "C"))
        case "a From alone":
            confirm(mail(table, "C", words), "yes")
        case "forged":
            head = "mx.example.org; dmarc=fail header.from=players.example"
            take(a_reply(turn, words, Authentication_Results=head), turn)
        case "another address":
            take(a_reply(turn, words, From="mallory@elsewhere.example"), turn)
        case _:
            mail(table, "C", "call 9 if it stays 9", answers=a_letter_of_ours(table, "C"))
    assert models.Letter.objects.exists()
    assert correspondence.of_contest(olga, table.contest).count() == before


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


def test_whose_seat_another_has_by_now_leaves_nothing_there(table: models.Table) -> None:
    """The question was asked before a ruling put somebody else in; its answer comes after."""
    letter = mail(table, "C", "call up to 5")
    other = factories.person("zoe")
    rulings.substitute(table, table.contest.organiser, "C", other.email, reason="ill", key="x")
    answer = confirm(letter, "yes")
    assert answer.outcome["result"] == "refused"
    assert not models.Advance.objects.exists()
