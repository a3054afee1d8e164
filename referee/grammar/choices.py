"""``letters: digest``: which letters a player wants, as a line of its own.

Fixed phrases of each language, all of them understood whatever the letter's own is. A line is one only as
a whole, polite words around it allowed; one inside a sentence is talk.
"""

from __future__ import annotations

import re

from referee.grammar.lexicon import lexicon
from referee.grammar.text import clean, fold, lines, tokens

TURNS, DEALS, EVERYTHING, DIGEST = "turns", "deals", "everything", "digest"
_HEADS = r"(?:letters?|mails?|e mails?|lettres?|courriers?|courriels?|lettere|lettera|posta)"
_CHOICES = {
    TURNS: r"(?:my )?turns(?: only)?|(?:mes )?tours(?: seulement)?|(?:i miei )?turni|solo (?:i miei )?turni",
    DEALS: r"deals|donnes|coups|mani|le mani",
    EVERYTHING: r"everything|all|tout|tutto",
    DIGEST: r"(?:a |one )?digest|(?:un )?resume|(?:un )?riepilogo",
}
_LINES = [(choice, re.compile(f"{_HEADS} (?:{said})")) for choice, said in _CHOICES.items()]
_MOST = 3
"""Words behind "letters:" that may have been meant as a choice; more are a sentence."""
_POLITE = ("polite", "vocative", "aside")


def read_choices(text: str) -> tuple[list[str], list[str]]:
    """The choices that a text makes, each once (TURNS, DEALS, EVERYTHING, DIGEST), and its other lines."""
    found, rest = [], []
    for line in lines(text):
        choice = None if line.bidi else of_line(line.text)
        if choice is None:
            rest.append(line.text)
        else:
            found.append(choice)
    return list(dict.fromkeys(found)), rest


def of_line(line: str) -> str | None:
    """The choice of one line. A question ("letters: digest?") makes none."""
    if "?" in line or "؟" in line:
        return None
    words = [token.text for token in tokens(clean(line)) if token.kind in ("word", "number", "mixed")]
    said = " ".join(words)
    for choice, pattern in _LINES:
        for match in pattern.finditer(said):
            around = [said[: match.start()], said[match.end() :]]
            if all(_is_polite(part.strip()) for part in around):
                return choice
    return None


def is_unknown(line: str) -> bool:
    """Whether a line begins as such a one does, and names no choice that there is: "letters: gadget"."""
    head, colon, said = clean(line).partition(":")
    named = fold(head).replace("-", " ").strip()
    words = [token for token in tokens(said) if token.kind in ("word", "number", "mixed")]
    begins = bool(colon) and re.fullmatch(_HEADS, named) is not None
    return begins and 0 < len(words) <= _MOST and of_line(line) is None


def _is_polite(words: str) -> bool:
    atoms = lexicon(None).atoms(tokens(fold(words)), "en")
    return all(atom.kind in _POLITE for atom in atoms)
