"""What a peer may say to the running door, byte for byte: no letter inside another, none lost or doubled."""

from __future__ import annotations

import smtplib
import socket
from datetime import timedelta

import pytest

from tests.tournaments.mail import damage
from tests.tournaments.mail.conftest import Program, a_reply, turn_of
from tournaments import models
from tournaments.services import bounces, clock, composing, letters

pytestmark = pytest.mark.django_db(transaction=True)

END = b"\r\n.\r\n"
FALSE_ENDS = (
    *(b"\n.\n", b"\n.\r\n", b"\r.\r\n", b"\r\n.\n", b"\r\n.\r", b"\r.\r", b"\r\n\0.\r\n", b"\n\n.\r\r\n"),
    *(b"\r\n.\r\r\n", b"\r\n .\r\n", b"\r\n..\r\n", b"\x85.\x85", b"\r\n.\0\r\n"),
)
"""What some servers take for the end of a letter, and others hand on."""


class Talk:
    """A conversation without a library between: bytes out, answers in."""

    def __init__(self, door: Program) -> None:
        self._socket = socket.create_connection(("127.0.0.1", door.port), timeout=60)
        self._file = self._socket.makefile("rb")
        self.hear()
        self.say(b"EHLO peer.example\r\n")

    def hear(self) -> bytes:
        """One answer, whole."""
        found = b""
        while True:
            line = self._file.readline()
            assert line, "the door hung up"
            found += line
            if line[3:4] == b" ":
                return found

    def say(self, data: bytes) -> bytes:
        self._socket.sendall(data)
        return self.hear()

    def letter(self, raw: bytes, to: str, sender: str = "a@players.example", options: str = "") -> bytes:
        """A letter with the dots of its lines doubled, as the standard wants it; the answer to its end."""
        self.say(f"MAIL FROM:<{sender}>{options}\r\n".encode())
        assert self.say(f"RCPT TO:<{to}>\r\n".encode())[:3] == b"250"
        assert self.say(b"DATA\r\n")[:3] == b"354"
        stuffed = (b"\r\n" + raw).replace(b"\r\n.", b"\r\n..")[2:]
        return self.say(stuffed + END)

    def close(self) -> None:
        assert self.say(b"QUIT\r\n")[:3] == b"221"
        self._file.close()
        self._socket.close()


def stored() -> list[bytes]:
    return [bytes(one.raw) for one in models.Letter.objects.order_by("pk")]


def forget_the_rate() -> None:
    """As if all that came had come a while ago."""
    models.Letter.objects.update(received_at=clock.now() - timedelta(hours=1))


def test_no_letter_is_smuggled_in_behind_a_false_end(table: models.Table, door: Program) -> None:
    """The rest would be a letter in another's name, whose server never saw it."""
    turn = turn_of(table)
    to = composing.address(turn)
    inner = f"MAIL FROM:<x@y.example>\r\nRCPT TO:<{to}>\r\nDATA\r\n".encode() + a_reply(turn, "fold") + END
    for number, end in enumerate(FALSE_ENDS):
        talk = Talk(door)
        head = f"From: mallory@evil.example\r\nMessage-ID: <{number}@evil.example>\r\n\r\nhello".encode()
        talk.say(b"MAIL FROM:<mallory@evil.example>\r\n")
        talk.say(f"RCPT TO:<{to}>\r\n".encode())
        talk.say(b"DATA\r\n")
        talk._socket.sendall(head + end + inner)
        assert talk.hear()[:1] in b"25", end
        talk._socket.close()
        assert models.Letter.objects.count() <= 1, end
        assert not models.Letter.objects.filter(envelope_from="x@y.example").exists(), end
        models.Letter.objects.all().delete()


def test_dots_bytes_and_long_lines_arrive_as_they_were_sent(table: models.Table, door: Program) -> None:
    to = composing.address(turn_of(table))
    head = b"From: a@players.example\r\n\r\n"
    bodies = (
        b".\r\n..\r\n...\r\n.fold\r\n",
        b"caf\xe9 \xff\xfe \xc3\r\n",
        b"nul \0 and bell \x07\r\n",
        b"x" * 120_000 + b"\r\n.y\r\n",
        b"bare\nfeed and bare\rreturn\r\n",
        b"\r\n" * 2000,
        b"",
    )
    talk = Talk(door)
    for body in bodies:
        assert talk.letter(head + body, to)[:3] == b"250", body[:20]
    talk.close()
    assert [one.rstrip(b"\r\n") for one in stored()] == [(head + body).rstrip(b"\r\n") for body in bodies]


