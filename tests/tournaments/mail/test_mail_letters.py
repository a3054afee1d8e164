"""Letters of players: each check of the order by itself, and what comes of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from referee.core import Move
from tests import factories
from tests.tournaments.mail.conftest import a_reply, answer_to, our_letter, tag_of, take, turn_of
from tournaments import models
from tournaments.services import clock, composing, inbox, letters, rulings, sweep, tables

pytestmark = pytest.mark.django_db


def moves(table: models.Table) -> list[Any]:
    return list(table.events.filter(kind="move").order_by("number").values_list("input", flat=True))


def quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def test_a_mere_answer_above_a_quote_of_our_letter_plays_the_move(table: models.Table) -> None:
    turn = turn_of(table)
    text = f"Je me couche.\n\nLe 30/11/2026 à 20:00, Referee a écrit :\n{quoted(our_letter(turn))}\n"
    letter = take(a_reply(turn, text), turn)
    assert (letter.state, moves(table)) == ("played", [{"do": "fold"}])
    assert table.events.get(kind="move").origin == "mail"


def test_an_answer_above_our_letter_quoted_without_marks_plays_the_move(table: models.Table) -> None:
    turn = turn_of(table)
    take(a_reply(turn, f"raise to 5\n\nI feel lucky.\n\n{our_letter(turn)}"), turn)
    event = table.events.get(kind="move")
    assert (event.input, event.comment) == ({"do": "raise", "to": 5}, "I feel lucky.")


def test_an_answer_below_our_letter_quoted_without_marks_plays_the_move(table: models.Table) -> None:
    turn = turn_of(table)
    take(a_reply(turn, f"{our_letter(turn)}\n\nraise to 5\n"), turn)
    assert moves(table) == [{"do": "raise", "to": 5}]


def test_a_quote_of_our_letter_alone_plays_nothing(table: models.Table) -> None:
    turn = turn_of(table)
    letter = take(a_reply(turn, our_letter(turn)), turn)
    assert (letter.state, moves(table)) == ("answered", [])


def test_a_command_below_the_quotation_counts_where_there_is_none_above(table: models.Table) -> None:
    turn = turn_of(table)
    text = f"Hello all,\n\nOn 30/11/2026 20:00, Referee wrote:\n{quoted(our_letter(turn))}\n\nfold\n"
    take(a_reply(turn, text), turn)
    assert moves(table) == [{"do": "fold"}]


@pytest.mark.parametrize("carrier", ["recipient", "In_Reply_To", "References", "subject"])
def test_any_one_of_the_carriers_is_enough(table: models.Table, carrier: str) -> None:
    turn = turn_of(table)
    notice = models.Notice.objects.get(turn=turn, kind="turn")
    composed = composing.compose(notice)
    assert composed is not None
    plain = composing.address()
    heads = {
        "recipient": {},
        "In_Reply_To": {"To": plain, "In_Reply_To": composed.message_id},
        "References": {"To": plain, "References": f"<x@y.example> {composed.message_id}"},
        "subject": {"To": plain, "Subject": f"Re: {table.name} {tag_of(turn)} your turn"},
    }[carrier]
    recipient = composing.address(turn) if carrier == "recipient" else plain
    take(a_reply(turn, "fold", **heads), turn, recipient=recipient)
    assert moves(table) == [{"do": "fold"}]


def test_a_forged_from_plays_nothing_and_the_player_is_told_at_his_own_address(table: models.Table) -> None:
    turn = turn_of(table)
    letter = take(a_reply(turn, "fold", From="alice <mallory@evil.example>"), turn)
    notice = models.Notice.objects.get(kind="answer")
    assert moves(table) == []
    assert notice.user == turn.seat.entry.user
    assert "mallory@evil.example" in answer_to(letter)


def test_the_token_of_one_player_does_not_serve_another(table: models.Table) -> None:
    turn = turn_of(table)
    other = table.table_seats.exclude(pk=turn.seat_id).select_related("entry__user").first()
    assert other is not None
    assert other.entry.user is not None
    letter = take(a_reply(turn, "fold", From=other.entry.user.email), turn)
    assert (letter.state, moves(table)) == ("answered", [])


def test_an_old_token_changes_nothing_and_says_what_was_played(table: models.Table) -> None:
    turn = turn_of(table)
    take(a_reply(turn, "raise to 5"), turn)
    letter = take(a_reply(turn, "fold"), turn)
    assert moves(table) == [{"do": "raise", "to": 5}]
    assert "played already: “bet 5”" in answer_to(letter)


def test_the_same_letter_twice_is_one_move_and_one_answer(table: models.Table) -> None:
    turn = turn_of(table)
    raw = a_reply(turn, "raise to 5")
    first, second = take(raw, turn), take(raw, turn)
    assert moves(table) == [{"do": "raise", "to": 5}]
    assert models.Notice.objects.filter(kind="answer").count() == 1
    assert second.outcome["again"] == first.pk


def test_a_letter_read_twice_is_one_move_and_one_answer(table: models.Table) -> None:
    turn = turn_of(table)
    letter = take(a_reply(turn, "raise to 5"), turn)
    models.Letter.objects.update(state="unread")
    models.Notice.objects.filter(kind="answer").delete()
    letters.read(letter.pk)
    letter.refresh_from_db()
    assert moves(table) == [{"do": "raise", "to": 5}]
    assert letter.outcome["result"] == "played"
    assert "Your move is played: “bet 5”" in answer_to(letter)


def test_unreadable_words_are_a_sign_of_life_once(table: models.Table) -> None:
    turn = turn_of(table)
    before = turn.deadline_at
    letter = take(a_reply(turn, "What a lovely evening."), turn)
    turn.refresh_from_db()
    assert turn.deadline_at == before + timedelta(hours=12)
    text = answer_to(letter)
    assert "No move was found" in text
    assert "You get more time" in text
    again = take(a_reply(turn, "Hm. Let me think."), turn)
    turn.refresh_from_db()
    assert turn.deadline_at == before + timedelta(hours=12)
    assert "You get more time" not in answer_to(again)


def test_an_illegal_move_is_answered_with_what_is_possible(table: models.Table) -> None:
    turn = turn_of(table)
    letter = take(a_reply(turn, "raise to 400"), turn)
    text = answer_to(letter)
    assert moves(table) == []
    assert "the total can be 18 at most" in text
    assert "RAISE TO <amount: 1 to 18>" in text


def test_a_dry_run_plays_nothing_and_says_how_it_is_read(table: models.Table) -> None:
    turn = turn_of(table)
    letter = take(a_reply(turn, "? raise to 5"), turn)
    assert moves(table) == []
    assert "it would be accepted now: “bet 5”" in answer_to(letter)


def test_yes_plays_what_the_last_answer_asked(table: models.Table) -> None:
    turn = turn_of(table)
    letter = take(a_reply(turn, "Well, my friends, I think that I will fold now."), turn)
    assert "Did you mean “fold”?" in answer_to(letter)
    take(a_reply(turn, "yes"), turn)
    assert moves(table) == [{"do": "fold"}]


def test_yes_to_nothing_is_refused(table: models.Table) -> None:
    turn = turn_of(table)
    letter = take(a_reply(turn, "yes"), turn)
    assert (letter.state, moves(table)) == ("answered", [])


def test_a_letter_in_time_counts_by_its_arrival_even_if_it_is_read_late(table: models.Table) -> None:
    turn = turn_of(table)
    letter = letters.receive(
        a_reply(turn, "fold"), letters.Envelope("a@b.example", composing.address(turn), "smtp")
    )
    models.Turn.objects.filter(pk=turn.pk).update(deadline_at=clock.now())
    assert sweep.time_out(turn.pk) is False, "an unread letter holds the time-out back"
    letters.read_due()
    letter.refresh_from_db()
    assert (letter.state, moves(table)) == ("played", [{"do": "fold"}])


def test_a_letter_after_the_deadline_is_late_by_so_much(table: models.Table) -> None:
    turn = turn_of(table)
    factories.move_clock(table, minutes=5)
    letter = take(a_reply(turn, "raise to 5"), turn)
    assert moves(table) == []
    assert "Too late by 5 minutes" in answer_to(letter)
    sweep.time_out(turn.pk)
    late = take(a_reply(turn, "raise to 6"), turn)
    assert "Too late by 5 minutes" in answer_to(late)


def test_the_date_header_says_nothing_about_the_arrival(table: models.Table) -> None:
    turn = turn_of(table)
    factories.move_clock(table, minutes=5)
    take(a_reply(turn, "fold", Date="Mon, 01 Jan 2024 00:00:00 +0000"), turn)
    assert moves(table) == []


def test_machine_mail_and_bounces_are_never_answered(table: models.Table) -> None:
    turn = turn_of(table)
    vacation = take(a_reply(turn, "fold", Auto_Submitted="auto-replied"), turn)
    loop = take(a_reply(turn, "fold", X_Referee="1"), turn)
    bounce = take(a_reply(turn, "fold"), turn, sender="")
    assert {vacation.state, loop.state, bounce.state} == {"ignored"}
    assert moves(table) == []
    assert not models.Notice.objects.filter(kind="answer").exists()


def test_an_unknown_sender_about_nothing_is_not_answered(table: models.Table) -> None:
    turn = turn_of(table)
    raw = a_reply(turn, "hello", From="stranger@elsewhere.example", To=composing.address())
    letter = take(raw, turn, recipient=composing.address())
    assert letter.state == "ignored"
    assert not models.Notice.objects.filter(kind="answer").exists()


def test_a_forwarded_letter_is_not_played(table: models.Table) -> None:
    turn = turn_of(table)
    letter = take(a_reply(turn, "fold", Subject="TR: Rubis"), turn)
    assert moves(table) == []
    assert "forwarded" in answer_to(letter)


def test_parts_that_say_different_moves_are_refused(table: models.Table) -> None:
    turn = turn_of(table)
    user = turn.seat.entry.user
    assert user is not None
    head = f"From: {user.email}\nTo: {composing.address(turn)}\nMessage-ID: <two@x.example>\n"
    body = (
        "Content-Type: multipart/alternative; boundary=b\n\n"
        "--b\nContent-Type: text/plain\n\nfold\n--b\nContent-Type: text/html\n\n<p>all-in</p>\n--b--\n"
    )
    letter = take((head + body).encode(), turn)
    assert moves(table) == []
    assert "different things" in answer_to(letter)


def test_an_override_of_the_writing_direction_is_refused(table: models.Table) -> None:
    turn = turn_of(table)
    letter = take(a_reply(turn, "\u202efold"), turn)
    assert moves(table) == []
    assert "hidden characters" in answer_to(letter)


@pytest.mark.parametrize("charset", ["x-klingon-7", "utf-8", "us-ascii"])
def test_windows_text_with_a_wrong_or_unknown_charset_is_read(table: models.Table, charset: str) -> None:
    turn = turn_of(table)
    user = turn.seat.entry.user
    assert user is not None
    head = f"From: {user.email}\nTo: {composing.address(turn)}\nMessage-ID: <c@x.example>\n"
    kind = f"Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: 8bit\n\n"
    take((head + kind).encode() + "relance à 5\n\nschöne Grüße\n".encode("windows-1252"), turn)
    event = table.events.get(kind="move")
    assert (event.input, event.comment) == ({"do": "raise", "to": 5}, "schöne Grüße")


def test_what_cannot_be_opened_is_kept_and_shown_to_the_organiser(table: models.Table) -> None:
    turn = turn_of(table)
    letter = take(b"no header, no letter", turn)
    assert letter.state == "quarantined"
    notice = models.Notice.objects.get(kind="needs", data__code="LETTER_QUARANTINED")
    assert notice.user == table.contest.organiser


def test_two_from_headers_are_not_answered(table: models.Table) -> None:
    turn = turn_of(table)
    letter = take(b"From: mallory@evil.example\n" + a_reply(turn, "fold"), turn)
    assert (letter.state, moves(table)) == ("ignored", [])


def test_status_and_help_are_answered_whatever_the_turn(table: models.Table) -> None:
    turn = turn_of(table)
    tables.play(table.pk, kind="move", key="w", origin="web", seat="A", move=Move("fold"))
    status = take(a_reply(turn, "status"), turn)
    assert "This is how things stand." in answer_to(status)
    assert "The table now waits for" in answer_to(status)
    helped = take(a_reply(turn, "help"), turn)
    assert "How to play" in answer_to(helped)
    take(a_reply(turn, "help!"), turn)
    assert models.Notice.objects.filter(key__startswith="answer:help").count() == 1


def test_words_about_no_turn_are_tied_to_the_one_that_is_open(table: models.Table) -> None:
    """He answered another letter of ours: nothing is guessed, but the answer carries his turn."""
    turn = turn_of(table)
    raw = a_reply(turn, "fold", To=composing.address())
    letter = take(raw, turn, recipient=composing.address())
    assert moves(table) == []
    notice = models.Notice.objects.get(kind="answer")
    assert notice.turn == turn
    assert "does not say for which turn" in answer_to(letter)
    composed = composing.compose(notice)
    assert composed is not None
    again = a_reply(
        turn, "fold", To=composing.address(), In_Reply_To=composed.message_id, Message_ID="<n@x.example>"
    )
    take(again, turn, recipient=composing.address())
    assert moves(table) == [{"do": "fold"}]


def test_secret_words_are_cut_out_of_what_is_published(table: models.Table) -> None:
    turn = turn_of(table)
    secret = composing.address(turn)
    take(a_reply(turn, f"fold\n\nI wrote to {secret} as {tag_of(turn)} asked."), turn)
    event = table.events.get(kind="move")
    assert event.comment == "I wrote to ... as ... asked."
    assert secret not in event.text


def test_a_letter_that_breaks_the_reader_is_put_away_after_some_attempts(
    table: models.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = turn_of(table)
    letter = letters.receive(a_reply(turn, "fold"), letters.Envelope("", composing.address(turn), "smtp"))

    def breaks(case: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("tournaments.services.inbox.judge", breaks)
    states = [letters.read(letter.pk) for _ in range(5)]
    assert states == ["unread"] * 4 + ["quarantined"]


def test_a_letter_whose_end_cannot_be_written_is_put_away_too(
    table: models.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unread for ever, it would hold back everybody's time-outs."""
    turn = turn_of(table)
    letter = letters.receive(a_reply(turn, "fold"), letters.Envelope("", composing.address(), "smtp"))

    def ends(case: inbox.Case) -> inbox.Verdict:
        case.letter.sender = "\0"
        return inbox.Verdict(models.Letter.State.IGNORED)

    monkeypatch.setattr("tournaments.services.inbox.judge", ends)
    states = [letters.read(letter.pk) for _ in range(5)]
    assert states == ["unread"] * 4 + ["quarantined"]


