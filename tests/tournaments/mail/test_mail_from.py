"""Who a letter is from: the From in all its forms, and what a mail server is said to have found out."""

from __future__ import annotations

from typing import Any

import pytest

from tests import factories
from tests.tournaments.mail.conftest import a_reply, answer_to, take, turn_of, undone
from tournaments import models
from tournaments.services import clock, composing, holding, letters, sweep
from tournaments.services.inbox import proof

pytestmark = pytest.mark.django_db

ALICE, MALLORY = "player@players.example", "mallory@evil.example"
OURS = "mx.poker.example"
PASS = f"{OURS}; dmarc=pass header.from=players.example"


@pytest.fixture
def turn(table: models.Table) -> models.Turn:
    """Whoever is to speak writes from ALICE."""
    turn = turn_of(table)
    models.User.objects.filter(pk=turn.seat.entry.user_id).update(email=ALICE)
    return turn_of(table)


def moves(turn: models.Turn) -> list[Any]:
    return list(turn.table.events.filter(kind="move").order_by("number").values_list("input", flat=True))


def told() -> set[str]:
    """To whom answers go."""
    found = models.Notice.objects.filter(kind="answer")
    return {one.user.email if one.user else one.address for one in found}


def letter_with(froms: bytes, turn: models.Turn) -> bytes:
    """A reply of this turn with these From headers in place of its own."""
    raw = a_reply(turn, "fold")
    own = next(line for line in raw.splitlines(keepends=True) if line.startswith(b"From:"))
    return raw.replace(own, froms, 1)


NOBODYS = {
    "two headers": f"From: {ALICE}\nFrom: {MALLORY}\n",
    "two headers, the other first": f"From: {MALLORY}\nFrom: {ALICE}\n",
    "two headers of the same": f"From: {ALICE}\nFrom: {ALICE}\n",
    "two headers in different letters": f"FROM: {ALICE}\nfrom: {MALLORY}\n",
    "two addresses": f"From: {ALICE}, {MALLORY}\n",
    "two addresses, folded": f"From: {ALICE},\n {MALLORY}\n",
    "twice the same address": f"From: {ALICE}, {ALICE}\n",
    "two in brackets": f"From: <{ALICE}> <{MALLORY}>\n",
    "none": "",
    "an empty one": "From:\n",
    "a blank one": "From:   \n",
    "empty brackets": "From: Alice <>\n",
    "a name alone": "From: Alice\n",
    "an empty group": "From: undisclosed-recipients:;\n",
    "a group of two": f"From: Players: {ALICE}, {MALLORY};\n",
    "a group, and one more": f"From: Players: {ALICE};, {MALLORY}\n",
    "two domains": f"From: {ALICE}@evil.example\n",
    "an encoded address": "From: =?utf-8?q?player=40players.example?=\n",
    "comments without an end": "From: " + "(" * 3000 + f"{ALICE}\n",
}
OTHERS = {
    "a name that looks like an address": f'From: "{ALICE}" <{MALLORY}>\n',
    "a bare name that looks like an address": f"From: {ALICE} <{MALLORY}>\n",
    "an encoded name that looks like an address": f"From: =?utf-8?q?player=40players.example?= <{MALLORY}>\n",
    "an encoded name with brackets": f"From: =?utf-8?b?PHBsYXllckBwbGF5ZXJzLmV4YW1wbGU+?= <{MALLORY}>\n",
    "a comment that looks like an address": f"From: {MALLORY} ({ALICE})\n",
    "a letter of another alphabet": "From: pl\u0430yer@players.example\n",
    "a domain of another alphabet": "From: player@pl\u0430yers.example\n",
    "a full-width sign": "From: player\uff20players.example\n",
    "a subdomain": "From: player@players.example.evil.example\n",
    "a longer local part": "From: player+x@players.example\n",
    "a quoted local part": '"player@players.example"@evil.example\n'.join(["From: ", ""]),
    "a route": f"From: <@players.example:{MALLORY}>\n",
}
OWN = {
    "the address alone": f"From: {ALICE}\n",
    "capitals": f"From: {ALICE.upper()}\n",
    "folded": f"From: Alice\n <{ALICE}>\n",
    "a comment": f"From: (me) {ALICE}\n",
    "the address as its own name": f"From: {ALICE} <{ALICE}>\n",
    "a name with the sign": f'From: "alice @ home" <{ALICE}>\n',
    "an encoded name": f"From: =?utf-8?q?Alic=C3=A9?= <{ALICE}>\n",
    "no blank": f"From:Alice<{ALICE}>\n",
}


def test_a_letter_without_exactly_one_writer_is_nobodys(turn: models.Turn) -> None:
    for form, head in NOBODYS.items():
        with undone():
            letter = take(letter_with(head.encode(), turn), turn)
            assert (letter.state, moves(turn), told()) == ("ignored", [], set()), form
            assert letter.outcome["why"] == "not exactly one From", form


