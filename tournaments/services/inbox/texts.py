"""The words of a letter: what its writer wrote himself, without secrets of ours, and his name."""

from __future__ import annotations

import re
from email.utils import parseaddr

from django.conf import settings

from referee import grammar
from referee.core import Refusal
from referee.games import GAMES
from referee.grammar.lexicon import lexicon
from referee.grammar.text import fold
from referee.letters import headers
from tournaments import models
from tournaments.services import typed, views
from tournaments.services.harmless import commands
from tournaments.services.inbox.case import Case
from tournaments.services.inbox.proof import head_of

REPLY = re.compile(r"\s*(?:re|aw|sv|antw?|r|rif|ref|rép)\s*(?:\[\d+\])?\s*:\s*", re.IGNORECASE)
_NAME = re.compile(r"^\s*(?:name|nom|nome|pseudo)\s*[:=]\s*(\S.*)$", re.IGNORECASE | re.MULTILINE)
_SMALL = frozenset(
    (
        *("for", "to", "in", "into", "from", "the", "contest", "tournament"),
        *("pour", "a", "au", "aux", "dans", "de", "du", "le", "la", "l", "tournoi"),
        *("per", "al", "alla", "di", "del", "dal"),
    )
)
_LONGEST_NAME = 40


def texts(case: Case) -> list[str]:
    """What he wrote, above the quotation first; secrets of ours cut out, for it will be published."""
    return [_published(case, text) for text in (case.read.text, case.read.below) if text.strip()]


def say_commands(case: Case, rest: list[str]) -> bool:
    """Whether one of these lines is a command besides, at the table whose turn the letter is about."""
    turn = case.turn
    opened = views.state_of(turn.table_id) if turn is not None and turn.closed_at is None else None
    seat = turn.seat.letter if turn is not None else ""
    return any(commands(line, opened, seat) for line in rest if line)


def _published(case: Case, text: str) -> str:
    pattern = case.ours.address_pattern
    text = pattern.sub("…", text) if pattern else text
    text = re.sub(r"\[#[A-Za-z0-9]{4,16}\]|<(?:turn|note)\.[^<>\s]+>", "…", text)
    return re.sub(rf"{re.escape(settings.SITE_URL)}/t/\S+", "…", text, flags=re.IGNORECASE)


def subject(case: Case) -> str:
    """The subject without the marks of a reply."""
    return REPLY.sub("", case.read.subject, count=1).strip()


def said(case: Case, names: list[str]) -> str | None:
    """The command of a letter about no turn: in its words, or in the subject of a letter that answers none.

    ``names``: of contests; one of them beside the command is no other word ("register Grand tour").
    """
    answers = bool(case.read.answers) or REPLY.match(case.read.subject) is not None
    for text in [*texts(case), *([] if answers else [case.read.subject])]:
        found = _command(text, case) or _beside(text, names, case)
        if found:
            return found
    return None


def _command(text: str, case: Case) -> str | None:
    """What is said at a table is read in its game's words: there "I am out" leaves a deal, no contest."""
    try:
        if case.table is not None and case.seat is not None:
            opened = views.state_of(case.table.pk)
            game = GAMES[opened.game]
            return grammar.read(game, opened.state, case.seat, text, case.language).command
        return grammar.read_command(text, case.language).command
    except Refusal:
        return None


def _beside(text: str, names: list[str], case: Case) -> str | None:
    for line in without_name(text).splitlines():
        rest = without_contests(line, names)
        if rest != fold(line) and (found := _command(rest, case)):
            return found
    return None


def without_contests(line: str, names: list[str]) -> str:
    """A line in small letters, without the contests that it names and the small words before them."""
    rest = fold(line)
    for name in sorted(names, key=len, reverse=True):
        rest = rest.replace(fold(name), " ")
    if rest == fold(line):
        return rest
    return " ".join(word for word in rest.split() if word.strip(".,;:!'’\"«»“”") not in _SMALL)


def named(case: Case, among: list[models.Contest]) -> models.Contest | None:
    """The one contest that the letter names; of names that hold each other, the longest."""
    hay = " ".join(fold(part) for part in (subject(case), *texts(case)))
    found = [one for one in among if fold(one.name) in hay]
    longest = [
        one for one in found if not any(fold(one.name) in fold(other.name) for other in found if other != one)
    ]
    return longest[0] if len(longest) == 1 else None


def own_name(case: Case) -> str:
    """What somebody wants to be called: a line ``name: …``."""
    found = [match.group(1) for text in texts(case) if (match := _NAME.search(text))]
    return typed.line(found[0], _LONGEST_NAME) if found else ""


def without_name(text: str) -> str:
    return _NAME.sub("", text)


def name_of(case: Case) -> str:
    """The name of an unknown writer: the line, else his mail program's, else the beginning of his address."""
    shown, _ = parseaddr(headers.text_of(head_of(bytes(case.letter.raw)), "From"))
    given = own_name(case) or typed.line(shown, _LONGEST_NAME)
    return (
        given
        if given and not re.search(r"[@:/]", given)
        else case.read.sender.partition("@")[0][:_LONGEST_NAME]
    )


def language_of(case: Case, command: str) -> str:
    """The language in which a command was said; "" where that is not clear."""
    words = " " + " ".join(re.findall(r"[^\W_]+", fold(" ".join((*texts(case), case.read.subject))))) + " "
    spoken = {
        meaning.lang
        for run, meanings in lexicon(None).phrases.items()
        if f" {' '.join(re.findall(r'[^\W_]+', ' '.join(run)))} " in words
        for meaning in meanings
        if (meaning.atom.kind, meaning.atom.value) == ("command", command)
    }
    return spoken.pop() if len(spoken) == 1 else ""
