"""The load of ``bench.mail``: letters of players at many tables, the door, two readers. Django is set up."""

from __future__ import annotations

import contextlib
import os
import queue
import smtplib
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

from django.db import connection

from bench.service import endless
from deploy.local.embedded import Keeper, Postgres
from tests import factories
from tournaments import models
from tournaments.services import composing, views

AT_ONCE = 8
"""Conversations of the mail server in front of us."""
READERS = 2
EACH = 20
"""Letters to one turn while only storing is measured; more in ten minutes would have to wait."""

type Letter = tuple[str, str, bytes]
"""Sender, recipient, bytes."""


@dataclass(frozen=True)
class Rate:
    """Letters a second by the clock; ``work``: seconds of the processors that one costs the door or the
    readers and the database together, 0 where the machine does not tell."""

    a_second: float
    work: float


@dataclass(frozen=True)
class Found:
    stored: Rate
    played: Rate


def measure(keeper: Keeper, tables: int, rounds: int) -> Found:
    games = [endless(f"Mail {number}") for number in range(tables)]
    with door(keeper) as port, readers(keeper) as read:
        many = [one for game in games for one in written(game, EACH, "the tea is cold, I am thinking")]
        begun, work = time.perf_counter(), worked(keeper)
        taken, _ = send(port, many)
        stored = Rate(taken / (time.perf_counter() - begun), (worked(keeper) - work) / taken)
        assert models.Letter.objects.count() == taken == len(many)
        models.Letter.objects.all().delete()
        seconds, work, count = 0.0, 0.0, 0
        for _ in range(rounds):
            count += send(port, [one for game in games for one in written(game, 1)])[0]
            begun, before = time.perf_counter(), worked(keeper)
            read()
            seconds, work = seconds + time.perf_counter() - begun, work + worked(keeper) - before
    assert models.Letter.objects.filter(state="played").count() == count == rounds * tables
    assert models.Notice.objects.filter(kind="answer").count() == count
    return Found(stored, Rate(count / seconds, work / count))


def restart(keeper: Keeper, postgres: Postgres, tables: int, each: int) -> dict[str, int]:
    """The database goes and comes back, once while letters are taken and once while they are read."""
    games = [endless(f"Mail {number}") for number in range(tables)]
    many = [one for game in games for one in (*written(game, 1), *written(game, each - 1, "I am thinking"))]
    with door(keeper) as port, readers(keeper) as read:
        third = threading.Event()
        away = threading.Thread(target=lambda: again(postgres, third))
        away.start()
        taken, later = send(port, many, third)
        away.join()
        connection.close()
        there, once = unread(), models.Letter.objects.values("body_hash").distinct().count()
        reading, some = threading.Thread(target=read), threading.Event()
        reading.start()
        while (left := unread()) == there:
            time.sleep(0.02)
        some.set()
        connection.close()
        again(postgres, some)
        reading.join()
    connection.close()
    return {
        "sent": len(many),
        "acknowledged": taken,
        "put off": later,
        "stored": there,
        "different": once,
        "unread at the second restart": left,
        "unread": unread(),
        "played": models.Letter.objects.filter(state="played").values("turn").distinct().count(),
        "moves": models.Event.objects.filter(kind="move").count(),
        "unanswered": unanswered(),
    }


def unread() -> int:
    return models.Letter.objects.filter(state="unread").count()


def unanswered() -> int:
    """Letters that got no answer. The same letter, stored twice, is answered once: by whoever reads it first,
    and two may do so at the same time."""
    got = models.Notice.objects.filter(kind="answer").values_list("data__letter", flat=True)
    answered = models.Letter.objects.filter(pk__in=list(got)).values("body_hash")
    return models.Letter.objects.exclude(body_hash__in=answered).values("body_hash").distinct().count()


def again(postgres: Postgres, when: threading.Event) -> None:
    """The database server ends, as at an upgrade, and starts again."""
    assert when.wait(120)
    postgres.stop()
    postgres.start()


# --- letters