def test_each_check_and_its_outcome_is_kept(table: models.Table) -> None:
    turn = turn_of(table)
    letter = take(a_reply(turn, "fold"), turn)
    names = [name for name, _ in letter.outcome["checks"]]
    assert names[0] == "opened"
    assert letter.outcome["checks"][-1] == ["played", "ended here"]


def test_too_many_letters_from_one_sender_wait(table: models.Table) -> None:
    turn = turn_of(table)
    address = composing.address(turn)
    for _ in range(letters.MOST_TO_ONE):
        letters.receive(b"From: x@y.example\n\nx", letters.Envelope("x@y.example", address, "smtp"))
    assert letters.too_many("x@y.example", address)
    assert not letters.too_many("other@y.example", composing.address())


def test_a_cry_for_help_beside_a_move_is_two_commands_and_neither_is_guessed(table: models.Table) -> None:
    turn = turn_of(table)
    letter = take(a_reply(turn, "Help!\n\nfold"), turn)
    assert moves(table) == []
    assert "two different moves" in answer_to(letter)


def test_an_answer_is_threaded_with_the_letter_that_it_answers(table: models.Table) -> None:
    turn = turn_of(table)
    for name, wanted in (("<mine@players.example>", True), ("<bad name\u00e9@players.example>", False)):
        letter = take(a_reply(turn, "What?", Message_ID=name), turn)
        composed = composing.compose(models.Notice.objects.get(kind="answer", data__letter=letter.pk))
        assert composed is not None
        assert (composed.headers["In-Reply-To"] == name) is wanted
        assert composed.headers["Auto-Submitted"] == "auto-replied"
        assert composed.headers["References"].startswith("<thread.")


