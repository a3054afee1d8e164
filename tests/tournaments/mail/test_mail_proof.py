"""Who wrote a letter: what our own mail server says of it, and what a mere answer proves."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests import factories
from tests.tournaments.mail.conftest import a_reply, answer_to, take, turn_of
from tournaments import models
from tournaments.services import clock, composing, holding, letters, sweep
from tournaments.services.inbox import proof

pytestmark = pytest.mark.django_db

OURS = "mx.poker.example"


@pytest.fixture(autouse=True)
def authserv(settings: Any) -> None:
    settings.MAIL_AUTHSERV_ID = OURS


def moves(table: models.Table) -> list[Any]:
    return list(table.events.filter(kind="move").order_by("number").values_list("input", flat=True))


def fresh(turn: models.Turn, text: str, results: str = "", **heads: str) -> models.Letter:
    """A letter that answers none of ours: the table's name in its subject is all that ties it."""
    heads = {"Subject": f"{turn.table.name}, my move", "To": composing.address()} | heads
    raw = a_reply(turn, text, **heads)
    if results:
        raw = f"Authentication-Results: {results}\n".encode() + raw
    return take(raw, turn, recipient=composing.address())


def confirm(letter: models.Letter, text: str = "", **heads: str) -> models.Letter:
    """What its reader answers to our question about this letter."""
    notice = models.Notice.objects.get(kind="answer", data__letter=letter.pk)
    composed = composing.compose(notice)
    assert composed is not None
    word = composed.reply_to.partition("+")[2].partition("@")[0]
    assert holding.of(word) == letter
    raw = (
        f"From: {heads.pop('From', composed.to)}\nTo: {composed.reply_to}\nSubject: Re: {composed.subject}\n"
        f"Message-ID: <c{letter.pk}.{abs(hash(text))}@x.example>\n\n{text}\n"
    )
    envelope = letters.Envelope(composed.to, heads.pop("To", f"play+{word}@localhost.localdomain"), "smtp")
    reply = letters.receive(raw.encode(), envelope)
    letters.read(reply.pk)
    reply.refresh_from_db()
    letter.refresh_from_db()
    return reply


@pytest.mark.parametrize(
    ("header", "found"),
    [
        (f"{OURS}; dmarc=pass header.from=players.example", "pass"),
        (f"{OURS}; dmarc=fail header.from=players.example; dkim=pass header.d=players.example", "fail"),
        (f"{OURS}; dkim=pass header.d=players.example", "pass"),
        (f"{OURS}; dkim=pass header.i=@players.example", "pass"),
        (f"{OURS}; dkim=pass header.d=evil.example", "none"),
        (f"{OURS}; spf=pass smtp.mailfrom=bounces@players.example", "pass"),
        (f"{OURS}; spf=pass smtp.mailfrom=x@evil.example", "none"),
        (f"{OURS}; spf=fail smtp.mailfrom=x@players.example", "fail"),
        (f"{OURS}; spf=fail smtp.mailfrom=x@y.example; dkim=pass header.d=players.example", "pass"),
        (f"{OURS}; spf=softfail smtp.mailfrom=x@players.example; dkim=none", "none"),
        (f"{OURS} 1; none", "none"),
        (f"{OURS.upper()}; dmarc=pass (p=NONE sp=QUARANTINE) header.from=players.example", "pass"),
        ("elsewhere.example; dmarc=pass header.from=players.example", "none"),
        ("spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=players.example;dmarc=pass action=none", "none"),
        (f"{OURS}; dmarc=pass header.from=evil.example", "none"),
        ('"; dmarc', "none"),
        ("", "none"),
    ],
)
def test_authentication_results_count_under_our_own_name_alone(header: str, found: str) -> None:
    raw = f"Authentication-Results: {header}\nFrom: alice@players.example\n\nx".encode()
    assert proof.results(raw, "alice@players.example") == found


def test_of_several_headers_of_ours_the_topmost_counts() -> None:
    """What a writer put in himself lies below what our server wrote above it."""
    raw = (
        f"Received: x\nAuthentication-Results: {OURS}; dmarc=fail header.from=players.example\n"
        f"Authentication-Results: {OURS}; dmarc=pass header.from=players.example\n\nx"
    )
    assert proof.results(raw.encode(), "alice@players.example") == "fail"


def test_without_a_name_of_ours_no_header_counts(settings: Any) -> None:
    settings.MAIL_AUTHSERV_ID = ""
    raw = b"Authentication-Results: ; dmarc=pass header.from=players.example\n\nx"
    assert proof.results(raw, "alice@players.example") == "none"


def test_a_letter_that_fails_is_held_even_with_a_token_and_may_be_played_on_the_page(
    table: models.Table,
) -> None:
    turn = turn_of(table)
    raw = f"Authentication-Results: {OURS}; dmarc=fail header.from=players.example\n".encode()
    letter = take(raw + a_reply(turn, "fold"), turn)
    assert (letter.state, moves(table)) == ("held", [])
    text = answer_to(letter)
    assert "does not come from the address it names" in text
    assert "/t/" in text


