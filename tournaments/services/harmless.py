"""No line of a letter of ours may be a command: many mail programs quote without a mark."""

from __future__ import annotations

import re
from functools import cache

from referee import grammar
from referee.core import Refusal, Unreadable
from referee.games import GAMES
from referee.grammar import absences, advance, ballots, choices, lists
from referee.grammar.lexicon import lexicon
from referee.grammar.text import fold
from tournaments.services import views

ARROW = "→ "
"""No word of any grammar: a line with it is talk."""

_TALK = frozenset(
    {"NOTHING_WRITTEN", "NO_COMMAND", "INSIDE_SENTENCE", "MISSPELT", "NUMBER_ALONE", "PLACEHOLDER"}
)
_BLOCKING = ("→", "<", "://")
_GUESTS = 2
"""So many unknown words may stand in a command: names after a greeting."""
_WORD = re.compile(r"[^\W\d_]+")


def harmless(text: str, table: int | None, seat: str | None) -> str:
    """The same text, each line that somebody's name or words make a command begun with an arrow."""
    opened = views.state_of(table) if table and seat else None
    known = _vocabulary(None) | _vocabulary(opened.game if opened else None)
    lines = []
    for line in text.split("\n"):
        safe = _talks(line, known) or not commands(line, opened, seat or "")
        lines.append(line if safe else ARROW + line)
    return "\n".join(lines)


def _leaves(line: str) -> bool:
    return advance.leaves(line) or lists.leaves(line) or absences.speaks(line)


def _talks(line: str, known: frozenset[str]) -> bool:
    """Whether a line is talk at first sight: blank, marked, or with more unknown words than a command has."""
    if _leaves(line):
        return False
    if not line.strip() or any(sign in line for sign in _BLOCKING):
        return True
    if choices.of_line(line) is not None or ballots.of_line(line) is not None:
        return False
    unknown = [word for word in _WORD.findall(fold(line)) if word not in known]
    return len(unknown) > _GUESTS


@cache
def _vocabulary(game: str | None) -> frozenset[str]:
    """Every word that stands in any phrase of the grammar."""
    return frozenset(word for phrase in lexicon(game).phrases for word in phrase)


def commands(line: str, opened: views.Opened | None, seat: str) -> bool:
    """Whether the grammar would take a line for a command, legal or not, in any language."""
    if choices.of_line(line) is not None or ballots.of_line(line) is not None or _leaves(line):
        return True
    for language in ("en", "fr", "it"):
        if not _talk(line, None, seat, language):
            return True
        if opened is not None and opened.game in GAMES and not _talk(line, opened, seat, language):
            return True
    return False


def _talk(line: str, opened: views.Opened | None, seat: str, language: str) -> bool:
    """Whether a line is none, at a table or (a quotation strays) where none is spoken of."""
    try:
        if opened is None:
            grammar.read_command(line, language)
        else:
            grammar.read(GAMES[opened.game], opened.state, seat, line, language)
    except Refusal as refusal:
        return isinstance(refusal, Unreadable) and refusal.code in _TALK
    return False
