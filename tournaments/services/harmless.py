"""No line of a letter of ours may be a command: many mail programs quote without a mark."""

from __future__ import annotations

from referee import grammar
from referee.core import Ambiguous, Refusal, Unreadable
from referee.games import GAMES
from tournaments import models
from tournaments.services import views

ARROW = "→ "
"""No word of any grammar: a line with it is talk."""

_TALK = frozenset({"NOTHING_WRITTEN", "NO_COMMAND", "INSIDE_SENTENCE", "NUMBER_ALONE", "PLACEHOLDER"})
_BLOCKING = ("→", "<", "://")


def harmless(text: str, notice: models.Notice, seat: str | None) -> str:
    """The same text, each line that somebody's name or words make a command begun with an arrow."""
    opened = views.state_of(notice.table_id) if notice.table_id and seat else None
    lines = []
    for line in text.split("\n"):
        blocked = not line.strip() or any(sign in line for sign in _BLOCKING)
        lines.append(line if blocked or not commands(line, opened, seat or "") else ARROW + line)
    return "\n".join(lines)


def commands(line: str, opened: views.Opened | None, seat: str) -> bool:
    """Whether the grammar would take a line for a command, legal or not, in any language."""
    for language in ("en", "fr", "it"):
        try:
            if opened is not None and opened.game in GAMES:
                grammar.read(GAMES[opened.game], opened.state, seat, line, language)
            else:
                grammar.read_command(line, language)
        except Refusal as refusal:
            if isinstance(refusal, Unreadable) and refusal.code in _TALK:
                continue
            return isinstance(refusal, Ambiguous) or refusal.code not in _TALK
        return True
    return False
