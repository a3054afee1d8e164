"""Real SMTP conversations with the running door, and the pipe."""

from __future__ import annotations

import os
import signal
import smtplib
import socket
import subprocess
import sys
import threading
import time
from typing import Any

import pytest
from django.db import connection

from tests.tournaments.mail.conftest import ROOT, Program, a_reply, deliver, service_env, start, turn_of
from tournaments import models
from tournaments.services import composing, letters

pytestmark = pytest.mark.django_db(transaction=True)


def code_of(error: smtplib.SMTPRecipientsRefused) -> tuple[int, bytes]:
    return next(iter(error.recipients.values()))


def test_a_letter_is_stored_tied_and_then_played(table: models.Table, door: Program) -> None:
    turn = turn_of(table)
    raw = a_reply(turn, "raise to 5\n\nWith compliments.")
    deliver(door, raw, composing.address(turn))
    letter = models.Letter.objects.get()
    assert (letter.state, letter.turn, letter.via) == ("unread", turn, "smtp")
    assert bytes(letter.raw).replace(b"\r\n", b"\n").strip() == raw.replace(b"\r\n", b"\n").strip()
    assert letters.read_due() == 1
    assert table.events.get(kind="move").comment == "With compliments."


def test_an_address_in_capitals_is_the_same_mailbox(table: models.Table, door: Program) -> None:
    turn = turn_of(table)
    deliver(door, a_reply(turn, "fold"), composing.address(turn).upper())
    assert models.Letter.objects.get().turn == turn


@pytest.mark.parametrize("local", ["nobody", "play+unknownword"])
def test_an_unknown_mailbox_is_refused_for_good(table: models.Table, door: Program, local: str) -> None:
    with pytest.raises(smtplib.SMTPRecipientsRefused) as caught:
        deliver(door, b"From: a@b.example\n\nx", f"{local}@localhost.localdomain")
    code, text = code_of(caught.value)
    assert (code, text[:5]) == (550, b"5.1.1")


def test_a_letter_that_is_too_large_is_refused_for_good(table: models.Table, door: Program) -> None:
    turn = turn_of(table)
    raw = a_reply(turn, "fold") + b"x" * 70 + b"\r\n" + (b"y" * 70 + b"\r\n") * 4000
    with pytest.raises(smtplib.SMTPResponseException) as caught:
        deliver(door, raw, composing.address(turn))
    assert caught.value.smtp_code == 552
    assert not models.Letter.objects.exists()


def test_too_many_letters_to_one_mailbox_have_to_wait(table: models.Table, door: Program) -> None:
    turn = turn_of(table)
    address = composing.address(turn)
    for _ in range(letters.MOST_TO_ONE):
        letters.receive(b"From: x@y.example\n\nx", letters.Envelope("x@y.example", address, "smtp"))
    with pytest.raises(smtplib.SMTPRecipientsRefused) as caught:
        deliver(door, a_reply(turn, "fold"), address)
    assert code_of(caught.value)[0] == 450


def test_a_very_long_line_is_no_reason_to_lose_a_letter(table: models.Table, door: Program) -> None:
    turn = turn_of(table)
    head = f"From: {turn.seat.entry.user.email}\r\nMessage-ID: <l@x.example>\r\n\r\n".encode()  # type: ignore[union-attr]
    deliver(door, head + b"fold\r\n\r\n" + b"z" * 5000 + b"\r\n", composing.address(turn))
    letters.read_due()
    assert models.Letter.objects.get().state == "played"


def test_several_of_our_addresses_in_one_letter_are_stored_or_refused_together(
    table: models.Table, door: Program
) -> None:
    turn = turn_of(table)
    with smtplib.SMTP("127.0.0.1", door.port, timeout=20) as server:
        server.sendmail("a@b.example", [composing.address(turn), composing.address()], a_reply(turn, "fold"))
    assert letters.read_due() == 2
    first, second = models.Letter.objects.order_by("id")
    assert (first.state, second.outcome["again"]) == ("played", first.pk)
    assert table.events.filter(kind="move").count() == 1
    assert models.Notice.objects.filter(kind="answer").count() == 1


def test_trouble_with_the_database_is_temporary_and_passes(table: models.Table) -> None:
    """A door whose database is away says 451 without a word of the error, and recovers by itself."""
    gate = Gate()
    user = os.environ["DATABASE_URL"].rpartition("@")[0]
    door = start("smtp", DATABASE_URL=f"{user}@127.0.0.1:{gate.port}/{connection.settings_dict['NAME']}")
    turn = turn_of(table)
    try:
        gate.close()
        with pytest.raises(smtplib.SMTPRecipientsRefused) as caught:
            deliver(door, a_reply(turn, "fold"), composing.address(turn))
        assert code_of(caught.value) == (451, b"4.3.0 Not stored, please try again later")
        gate.open()
        _until_taken(door, a_reply(turn, "fold"), composing.address(turn))
        assert models.Letter.objects.get().turn == turn
    finally:
        assert door.stop() == 0
        gate.shut()


