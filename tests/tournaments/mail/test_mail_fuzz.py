"""Damaged letters through the service: each is stored, none breaks a reader, none plays what nobody wrote."""

from __future__ import annotations

import base64
import quopri
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.core import Json
from tests.referee.letters.mutations import ROUGH
from tests.tournaments.mail.conftest import turn_of
from tournaments import models
from tournaments.models import Event, Letter
from tournaments.services import composing, letters

pytestmark = pytest.mark.django_db

FOLD: Json = {"do": "fold"}
RAISE: Json = {"do": "raise", "to": 5}
WORDS: tuple[tuple[str, Json | None], ...] = (
    ("fold", FOLD),
    ("raise to 5\n\nThe tea is *cold*.", RAISE),
    ("Bonsoir à tous,\n\nrelance à 5\n\nÀ bientôt", RAISE),
    ("rilancio a 5", RAISE),
    ("je me couche", FOLD),
    ("I would never fold here, would you?", None),
    ("? raise to 5", None),
    ("status", None),
    ("help", None),
    ("call the referee", None),
    ("Perché no? Ci penso.", None),
    ("fold\nraise to 5", None),
)
"""Words, and the one move that they say, if they say one."""


def _plain(text: str) -> bytes:
    return b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n" + text.encode()


def _base64(text: str) -> bytes:
    head = b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
    return head + base64.encodebytes(text.encode())


def _quoted(text: str) -> bytes:
    head = b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
    return head + quopri.encodestring(text.encode())


def _html(text: str) -> str:
    return "<div>" + "</div><div>".join(text.replace("<", "&lt;").split("\n")) + "</div>"


def _page(text: str) -> bytes:
    return b"Content-Type: text/html; charset=utf-8\n\n" + _html(text).encode()


def _both(text: str) -> bytes:
    parts = b"\n--=_b0undary\n" + _plain(text) + b"\n--=_b0undary\n" + _page(text) + b"\n--=_b0undary--\n"
    return b"MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=" + b'"=_b0undary"\n' + parts


BODIES: tuple[Callable[[str], bytes], ...] = (_plain, _base64, _quoted, _page, _both)


def written(turn: models.Turn, words: str, body: Callable[[str], bytes]) -> bytes:
    """A reply that quotes our letter of this turn, as mail programs make it."""
    ours = composing.compose(models.Notice.objects.get(turn=turn, kind="turn"))
    user = turn.seat.entry.user
    assert ours is not None
    assert user is not None
    quoted = "\n".join(f"> {line}" for line in ours.text.splitlines())
    head = (
        f"From: {user.name} <{user.email}>\nTo: {composing.address(turn)}\nSubject: Re: {ours.subject}\n"
        f"Message-ID: <one@players.example>\nIn-Reply-To: {ours.message_id}\n"
    )
    return head.encode() + body(f"{words}\n\nOn Monday, Referee wrote:\n{quoted}\n")


@contextmanager
def undone() -> Iterator[None]:
    """What happens meanwhile leaves no trace."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def moves(table: models.Table) -> list[Json | None]:
    """What was played at the table."""
    return list(table.events.filter(kind=Event.Kind.MOVE).order_by("number").values_list("input", flat=True))


def check(data: st.DataObject, turn: models.Turn) -> None:
    words, move = WORDS[data.draw(st.integers(0, len(WORDS) - 1))]
    raw = written(turn, words, BODIES[data.draw(st.integers(0, len(BODIES) - 1))])
    for _ in range(data.draw(st.integers(1, 4))):
        raw = ROUGH[data.draw(st.integers(0, len(ROUGH) - 1))](raw, data.draw)
    user = turn.seat.entry.user
    sender = data.draw(st.sampled_from([user.email if user else "", "", "x@elsewhere.example"]))
    recipient = data.draw(st.sampled_from([composing.address(turn), composing.address()]))
    with undone():
        stored = letters.receive(raw, letters.Envelope(sender, recipient, "smtp"))
        letters.read_due()
        letter = Letter.objects.get()
        assert (letter.pk, bytes(letter.raw)) == (stored.pk, raw)
        assert letter.state != Letter.State.UNREAD
        assert letter.attempts == 0, "the reader broke on it"
        played = moves(turn.table)
        assert played in ([], [move]), (words, played)
        assert (letter.state == Letter.State.PLAYED) == bool(played)
        for answer in models.Notice.objects.filter(kind="answer"):
            assert composing.compose(answer) is not None


HEALTH = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large]


@settings(max_examples=40, deadline=None, suppress_health_check=HEALTH)
@given(data=st.data())
def test_damaged_letters_are_stored_read_and_play_nothing_else(
    data: st.DataObject, table: models.Table
) -> None:
    check(data, turn_of(table))


@pytest.mark.slow
@settings(max_examples=2_000, deadline=None, suppress_health_check=HEALTH)
@given(data=st.data())
def test_thousands_of_damaged_letters_play_nothing_else(data: st.DataObject, table: models.Table) -> None:
    check(data, turn_of(table))


def test_undamaged_they_play_what_they_say(table: models.Table) -> None:
    """Else the tests above would hold for a service that never plays."""
    turn = turn_of(table)
    for number, (words, move) in enumerate(WORDS):
        for body in (BODIES[number % len(BODIES)], BODIES[(number + 2) % len(BODIES)]):
            with undone():
                raw = written(turn, words, body)
                letters.receive(raw, letters.Envelope("a@players.example", composing.address(turn), "smtp"))
                letters.read_due()
                assert moves(table) == ([move] if move else []), (words, body)
