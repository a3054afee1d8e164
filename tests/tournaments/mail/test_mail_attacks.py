"""What somebody may try with letters, each with its right answer. The cast's mallory has no account."""

from __future__ import annotations

from typing import Any

import pytest

from tests import factories
from tests.tournaments.mail.conftest import Program, a_reply, answer_to, deliver, tag_of, take, turn_of
from tournaments import models
from tournaments.services import composing, letters

pytestmark = pytest.mark.django_db

MALLORY = "mallory@evil.example"


def moves(table: models.Table) -> list[Any]:
    return list(table.events.filter(kind="move").order_by("number").values_list("input", flat=True))


def player(turn: models.Turn) -> str:
    assert turn.seat.entry.user is not None
    return turn.seat.entry.user.email


def answers() -> list[str]:
    """To whom answers go."""
    found = models.Notice.objects.filter(kind="answer").order_by("pk")
    return [one.user.email if one.user else one.address for one in found]


def test_a_forged_from_with_nothing_else_plays_nothing_and_moves_no_deadline(table: models.Table) -> None:
    turn = turn_of(table)
    before = turn.deadline_at
    for subject in ("hello", f"{table.name}", f"Re: {table.name} your turn"):
        raw = a_reply(
            turn, "fold", Subject=subject, To=composing.address(), Message_ID=f"<{hash(subject)}@e>"
        )
        take(raw, turn, recipient=composing.address(), sender=MALLORY)
    turn.refresh_from_db()
    assert (moves(table), turn.deadline_at) == ([], before)
    assert set(answers()) == {player(turn)}


def test_a_forged_yes_agrees_to_nothing(table: models.Table) -> None:
    """Neither to the question that the player was asked, nor the player's own to one that was forged."""
    turn = turn_of(table)
    plain = composing.address()
    take(a_reply(turn, "Well, my friends, I think that I will fold now."), turn)
    take(
        a_reply(turn, "yes", Subject=table.name, To=plain, Message_ID="<y@e.example>"), turn, recipient=plain
    )
    assert moves(table) == []
    words = "Dear all, I believe that I go all-in here."
    take(
        a_reply(turn, words, Subject=table.name, To=plain, Message_ID="<z@e.example>"), turn, recipient=plain
    )
    take(a_reply(turn, "yes", Message_ID="<own@players.example>"), turn)
    assert moves(table) == [{"do": "fold"}]


def test_a_guessed_tag_counts_for_its_own_player_alone(table: models.Table) -> None:
    turn = turn_of(table)
    raw = a_reply(turn, "fold", From=MALLORY, To=composing.address(), Subject=f"Re: {tag_of(turn)}")
    letter = take(raw, turn, recipient=composing.address())
    assert (letter.state, moves(table), answers()) == ("ignored", [], [])


def test_a_forwarded_token_does_not_play_for_its_finder(table: models.Table) -> None:
    """A player passed our letter on; an outsider answers it from her own address."""
    turn = turn_of(table)
    composed = composing.compose(models.Notice.objects.get(turn=turn, kind="turn"))
    assert composed is not None
    letter = take(
        a_reply(turn, "fold", From="outsider@elsewhere.example", In_Reply_To=composed.message_id), turn
    )
    assert (letter.state, moves(table)) == ("answered", [])
    assert answers() == [player(turn)], "never to the address that wrote"
    assert "outsider@elsewhere.example, which is not your address" in answer_to(letter)


@pytest.mark.parametrize(
    "heads",
    [
        {"X_Auto_Response_Suppress": "All"},
        {"Precedence": "bulk"},
        {"Precedence": "list", "X_Auto_Response_Suppress": "OOF, AutoReply", "Auto_Submitted": "no"},
    ],
)
def test_marks_that_peoples_letters_carry_too_are_no_reason_to_refuse_one(
    table: models.Table, heads: dict[str, str]
) -> None:
    """Outlook and the list programs of a club write them; a machine says so by Auto-Submitted."""
    turn = turn_of(table)
    letter = take(a_reply(turn, "raise to 5", **heads), turn)
    assert (letter.state, moves(table), answers()) == ("played", [{"do": "raise", "to": 5}], [player(turn)])
    machine = take(a_reply(turn_of(table), "fold", Auto_Submitted="auto-replied", **_without(heads)), turn)
    assert (machine.state, len(moves(table)), len(answers())) == ("ignored", 1, 1)


def _without(heads: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in heads.items() if name != "Auto_Submitted"}


@pytest.mark.parametrize("subject", ["Fwd: Rubis your turn", "TR : Rubis", "I: Rubis", "WG: Rubis"])
def test_a_letter_passed_on_to_us_is_not_played(table: models.Table, subject: str) -> None:
    turn = turn_of(table)
    letter = take(a_reply(turn, "fold", Subject=subject), turn)
    assert (letter.state, moves(table)) == ("answered", [])


def test_two_froms_are_nobodys_letter(table: models.Table) -> None:
    turn = turn_of(table)
    for number, raw in enumerate(
        (
            f"From: {MALLORY}\n".encode() + a_reply(turn, "fold"),
            a_reply(turn, "fold", From=f"{player(turn)}, {MALLORY}"),
            a_reply(turn, "fold", From=f'"{player(turn)}" <{MALLORY}>', Message_ID="<q@x.example>"),
        )
    ):
        letter = take(raw, turn)
        assert moves(table) == []
        assert letter.state == ("answered" if number == 2 else "ignored")
    assert answers() == [player(turn)]


