"""A table that is played by letters and forms leaves no word, card, address or letter where none belongs:
in no line of any log, and no word that lives in any row of the database."""

from __future__ import annotations

import importlib
import io
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.exceptions import FieldError
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import Client

from tests import factories
from tests.tournaments.mail import test_mail_webhook as webhook
from tests.tournaments.mail.conftest import a_reply, take, turn_of
from tests.tournaments.web.tabling import BOARD, HANDS, player, send
from tournaments import models
from tournaments.doors.mail import tasks
from tournaments.doors.web.discreet import Discreet
from tournaments.models import sealed
from tournaments.services import catching, clock, composing, holding, letters, links, sealing, views

pytestmark = pytest.mark.django_db

SAID = "The samovar whispers of an untold gambit"
_CARDS = re.compile(r"[♠♥♦♣]|['\"](?:10|[2-9TJQKA])[cdhs]['\"]|\b\w+ of (?:clubs|diamonds|hearts|spades)\b")
_WORDS = (
    r"\+([\w-]{20,})@",
    r"<(?:turn|note)\.(\w{20,})\.",
    r"\[#(\w{6})\]",
    r"://[^\s\"']*/([\w:.~-]{20,})/",
)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, settings: Any) -> models.Table:
    settings.MAILGUN_SIGNING_KEY = webhook.KEY
    factories.stack_decks(monkeypatch, factories.holdem_deck(HANDS, BOARD))
    return factories.table_of(factories.running(5))


def words_of_letters() -> set[str]:
    """Every word of ours that stands in a letter that went out: recipient, Message-ID, tag, links."""
    found: set[str] = set()
    for letter in mail.outbox:
        heads = [*letter.extra_headers.values(), *letter.reply_to, letter.subject, letter.from_email]
        text = " ".join((*heads, str(letter.body)))
        for pattern in _WORDS:
            found |= set(re.findall(pattern, text))
    return found


def bring(turn: models.Turn, text: str, number: int, **heads: str) -> None:
    """By the webhook, as a provider brings it, and then by a worker's tasks."""
    raw = a_reply(turn, text, Message_ID=f"<{number}@players.example>", **heads)
    given = webhook.fields(raw, composing.address(turn), token=f"{number:050}")
    assert webhook.bring(given, "multipart").status_code == 200
    tasks.read_letters.apply()


def speak(table: models.Table, number: int) -> None:
    """The next move: by letter or by form, in turn."""
    turn = factories.open_turns(table)[0]
    options = views.look(table.pk, turn.seat.letter).options or {}
    if number % 2:
        bring(turn, f"{'call' if options['call'] else 'raise to 1'}\n\n{SAID}", number)
    else:
        client = Client()
        client.force_login(player(table, turn.seat.letter))
        move = {"do": "call"} if options["call"] else {"do": "raise", "to": "1"}
        assert send(client, table, comment=SAID, **move).status_code == 302
    tasks.send.apply()


@contextmanager
def everything_logged() -> Iterator[io.StringIO]:
    """What the service's own handler writes where every logger that there is says all that it can."""
    handler = next(
        one
        for one in logging.getLogger().handlers
        if any(isinstance(filter_, Discreet) for filter_ in one.filters)
    )
    assert isinstance(handler, logging.StreamHandler)
    known = [one for one in logging.root.manager.loggerDict.values() if isinstance(one, logging.Logger)]
    before = [(one, one.level, one.disabled) for one in (logging.root, *known)]
    written = io.StringIO()
    stream = handler.setStream(written)
    try:
        for one, _, _ in before:
            one.setLevel(logging.DEBUG)
            one.disabled = False
        yield written
    finally:
        handler.setStream(stream)
        for one, level, disabled in before:
            one.setLevel(level)
            one.disabled = disabled


def test_no_line_of_the_log_of_a_whole_table_says_anything_of_it(
    table: models.Table, monkeypatch: Any
) -> None:
    with everything_logged() as written:
        number, tried = 0, factories.open_turns(table)[0]
        tasks.send.apply()
        bring(tried, f"? raise to 5\n\n{SAID}", 900)
        bring(tried, f"{SAID}, and perhaps I fold, who knows", 901)
        raw = a_reply(tried, f"status\n\n{SAID}", Message_ID="<902@players.example>")
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
        call_command("receive_mail", "--sender", "a@b.example", "--recipient", composing.address(tried))
        tasks.read_letters.apply()
        while factories.open_turns(table):
            speak(table, number := number + 1)
        link = links.turn_link(models.Turn.objects.select_related("table", "seat").get(pk=tried.pk))
        path = link.removeprefix("http://testserver")
        assert Client().post(path).status_code == 405
        assert Client().get(f"{path}more/").status_code == 404
        logging.getLogger("django.request").warning("heard")
    log = written.getvalue()
    assert "heard" in log
    assert "Method Not Allowed" in log
    table.refresh_from_db()
    assert table.state == "over"
    assert table.events.filter(kind="move", origin="mail").exists()
    secret = words_of_letters() | {SAID, "samovar"} | set(models.User.objects.values_list("email", flat=True))
    assert len(secret) > 20
    assert [word for word in secret if word in log] == []
    assert _CARDS.findall(log) == []


# --- the database

DEMO = "tournaments_caughtletter"
"""The one exception: the mailboxes of a demo's visitors, with the letters whole."""


def rows_with(words: set[str]) -> list[tuple[str, str]]:
    """(table, word) wherever a row holds one, in any column, as it is stored; bytes and sessions as well."""
    found = []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name FROM information_schema.tables"
            " WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'"
        )
        for (name,) in cursor.fetchall():
            cursor.execute(f'SELECT lower(r::text) FROM "{name}" AS r')
            rows = [row for (row,) in cursor.fetchall()]
            if name == Session._meta.db_table:
                rows += [str(one.get_decoded()).lower() for one in Session.objects.all()]
            for row in rows:
                found += [(name, word) for word in words if word in row or word.encode().hex() in row]
    return found


