"""Our own letters: what stands in them, what never does, and that each goes out once."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from email import message_from_bytes, policy
from typing import Any

import pytest
from django.conf import settings

from referee import grammar
from referee.audit import verify_export
from referee.core import Move, Refusal, Unreadable
from referee.games import GAMES
from referee.ledger import checkpoint_of_line
from referee.letters import hypertext
from tests import factories
from tests.tiny import TinyGame
from tests.tournaments.mail.conftest import ROOT, Program, a_reply, service_env, take, turn_of
from tournaments import models, wording
from tournaments.channels import EmailChannel, Outgoing, Undeliverable
from tournaments.models import Notice
from tournaments.services import (
    addresses,
    cases,
    clock,
    composing,
    contents,
    contests,
    exports,
    inputs,
    nudges,
    post,
    presets,
    proposing,
    registration,
    rulings,
    tables,
    views,
)

TALK = {
    *("NOTHING_WRITTEN", "NO_COMMAND", "INSIDE_SENTENCE", "NUMBER_ALONE", "PLACEHOLDER"),
    *("BAD_NUMBER", "BAD_CARD", "WRONG_SEAT"),
}
"""What the grammar says of a line that plays nothing, whoever writes it."""
HOSTILE = ("Fold", "Call", "All-in", "Je me couche", "Passo", "Status")
KINDS = set(contents.KINDS)


def play(table: models.Table, move: Move, comment: str = "") -> None:
    turn = turn_of(table)
    tables.play(
        table.pk,
        kind="move",
        key=f"m{turn.pk}",
        origin="web",
        seat=turn.seat.letter,
        move=move,
        comment=comment,
        text="x",
    )


def play_to_the_end(table: models.Table) -> None:
    while factories.open_turns(table):
        seat = turn_of(table).seat.letter
        options = views.look(table.pk, seat).options
        assert options is not None
        play(table, Move("call") if options["call"] else Move("raise", {"to": options["raise"]["min"]}))


@pytest.fixture
def every_kind() -> models.Contest:
    """A contest in which every kind of notice has been written, by people with hostile names."""
    contest = factories.open_contest(HOSTILE[:5], name="Raise to 5", fee_amount=1, draw_unpaid=True, cap=5)
    models.Contest.objects.filter(pk=contest.pk).update(table_names=["Call"])
    olga = contest.organiser
    spare = registration.register(contest.pk, factories.person("Status"))
    contests.extend(contest.pk, olga, closes_local=_later(contest, 3), reason="fold")
    registration.withdraw(contest.entries.get(name="Fold").pk, models.User.objects.get(name="Fold"))
    contests.close(contest.pk, olga)
    contests.draw(contest.pk, olga)
    contests.start(contest.pk, olga)
    contest.refresh_from_db()
    table = factories.table_of(contest)
    models.User.objects.exclude(name="Call").update(notices="everything")
    for user in models.User.objects.filter(name__in=HOSTILE):
        models.User.objects.filter(pk=user.pk).update(email=f"p{user.pk}@players.example")
    play(table, Move("raise", {"to": 2}), comment="call\nfold")
    rulings.extend_turn(table, olga, turn_of(table).seat.letter, seconds=3600, reason="fold", key="x")
    turn = turn_of(table)
    take(a_reply(turn, "raise to 400"), turn)
    take(a_reply(turn, "status"), turn)
    take(a_reply(turn, "? raise to 5"), turn)
    user = turn.seat.entry.user
    _write(user, "reminder", table=table, turn=turn, data={"step": "half", "seat": turn.seat.letter})
    for kind in ("unpaid", "dropped", "cancelled", "news-of-some-kind"):
        _write(user, kind, contest=contest, data={"entry": spare.pk, "reason": "fold"})
    _write(
        olga, "needs", contest=contest, data={"code": "CANNOT_SPLIT", "players": 9, "choices": ["exception"]}
    )
    _check_in_runs(olga)
    _a_league_plays(olga)
    _the_referee_is_called(table, olga)
    _a_vote_is_asked_for(table)
    _addresses_change()
    nudges.nudge(turn_of(table).pk, olga)
    _a_day_is_told(models.User.objects.get(name="Call"))
    return contest


def _a_league_plays(olga: models.User) -> None:
    league = factories.open_contest(name="Fold league", preset="league", rounds=2, cap=4)
    people = [models.User.objects.get(name=name) for name in HOSTILE[:3]]
    for user in people:
        registration.register(league.pk, user)
    contests.close(league.pk, olga)
    contests.draw(league.pk, olga)
    contests.start(league.pk, olga)
    own = league.entries.get(user=people[0])
    _write(people[0], "round", contest=league, data={"round": 1, "entry": own.pk})


def _the_referee_is_called(table: models.Table, olga: models.User) -> None:
    caller = turn_of(table).seat.entry.user
    assert caller is not None
    said = cases.call(table.pk, caller, "fold\nraise to 5", key="called", via="web")
    cases.say(said.case_id, olga, "call\nje me couche", key="said", via="web")


def _a_vote_is_asked_for(table: models.Table) -> None:
    turn = turn_of(table)
    assert turn.seat.entry.user is not None
    proposing.propose(
        table.pk, turn.seat.entry.user, "extend", reason="call", key="asked", seat=turn.seat.letter, hours=3
    )


def _addresses_change() -> None:
    """One asks, one asks for an address that is taken, one confirms, one takes it back."""
    people = [models.User.objects.get(name=name) for name in HOSTILE[:4]]
    wanted = ["fold@call.example", people[0].email, "call@call.example", "status@call.example"]
    asked = [addresses.ask(user, new) for user, new in zip(people, wanted, strict=True)]
    for change in asked[2:]:
        addresses.confirm(change.pk)
    addresses.undo(asked[3].pk)


def _a_day_is_told(user: models.User) -> None:
    now = clock.now()
    user.notices, user.digest_since = models.User.Notices.DIGEST, now - timedelta(days=1)
    user.save(update_fields=["notices", "digest_since"])
    _write(user, "digest", data={"day": now.date().isoformat()})


def _check_in_runs(olga: models.User) -> None:
    checking, user = factories.open_contest(name="Call now"), models.User.objects.get(name=HOSTILE[0])
    registration.register(checking.pk, user)
    inputs.commit(checking.pk, user, "ab" * 32)
    contests.close(checking.pk, olga)


def _later(contest: models.Contest, days: int) -> Any:
    return contest.closes_local.replace(tzinfo=None) + timedelta(days=days)


def _write(user: Any, kind: str, **fields: Any) -> Notice:
    now = clock.now()
    fields.setdefault("contest", fields["table"].contest if "table" in fields else None)
    return Notice.objects.create(
        user=user, kind=kind, key=f"{kind}:test", created_at=now, retry_at=now, **fields
    )


def composed() -> Iterator[tuple[Notice, Outgoing]]:
    for notice in Notice.objects.select_related("user", "contest", "table__contest", "turn__seat"):
        letter = composing.compose(notice)
        if letter is not None:
            yield notice, letter


def is_command(text: str, notice: Notice, language: str, states: dict[int, views.Opened]) -> bool:
    seat = notice.data.get("seat")
    try:
        if notice.table_id and seat:
            opened = states[notice.table_id]
            grammar.read(GAMES[opened.game], opened.state, seat, text, language)
        else:
            grammar.read_command(text, language)
    except Refusal as refusal:
        return not isinstance(refusal, Unreadable) or refusal.code not in TALK
    return True


@pytest.mark.django_db
@pytest.mark.parametrize("language", list(dict(settings.LANGUAGES)))
def test_no_line_of_any_letter_is_a_command(every_kind: models.Contest, language: str) -> None:
    """In any language, whatever people and tables are called, and whatever they say."""
    models.User.objects.update(language=language)
    written = list(composed())
    play_to_the_end(factories.table_of(every_kind))
    contests.advance(every_kind.pk)
    written += list(composed())
    checked: set[tuple[str, str | None]] = set()
    states = {table.pk: views.state_of(table.pk) for table in models.Table.objects.all()}
    for notice, letter in written:
        lines = [*letter.text.split("\n"), *hypertext.to_text(letter.html).split("\n"), letter.text]
        for line in lines:
            if (line, notice.data.get("seat")) not in checked:
                checked.add((line, notice.data.get("seat")))
                for reading in ("en", "fr", "it"):
                    assert not is_command(line, notice, reading, states), (notice.kind, line)
    missing = KINDS - {notice.kind for notice, _ in written}
    assert missing <= {"closing", "reserve", "withdrawn"}, "these are told elsewhere"


@pytest.mark.django_db
def test_letters_about_registration_are_true_when_they_are_sent() -> None:
    contest = factories.open_contest(3, cap=3)
    waiting = registration.register(contest.pk, factories.person("dave"))
    kinds = {notice.kind: letter.text for notice, letter in composed() if notice.user == waiting.user}
    assert "on the reserve list" in kinds["registered"]
    entry = contest.entries.get(name="alice")
    registration.withdraw(entry.pk, factories.person("alice"))
    texts = {(notice.kind, notice.user.name): letter.text for notice, letter in composed() if notice.user}
    assert "a place has become free" in texts["reserve", "dave"]
    assert "has withdrawn" in texts["withdrawn", "alice"]
    contests.extend(contest.pk, contest.organiser, closes_local=_later(contest, 1), reason="too few")
    texts = {(notice.kind, notice.user.name): letter.text for notice, letter in composed() if notice.user}
    assert "too few" in texts["closing", "bob"]


@pytest.mark.django_db
def test_every_letter_about_a_contest_ends_in_a_checkpoint_of_its_ledger(every_kind: models.Contest) -> None:
    """Of every kind, in its text and in its twin; and each of them holds for the ledger as it is later."""
    written = list(composed())
    play_to_the_end(factories.table_of(every_kind))
    contests.advance(every_kind.pk)
    written += list(composed())
    lines: dict[models.Contest, set[str]] = {}
    kinds = set()
    for notice, letter in written:
        if notice.contest is None:
            continue
        line = letter.text.rstrip("\n").rpartition("\n")[2]
        lines.setdefault(notice.contest, set()).add(line)
        assert checkpoint_of_line(line).startswith(f"{notice.contest.ledger_head.chain}\n"), notice.kind
        assert hypertext.to_text(letter.html).rstrip().endswith(line), notice.kind
        kinds.add(notice.kind)
    assert kinds >= {"turn", "deal", "event", "staff", "registered", "seated", "final", "answer", "needs"}
    for contest, found in lines.items():
        given = [("a letter", checkpoint_of_line(line)) for line in sorted(found)]
        assert verify_export(exports.lines(contest, contest.organiser), given).problems == []


@pytest.mark.django_db
def test_the_head_of_a_letter(table: models.Table) -> None:
    turn = turn_of(table)
    letter = composing.compose(Notice.objects.get(turn=turn, kind="turn"))
    assert letter is not None
    assert re.fullmatch(r"Rubis \[#[a-z2-7]{6}\] your turn", letter.subject)
    assert re.fullmatch(r"<turn\.[a-z2-7]{26}\.\d+@localhost\.localdomain>", letter.message_id)
    assert re.fullmatch(r"Referee <play\+[a-z2-7]{26}@localhost\.localdomain>", letter.reply_to)
    assert letter.headers["Auto-Submitted"] == "auto-generated"
    assert letter.headers["List-Id"].startswith("<table-1.c")
    assert checkpoint_of_line(letter.text.rstrip("\n").rpartition("\n")[2])


@pytest.mark.django_db
def test_letters_of_one_table_are_one_thread_and_each_has_a_name_of_its_own(table: models.Table) -> None:
    alice = turn_of(table).seat.entry.user
    models.User.objects.update(notices="everything")
    for _ in range(4):
        play(table, Move("raise", {"to": views.look(table.pk, None).view["price"] + 1}))
    mine = [letter for notice, letter in composed() if notice.user == alice and notice.table_id]
    assert len(mine) > 2
    assert len({letter.headers["References"] for letter in mine}) == 1
    assert len({letter.message_id for letter in mine}) == len(mine)


@pytest.mark.django_db
def test_own_cards_stand_in_their_owners_letters_alone_and_never_where_a_preview_shows_them() -> None:
    table = factories.table_of(factories.running(5))
    models.User.objects.update(notices="everything")
    play(table, Move("raise", {"to": 2}))
    play(table, Move("call"))
    for notice, letter in composed():
        if notice.table_id is None:
            continue
        own = views.look(table.pk, notice.data["seat"]).view["seats"][notice.data["seat"]]["cards"]
        for seat in table.table_seats.all():
            for card in views.look(table.pk, seat.letter).view["seats"][seat.letter]["cards"]:
                said = wording.card(card)
                assert (said in letter.text) == (card in own), (notice.kind, said)
                assert said not in letter.text[:200]
                assert said not in f"{letter.subject}{letter.headers}"


@pytest.mark.django_db
def test_what_happened_since_the_last_own_move_is_told(table: models.Table) -> None:
    play(table, Move("raise", {"to": 2}), comment="For the revolution!")
    play(table, Move("fold"))
    turn = turn_of(table)
    letter = composing.compose(Notice.objects.get(turn=turn, kind="turn"))
    assert letter is not None
    first, second = (table.table_seats.get(letter=seat).entry.name for seat in "AB")
    assert f"{first} bets 2 chips." in letter.text
    assert f"{first} says: “For the revolution!”" in letter.text
    assert f"{second} folds." in letter.text


@pytest.mark.django_db
def test_the_reader_s_language_and_time_zone_with_the_offset(table: models.Table) -> None:
    turn = turn_of(table)
    models.Turn.objects.filter(pk=turn.pk).update(deadline_at="2026-12-01T18:30:59Z")
    models.User.objects.update(language="fr", timezone="America/Martinique")
    letter = composing.compose(Notice.objects.get(turn=turn, kind="turn"))
    assert letter is not None
    assert "mardi 1er décembre 2026, 14:30 (UTC-04:00)" in letter.text
    assert "c'est à vous" in letter.text


@pytest.mark.django_db
def test_a_letter_in_italian_is_italian_from_its_first_line_to_its_last(table: models.Table) -> None:
    turn = turn_of(table)
    name = turn.seat.entry.name
    models.Turn.objects.filter(pk=turn.pk).update(deadline_at="2026-12-01T18:30:59Z")
    models.User.objects.update(language="it", timezone="Europe/Rome")
    letter = composing.compose(Notice.objects.get(turn=turn, kind="turn"))
    assert letter is not None
    lines = letter.text.split("\n")
    assert letter.subject.endswith("] tocca a te")
    assert lines[0].endswith("Scrivi la tua risposta sopra questa riga -##")
    assert f"Rubis: tocca a te, {name}." in lines
    assert "La tua scadenza: martedì 1º dicembre 2026, 19:30 (UTC+01:00)" in lines
    assert "Che cosa puoi fare ora: rispondi a questa e-mail con una riga come queste" in lines
    assert "  LASCIARE <esci da questa mano>" in lines
    assert "Il tavolo: http://testserver" in letter.text
    assert '<html lang="it">' in letter.html
    for english in ("your", "the ", "letter", "deadline", "chips"):
        assert english not in letter.text.lower().replace("letters@", ""), english


@pytest.mark.django_db
def test_the_html_twin_says_what_the_text_says(table: models.Table) -> None:
    letter = composing.compose(Notice.objects.get(turn=turn_of(table), kind="turn"))
    assert letter is not None
    visible = re.sub(r"\s+", " ", hypertext.to_text(letter.html))
    for line in letter.text.split("\n"):
        if line.strip() and "/t/" not in line and "link is yours" not in line:
            assert re.sub(r"\s+", " ", line.strip()) in visible
    link = re.search(r"http://testserver/t/\w+/", letter.text)
    assert link
    assert f'href="{link.group()}"' in letter.html


# --- going out


@pytest.mark.django_db(transaction=True)
def test_a_letter_really_goes_out_and_is_noted_as_sent(table: models.Table, to_catcher: Program) -> None:
    turn = turn_of(table)
    sent = post.send_due()
    notice = Notice.objects.get(turn=turn, kind="turn")
    composed = composing.compose(notice)
    assert composed is not None
    caught = models.CaughtLetter.objects.get(message_id=composed.message_id)
    raw = message_from_bytes(bytes(caught.raw), policy=policy.default)
    assert sent == Notice.objects.filter(sent_at__isnull=False).count() > 5
    assert raw["From"] == f"Referee <{composing.address(turn)}>"
    assert raw["Auto-Submitted"] == "auto-generated"
    assert [part.get_content_type() for part in raw.walk()][1:] == ["text/plain", "text/html"]
    body = raw.get_body(("plain",))
    assert body is not None
    assert "RAISE TO <amount: 1 to 18>" in body.get_content()
    assert post.send_due() == 0


@pytest.mark.django_db(transaction=True)
def test_a_long_domain_does_not_break_the_headers(
    table: models.Table, to_catcher: Program, settings: Any
) -> None:
    settings.MAIL_DOMAIN = "a-very-long-name-of-a-mail-domain.of-some-tournament.example"
    turn = turn_of(table)
    post.send_due()
    caught = models.CaughtLetter.objects.get(message_id__startswith="<turn.")
    raw = message_from_bytes(bytes(caught.raw))
    assert raw["Message-ID"].strip().endswith(f"@{settings.MAIL_DOMAIN}>")
    assert "=?" not in raw["References"] + raw["In-Reply-To"] + raw["Reply-To"]
    assert composing.address(turn) in raw["Reply-To"].replace("\n ", "")


CRASH = """
import os, signal, django
django.setup()
from tournaments.channels import EmailChannel
from tournaments.services import post
real = EmailChannel.send
def send_and_die(self, letter):
    real(self, letter)
    os.kill(os.getpid(), signal.SIGKILL)
