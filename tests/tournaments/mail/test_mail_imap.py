"""Letters fetched from a real mailbox: stored and committed first, marked afterwards, once each."""

from __future__ import annotations

import io
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, connections
from imap_tools import MailBoxUnencrypted

from deploy.local import imap as servers
from tests import factories
from tests.tournaments.mail import test_mail_webhook
from tests.tournaments.mail.conftest import ROOT, Program, a_reply, deliver, service_env, tag_of, turn_of
from tests.tournaments.mail.test_mail_door import Gate
from tournaments import models
from tournaments.doors.mail import envelopes, imap
from tournaments.services import clock, composing, letters, postbox, sweep

pytestmark = pytest.mark.django_db(transaction=True)


KIND = "dovecot" if servers.dovecot() else "pymap"


@pytest.fixture(scope="module")
def server() -> Iterator[servers.Server]:
    with servers.serve(KIND) as running:
        yield running


@pytest.fixture
def box(server: servers.Server, settings: Any) -> Iterator[MailBoxUnencrypted]:
    """The mailbox, empty, as its owner sees it; the service fetches from it."""
    settings.IMAP_URL = server.url
    owner = MailBoxUnencrypted("127.0.0.1", server.port, timeout=20)
    owner.login(server.user, server.password)
    owner.delete(owner.uids("ALL", charset=None))
    yield owner
    owner.logout()


def put(box: MailBoxUnencrypted, raw: bytes, at: datetime | None = None) -> None:
    box.append(raw, "INBOX", dt=at)


def unread(box: MailBoxUnencrypted) -> int:
    box.client.noop()
    return len(box.uids("UNSEEN", charset=None))


def moves(table: models.Table) -> list[Any]:
    return list(table.events.filter(kind="move").order_by("number").values_list("input", flat=True))


def test_a_letter_is_stored_marked_and_then_played(table: models.Table, box: MailBoxUnencrypted) -> None:
    turn = turn_of(table)
    raw = a_reply(turn, "raise to 5").replace(b"\n", b"\r\n")
    put(box, raw)
    assert imap.fetch() == imap.Fetched(stored=1)
    letter = models.Letter.objects.get()
    assert (letter.state, letter.turn, letter.via, bytes(letter.raw)) == ("unread", turn, "imap", raw)
    assert unread(box) == 0
    assert imap.fetch() == imap.Fetched()
    letters.read_due()
    assert moves(table) == [{"do": "raise", "to": 5}]


def test_a_plain_mailbox_is_enough_the_answered_letter_ties_it(
    table: models.Table, box: MailBoxUnencrypted, settings: Any
) -> None:
    settings.MAIL_PLUS = False
    turn = turn_of(table)
    composed = composing.compose(models.Notice.objects.get(turn=turn, kind="turn"))
    assert composed is not None
    assert "+" not in composed.reply_to
    put(box, a_reply(turn, "fold", To=composed.reply_to, In_Reply_To=composed.message_id))
    imap.fetch()
    letters.read_due()
    assert moves(table) == [{"do": "fold"}]


def test_a_fetched_letter_is_moved_where_that_is_asked(
    table: models.Table, box: MailBoxUnencrypted, settings: Any
) -> None:
    settings.IMAP_DONE_FOLDER = "Fetched"
    put(box, a_reply(turn_of(table), "fold"))
    assert imap.fetch().stored == 1
    box.client.noop()
    assert box.uids("ALL", charset=None) == []
    assert box.folder.status("Fetched")["MESSAGES"] >= 1


def test_a_letter_that_cannot_be_stored_stays_unread_and_holds_up_no_other(
    table: models.Table, box: MailBoxUnencrypted
) -> None:
    turn = turn_of(table)
    put(box, a_reply(turn, "fold"))
    put(box, a_reply(turn, "raise to 5"))
    box.client.noop()
    with poison(box.uids("ALL", charset=None)[0]):
        assert imap.fetch() == imap.Fetched(stored=1, left=1)
        assert postbox.caught_up() is None, "one letter is still there"
        assert unread(box) == 1
    assert imap.fetch() == imap.Fetched(stored=1)
    assert unread(box) == 0
    assert models.Letter.objects.count() == 2


