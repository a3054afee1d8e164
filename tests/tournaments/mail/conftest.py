"""The mail door and the catcher as the processes they are, and letters as players write them."""

from __future__ import annotations

import os
import signal
import smtplib
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction

from tests import factories
from tournaments import models
from tournaments.services import composing, letters, links

ROOT = Path(__file__).resolve().parents[3]


def service_env(**more: str) -> dict[str, str]:
    """The environment of a process that works on this test's database."""
    server = os.environ["DATABASE_URL"].rpartition("/")[0]
    return os.environ | {"DATABASE_URL": f"{server}/{connection.settings_dict['NAME']}", **more}


@dataclass
class Program:
    """A running manage.py command that listens on a port."""

    process: subprocess.Popen[str]
    port: int

    def stop(self) -> int:
        """SIGTERM, and the exit status."""
        with self.process:
            self.process.send_signal(signal.SIGTERM)
            return self.process.wait(timeout=20)


def start(*command: str, **env: str) -> Program:
    process = subprocess.Popen(
        [sys.executable, "manage.py", *command, "--port", "0"],
        cwd=ROOT,
        env=service_env(**env),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        with process:
            raise AssertionError(f"{command} did not start: {process.wait()}")
    return Program(process, int(line.rpartition(":")[2]))


@pytest.fixture(scope="module")
def door(django_db_setup: None, django_db_blocker: Any) -> Iterator[Program]:
    """The inbox, running."""
    with django_db_blocker.unblock():
        program = start("smtp")
    yield program
    assert program.stop() == 0


@pytest.fixture(scope="module")
def catcher(django_db_setup: None, django_db_blocker: Any) -> Iterator[Program]:
    """The mail server that keeps what goes out, running."""
    with django_db_blocker.unblock():
        program = start("catch_mail", DEMO="1", SITE_URL="http://127.0.0.1:8000")
    yield program
    assert program.stop() == 0


@pytest.fixture
def to_catcher(catcher: Program, settings: Any) -> Program:
    """Letters go out to the catcher."""
    options = {"host": "127.0.0.1", "port": catcher.port, "timeout": 10}
    settings.MAILERS = {
        "default": {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}
    }
    return catcher


@pytest.fixture
def table() -> models.Table:
    """A table of five in its first deal; seat A is to speak."""
    return factories.table_of(factories.running(5))


@contextmanager
def undone() -> Iterator[None]:
    """What happens meanwhile leaves no trace."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def turn_of(table: models.Table) -> models.Turn:
    return factories.open_turns(table)[0]


def a_reply(turn: models.Turn, text: str, **heads: str) -> bytes:
    """What a player's mail program sends when he answers the letter of his turn."""
    letter = EmailMessage()
    user = turn.seat.entry.user
    assert user is not None
    letter["From"] = heads.pop("From", f"{user.name} <{user.email}>")
    letter["To"] = heads.pop("To", composing.address(turn))
    letter["Subject"] = heads.pop("Subject", "Re: your turn")
    letter["Message-ID"] = heads.pop("Message_ID", f"<{abs(hash(text))}@players.example>")
    for name, value in heads.items():
        letter[name.replace("_", "-")] = value
    letter.set_content(text)
    return letter.as_bytes()


def take(raw: bytes, turn: models.Turn, **envelope: Any) -> models.Letter:
    """Receive a letter at the mailbox of a turn, and read it."""
    sender = envelope.pop("sender", "somebody@players.example")
    recipient = envelope.pop("recipient", composing.address(turn))
    letter = letters.receive(raw, letters.Envelope(sender, recipient, "smtp", **envelope))
    letters.read(letter.pk)
    letter.refresh_from_db()
    return letter


def deliver(door: Program, raw: bytes, recipient: str, sender: str = "somebody@players.example") -> None:
    """Through the running door, as a mail server would."""
    with smtplib.SMTP("127.0.0.1", door.port, timeout=20) as server:
        server.sendmail(sender, [recipient], raw)


def our_letter(turn: models.Turn) -> str:
    """The text of our own letter about this turn."""
    notice = models.Notice.objects.get(turn=turn, kind="turn")
    composed = composing.compose(notice)
    assert composed is not None
    return composed.text


def answer_to(letter: models.Letter) -> str:
    """The text of the answer that a letter gets."""
    notice = models.Notice.objects.get(kind="answer", data__letter=letter.pk)
    composed = composing.compose(notice)
    assert composed is not None
    return composed.text


def tag_of(turn: models.Turn) -> str:
    return f"[#{links.tag(turn)}]"