def test_what_only_looks_like_the_players_address_is_anothers(turn: models.Turn) -> None:
    for form, head in OTHERS.items():
        with undone():
            letter = take(letter_with(head.encode(), turn), turn)
            assert moves(turn) == [], form
            assert letter.state in ("answered", "ignored"), form
            assert told() <= {ALICE}, f"{form}: nobody else learns anything"


def test_the_players_own_address_is_his_in_every_form(turn: models.Turn) -> None:
    for form, head in OWN.items():
        with undone():
            letter = take(letter_with(head.encode(), turn), turn)
            assert (letter.state, moves(turn)) == ("played", [{"do": "fold"}]), form


# --- Authentication-Results that the writer put in


@pytest.fixture
def authserv(settings: Any) -> None:
    settings.MAIL_AUTHSERV_ID = OURS


FAIL = f"{OURS}; dmarc=fail header.from=players.example"
SPOOFED = {
    "ours twice": (f"{FAIL}\nAuthentication-Results: {PASS}\nAuthentication-Results: {PASS}", "fail"),
    "ours, folded oddly": (f"{FAIL}\nAuthentication-Results:\n\t{OURS}\n ;\n dmarc=pass\n\t(ok)", "fail"),
    "ours in another case": (f"{FAIL}\nAUTHENTICATION-results: {PASS.upper()}", "fail"),
    "ours in quotation marks": (f'{FAIL}\nAuthentication-Results: "{OURS}"; dmarc=pass', "fail"),
    "ours behind a comment": (f"{FAIL}\nAuthentication-Results: (x) {OURS} 1; dmarc=pass", "fail"),
    "a name that begins like ours": (f"{OURS}.evil.example; dmarc=pass", "none"),
    "a name that ends like ours": (f"evil.{OURS}; dmarc=pass", "none"),
    "a name with ours in it": (f"evil.example ({OURS}); dmarc=pass", "none"),
    "ours as a property": (f"evil.example; dmarc=pass header.from=players.example policy.x={OURS}", "none"),
    "another header": (f"evil.example; none\nX-Authentication-Results: {PASS}", "none"),
    "ARC": (f"evil.example; none\nARC-Authentication-Results: i=1; {PASS}", "none"),
    # Our server wrote down an address that its header cannot hold; what stands below is the writer's.
    "a real one that cannot be read": (
        f'{OURS}; spf=none smtp.mailfrom="a;b\n =(@evil.example\nAuthentication-Results: {PASS}',
        "none",
    ),
    "a real one without end": (f"{OURS}; x={'(' * 9000}\nAuthentication-Results: {PASS}", "none"),
}


@pytest.mark.usefixtures("authserv")
def test_results_that_the_writer_put_in_vouch_for_nobody(turn: models.Turn) -> None:
    plain = composing.address()
    for form, (value, found) in SPOOFED.items():
        head = f"Authentication-Results: {value}\n".encode()
        fresh = head + a_reply(turn, "fold", Subject=turn.table.name, To=plain)
        assert proof.results(fresh, ALICE) == found, form
        with undone():
            letter = take(fresh, turn, recipient=plain, sender=MALLORY)
            assert (letter.state, moves(turn)) == ("held", []), form


@pytest.mark.usefixtures("authserv")
def test_a_body_that_looks_like_a_head_vouches_for_nobody(turn: models.Turn) -> None:
    raw = a_reply(turn, f"Authentication-Results: {PASS}\n\nfold", Subject=turn.table.name)
    letter = take(raw, turn, recipient=composing.address(), sender=MALLORY)
    assert (letter.state, moves(turn)) == ("held", [])


@pytest.mark.usefixtures("authserv")
def test_a_pass_for_the_envelope_of_another_does_not_count(turn: models.Turn) -> None:
    """SPF and DKIM pass for mallory's own domain, as they do for every letter that he sends."""
    results = f"{OURS}; spf=pass smtp.mailfrom=evil.example; dkim=pass header.d=evil.example; dmarc=none"
    raw = f"Authentication-Results: {results}\n".encode()
    raw += a_reply(turn, "fold", Subject=turn.table.name, To=composing.address())
    letter = take(raw, turn, recipient=composing.address(), sender=MALLORY)
    assert (letter.state, moves(turn)) == ("held", [])


# --- a From alone, and the deadline


def test_a_from_alone_moves_no_deadline_whatever_it_says(turn: models.Turn) -> None:
    before = turn.deadline_at
    plain = composing.address()
    for number, words in enumerate(("fold", "raise to 4000", "I think", "fold\ncall", "yes", "? fold")):
        for subject in (turn.table.name, "hello"):
            name = f"<{number}{len(subject)}@evil.example>"
            raw = a_reply(turn, words, Subject=subject, To=plain, Message_ID=name)
            take(raw, turn, recipient=plain, sender=MALLORY)
    turn.refresh_from_db()
    assert (turn.deadline_at, turn.alive_at, moves(turn)) == (before, None, [])
    assert told() == {ALICE}