EmailChannel.send = send_and_die
post.send_due()
"""


@pytest.mark.django_db(transaction=True)
def test_a_crash_between_the_250_and_the_commit_loses_nothing_and_doubles_nothing(
    table: models.Table, to_catcher: Program
) -> None:
    env = service_env(
        MAILER_URL=f"smtp://127.0.0.1:{to_catcher.port}", DJANGO_SETTINGS_MODULE="tournaments.settings"
    )
    died = subprocess.run([sys.executable, "-c", CRASH], cwd=ROOT, env=env, check=False)
    assert died.returncode == -signal.SIGKILL
    assert models.CaughtLetter.objects.count() == 1
    assert not Notice.objects.filter(sent_at__isnull=False).exists()
    again = [sys.executable, "manage.py", "send_notices"]
    done = subprocess.run(again, cwd=ROOT, env=env, check=True, capture_output=True, text=True)
    total = Notice.objects.count()
    assert done.stdout == f"{total} sent\n"
    assert Notice.objects.filter(sent_at__isnull=False).count() == total
    assert models.CaughtLetter.objects.count() == total


@pytest.mark.django_db(transaction=True)
def test_two_senders_at_once_share_the_work(table: models.Table, to_catcher: Program) -> None:
    env = service_env(MAILER_URL=f"smtp://127.0.0.1:{to_catcher.port}")
    command = [sys.executable, "manage.py", "send_notices"]
    with (
        subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as one,
        subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as other,
    ):
        said = [process.communicate(timeout=60)[0] for process in (one, other)]
    for _ in range(10):
        if not Notice.objects.filter(sent_at__isnull=True).exists():
            break
        time.sleep(1)  # a letter waits a moment for the one before it, which the other sender had in hand
        again = subprocess.run(
            command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=True
        )
        said.append(again.stdout)
    total = Notice.objects.count()
    assert sum(int(line.split()[0]) for line in said) == total
    assert Notice.objects.filter(attempts=1, sent_at__isnull=False).count() == total
    assert models.CaughtLetter.objects.count() == total


class Recorder:
    """A channel that refuses some recipients, or everything."""

    refuses: set[str] = set()
    down = False
    sent: list[Outgoing] = []

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *args: object) -> None:
        return None

    def send(self, letter: Outgoing) -> None:
        if self.down or letter.to in self.refuses:
            raise Undeliverable("recipient refused: 550", down=self.down)
        self.sent.append(letter)


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> type[Recorder]:
    monkeypatch.setitem(post.CHANNELS, "email", Recorder)
    monkeypatch.setattr(Recorder, "sent", [])
    return Recorder


@pytest.mark.django_db
def test_a_turn_that_is_over_is_not_announced(table: models.Table, recorder: type[Recorder]) -> None:
    turn = turn_of(table)
    play(table, Move("fold"))
    post.send_due()
    notice = Notice.objects.get(turn=turn, kind="turn")
    assert notice.dropped_at is not None
    assert notice.sent_at is None
    assert sum("your turn" in letter.subject for letter in recorder.sent) == 1


@pytest.mark.django_db
def test_a_refused_recipient_waits_and_holds_up_nobody(
    table: models.Table, recorder: type[Recorder], monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = turn_of(table).seat.entry.user
    assert bad is not None
    monkeypatch.setattr(recorder, "refuses", {bad.email})
    post.send_due()
    notices = Notice.objects.filter(user=bad)
    assert {(one.attempts, one.trouble) for one in notices} == {(1, "recipient refused: 550")}
    assert all(one.retry_at > clock.now() for one in notices)
    assert not Notice.objects.exclude(user=bad).filter(sent_at__isnull=True).exists()
    monkeypatch.setattr(recorder, "refuses", set())
    notices.update(retry_at=clock.now())
    assert post.send_due() == len(notices)


@pytest.mark.django_db
def test_a_slow_server_does_not_keep_the_sender_from_the_clock(
    table: models.Table, recorder: type[Recorder]
) -> None:
    due = Notice.objects.filter(sent_at__isnull=True).count()
    assert post.send_due(longest=0) == 1
    assert post.send_due() == due - 1 > 0


@pytest.mark.django_db
def test_a_server_that_is_away_costs_one_attempt_a_call(
    table: models.Table, recorder: type[Recorder], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder, "down", True)
    assert post.send_due() == 0
    assert Notice.objects.filter(attempts=1).count() == 1


@pytest.mark.django_db
def test_a_server_that_is_really_away_is_told_from_one_that_refuses(settings: Any) -> None:
    options = {"host": "127.0.0.1", "port": 9, "timeout": 2}
    settings.MAILERS = {
        "default": {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}
    }
    letter = Outgoing(
        "a@b.example", "c@d.example", "c@d.example", "s", "t", "<p>t</p>", {"Message-ID": "<x@y>"}
    )
    with EmailChannel() as channel, pytest.raises(Undeliverable) as caught:
        channel.send(letter)
    assert caught.value.down


@pytest.mark.django_db
def test_a_letter_that_cannot_be_written_holds_up_nobody(
    table: models.Table, recorder: type[Recorder], monkeypatch: pytest.MonkeyPatch
) -> None:
    poisoned = Notice.objects.get(turn=turn_of(table), kind="turn")
    real = post.compose

    def compose(notice: Notice) -> Outgoing | None:
        if notice.pk == poisoned.pk:
            raise ZeroDivisionError
        return real(notice)

    monkeypatch.setattr(post, "compose", compose)
    post.send_due()
    poisoned.refresh_from_db()
    assert (poisoned.attempts, poisoned.trouble) == (1, "ZeroDivisionError")
    assert not Notice.objects.exclude(pk=poisoned.pk).filter(sent_at__isnull=True, dropped_at=None).exists()


@pytest.mark.django_db
def test_one_reminder_for_all_tables_and_none_for_a_player_who_has_played(
    table: models.Table, recorder: type[Recorder]
) -> None:
    turn = turn_of(table)
    data = {"step": "half", "seat": turn.seat.letter}
    notice = _write(turn.seat.entry.user, "reminder", table=table, turn=turn, data=data)
    letter = composing.compose(notice)
    assert letter is not None
    assert "the table is waiting for you" in letter.text
    play(table, Move("fold"))
    assert composing.compose(notice) is None


@pytest.mark.django_db
def test_a_game_without_sentences_of_its_own_still_gets_its_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "tiny", TinyGame())
    monkeypatch.setitem(presets.PRESETS, "tiny", {"game": "tiny", "rules": {}, "fields": {}})
    table = factories.table_of(factories.running(5, preset="tiny"))
    models.User.objects.update(notices="everything")
    move = Move("bid", {"to": 3})
    tables.play(table.pk, kind="move", key="k", origin="web", seat="C", move=move, expected=1)
    turn = factories.open_turns(table)[0]
    answered = take(a_reply(turn, "bid 3"), turn)
    again = models.Turn.objects.get(table=table, seat__letter="C")
    late = take(a_reply(again, "bid 2"), again)
    letters = {(notice.kind, notice.data.get("seat")): letter for notice, letter in composed()}
    assert {("turn", seat) for seat in "ABDE"} <= set(letters)
    assert ("event", "A") in letters
    assert (answered.state, late.state) == ("answered", "answered")
    assert "played already: nothing was changed" in letters["answer", "C"].text
    for letter in letters.values():
        assert "'to': 3" not in letter.text
        assert "bid 3" not in letter.text