def test_what_the_extensions_allow_is_taken(table: models.Table, door: Program) -> None:
    to = composing.address(turn_of(table))
    raw = "From: jos\u00e9@players.example\r\n\r\nol\u00e9\r\n".encode()
    with smtplib.SMTP("127.0.0.1", door.port, timeout=60) as server:
        server.ehlo()
        assert server.has_extn("8bitmime")
        assert server.has_extn("smtputf8")
        server.sendmail("jos\u00e9@players.example", [to], raw, ["SMTPUTF8", "BODY=8BITMIME"])
        server.sendmail("a@players.example", [to], raw, ["BODY=8BITMIME", f"SIZE={len(raw)}"])
    assert [one.envelope_from for one in models.Letter.objects.order_by("pk")] == [
        "jos\u00e9@players.example",
        "a@players.example",
    ]
    assert stored() == [raw, raw]


def test_a_mailbox_named_in_many_ways_is_one_and_its_letter_is_stored_once(
    table: models.Table, door: Program
) -> None:
    turn = turn_of(table)
    to = composing.address(turn)
    with smtplib.SMTP("127.0.0.1", door.port, timeout=60) as server:
        server.sendmail("a@players.example", [to, to.upper(), to.title(), to], a_reply(turn, "fold"))
    assert models.Letter.objects.count() == 1


def test_more_mailboxes_than_a_letter_may_have_are_told_to_wait(table: models.Table, door: Program) -> None:
    """Each is a copy of the letter: a peer does not decide how many of them are stored."""
    now = clock.now()
    rows = [
        models.Notice(kind="news", key=f"n{number}", contest=table.contest, created_at=now, retry_at=now)
        for number in range(letters.MOST_IN_ONE + 2)
    ]
    words = [bounces.word(notice) for notice in models.Notice.objects.bulk_create(rows)]
    talk = Talk(door)
    talk.say(b"MAIL FROM:<a@players.example>\r\n")
    said = [talk.say(f"RCPT TO:<{composing.address(word=word)}>\r\n".encode())[:3] for word in words]
    talk.close()
    assert said == [b"250"] * letters.MOST_IN_ONE + [b"452"] * 2


def test_nonsense_is_answered_and_the_door_stays_open(table: models.Table, door: Program) -> None:
    turn = turn_of(table)
    odd = (
        *(
            b"\r\n",
            b"\0\0\0\r\n",
            b"MAIL FROM:\r\n",
            b"MAIL FROM:<a@b.example> SIZE=x\r\n",
            b"RCPT TO:<>\r\n",
        ),
        *(b"MAIL FROM:<" + b"a" * 400 + b"@b.example>\r\n", b"X" * 400 + b"\r\n", b"DATA\r\n", b"RSET\r\n"),
        *(b"MAIL FROM:<\xff\xfe@b.example>\r\n", b"HELO \xc3\x28\r\n", b"VRFY alice\r\n", b"EXPN x\r\n"),
        *(b"MAIL FROM:<a@b.example> BODY=X\r\n", b"STARTTLS\r\n", b"AUTH PLAIN AGEAYg==\r\n"),
    )
    for line in odd:
        talk = Talk(door)
        assert talk.say(line)[:1] in b"2345", line
        talk._socket.close()
    assert not models.Letter.objects.exists()
    talk = Talk(door)
    assert talk.letter(a_reply(turn, "fold"), composing.address(turn))[:3] == b"250"
    talk.close()


def test_what_is_too_large_is_said_before_it_is_sent(table: models.Table, door: Program) -> None:
    talk = Talk(door)
    answer = talk.say(f"MAIL FROM:<a@b.example> SIZE={letters.LARGEST + 1}\r\n".encode())
    assert answer[:3] == b"552"
    talk.close()


def test_damaged_letters_pass_the_door_byte_for_byte(table: models.Table, door: Program) -> None:
    damaged_through_the_door(table, door, 50)


@pytest.mark.slow
def test_hundreds_of_damaged_letters_pass_the_door_byte_for_byte(table: models.Table, door: Program) -> None:
    damaged_through_the_door(table, door, 500)


def damaged_through_the_door(table: models.Table, door: Program, count: int) -> None:
    """Then they are read, and at most the one word that was written is played."""
    turn = turn_of(table)
    to = composing.address(turn)
    seeds = [a_reply(turn, "fold"), *(path.read_bytes() for path in damage.VECTORS)]
    talk, sent = Talk(door), []
    for number in range(count):
        raw, _ = damage.damaged(seeds[number % len(seeds)], damage.seeded(f"door/{number}"), 30_000)
        assert talk.letter(raw, to)[:3] == b"250", number
        sent.append(raw.rstrip(b"\r\n"))
        if number % 25 == 24:
            forget_the_rate()
    talk.close()
    assert [one.rstrip(b"\r\n") for one in stored()] == sent
    assert letters.read_due(limit=count) == count
    assert not models.Letter.objects.filter(state="unread").exists()
    assert not models.Letter.objects.filter(attempts__gt=0).exists()
    played = list(table.events.filter(kind="move").values_list("input", flat=True))
    assert played in ([], [{"do": "fold"}])
