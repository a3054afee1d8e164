"""A proposal answered by letter: a word is enough in an answer to our letter, else it needs its number."""

from __future__ import annotations

import pytest

from referee.grammar.ballots import Ballot, of_line
from tests import factories
from tests.tournaments.mail.conftest import a_reply, answer_to, take, turn_of
from tests.tournaments.mail.test_mail_contests import write
from tests.tournaments.web.tabling import player
from tournaments import models
from tournaments.models import Notice, Proposal, Table
from tournaments.services import composing, proposing, putting_right, sealing
from tournaments.services.harmless import commands

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("line", "ballot"),
    [
        ("AGREE", Ballot(True)),
        ("I agree.", Ballot(True)),
        ("Hello, I agree to proposal 3, thanks", Ballot(True, 3)),
        ("agree 3", Ballot(True, 3)),
        ("D\u2019accord !", Ballot(True)),
        ("je suis d'accord avec la proposition 4", Ballot(True, 4)),
        ("J'accepte", Ballot(True)),
        ("D'ACCORDO", Ballot(True)),
        ("sono d'accordo, grazie", Ballot(True)),
        ("accetto la proposta n. 3", Ballot(True, 3)),
        ("refuse", Ballot(False)),
        ("I don't agree", Ballot(False)),
        ("Je ne suis pas d\u2019accord", Ballot(False)),
        ("je refuse la proposition 2", Ballot(False, 2)),
        ("Rifiuto", Ballot(False)),
        ("non sono d'accordo", Ballot(False)),
        ("agree?", None),
        ("d'accord, je suis", None),
        ("I agree that he should fold", None),
        ("AGREE <number>", None),
        ("no fold", None),
        ("agree 3 chips", None),
    ],
)
def test_an_answer_is_a_whole_line(line: str, ballot: Ballot | None) -> None:
    assert of_line(line) == ballot
    assert commands(line, None, "") or ballot is None, "no line of our letters reads so"


@pytest.fixture
def one(table: Table) -> Proposal:
    factories.act(table, "raise 2")
    first = putting_right.deal_events(table)[0].number
    return proposing.propose_rollback(
        table.pk, table.contest.organiser, first, void=True, asks="table", seen=2, reason="A wind.", key="k"
    )


def sent(one: Proposal, user: models.User) -> str:
    """Our letter about the proposal went to him; its name."""
    notice = Notice.objects.get(kind="proposal", user=user, data__proposal=one.pk)
    composed = composing.compose(notice)
    assert composed is not None
    name = composed.headers["Message-ID"]
    notice.message_id, notice.sent_at = sealing.token_hash(name.strip("<>")), notice.created_at
    notice.save()
    return name


def votes(one: Proposal) -> list[tuple[str, bool]]:
    return list(one.votes.values_list("seat", "agrees"))


@pytest.mark.parametrize(
    ("language", "words"), [("en", "the word AGREE"), ("fr", "D’ACCORD"), ("it", "D’ACCORDO")]
)
def test_the_letter_says_how_and_the_word_is_enough(one: Proposal, language: str, words: str) -> None:
    bob = player(one.table, "B")
    models.User.objects.filter(pk=bob.pk).update(language=language)
    notice = Notice.objects.get(kind="proposal", user=bob)
    composed = composing.compose(notice)
    assert composed is not None
    assert words in composed.text
    said = {"en": "Agree", "fr": "D'accord", "it": "D'accordo"}[language]
    letter = write(bob.email, said, "Re: Rubis", answers=sent(one, bob))
    assert letter.outcome["result"] == "voted"
    assert votes(one) == [("B", True)]
    assert one.votes.get().via == "mail"


def test_the_last_answer_takes_effect_and_the_same_letter_twice_is_one(one: Proposal) -> None:
    for seat in "ABCDE":
        user = player(one.table, seat)
        write(user.email, "I agree", "Re: Rubis", answers=sent(one, user))
    one.refresh_from_db()
    assert (one.state, one.votes.count()) == ("done", 5)
    late = write(player(one.table, "A").email, "refuse", "Re: Rubis", answers=name_of(one, "A"))
    assert late.outcome["refusal"]["code"] == "VOTED_ALREADY"
    answer = composing.compose(Notice.objects.get(kind="answer", data__letter=late.pk))
    assert answer is not None
    assert answer.subject.endswith("nothing was done"), "it was no move"


def name_of(one: Proposal, seat: str) -> str:
    composed = Notice.objects.get(kind="proposal", user=player(one.table, seat), data__proposal=one.pk)
    return f"<note.{sealing.token('note', composed.pk, 16)}.{composed.pk}@{composing.settings.MAIL_DOMAIN}>"


def test_refuse_by_letter_ends_it(one: Proposal) -> None:
    bob = player(one.table, "B")
    write(bob.email, "Je refuse", "Re: Rubis", answers=sent(one, bob))
    one.refresh_from_db()
    assert one.state == "refused"


def test_in_a_letter_about_a_turn_the_number_belongs_to_it(table: Table, one: Proposal) -> None:
    turn = turn_of(table)
    letter = take(a_reply(turn, "agree"), turn)
    assert letter.outcome["result"] == "refused"
    assert not votes(one)
    letter = take(a_reply(turn, f"agree {one.number}", name="second@players.example"), turn)
    assert letter.outcome["result"] == "voted"
    assert "You agreed to proposal 1." in answer_to(letter)
    assert votes(one) == [(turn.seat.letter, True)]
    assert turn_of(table) == turn, "nothing is played"


def test_beside_a_move_it_is_asked_about(table: Table, one: Proposal) -> None:
    turn = turn_of(table)
    letter = take(a_reply(turn, f"fold\nagree {one.number}"), turn)
    assert letter.outcome["refusal"]["code"] == "TWO_COMMANDS"
    assert not votes(one)


def test_a_from_alone_answers_nothing(one: Proposal) -> None:
    bob = player(one.table, "B")
    letter = write(bob.email, f"agree {one.number}", "Rubis")
    assert letter.outcome["refusal"]["code"] == "VOTE_UNPROVEN"
    assert not votes(one)


def test_another_players_letter_is_no_answer_of_his(one: Proposal) -> None:
    bob, carol = player(one.table, "B"), player(one.table, "C")
    write(carol.email, "I agree", "Re: Rubis", answers=sent(one, bob))
    assert not votes(one)