def written(table: models.Table, count: int, words: str = "") -> Iterator[Letter]:
    """Replies to the letter of the turn that is open at a table, which they quote whole."""
    turn = factories.open_turns(table)[0]
    notice = models.Notice.objects.get(turn=turn, kind="turn")
    ours = composing.compose(notice)
    user = turn.seat.entry.user
    assert ours is not None
    assert user is not None
    options = views.look(table.pk, turn.seat.letter).options or {}
    said = words or ("check" if options["check"] else "call")
    quoted = "\n".join(f"> {line}" for line in ours.text.splitlines())
    for number in range(count):
        reply = EmailMessage()
        reply["From"], reply["To"], reply["Subject"] = user.email, ours.reply_to, f"Re: {ours.subject}"
        reply["Message-ID"] = f"<{number}.{turn.pk}.{len(words)}@players.example>"
        reply["In-Reply-To"] = ours.message_id
        number_said = f" ({number})" if words else ""
        reply.set_content(f"{said}{number_said}\n\nOn Monday somebody wrote:\n{quoted}\n")
        yield user.email, composing.address(turn), reply.as_bytes()


def send(port: int, letters: Sequence[Letter], halfway: threading.Event | None = None) -> tuple[int, int]:
    """Hand the letters to the door, several at once, each until it is taken; how many were, and how often
    the door was away or asked to come again. ``halfway`` is set when a third is there."""
    waiting: queue.Queue[Letter] = queue.Queue()
    for one in letters:
        waiting.put(one)
    taken: list[Letter] = []
    later: list[str] = []

    def server() -> None:
        link: smtplib.SMTP | None = None
        for one in _until_empty(waiting):
            while not (link := _handed(port, link, one, later)):
                time.sleep(0.2)
            taken.append(one)
            if halfway is not None and len(taken) >= len(letters) // 3:
                halfway.set()
        if link is not None:
            link.quit()

    threads = [threading.Thread(target=server) for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(taken), len(later)


def _until_empty(waiting: queue.Queue[Letter]) -> Iterator[Letter]:
    while True:
        try:
            yield waiting.get_nowait()
        except queue.Empty:
            return


def _handed(port: int, link: smtplib.SMTP | None, one: Letter, later: list[str]) -> smtplib.SMTP | None:
    """The conversation in which a letter was taken; None where it has to be tried again."""
    sender, recipient, raw = one
    try:
        link = link or smtplib.SMTP("127.0.0.1", port, timeout=60)
        link.sendmail(sender, [recipient], raw)
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
    except smtplib.SMTPResponseException as error:
        codes = [error.smtp_code]
    except (smtplib.SMTPServerDisconnected, OSError):
        codes = []
    else:
        return link
    # A refusal for good would be a fault of the door's.
    assert all(400 <= code < 500 for code in codes), codes
    later.append(recipient)
    return None


# --- processes


def worked(keeper: Keeper) -> float:
    """Seconds of the processors that the servers took so far, with those of their children that ended."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            if int(fields[2]) == keeper.group:
                ticks += sum(int(field) for field in fields[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def door(keeper: Keeper) -> Iterator[int]:
    """The port of the running door."""
    command = [sys.executable, "manage.py", "smtp", "--host", "127.0.0.1", "--port", "0"]
    process = keeper.spawn(command, env=os.environ, output=subprocess.PIPE)
    assert process.stdout is not None
    line = process.stdout.readline().decode()
    try:
        yield int(line.rpartition(":")[2])
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


@contextmanager
def readers(keeper: Keeper) -> Iterator[Callable[[], None]]:
    """Two processes that read when they are told to; the function returns when nothing is left."""
    command = [sys.executable, "-m", "bench.mailreader"]
    found = [
        keeper.spawn(command, env=os.environ, stdin=subprocess.PIPE, output=subprocess.PIPE)
        for _ in range(READERS)
    ]

    def answered(process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert said == b"done\n", said

    def read() -> None:
        for process in found:
            assert process.stdin is not None
            process.stdin.write(b"read\n")
            process.stdin.flush()
        for process in found:
            answered(process)

    for process in found:
        answered(process)
    try:
        yield read
    finally:
        for process in found:
            assert process.stdin is not None
            process.stdin.close()
            process.wait()