def test_made_up_senders_to_the_plain_mailbox_wait_and_players_do_not(table: models.Table) -> None:
    turn = turn_of(table)
    plain, raw = composing.address(), b"From: x@y.example\n\nx"
    for number in range(letters.MOST_IN_ALL):
        letters.receive(raw, letters.Envelope(f"{number}@y.example", plain, "smtp"))
    assert letters.too_many("another@y.example", plain)
    assert letters.too_many("", plain)
    assert not letters.too_many(turn.seat.entry.user.email, plain)  # type: ignore[union-attr]
    assert not letters.too_many("another@y.example", composing.address(turn)), "it knows a word of ours"


def test_letters_in_a_players_name_do_not_make_the_ones_with_a_word_of_ours_wait(table: models.Table) -> None:
    turn = turn_of(table)
    name = turn.seat.entry.user.email  # type: ignore[union-attr]
    for _ in range(letters.MOST_FROM_ONE):
        letters.receive(b"From: x@y.example\n\nx", letters.Envelope(name, composing.address(), "smtp"))
    assert letters.too_many(name, composing.address())
    assert not letters.too_many(name, composing.address(turn))


def test_while_a_table_is_paused_no_letter_names_a_deadline(table: models.Table) -> None:
    turn = turn_of(table)
    rulings.pause_table(table, table.contest.organiser, reason="Fire alarm", key="p")
    answer = answer_to(take(a_reply(turn, "status"), turn))
    assert "The table is paused" in answer
    assert "awaited until" not in answer
