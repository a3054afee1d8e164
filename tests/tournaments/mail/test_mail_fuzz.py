"""Damaged letters through the service: each is stored, none breaks a reader, none plays what nobody wrote.

``make fuzz-mail`` sends ten thousand; LETTERS says how many, SEED where they begin.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from referee import grammar
from referee.core import Json, Refusal
from referee.games import GAMES
from referee.letters import read
from tests.tournaments.mail import damage
from tests.tournaments.mail.conftest import turn_of, undone
from tournaments import models
from tournaments.models import Event, Letter, Notice
from tournaments.services import composing, letters, sealing, views

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


@dataclass(frozen=True, slots=True)
class Seed:
    """A whole letter, and the moves that its writer's own words say.

    ``clear``: all of them say one move. ``said``: that move; else those that a line says by itself.
    """

    name: str
    raw: bytes
    clear: bool
    said: tuple[str, ...]


@dataclass(slots=True)
class Found:
    """What came of many damaged letters."""

    ends: Counter[str] = field(default_factory=Counter)
    answers: int = 0
    wrong: list[str] = field(default_factory=list)


@pytest.fixture
def turn(table: models.Table, settings: Any) -> models.Turn:
    """The open turn that the letters under tests/vectors/mail are about, of the player who writes them."""
    settings.MAIL_DOMAIN = "poker.example"
    turn = turn_of(table)
    user = turn.seat.entry.user
    assert user is not None
    models.User.objects.filter(pk=user.pk).update(email=damage.WRITER)
    models.Turn.objects.filter(pk=turn.pk).update(
        mail_hash=sealing.token_hash(damage.TOKEN), tag_hash=sealing.token_hash(damage.TAG)
    )
    return turn_of(table)


def seed(turn: models.Turn, name: str, raw: bytes, text: str) -> Seed:
    """``text``: the words of the letter that its writer wrote himself. Parts that differ say no one move."""
    sight = views.state_of(turn.table_id)

    def said(words: str) -> str | None:
        try:
            found = grammar.read(GAMES[sight.game], sight.state, turn.seat.letter, words, "en")
        except Refusal:
            return None
        return str(found.move.to_json()) if found.move and not found.dry else None

    letter = read(raw, letters.ours())
    whole = None if letter.differs else said(text)
    lines = [*text.splitlines(), *(letter.other or "").splitlines()]
    found = [whole] if whole else [said(line) for line in lines]
    return Seed(name, raw, whole is not None, tuple(one for one in found if one))


def seeds(turn: models.Turn) -> list[Seed]:
    """Those under tests/vectors/mail, and each of WORDS in two bodies above a quotation of our letter."""
    found = [
        seed(turn, path.stem, path.read_bytes(), path.with_suffix(".txt").read_text())
        for path in damage.VECTORS
    ]
    ours = composing.compose(models.Notice.objects.get(turn=turn, kind="turn"))
    assert ours is not None
    quote = "\n".join(f"> {line}" for line in ours.text.splitlines())
    head = (
        f"From: Alice <{damage.WRITER}>\nTo: play+{damage.TOKEN}@poker.example\n"
        f"Subject: Re: Rubis [#{damage.TAG}] your turn\nMessage-ID: <one@players.example>\n"
        f"In-Reply-To: <turn.{damage.TOKEN}.7@poker.example>\n"
    ).encode()
    for number, (words, _) in enumerate(WORDS):
        for body in (damage.BODIES[number % 5], damage.BODIES[(number + 2) % 5]):
            raw = head + body(f"{words}\n\nOn Monday, Referee wrote:\n{quote}\n")
            found.append(seed(turn, f"{words!r} as {body.__name__}", raw, words))
    return found


def moves(table: models.Table) -> list[str]:
    """What was played at the table."""
    played = table.events.filter(kind=Event.Kind.MOVE).order_by("number")
    return [str(one) for one in played.values_list("input", flat=True)]


def take(turn: models.Turn, raw: bytes, sender: str = damage.WRITER, recipient: str = "") -> Letter:
    """Received and read by whoever reads next."""
    to = recipient or f"play+{damage.TOKEN}@poker.example"
    stored = letters.receive(raw, letters.Envelope(sender, to, "smtp"))
    assert letters.read_due(limit=1) == 1
    letter = Letter.objects.get()
    assert (letter.pk, bytes(letter.raw)) == (stored.pk, raw), "stored as it came"
    return letter


def check(turn: models.Turn, seed: Seed, number: int, found: Found, *, largest: int, compose: bool) -> None:
    """One damaged letter, from its arrival to its answer."""
    draw = damage.seeded(f"{os.environ.get('SEED', '')}/{number}")
    raw, ways = damage.damaged(seed.raw, draw, largest)
    sender = (damage.WRITER, damage.WRITER, damage.WRITER, "x@elsewhere.example", "")[draw(0, 4)]
    recipient = ("", "", "play@poker.example")[draw(0, 2)]
    with undone():
        letter = take(turn, raw, sender, recipient)
        where = (number, seed.name, ways)
        assert letter.state != Letter.State.UNREAD, where
        assert letter.attempts == 0, (where, "the reader broke on it")
        played = moves(turn.table)
        assert len(played) <= 1, where
        assert set(played) <= set(seed.said), (where, played)
        assert (letter.state == Letter.State.PLAYED) == bool(played), where
        _check_answer(turn, letter, found, compose=compose)
        found.ends[_end(letter)] += 1


def _check_answer(turn: models.Turn, letter: Letter, found: Found, *, compose: bool) -> None:
    """One where a person wrote, to the player alone; none where a machine did, or nobody could read it."""
    answers = list(Notice.objects.filter(kind="answer"))
    if letter.state in (Letter.State.IGNORED, Letter.State.QUARANTINED):
        assert not answers
        return
    assert len(answers) == 1
    found.answers += 1
    if answers[0].user is None:  # from an address that nobody here has, asking how one plays: the way in
        assert letter.state != Letter.State.PLAYED
        assert answers[0].address == letter.sender != damage.WRITER
        return
    assert answers[0].user == turn.seat.entry.user
    if compose:
        composed = composing.compose(answers[0])
        assert composed is not None
        assert composed.to == damage.WRITER


def _end(letter: Letter) -> str:
    outcome = letter.outcome
    why = (
        outcome.get("why") or outcome.get("command") or outcome.get("trouble") or outcome.get("result") or ""
    )
    code = (outcome.get("refusal") or {}).get("code", "")
    return " ".join(part for part in (str(letter.state), code or str(why)) if part)


def run(turn: models.Turn, count: int, *, largest: int, compose_every: int) -> Found:
    """Each seed in its turn, each time damaged in another way."""
    known, found = seeds(turn), Found()
    for number in range(count):
        one, compose = known[number % len(known)], number % compose_every == 0
        try:
            check(turn, one, number, found, largest=largest, compose=compose)
        except AssertionError as error:
            found.wrong.append(str(error).partition("\n")[0])
    return found


def test_damaged_letters_are_stored_read_and_play_nothing_else(turn: models.Turn) -> None:
    found = run(turn, 350, largest=20_000, compose_every=50)
    assert not found.wrong
    assert sum(n for end, n in found.ends.items() if end.startswith("played")) > 35, "not all is lost"


@pytest.mark.slow
def test_ten_thousand_damaged_letters_play_nothing_else(turn: models.Turn) -> None:
    count = int(os.environ.get("LETTERS", "10000"))
    found = run(turn, count, largest=damage.LARGEST, compose_every=1)
    print(f"\n{count} damaged letters, {found.answers} answers:")
    for end, number in found.ends.most_common():
        print(f"{number:7} {end}")
    assert not found.wrong
    assert sum(found.ends.values()) == count


def test_undamaged_they_play_what_they_say(turn: models.Turn) -> None:
    """Else the tests above would hold for a service that never plays."""
    for one in seeds(turn):
        with undone():
            letter = take(turn, one.raw)
            wanted = list(one.said) if one.clear else []
            assert moves(turn.table) == wanted, (one.name, letter.outcome)