def test_foreign_authentication_results_vouch_for_nobody(table: models.Table, settings: Any) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.poker.example"
    turn = turn_of(table)
    forged = b"Authentication-Results: mx.evil.example; dmarc=pass header.from=players.example\n"
    raw = forged + a_reply(turn, "fold", Subject=table.name, To=composing.address())
    letter = take(raw, turn, recipient=composing.address(), sender=MALLORY)
    assert (letter.state, moves(table)) == ("held", [])


def test_a_reply_to_all_of_our_addresses_is_one_move_and_one_answer(table: models.Table) -> None:
    turn = turn_of(table)
    raw = a_reply(turn, "raise to 5", Cc=composing.address())
    wanted = [
        letters.Envelope("a@players.example", one, "smtp")
        for one in (composing.address(turn), composing.address())
    ]
    for letter in letters.receive_all(raw, wanted):
        letters.read(letter.pk)
    assert moves(table) == [{"do": "raise", "to": 5}]
    assert answers() == [player(turn)]


def test_a_reply_to_all_is_played_also_where_the_plain_address_is_read_first(table: models.Table) -> None:
    turn = turn_of(table)
    raw = a_reply(turn, "raise to 5", Cc=composing.address())
    for one in (composing.address(), composing.address(turn)):
        take(raw, turn, recipient=one)
    assert moves(table) == [{"do": "raise", "to": 5}]


def test_an_old_token_again_plays_nothing_and_says_what_was(table: models.Table) -> None:
    """Somebody kept alice's letter of an earlier turn, and sends it when she is awaited again."""
    turn = turn_of(table)
    raw = a_reply(turn, "raise to 1")
    take(raw, turn)
    for _ in range(8):
        now = turn_of(table)
        if now.seat_id == turn.seat_id:
            break
        take(a_reply(now, "call", Message_ID=f"<call{now.pk}@x.example>"), now)
    count = len(moves(table))
    again = take(raw, turn)
    renamed = take(a_reply(turn, "raise to 1", Message_ID="<renamed@x.example>"), turn)
    assert len(moves(table)) == count
    assert again.outcome["again"]
    assert "That turn was played already" in answer_to(renamed)


def test_a_letter_to_another_players_token_is_not_played_for_either(table: models.Table) -> None:
    turn = turn_of(table)
    other = table.table_seats.exclude(pk=turn.seat_id).select_related("entry__user").first()
    assert other is not None
    assert other.entry.user is not None
    letter = take(a_reply(turn, "fold", From=other.entry.user.email), turn)
    assert (letter.state, moves(table), answers()) == ("answered", [], [player(turn)])


@pytest.mark.django_db(transaction=True)
def test_the_same_letter_to_two_doors_is_one_move_and_one_answer(table: models.Table, door: Program) -> None:
    turn = turn_of(table)
    raw = a_reply(turn, "raise to 5")
    deliver(door, raw, composing.address(turn))
    letters.receive(raw, letters.Envelope("somebody@players.example", composing.address(turn), "pipe"))
    fetched = letters.Envelope("somebody@players.example", composing.address(), "imap", source="imap:x;1/7")
    letters.receive(raw.replace(b"\n", b"\r\n"), fetched)
    assert letters.read_due() == 3
    assert moves(table) == [{"do": "raise", "to": 5}]
    assert answers() == [player(turn)]


def test_a_foreign_letter_with_a_token_is_answered_once_however_often_it_comes(table: models.Table) -> None:
    turn = turn_of(table)
    for number in range(5):
        take(a_reply(turn, "fold", From=MALLORY, Message_ID=f"<{number}@evil.example>"), turn)
    assert answers() == [player(turn)]


def test_a_word_in_the_envelope_is_not_told_to_others(table: models.Table) -> None:
    """Neither in the log of the table nor in any letter to others."""
    turn = turn_of(table)
    token = composing.address(turn).partition("@")[0]
    take(a_reply(turn, f"fold\n\nSee {composing.address(turn)}"), turn)
    for notice in models.Notice.objects.exclude(user=turn.seat.entry.user):
        composed = composing.compose(notice)
        assert composed is None or token not in composed.text + composed.html
    assert token not in str(list(table.events.values_list("text", "comment", "facts")))


def test_hidden_cards_stand_in_no_head_of_a_letter(table: models.Table) -> None:
    """Subject and heads are shown on locked screens and kept in logs."""
    for notice in models.Notice.objects.filter(kind="turn"):
        composed = composing.compose(notice)
        assert composed is not None
        heads = composed.subject + " ".join(composed.headers.values()) + composed.sender
        assert not any(suit in heads for suit in "♠♥♦♣")


def test_letters_in_a_players_name_do_not_fill_his_mailbox_through_us(table: models.Table) -> None:
    turn = turn_of(table)
    for number in range(letters.MOST_UNPROVEN + 5):
        raw = a_reply(turn, "status", To=composing.address(), Message_ID=f"<{number}@evil.example>")
        take(raw, turn, recipient=composing.address(), sender=f"{number}@evil.example")
    assert len(answers()) == letters.MOST_UNPROVEN
    take(a_reply(turn, "What?", Message_ID="<own@players.example>"), turn)
    assert len(answers()) == letters.MOST_UNPROVEN + 1, "his own, with a word of ours, is answered"


def test_strangers_are_not_written_to_in_the_names_of_others_without_end(table: models.Table) -> None:
    factories.open_contest(name="Petit tour")
    turn = turn_of(table)
    for number in range(letters.MOST_UNKNOWN + 5):
        raw = a_reply(
            turn,
            "register",
            From=f"victim{number}@elsewhere.example",
            To=composing.address(),
            Message_ID=f"<{number}@evil.example>",
        )
        take(raw, turn, recipient=composing.address(), sender=f"{number}@evil.example")
    assert len(answers()) == letters.MOST_UNKNOWN
