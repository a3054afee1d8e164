"""The word tables as one: the longest phrase that begins at a token becomes an atom.

All languages are understood whatever the letter's own is; that one decides only where the same
words mean different things. The sections of a language's words:

=============  ==========================================================================
polite         greetings, thanks, please, good-bye: they never matter
vocative       whom the writer speaks to; aside: ok, well, "my move is"
filler         adverbs and "and"; subject: I, "I'd like to"; third: he, a seat must be named
neg cond       not, if: they keep a line from being a command; idiom: phrases that only
               look like one ("that's all"); or: two commands
retract        actually, sorry: a second thought
to by of for   before a number; from, in, plus; more and total: before or after it
article        the, my: before a number only
unit min max   chips; the least and the most
yes            the answer to "did you mean …?"
referee        alone a call for him; beside a move, or greeted above one, the person addressed
command:NAME   commands that are no moves
=============  ==========================================================================

A game's sections are its verbs; ``hint:VERB`` are phrases too vague to be played, asked back, and
``…-object`` what a verb may be said of ("the bet"); ``row:``, ``column:`` and ``ordinal:N`` name a space or a
hand. Where a section is also a common one (``article:card``) its words are known in this game alone.
``ALONE`` holds the words that are commands only where no table is spoken of.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import ModuleType

from referee.grammar import en, fr, it
from referee.grammar.text import Token, clean, tokens

TABLES: dict[str, ModuleType] = {"en": en, "fr": fr, "it": it}
"""A further language is one line here and one module with the same tables."""

BLOCKING = ("idiom", "neg", "cond")
"""Where one phrase has several meanings, the one that keeps a line from being played is first."""


CARD = r"(?:10|[2-9])[cdhsptfq]"
"""What a card looks like: no number that was written in a wrong way."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A phrase with its meaning: ``kind`` is a section of the word tables, ``verb``, ``num``, ``bad``,
    ``unknown``, or a token's kind; ``value`` a verb's name or a number; ``spelt`` a number in words."""

    kind: str
    value: str | int = ""
    written: str = ""
    spelt: bool = False


@dataclass(frozen=True, slots=True)
class Meaning:
    atom: Atom
    lang: str
    accented: str


type Phrases = dict[tuple[str, ...], tuple[Meaning, ...]]


@dataclass(frozen=True, slots=True)
class Lexicon:
    phrases: Phrases
    longest: int

    def atoms(self, found: Sequence[Token], lang: str) -> list[Atom]:
        """The tokens as atoms, from left to right, the longest phrase first."""
        out: list[Atom] = []
        place = 0
        while place < len(found):
            length = self._longest_at(found, place)
            run = found[place : place + max(length, 1)]
            out.append(self._choose(run, lang) if length else _lone(run[0]))
            place += len(run)
        return out

    def knows(self, token: Token) -> bool:
        """Whether this word alone is a phrase."""
        return (token.text,) in self.phrases

    def _longest_at(self, found: Sequence[Token], place: int) -> int:
        reach = 0
        while reach < self.longest and place + reach < len(found):
            if found[place + reach].kind not in {"word", "number", "plus"}:
                break
            reach += 1
        for length in range(reach, 0, -1):
            if tuple(token.text for token in found[place : place + length]) in self.phrases:
                return length
        return 0

    def _choose(self, run: Sequence[Token], lang: str) -> Atom:
        meanings = self.phrases[tuple(token.text for token in run)]
        accented = " ".join(token.written for token in run)
        exact = [meaning for meaning in meanings if meaning.accented == accented]
        if not accented.isascii() and exact:
            meanings = tuple(exact)
        own = [meaning for meaning in meanings if meaning.lang == lang]
        blocking = [meaning for meaning in own or meanings if meaning.atom.kind in BLOCKING]
        chosen = (blocking or own or meanings)[0]
        return replace(chosen.atom, written=accented)


def _lone(token: Token) -> Atom:
    """A token that begins no phrase."""
    if token.kind == "number":
        return Atom("num", int(token.text), token.written)
    if token.kind in {"bad", "compound"}:
        return Atom("bad", token.kind, token.written)
    if token.kind == "mixed" and token.text[0].isdigit() and not re.fullmatch(CARD, token.text):
        return Atom("bad", token.kind, token.written)
    if token.kind in {"word", "other", "suit", "mixed"}:
        return Atom("unknown", token.text, token.written)
    return Atom(token.kind, token.text, token.written)


@cache
def lexicon(game: str | None) -> Lexicon:
    """The phrases of every language, with the verbs of one game (None: no game's)."""
    found: dict[tuple[str, ...], list[Meaning]] = {}
    for lang, table in TABLES.items():
        for phrase, atom in _entries(table, game):
            run = tokens(clean(phrase))
            meaning = Meaning(atom, lang, " ".join(token.written for token in run))
            held = found.setdefault(tuple(token.text for token in run), [])
            if all((known.atom, known.lang) != (meaning.atom, lang) for known in held):
                held.append(meaning)
    return Lexicon({key: tuple(held) for key, held in found.items()}, max(map(len, found)))


def _entries(table: ModuleType, game: str | None) -> Iterator[tuple[str, Atom]]:
    for kind, written in table.WORDS.items():
        section, _, value = kind.partition(":")
        for phrase in phrases(written):
            yield phrase, Atom(section, value)
    for number, words in enumerate(alternatives(table.NUMBERS)):
        for word in words:
            yield word, Atom("num", number, spelt=True)
    for word in phrases(table.OTHER_NUMBERS):
        yield word, Atom("bad", "word")
    for name, written in (table.ALONE if game is None else table.GAMES.get(game, {})).items():
        section, _, value = name.rpartition(":")
        kind = name if name.endswith("-object") else section or "verb"
        for phrase in phrases(written):
            yield phrase, Atom(kind, value)


def phrases(written: str) -> Iterator[str]:
    """All phrases of a section of a word table."""
    for words in alternatives(written):
        yield from words


def alternatives(written: str) -> Iterator[tuple[str, ...]]:
    """``"a, {fold|muck} it"`` -> ``("a",), ("fold it", "muck it")``; an empty alternative is allowed."""
    for pattern in written.split(","):
        parts = re.split(r"\{([^}]*)\}", pattern)
        choices = [part.split("|") if place % 2 else [part] for place, part in enumerate(parts)]
        spread = (" ".join("".join(choice).split()) for choice in itertools.product(*choices))
        yield tuple(phrase for phrase in spread if phrase)