def _until_taken(door: Program, raw: bytes, recipient: str) -> None:
    for _ in range(40):
        try:
            return deliver(door, raw, recipient)
        except smtplib.SMTPRecipientsRefused:
            time.sleep(0.5)
    raise AssertionError("the door does not recover")


class Gate:
    """A way to a server that can be shut: a relay of the test's own; by default to the database."""

    def __init__(self, server: tuple[str, int] | None = None) -> None:
        self._to, self._open = server, True
        self._pairs: list[socket.socket] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            if not self._open:
                client.close()
                continue
            upstream = socket.create_connection(self._to) if self._to else _to_the_database()
            self._pairs += [client, upstream]
            for one, other in ((client, upstream), (upstream, client)):
                threading.Thread(target=_pump, args=(one, other), daemon=True).start()

    def close(self) -> None:
        self._open = False
        for one in self._pairs:
            one.close()
        self._pairs.clear()

    def open(self) -> None:
        self._open = True

    def shut(self) -> None:
        self.close()
        self._server.close()


def _to_the_database() -> socket.socket:
    host, port = connection.settings_dict["HOST"], connection.settings_dict["PORT"] or 5432
    if not host.startswith("/"):
        return socket.create_connection((host or "127.0.0.1", int(port)))
    upstream = socket.socket(socket.AF_UNIX)
    upstream.connect(f"{host}/.s.PGSQL.{port}")
    return upstream


def _pump(one: socket.socket, other: socket.socket) -> None:
    try:
        while data := one.recv(65536):
            other.sendall(data)
    except OSError:
        pass
    for end in (one, other):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            continue


def test_the_door_ends_on_sigint_too() -> None:
    door = start("smtp")
    with door.process:
        door.process.send_signal(signal.SIGINT)
        assert door.process.wait(timeout=20) == 0


def test_a_conversation_that_only_waits_does_not_hold_the_door_open() -> None:
    door = start("smtp")
    with smtplib.SMTP("127.0.0.1", door.port, timeout=20) as server:
        server.ehlo()
        assert door.stop() == 0
        server.close()


def test_tokens_are_not_written_to_the_log(table: models.Table) -> None:
    door = start_logged()
    turn = turn_of(table)
    deliver(door, a_reply(turn, "fold"), composing.address(turn))
    with door.process:
        door.process.send_signal(signal.SIGTERM)
        _, log = door.process.communicate(timeout=20)
    assert door.process.returncode == 0
    assert "play+" not in log
    assert composing.address(turn).partition("@")[0] not in log


def start_logged() -> Program:
    process = subprocess.Popen(
        [sys.executable, "manage.py", "smtp", "--port", "0"],
        cwd=ROOT,
        env=service_env(LOG_LEVEL="DEBUG"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    return Program(process, int(process.stdout.readline().rpartition(":")[2]))


# --- the pipe


def pipe(raw: bytes, recipient: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    command = [
        sys.executable,
        "manage.py",
        "receive_mail",
        "--sender",
        "a@b.example",
        "--recipient",
        recipient,
    ]
    return subprocess.run(
        command, cwd=ROOT, input=raw, env=service_env(**env), check=False, capture_output=True
    )


def test_the_pipe_stores_a_letter(table: models.Table) -> None:
    turn = turn_of(table)
    assert pipe(a_reply(turn, "fold"), composing.address(turn)).returncode == 0
    letter = models.Letter.objects.get()
    assert (letter.via, letter.turn) == ("pipe", turn)


def test_the_pipe_says_with_its_exit_status_what_is_to_be_done_with_the_letter(table: models.Table) -> None:
    turn = turn_of(table)
    address = composing.address(turn)
    assert pipe(b"x", "nobody@localhost.localdomain").returncode == 67
    assert pipe(b"x" * (letters.LARGEST + 1), address).returncode == 69
    gone = pipe(a_reply(turn, "fold"), address, DATABASE_URL="postgresql://nobody@127.0.0.1:9/none")
    assert gone.returncode == 75
    assert b"nobody" not in gone.stderr
    assert not models.Letter.objects.exists()


# --- the catcher


def test_the_catcher_belongs_to_the_demo() -> None:
    command = [sys.executable, "manage.py", "catch_mail", "--port", "0"]
    done = subprocess.run(command, cwd=ROOT, env=service_env(DEMO="0"), check=False, capture_output=True)
    assert done.returncode != 0
    assert b"DEMO is not set" in done.stderr


def test_the_catcher_keeps_the_same_letter_to_the_same_person_once(catcher: Program) -> None:
    raw = b"Message-ID: <one@x.example>\r\nSubject: =?utf-8?q?=C3=A0_vous?=\r\n\r\nx"
    for recipient in ("alice@players.example", "ALICE@players.example", "bob@players.example"):
        deliver(catcher, raw, recipient)
    found: Any = models.CaughtLetter.objects.order_by("recipient").values_list("recipient", "subject")
    assert list(found) == [("alice@players.example", "à vous"), ("bob@players.example", "à vous")]