def test_no_row_holds_a_word_that_lives(table: models.Table) -> None:
    speak(table, 1)
    speak(table, 2)
    turn = factories.open_turns(table)[0]
    tagged = f"Re: {table.name} [#{links.tag(turn)}]"
    ours = composing.compose(models.Notice.objects.get(turn=turn, kind="turn"))
    assert ours is not None
    answered = {"Subject": tagged, "In_Reply_To": ours.message_id}
    bring(turn, f"{SAID}: perhaps I fold\n\n> {links.turn_link(turn)}", 77, **answered)
    bring(turn, "? raise to 5", 78, **answered)
    fresh = a_reply(
        turn, "fold", To=composing.address(), Subject=table.name, Message_ID="<79@players.example>"
    )
    back = EmailMessage()  # our own letter, handed on to us as it is
    back["From"], back["To"], back["Subject"] = ours.reply_to, composing.address(), ours.subject
    back["Message-ID"] = ours.message_id
    for raw, sender in ((fresh, "x@players.example"), (back.as_bytes(), composing.address(turn))):
        stored = letters.receive(raw, letters.Envelope(sender, composing.address(), "smtp"))
        letters.read(stored.pk)
    assert Client().get(links.turn_link(turn).removeprefix(settings.SITE_URL)).status_code == 302
    assert Session.objects.exists(), "signed in by the link"
    tasks.send.apply()
    held = models.Letter.objects.get(state="held")
    live = {links.mail_token(turn), links.tag(turn), links.turn_link(turn).split("/")[-2], holding.word(held)}
    words = {word.lower() for word in words_of_letters()}
    assert live <= words
    assert rows_with(words) == []
    tagged_letter = next(one for one in mail.outbox if links.tag(turn) in one.subject)
    catching.catch(tagged_letter.message().as_bytes(), "x@poker.example", ["alice@players.example"])
    assert {name for name, _ in rows_with(words)} == {DEMO}, "the search finds what stands there"


def test_what_is_sealed_alike_can_be_looked_for_whole_and_shown(table: models.Table) -> None:
    turn = factories.open_turns(table)[0]
    tagged = f"Re: {table.name} [#{links.tag(turn)}]"
    for number in (1, 2):
        bring(turn, "? raise to 5", number, Subject=tagged)
    found = models.Letter.objects.filter(envelope_to=composing.address(turn)).order_by("pk")
    assert [(one.subject, one.message_id) for one in found] == [
        (tagged, f"{number}@players.example") for number in (1, 2)
    ]
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(DISTINCT subject) FROM tournaments_letter")
        assert cursor.fetchone() == (2,), "of two letters nobody sees whether they say the same"
    for vain in ({"subject": tagged}, {"envelope_to__startswith": "play"}, {"message_id__iexact": "1@x"}):
        with pytest.raises(FieldError, match="Unsupported lookup"):
            models.Letter.objects.filter(**vain).exists()


def test_a_name_sealed_by_an_older_key_is_read(settings: Any) -> None:
    name = sealed.SealedName.close("play+word@poker.example")
    assert name == sealed.SealedName.close("play+word@poker.example")
    settings.SEAL_KEYS = ["bmV3LW5ldy1uZXctbmV3LW5ldy1uZXctbmV3LW5ldy0=", *settings.SEAL_KEYS]
    assert sealed.SealedName.open(name) == "play+word@poker.example"
    assert sealed.SealedName.close("play+word@poker.example") != name


def test_what_an_older_key_has_sealed_is_found_after_a_new_one(table: models.Table, settings: Any) -> None:
    turn = turn_of(table)
    raw = a_reply(turn, "what now?")
    first = take(raw, turn)
    settings.SEAL_KEYS = ["bmV3LW5ldy1uZXctbmV3LW5ldy1uZXctbmV3LW5ldy0=", *settings.SEAL_KEYS]
    found = models.Letter.objects.filter
    assert found(envelope_to=first.envelope_to, message_id__in=[first.message_id, "other"]).get() == first
    again = take(raw, turn)
    assert again.outcome["again"] == first.pk, "the same letter, its name sealed with two keys"
    assert found(message_id=first.message_id).count() == 2
    assert not found(message_id="other").exists()
    assert not found(message_id=first.message_id).exclude(envelope_to=first.envelope_to).exists()


def test_letters_from_before_are_sealed(table: models.Table) -> None:
    """By the migration: they are read, looked for and known again as before."""
    turn = factories.open_turns(table)[0]
    here, raw = composing.address(turn), a_reply(turn, "fold")
    state = MigrationLoader(connection).project_state(("tournaments", "0015_verification"))
    state.apps.get_model("tournaments", "Letter").objects.create(
        raw=raw,
        via="smtp",
        received_at=clock.now(),
        envelope_from=here,
        sender="alice@players.example",
        envelope_to=here,
        message_id="1@players.example",
        subject="",
        body_hash=sealing.token_hash("fold"),
    )
    assert rows_with({links.mail_token(turn)}) == [("tournaments_letter", links.mail_token(turn))]
    migration = importlib.import_module("tournaments.migrations.0016_words_of_ours_sealed")
    migration.encrypt(state.apps, None)
    assert rows_with({links.mail_token(turn)}) == []
    letter = models.Letter.objects.get(envelope_to=here, message_id="1@players.example")
    assert (bytes(letter.raw), letter.subject, letter.sender) == (raw, "", "alice@players.example")
    assert letter.envelope_from == composing.address()
    assert letter.body_hash == letters.body_hash(b"x\n\nfold")