class poison:
    """A database that refuses the letter that lies at that place in the mailbox."""

    def __init__(self, uid: str) -> None:
        self.uid = int(uid)

    def __enter__(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "CREATE OR REPLACE FUNCTION pg_temp.refuse() RETURNS trigger LANGUAGE plpgsql AS"
                " $$BEGIN RAISE EXCEPTION 'poisoned' USING ERRCODE = 'data_exception'; END$$"
            )
            cursor.execute(
                "CREATE TRIGGER refuse BEFORE INSERT ON tournaments_letter FOR EACH ROW"
                f" WHEN (NEW.source LIKE '%/{self.uid}') EXECUTE FUNCTION pg_temp.refuse()"
            )

    def __exit__(self, *error: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER refuse ON tournaments_letter")


def test_two_fetchers_at_once_store_a_letter_once(table: models.Table, box: MailBoxUnencrypted) -> None:
    turn = turn_of(table)
    for number in range(12):
        put(box, a_reply(turn, f"? raise to {number + 1}"))
    both = threading.Barrier(2)
    found: list[imap.Fetched] = []

    def look() -> None:
        try:
            both.wait(timeout=20)
            found.append(imap.fetch())
        finally:
            connections.close_all()

    threads = [threading.Thread(target=look) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert [one.trouble for one in found] == ["", ""]
    assert models.Letter.objects.count() == 12


def test_a_letter_stored_but_not_marked_is_only_marked_the_next_time(
    table: models.Table, box: MailBoxUnencrypted
) -> None:
    """The process ended between the commit and the mark."""
    put(box, a_reply(turn_of(table), "fold"))
    imap.fetch()
    box.flag(box.uids("ALL", charset=None), "\\Seen", False)
    assert imap.fetch() == imap.Fetched(again=1)
    assert (models.Letter.objects.count(), unread(box)) == (1, 0)


@pytest.mark.skipif(KIND == "pymap", reason="pymap ends when a peer is lost")
def test_a_connection_lost_in_the_middle_loses_no_letter(
    table: models.Table, box: MailBoxUnencrypted, server: servers.Server, settings: Any
) -> None:
    turn = turn_of(table)
    for number in range(6):
        put(box, a_reply(turn, f"? raise to {number + 1}"))
    gate = Gate(("127.0.0.1", server.port))
    settings.IMAP_URL = server.url.replace(str(server.port), str(gate.port))
    with broken_after(3, gate):
        done = imap.fetch()
    assert (done.stored, bool(done.trouble)) == (3, True)
    assert postbox.caught_up() is None
    gate.shut()
    settings.IMAP_URL = server.url
    rest = imap.fetch()
    assert (rest.trouble, models.Letter.objects.count(), unread(box)) == ("", 6, 0)


class broken_after:
    """The wire is cut when that many letters are stored, before the last of them is marked."""

    def __init__(self, count: int, gate: Gate) -> None:
        self._left, self._gate = count, gate

    def __enter__(self) -> None:
        from django.db.models.signals import post_save

        post_save.connect(self._saved, sender=models.Letter)

    def __exit__(self, *error: Any) -> None:
        from django.db.models.signals import post_save

        post_save.disconnect(self._saved, sender=models.Letter)

    def _saved(self, **_: Any) -> None:
        self._left -= 1
        if self._left == 0:
            self._gate.close()


def test_a_letter_counts_from_when_the_mailbox_took_it(table: models.Table, box: MailBoxUnencrypted) -> None:
    turn = turn_of(table)
    stamp = (clock.now() - timedelta(minutes=5)).replace(microsecond=0)
    put(box, a_reply(turn, "fold"), at=stamp)
    imap.fetch()
    assert models.Letter.objects.get().received_at == stamp


def test_a_stamp_is_not_taken_on_trust(table: models.Table, box: MailBoxUnencrypted) -> None:
    """Not before we last looked and it was not there; not in the future."""
    turn = turn_of(table)
    imap.fetch()
    looked = postbox.caught_up()
    assert looked is not None
    put(box, a_reply(turn, "fold", Message_ID="<a@x.example>"), at=datetime(2024, 1, 1, tzinfo=UTC))
    put(box, a_reply(turn, "fold", Message_ID="<b@x.example>"), at=clock.now() + timedelta(days=2))
    imap.fetch()
    first, second = models.Letter.objects.order_by("id")
    assert first.received_at == looked
    assert looked <= second.received_at <= clock.now()


def test_a_time_out_waits_for_a_look_into_the_mailbox(table: models.Table, box: MailBoxUnencrypted) -> None:
    turn = turn_of(table)
    imap.fetch()
    put(box, a_reply(turn, "raise to 5"), at=clock.now())
    models.Turn.objects.filter(pk=turn.pk).update(deadline_at=clock.now() + timedelta(seconds=1))
    turn.refresh_from_db()
    while clock.now() <= turn.deadline_at:
        pass
    assert sweep.time_out(turn.pk) is False, "the letter still lies in the mailbox"
    imap.fetch()
    letters.read_due()
    assert moves(table) == [{"do": "raise", "to": 5}]


def test_a_mailbox_that_stays_away_does_not_stop_the_clock(table: models.Table, settings: Any) -> None:
    settings.IMAP_URL = "imap://play:x@127.0.0.1:9"
    assert imap.fetch().trouble == "ConnectionRefusedError"
    turn = turn_of(table)
    factories.move_clock(table, minutes=5)
    assert sweep.time_out(turn.pk) is False
    factories.move_clock(table, minutes=11)
    assert sweep.time_out(turn.pk) is True


def test_a_letter_too_large_is_kept_as_far_as_its_words_go(
    table: models.Table, box: MailBoxUnencrypted
) -> None:
    turn = turn_of(table)
    put(box, a_reply(turn, "fold\n\n" + "Much ado. " * 10 + "\n" + ("x" * 70 + "\n") * 5000))
    imap.fetch()
    letter = models.Letter.objects.get()
    assert letters.LARGEST - 80 < len(letter.raw) <= letters.LARGEST
    assert bytes(letter.raw).endswith(b"x\r\n"), "behind a whole line"
    assert letter.turn == turn


@pytest.mark.parametrize("head", ["Delivered-To", "X-Original-To", "To", "Cc"])
def test_the_recipient_stands_in_one_of_several_heads(table: models.Table, head: str) -> None:
    turn = turn_of(table)
    heads = f"{head}: Referee <{composing.address(turn)}>\r\nReturn-Path: <a@b.example>\r\n"
    raw = heads.encode() + a_reply(turn, "fold", To="friends@elsewhere.example")
    (found,) = envelopes.of(raw, "imap", "here", clock.now())
    assert (found.recipient, found.sender) == (composing.address(turn), "a@b.example")


@pytest.mark.parametrize(
    ("head", "sender"),
    [
        (b"Return-Path: <>\n", ""),
        (b"Return-Path: nonsense\n", "unknown"),
        (b"", "alice@players.example"),
        (b"Return-Path: <a@b.example>\n", "a@b.example"),
    ],
)
def test_a_bounce_is_known_by_its_return_path(table: models.Table, head: bytes, sender: str) -> None:
    raw = head + a_reply(turn_of(table), "fold", From="alice@players.example", To="elsewhere@x.example")
    (found,) = envelopes.of(raw, "imap", "here", clock.now())
    assert (found.recipient, found.sender) == (composing.address(), sender)


def test_the_command_fetches_and_says_with_its_exit_status_whether_to_try_again(
    table: models.Table, box: MailBoxUnencrypted, server: servers.Server
) -> None:
    turn = turn_of(table)
    put(box, a_reply(turn, "fold", Subject=f"Re: {tag_of(turn)}"))
    done = fetch_mail(IMAP_URL=server.url)
    assert (done.returncode, models.Letter.objects.count()) == (0, 1)
    away = fetch_mail(IMAP_URL="imap://play:secretword@127.0.0.1:9")
    assert away.returncode == 75
    assert b"secretword" not in away.stderr
    assert fetch_mail(IMAP_URL="").returncode == 1


def test_another_server_is_read_as_well(table: models.Table, settings: Any) -> None:
    """pymap, which comes with the tests: dovecot's habits are not the only ones."""
    with servers.serve("pymap") as other:
        settings.IMAP_URL = other.url
        with MailBoxUnencrypted("127.0.0.1", other.port, timeout=20).login(other.user, other.password) as box:
            box.flag(box.uids("ALL", charset=None), "\\Seen", True)
            put(box, a_reply(turn_of(table), "raise to 5"), at=clock.now())
        assert imap.fetch() == imap.Fetched(stored=1)
        assert imap.fetch() == imap.Fetched()
    letters.read_due()
    assert moves(table) == [{"do": "raise", "to": 5}]


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n\n",
        b"no head at all",
        b"From: \xff\xfe@x.example\nTo: \xf0\x9f@y.example\nReturn-Path: \xff@z.example\n\nx",
        b"From: a\x00b@x.example\nTo: =?x?q?=FF?= <\x00>\n\nx",
        b"To: " + b"<" * 5000 + b"\n\nx",
        b"To: " + b"a@b.example, " * 5000 + b"\n\nx",
        b"Delivered-To\nReturn-Path\n: <>\n\nx",
        "From: ü@exämple.example\n\nx".encode(),
    ],
)
def test_a_hostile_head_keeps_no_letter_out(table: models.Table, raw: bytes) -> None:
    for envelope in envelopes.of(raw, "imap", f"here;{hash(raw)}", clock.now()):
        letter = letters.receive(raw, envelope)
        assert letter.envelope_to == composing.address()
        letters.read(letter.pk)
        letter.refresh_from_db()
        assert letter.state in ("quarantined", "ignored")


