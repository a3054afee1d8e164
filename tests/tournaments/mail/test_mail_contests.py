"""A contest by letters alone: register, withdraw, ask, call the referee; in three languages."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

import pytest

from referee import grammar
from referee.core import Refusal
from tests import factories
from tests.tournaments.mail.conftest import a_reply, answer_to, take, turn_of
from tournaments import models
from tournaments.services import clock, composing, contests, letters, registration, sealing, views

pytestmark = pytest.mark.django_db

PLAIN = "play@localhost.localdomain"


def write(
    sender: str, text: str, subject: str = "", *, to: str = PLAIN, answers: str = "", **heads: str
) -> models.Letter:
    """A letter of somebody, read."""
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = sender, to, subject
    letter["Message-ID"] = f"<m{models.Letter.objects.count()}@players.example>"
    if answers:
        letter["In-Reply-To"] = answers
    for name, value in heads.items():
        letter[name.replace("_", "-")] = value
    letter.set_content(text)
    stored = letters.receive(letter.as_bytes(), letters.Envelope("x@players.example", to, "smtp"))
    letters.read(stored.pk)
    stored.refresh_from_db()
    return stored


def last() -> Any:
    """The newest letter that goes out; it is noted as sent."""
    notice = models.Notice.objects.order_by("-pk")[0]
    composed = composing.compose(notice)
    assert composed is not None
    models.Notice.objects.filter(pk=notice.pk).update(
        message_id=sealing.token_hash(composed.message_id.strip("<>"))
    )
    return composed


def reply(text: str = "", sender: str = "", *, plus: bool = True) -> models.Letter:
    """An answer to the newest letter of ours, by its reader."""
    ours = last()
    to = ours.reply_to.partition("<")[2].strip(">") if plus else PLAIN
    return write(sender or ours.to, text, f"Re: {ours.subject}", to=to, answers=ours.message_id)


def entries(contest: models.Contest) -> list[tuple[str, str]]:
    return list(contest.entries.order_by("number").values_list("name", "state"))


@pytest.mark.parametrize(
    ("text", "subject", "language", "headline"),
    [
        ("register", "", "en", "Do you want to play in Grand tour?"),
        ("", "Register Grand tour", "en", "Do you want to play in Grand tour?"),
        ("Bonjour,\n\nje m'inscris à Grand tour\n", "", "fr", "Voulez-vous jouer à Grand tour\xa0?"),
        ("Mi iscrivo al Grand tour", "ciao", "it", "Vuoi giocare a Grand tour?"),
    ],
)
def test_somebody_unknown_registers_by_two_letters(
    text: str, subject: str, language: str, headline: str
) -> None:
    contest = factories.open_contest()
    first = write("Carol Test <Carol@Players.example>", text, subject)
    assert (first.state, entries(contest)) == ("held", [])
    assert not models.User.objects.filter(email="carol@players.example").exists()
    assert last().to == "carol@players.example"
    assert headline in last().text
    assert reply().state == "answered"
    carol = models.User.objects.get(email="carol@players.example")
    assert (carol.name, carol.language, carol.has_usable_password()) == ("Carol Test", language, False)
    assert entries(contest) == [("Carol Test", "in")]
    assert last().to == carol.email
    assert models.Notice.objects.filter(kind="registered", user=carol).count() == 1
    assert not models.Notice.objects.filter(kind="answer", user=carol).exists(), "one answer for each letter"


def test_a_mailbox_without_plus_addresses_is_enough_to_register(settings: Any) -> None:
    settings.MAIL_PLUS = False
    contest = factories.open_contest()
    write("carol@players.example", "register")
    assert last().reply_to.endswith(f"<{PLAIN}>")
    reply("yes", plus=False)
    assert entries(contest) == [("carol", "in")]


def test_a_name_may_be_chosen_and_chosen_again_where_it_is_taken() -> None:
    contest = factories.open_contest(["alice"])
    write("Alice <other@players.example>", "register")
    reply()
    assert not models.User.objects.filter(email="other@players.example").exists()
    assert "already plays under the name Alice" in last().text
    reply("yes\nName: Alice the second")
    assert entries(contest)[1] == ("Alice the second", "in")


def test_nobody_is_entered_by_a_word_that_only_another_knows() -> None:
    contest = factories.open_contest()
    write("carol@players.example", "register")
    stolen = reply("yes", sender="mallory@evil.example")
    assert (stolen.state, entries(contest)) == ("ignored", [])


def test_what_is_no_yes_enters_nobody_and_is_asked_again() -> None:
    contest = factories.open_contest()
    write("carol@players.example", "register")
    reply("I am out of the office until Monday.")
    assert entries(contest) == []
    assert "not clear whether you agree" in last().text
    reply("yes")
    assert entries(contest) == [("carol", "in")]


def test_among_several_contests_the_one_that_is_named_is_meant() -> None:
    factories.open_contest(name="Grand tour")
    second = factories.open_contest(name="Petit tour")
    write("carol@players.example", "register")
    text = last().text
    assert "In which contest do you want to play?" in text
    assert "→ Grand tour: registration closes" in text
    reply("Petit tour")
    assert entries(second) == [("carol", "in")]


def test_the_same_question_is_asked_once_a_day() -> None:
    factories.open_contest()
    for text in ("register", "Register!", "register please"):
        write("carol@players.example", text)
    assert models.Notice.objects.filter(address="carol@players.example").count() == 1


@pytest.mark.parametrize("text", ["hello", "fold", "status", "yes", "withdraw", ""])
def test_somebody_unknown_gets_nothing_but_the_way_to_register(text: str) -> None:
    factories.open_contest()
    letter = write("stranger@elsewhere.example", text)
    assert letter.state == "ignored"
    assert not models.Notice.objects.filter(kind="answer").exists()


@pytest.mark.parametrize(
    ("text", "language", "headline", "asked"),
    [
        ("How do I play?", "en", "Do you want to play in Grand tour?", "asked how one plays"),
        ("Bonjour,\n\ncomment jouer ?\n\nMarie", "fr", "Voulez-vous jouer à Grand tour\xa0?", "on joue"),
        ("aiuto", "it", "Vuoi giocare a Grand tour?", "come si gioca"),
    ],
)
def test_somebody_unknown_who_asks_how_one_plays_is_shown_the_way_to_register_once_a_day(
    text: str, language: str, headline: str, asked: str
) -> None:
    contest = factories.open_contest()
    assert write("carol@players.example", text).state == "held"
    ours = last()
    assert headline in ours.text
    assert asked in ours.text
    write("carol@players.example", text)
    assert models.Notice.objects.filter(kind="answer").count() == 1
    assert not models.User.objects.filter(email="carol@players.example").exists()
    reply("yes")
    assert models.User.objects.get(email="carol@players.example").language == language
    assert entries(contest) == [("carol", "in")]


def test_the_status_before_the_draw_names_each_contest_and_its_dates() -> None:
    contest = factories.open_contest(["alice", "bob"])
    entry = contest.entries.select_related("user").earliest("number")
    alice = entry.user
    assert alice is not None
    write(alice.email, "status")
    text = last().text
    assert f"Grand tour: you are registered, {entry.name}." in text
    assert "→ Registration closes: " in text
    assert f"/c/{contest.slug}/" in text
    models.Entry.objects.filter(user=alice).update(state="reserve")
    write(alice.email, "status!")
    assert f"Grand tour: you are on the reserve list, {entry.name}." in last().text
    models.Entry.objects.filter(user=alice).update(state="withdrawn")
    write(alice.email, "status please")
    assert "You are entered in no contest that goes on." in last().text


def test_the_status_of_a_player_tells_the_contest_that_waits_beside_the_table(table: models.Table) -> None:
    alice = table.table_seats.get(letter="A").entry.user
    waiting = factories.open_contest(name="Petit tour")
    entry = registration.register(waiting.pk, alice)
    write(alice.email, "status")
    text = last().text
    assert f"Petit tour: you are registered, {entry.name}." in text
    assert f"{table.contest.name}: you are registered" not in text


def test_a_machine_that_asks_to_register_is_not_answered() -> None:
    factories.open_contest()
    letter = write("robot@elsewhere.example", "register", Auto_Submitted="auto-generated")
    assert letter.state == "ignored"
    assert not models.Notice.objects.filter(kind="answer").exists()


def test_registration_counts_from_the_first_letter() -> None:
    contest = factories.open_contest()
    first = write("carol@players.example", "register")
    models.Contest.objects.filter(pk=contest.pk).update(closes_at=clock.now())
    assert first.received_at < clock.now()
    reply()
    assert entries(contest) == [("carol", "in")]


def test_registration_that_is_over_is_refused_by_letter() -> None:
    contest = factories.open_contest()
    write("carol@players.example", "register")
    models.Contest.objects.filter(pk=contest.pk).update(state="closed")
    reply()
    assert "Registration closed on" in last().text
    assert not models.User.objects.filter(email="carol@players.example").exists()


def test_a_player_registers_and_withdraws_and_hears_what_follows() -> None:
    contest = factories.open_contest(["alice"])
    bob = factories.person("bob")
    write(bob.email, "register")
    assert entries(contest) == [("alice", "in")], "a From alone enters nobody"
    reply("yes")
    assert entries(contest)[1] == ("bob", "in")
    assert "you are registered, bob" in last().text
    reply("withdraw")
    assert entries(contest)[1] == ("bob", "withdrawn")
    assert "bob has withdrawn" in last().text


def test_to_register_twice_is_to_be_registered_and_to_be_told_so() -> None:
    factories.open_contest(["alice"])
    write("alice@players.example", "register")
    reply()
    assert "you are entered already, as alice" in last().text


def test_after_the_draw_leaving_is_asked_once_more(table: models.Table) -> None:
    turn = turn_of(table)
    letter = take(a_reply(turn, "withdraw"), turn)
    entry = turn.seat.entry
    assert letter.state == "held"
    assert "This cannot be taken back." in answer_to(letter)
    entry.refresh_from_db()
    assert entry.state == "in"
    reply("Oui")
    entry.refresh_from_db()
    assert entry.state == "withdrawn"
    assert models.Seat.objects.get(pk=turn.seat_id).automatic


@pytest.mark.parametrize(
    ("language", "words", "told"),
    [
        ("en", "call the referee", "The referee is called to table Rubis: case 1"),
        ("fr", "J'appelle l'arbitre", "L'arbitre est appelé à la table Rubis"),
        ("it", "chiamo l'arbitro", "L'arbitro è chiamato al tavolo Rubis"),
    ],
)
def test_a_call_for_the_referee_reaches_the_organiser(
    table: models.Table, language: str, words: str, told: str
) -> None:
    turn = turn_of(table)
    player = turn.seat.entry.user
    assert player is not None
    models.User.objects.filter(pk=player.pk).update(language=language)
    letter = take(a_reply(turn, f"{words}\n\nThe pot looks wrong to me."), turn)
    assert told in answer_to(letter)
    notice = models.Notice.objects.get(kind="needs", data__code="REFEREE_CALLED")
    assert notice.user == table.contest.organiser
    composed = composing.compose(notice)
    assert composed is not None
    assert f"{turn.seat.entry.name} (Rubis) calls the referee" in composed.text
    assert "The pot looks wrong to me." in composed.text


def test_status_and_help_for_a_player_without_a_turn() -> None:
    factories.open_contest(["alice"])
    write("alice@players.example", "status")
    assert "This is how things stand." in last().text
    write("alice@players.example", "", "Help")
    assert "How to play" in last().text


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_no_line_of_a_question_is_a_command(table: models.Table, language: str) -> None:
    """Many mail programs quote us without a mark; what we ask must not be its own answer."""
    models.User.objects.update(language=language)
    factories.open_contest(name="Yes", languages=[language])
    factories.open_contest(name="Register", languages=[language])
    turn = turn_of(table)
    take(a_reply(turn, "withdraw"), turn)
    take(a_reply(turn, "call the referee", Message_ID="<r@players.example>"), turn)
    plain = composing.address()
    take(a_reply(turn, "fold", Subject=table.name, To=plain, Message_ID="<f@x.y>"), turn, recipient=plain)
    write("carol@elsewhere.example", "register")
    write("dave@elsewhere.example", "register Yes")
    kinds = set()
    for notice in models.Notice.objects.filter(kind="answer"):
        composed = composing.compose(notice)
        assert composed is not None
        kinds.add(models.Letter.objects.get(pk=notice.data["letter"]).outcome["result"])
        for line in composed.text.split("\n"):
            for reading in ("en", "fr", "it"):
                with pytest.raises(Refusal):
                    grammar.read_command(line, reading)
    assert kinds == {"confirm", "called"}


def test_a_whole_contest_without_a_page() -> None:
    """Two players register by letters, play two deals, ask how things stand, and one withdraws."""
    contest = factories.open_contest()
    for name in ("alice", "bob", "carol", "dave", "erin"):
        write(f"{name}@players.example", "register")
        reply()
    contests.close(contest.pk, contest.organiser)
    contests.draw(contest.pk, contest.organiser)
    contests.start(contest.pk, contest.organiser)
    table = factories.table_of(contest)
    for _ in range(200):
        turns = factories.open_turns(table)
        table.refresh_from_db()
        if not turns or table.deal_number > 2:
            break
        turn = turns[0]
        free = views.look(table.pk, turn.seat.letter).options or {}
        letter = take(
            a_reply(turn, "call" if free["call"] else "raise to 1", Message_ID=f"<t{turn.pk}@x.y>"), turn
        )
        assert letter.state == "played", letter.outcome
    assert table.events.filter(kind="move", origin="mail").values("deal").distinct().count() == 2
    assert not table.events.filter(kind="move").exclude(origin="mail").exists()


def test_before_the_draw_a_from_alone_says_nothing_to_the_organiser() -> None:
    """Words in somebody's name reach the organiser once his mailbox has answered."""
    contest = factories.open_contest(3)
    alice = contest.entries.get(number=1).user
    before = models.Notice.objects.filter(kind="needs").count()
    forged = write(alice.email, "call the referee\n\nI cheat, throw me out.")
    assert forged.state == "held"
    assert models.Notice.objects.filter(kind="needs").count() == before
    assert f"Did you call the referee in {contest.name}?" in last().text
    reply("yes")
    told = models.Notice.objects.filter(kind="needs").latest("pk")
    assert "I cheat" in told.data["words"]
