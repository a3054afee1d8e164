"""A word that is one slip of the pen away from a word of the game: asked back, never played."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from referee.core import Move
from referee.grammar.holdem import unique
from referee.grammar.judging import Heard, Table
from referee.grammar.lexicon import lexicon
from referee.grammar.text import Line, fold

SHORTEST = 4
"""Letters of a word of the game that a slip is looked for in."""

LONGEST = 120
"""Characters of a line that may be a move with a slip; a longer one is a story."""

_WORD = re.compile(r"[a-z]{3,}")


def misspelt(table: Table, heard: Sequence[Heard]) -> tuple[Move, ...]:
    """The legal moves that lines of talk would be with one slip put right."""
    if table.options is None or table.game is None:
        return ()
    found: list[Move] = []
    for one in heard:
        if one.sort == "talk" and not one.line.bidi and len(one.line.text) <= LONGEST:
            for text in _put_right(fold(one.line.text), table.game.name):
                again = table.hear(Line(text, False))
                found += again.readings if again.sort == "move" else ()
    return tuple(move for move in unique(found) if table.refusal(move) is None)


def _put_right(text: str, game: str) -> Iterator[str]:
    """The line with its one word that stands in no phrase replaced by each verb that it may be."""
    known, verbs = _words(game)
    strange = [match for match in _WORD.finditer(text) if match[0] not in known]
    if len(strange) != 1:
        return
    word = strange[0]
    for verb in verbs:
        if slip(word[0], verb):
            yield text[: word.start()] + verb + text[word.end() :]


@cache
def _words(game: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """Every word of every phrase; and those of the game's verbs."""
    phrases = lexicon(game).phrases
    known = frozenset(word for run in phrases for word in run)
    verbs = {
        word
        for run, meanings in phrases.items()
        if any(meaning.atom.kind == "verb" for meaning in meanings)
        for word in run
        if len(word) >= SHORTEST and word.isalpha()
    }
    return known, tuple(sorted(verbs))


def slip(written: str, meant: str) -> bool:
    """Whether one letter is missing, too many or another one, or two have changed places.

    Not where only the ending is longer or another: "raised", "folded", "couches" are words of their own.
    """
    longer = len(written) - len(meant)
    if abs(longer) > 1 or written == meant:
        return False
    same = next((at for at, pair in enumerate(zip(written, meant, strict=False)) if pair[0] != pair[1]), None)
    if same is None:
        return longer < 0
    rest, other = written[same:], meant[same:]
    if longer > 0:
        return rest[1:] == other
    if longer < 0:
        return rest == other[1:]
    changed = rest[1:] == other[1:] and len(rest) > 1
    return changed or (rest[:2] == other[1::-1] and rest[2:] == other[2:])
