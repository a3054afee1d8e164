"""Many mail programs quote us without a mark: whatever we write, in any state of a table, is no command.

Each line is read as a line of its reader's, at his table in every state that it went through and where no
table is spoken of, in every language; of the text, and of the HTML as it is shown.
"""

from __future__ import annotations

import secrets

import pytest

from referee import grammar
from referee.core import Refusal, Unreadable
from referee.games import GAMES
from referee.letters import hypertext
from tests import factories
from tests.tournaments.mail.conftest import a_reply, take, turn_of
from tests.tournaments.mail.test_mail_contests import write
from tests.tournaments.mail.test_mail_outgoing import TALK
from tests.tournaments.test_pyramid_table import duel
from tournaments import models
from tournaments.services import composing, tables, views

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "fr", "it")
NAMES = ("Mi ritiro", "Comment jouer", "Join", "Call up to 5", "A chi tocca")
"""People may be called so; each is a line that would be understood."""


def is_command(text: str, states: list[views.Opened], language: str) -> bool:
    """Also where it is refused in this state alone: it may be legal in the next one."""
    if not _talk(text, language):
        return True
    return any(
        not _talk(text, language, opened, seat) for opened in states for seat in {*opened.awaited, "B"}
    )


def _talk(text: str, language: str, opened: views.Opened | None = None, seat: str = "") -> bool:
    try:
        if opened is None:
            grammar.read_command(text, language)
        else:
            grammar.read(GAMES[opened.game], opened.state, seat, text, language)
    except Refusal as refusal:
        return isinstance(refusal, Unreadable) and refusal.code in TALK
    return False


class Watch:
    """Collects the lines of a table's letters, and its states, as they come."""

    def __init__(self, table: models.Table) -> None:
        self.table = table
        self.states: list[views.Opened] = []
        self.lines: set[str] = set()
        self.kinds: set[str] = set()

    def look(self) -> None:
        self.states.append(views.state_of(self.table.pk))
        for notice in models.Notice.objects.select_related("user", "contest", "table__contest", "turn__seat"):
            letter = composing.compose(notice)
            if letter is not None:
                self.lines |= {*letter.text.split("\n"), *hypertext.to_text(letter.html).split("\n")}
                self.kinds.add(notice.kind)

    def commands(self) -> list[str]:
        """The lines that would be understood, by a reader of whichever language."""
        return [line for line in sorted(self.lines) if self._understood(line)]

    def _understood(self, line: str) -> bool:
        return any(is_command(line, self.states, language) for language in LANGUAGES)


def ask_everything(turn: models.Turn) -> None:
    """Every answer that a letter about a turn can get, but a move."""
    plain = composing.address()
    user = turn.seat.entry.user
    assert user is not None
    for number, words in enumerate(
        ("status", "help", "? raise to 5", "raise to 400", "I might fold", "call up to 5", "withdraw")
    ):
        take(a_reply(turn, words, Message_ID=f"<{turn.pk}.{number}@players.example>"), turn)
    fresh = a_reply(turn, "fold", To=plain, Subject=f"{turn.table.name}: me", Message_ID=f"<{turn.pk}.f@x.y>")
    take(fresh, turn, recipient=plain)
    write(user.email, "status")
    write(f"stranger{turn.pk}@elsewhere.example", "register")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_any_letter_is_a_command_in_any_state_of_the_table(language: str) -> None:
    factories.open_contest(name="I quit", languages=[language])
    contest = factories.open_contest(NAMES, name="My tables", cap=8)
    models.User.objects.update(language=language, notices="everything")
    for number, user in enumerate(models.User.objects.filter(name__in=NAMES)):
        models.User.objects.filter(pk=user.pk).update(email=f"p{number}@players.example")
    factories.contests.close(contest.pk, contest.organiser)
    factories.contests.draw(contest.pk, contest.organiser)
    factories.contests.start(contest.pk, contest.organiser)
    watch = Watch(factories.table_of(contest))
    ask_everything(turn_of(watch.table))
    watch.look()
    factories.act(watch.table, "raise 2", "call", "raise 5")
    watch.look()
    factories.act(watch.table, "fold", "call", "call", "call", "raise 1", "call")
    watch.look()
    assert watch.kinds >= {"answer", "turn", "event", "seated", "registered"}
    assert len(watch.lines) > 100
    assert watch.commands() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nor_at_a_table_of_another_game(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    watch = Watch(duel(monkeypatch, "pyramid"))
    models.User.objects.update(language=language, notices="everything")
    watch.look()
    for _ in range(12):
        seat = turn_of(watch.table).seat.letter
        move = views.look(watch.table.pk, seat).silence
        assert move is not None
        key = secrets.token_hex(8)
        tables.play(watch.table.pk, kind="move", key=key, origin="web", seat=seat, move=move)
    watch.look()
    assert "turn" in watch.kinds
    assert watch.commands() == []