def test_a_fresh_letter_that_the_server_vouches_for_is_played(table: models.Table) -> None:
    turn = turn_of(table)
    letter = fresh(turn, "raise to 5", f"{OURS}; dmarc=pass header.from=players.example")
    assert (letter.state, moves(table)) == ("played", [{"do": "raise", "to": 5}])


def test_a_fresh_letter_of_which_nothing_is_known_waits_for_a_mere_answer(table: models.Table) -> None:
    turn = turn_of(table)
    before = turn.deadline_at
    letter = fresh(turn, "raise to 5\n\nGood luck to all.")
    assert (letter.state, moves(table)) == ("held", [])
    assert "Did you write this, at table" in answer_to(letter)
    turn.refresh_from_db()
    assert turn.deadline_at == before, "a From alone moves nobody's deadline"
    assert confirm(letter).state == "played"
    event = table.events.get(kind="move")
    assert (event.input, event.comment) == ({"do": "raise", "to": 5}, "Good luck to all.")
    assert event.received_at == letter.received_at
    assert letter.state == "played"


@pytest.mark.parametrize(
    "word",
    [
        *(
            "yes",
            "Oui !",
            "sì",
            "YES, please.",
            "Oui c'est bien moi.\n\nAlice",
            "Yes, it was me",
            "Sì, sono io!",
        ),
    ],
)
def test_yes_confirms_in_three_languages(table: models.Table, word: str) -> None:
    letter = fresh(turn_of(table), "fold")
    confirm(letter, word)
    assert moves(table) == [{"do": "fold"}]


def test_other_words_confirm_nothing(table: models.Table) -> None:
    turn = turn_of(table)
    letter = fresh(turn, "fold")
    reply = confirm(letter, "That was not me!")
    assert (reply.state, letter.state, moves(table)) == ("answered", "held", [])


def test_the_answer_to_the_question_may_be_a_move_of_its_own(table: models.Table) -> None:
    letter = fresh(turn_of(table), "fold")
    confirm(letter, "raise to 5")
    assert moves(table) == [{"do": "raise", "to": 5}]
    confirm(letter, "yes")
    assert moves(table) == [{"do": "raise", "to": 5}], "the word died with the turn"


def test_somebody_else_cannot_confirm(table: models.Table) -> None:
    letter = fresh(turn_of(table), "fold")
    reply = confirm(letter, From="mallory@evil.example")
    assert (reply.state, letter.state, moves(table)) == ("answered", "held", [])


def test_a_word_that_was_not_signed_here_is_no_mailbox_of_ours(table: models.Table) -> None:
    letter = fresh(turn_of(table), "fold")
    word = holding.word(letter)
    wrong = word[:-1] + ("a" if word[-1] != "a" else "b")
    domain = composing.address().partition("@")[2]
    assert letters.knows(f"play+{word}@{domain}")
    assert not letters.knows(f"play+{wrong}@{domain}")
    assert not letters.knows(f"play+9{word}@{domain}")


def test_the_first_letters_arrival_counts_when_the_answer_comes_after_the_deadline(
    table: models.Table,
) -> None:
    turn = turn_of(table)
    letter = fresh(turn, "fold")
    models.Turn.objects.filter(pk=turn.pk).update(deadline_at=clock.now())
    assert sweep.time_out(turn.pk) is False, "the letter still waits for its writer's word"
    confirm(letter)
    assert moves(table) == [{"do": "fold"}]


def test_a_held_letter_does_not_hold_a_time_out_back_for_long(table: models.Table) -> None:
    turn = turn_of(table)
    letter = fresh(turn, "fold")
    models.Letter.objects.filter(pk=letter.pk).update(received_at=clock.now() - holding.WAIT)
    factories.move_clock(table, minutes=1)
    assert sweep.time_out(turn.pk) is True


def test_an_unreadable_letter_with_a_forged_from_moves_no_deadline(table: models.Table) -> None:
    turn = turn_of(table)
    before = turn.deadline_at
    stranger = fresh(turn, "What a lovely evening.")
    plain = fresh(turn, "What a lovely evening!", Subject="hello")
    turn.refresh_from_db()
    assert turn.deadline_at == before
    assert "You get more time" not in answer_to(stranger)
    assert "You get more time" not in answer_to(plain)
    vouched = fresh(turn, "What an evening.", f"{OURS}; dmarc=pass header.from=players.example")
    turn.refresh_from_db()
    assert turn.deadline_at == before + timedelta(hours=12)
    assert "You get more time" in answer_to(vouched)


def test_a_subject_that_only_looks_like_the_table_ties_nothing(table: models.Table) -> None:
    turn = turn_of(table)
    letter = fresh(turn, "fold", f"{OURS}; dmarc=pass header.from=players.example", Subject="Rubish")
    assert moves(table) == []
    assert "does not say for which turn" in answer_to(letter)


def test_a_fresh_letter_out_of_turn_says_whose_turn_it_is(table: models.Table) -> None:
    other = table.table_seats.exclude(pk=turn_of(table).seat_id).select_related("entry__user").first()
    assert other is not None
    assert other.entry.user is not None
    letter = fresh(turn_of(table), "fold", From=other.entry.user.email)
    text = answer_to(letter)
    assert "It is not your turn" in text
    assert "The table now waits for" in text