@pytest.mark.parametrize(("url", "looked"), [("", "False"), ("imaps://play:x@127.0.0.1", "True")])
def test_the_mailbox_is_looked_into_by_the_clock_where_there_is_one(url: str, looked: str) -> None:
    code = "from tournaments import settings; print('fetch_mail' in settings.CELERY_BEAT_SCHEDULE)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=service_env(IMAP_URL=url), check=True, capture_output=True
    )
    assert done.stdout.decode().strip() == looked


def fetch_mail(**env: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "manage.py", "fetch_mail"]
    return subprocess.run(command, cwd=ROOT, env=service_env(**env), check=False, capture_output=True)


def test_one_letter_by_all_four_doors_is_one_move_and_one_answer(
    table: models.Table, box: MailBoxUnencrypted, door: Program, settings: Any, monkeypatch: Any
) -> None:
    """A mail server that delivers twice, a mailbox that is fetched besides, a provider that calls as well."""
    settings.MAILGUN_SIGNING_KEY = test_mail_webhook.KEY
    turn = turn_of(table)
    address, raw = composing.address(turn), a_reply(turn, "raise to 5").replace(b"\n", b"\r\n")
    deliver(door, raw, address)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    call_command("receive_mail", "--sender", "a@b.example", "--recipient", address)
    put(box, raw)
    assert imap.fetch() == imap.Fetched(stored=1)
    given = test_mail_webhook.fields(raw, address)
    assert test_mail_webhook.bring(given, "multipart").status_code == 200
    assert letters.read_due() == 4
    came = models.Letter.objects.order_by("id").values_list("via", "state")
    assert list(came) == [(way, "played") for way in ("smtp", "pipe", "imap", "webhook")]
    assert moves(table) == [{"do": "raise", "to": 5}]
    assert models.Notice.objects.filter(kind="answer").count() == 1