def unreadable(turn: models.Turn) -> models.Letter:
    """A fresh letter of the player, whose mail server says nothing, and whose words say no move."""
    plain = composing.address()
    raw = a_reply(
        turn, "What a lovely evening.", Subject=turn.table.name, To=plain, Message_ID="<u@x.example>"
    )
    return take(raw, turn, recipient=plain, sender=ALICE)


def test_what_a_from_alone_said_in_time_counts_once_its_reader_answers(turn: models.Turn) -> None:
    """The player whose server vouches for nobody is not folded for a typing error either."""
    assert unreadable(turn).state == "answered"
    models.Turn.objects.filter(pk=turn.pk).update(deadline_at=clock.now())
    assert sweep.time_out(turn.pk) is False
    letter = take(a_reply(turn, "fold"), turn)
    assert (letter.state, moves(turn)) == ("played", [{"do": "fold"}])


def test_and_its_reader_is_told_of_the_time_that_he_has(turn: models.Turn) -> None:
    unreadable(turn)
    models.Turn.objects.filter(pk=turn.pk).update(deadline_at=clock.now())
    letter = take(a_reply(turn, "raise to 4000"), turn)
    turn.refresh_from_db()
    assert (letter.state, moves(turn)) == ("answered", [])
    assert turn.deadline_at > clock.now()
    assert "You get more time" in answer_to(letter)


def test_a_forged_letter_delays_a_time_out_for_a_while_and_moves_nothing(turn: models.Turn) -> None:
    letter = unreadable(turn)
    models.Letter.objects.filter(pk=letter.pk).update(received_at=clock.now() - holding.WAIT)
    factories.move_clock(turn.table, minutes=1)
    assert sweep.time_out(turn.pk) is True


def test_a_letter_after_the_deadline_was_no_sign_of_life(turn: models.Turn) -> None:
    factories.move_clock(turn.table, minutes=1)
    unreadable(turn)
    letter = take(a_reply(turn, "fold"), turn)
    assert (letter.state, moves(turn)) == ("answered", [])
    assert sweep.time_out(turn.pk) is True


# --- a word of ours that is over


def test_the_word_of_a_turn_that_is_over_enters_nobody_anywhere(turn: models.Turn) -> None:
    """Whoever kept an old letter of ours, and forges the From, could else enter or withdraw its reader."""
    other = factories.open_contest(name="Petit tour")
    take(a_reply(turn, "fold"), turn)
    letter = take(a_reply(turn, "register Petit tour", Message_ID="<later@x.example>"), turn, sender=MALLORY)
    assert (letter.state, other.entries.count(), told()) == ("held", 0, {ALICE})


def test_the_same_message_id_from_another_sender_is_another_letter(turn: models.Turn) -> None:
    """Neither may somebody else's take the player's place, nor one that is forged."""
    plain = composing.address()
    forged = a_reply(turn, "status", Subject=turn.table.name, To=plain, Message_ID="<same@x.example>")
    take(forged, turn, recipient=plain, sender=MALLORY)
    take(a_reply(turn, "call", From=MALLORY, Message_ID="<same@x.example>"), turn)
    letter = take(a_reply(turn, "fold", Message_ID="<same@x.example>"), turn)
    assert (letter.state, moves(turn)) == ("played", [{"do": "fold"}])


def test_a_letter_without_a_message_id_by_two_doors_is_one_move_and_one_answer(turn: models.Turn) -> None:
    raw = b"".join(
        line for line in a_reply(turn, "fold").splitlines(keepends=True) if not line.startswith(b"Message-ID")
    )
    first = take(raw, turn)
    again = letters.receive(raw, letters.Envelope(ALICE, composing.address(turn), "pipe"))
    letters.read(again.pk)
    again.refresh_from_db()
    assert (first.state, again.outcome["again"], moves(turn)) == ("played", first.pk, [{"do": "fold"}])
    assert models.Notice.objects.filter(kind="answer").count() == 1


def test_the_same_words_under_a_new_message_id_get_the_first_answer_again(turn: models.Turn) -> None:
    """No second move; no second time; and its writer, who may have missed the answer, is not left alone."""
    first = take(a_reply(turn, "raise to 4000", Message_ID="<one@x.example>"), turn)
    turn.refresh_from_db()
    deadline = turn.deadline_at
    second = take(a_reply(turn, "raise to 4000", Message_ID="<two@x.example>"), turn)
    turn.refresh_from_db()
    assert first.body_hash == second.body_hash
    assert first.outcome["refusal"]["code"] == second.outcome["refusal"]["code"]
    assert (turn.deadline_at, moves(turn)) == (deadline, [])
    assert models.Notice.objects.filter(kind="answer").count() == 2
