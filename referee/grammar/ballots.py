"""``agree``, ``je refuse 3``, ``d'accordo``: an answer to a proposal, as a line of its own.

Fixed phrases of each language, all of them understood whatever the letter's own is; the number of the
proposal may follow. A line is one only as a whole, polite words around it allowed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from referee.grammar.lexicon import lexicon
from referee.grammar.text import clean, fold, lines, tokens

_AGREE = (
    r"(?:yes |oui |si )?(?:i (?:fully )?agree|agree|agreed|i am in favou?r|in favou?r|i accept|accept"
    r"|d accord|je suis d accord|j accepte|accepte"
    r"|d accordo|sono d accordo|accetto|a favore|sono a favore)|yes|oui|si"
)
_REFUSE = (
    r"(?:no |non )?(?:i refuse|refuse|i disagree|disagree|i do not agree|i don t agree|not agreed|against"
    r"|i am against|je refuse|refuse|pas d accord|je ne suis pas d accord|je suis contre"
    r"|rifiuto|non sono d accordo|non d accordo|contrario|contraria|sono contrario|sono contraria)|no|non"
)
_TO = (
    r"(?: (?:to|with|a|avec|la|alla|con|the))*(?: (?:proposal|proposition|proposta))?"
    r"(?: (?:no|n|nr|numero))?(?: (\d{1,4}))?"
)
_LINES = [(True, re.compile(f"(?:{_AGREE}){_TO}")), (False, re.compile(f"(?:{_REFUSE}){_TO}"))]
_MOST_WORDS = 16
_POLITE = ("polite", "vocative")


@dataclass(frozen=True, slots=True)
class Ballot:
    """Yes or no; ``number``: of the proposal, where it is named."""

    agrees: bool
    number: int | None = None


def read_ballots(text: str) -> tuple[list[Ballot], list[str]]:
    """The answers that a text gives, each once, and its other lines."""
    found, rest = [], []
    for line in lines(text):
        ballot = None if line.bidi else of_line(line.text)
        if ballot is None:
            rest.append(line.text)
        else:
            found.append(ballot)
    return list(dict.fromkeys(found)), rest


def of_line(line: str) -> Ballot | None:
    """The answer of one line. A question ("agree?") gives none."""
    if "?" in line or "؟" in line:
        return None
    said = _words(line)
    if len(said) > _MOST_WORDS:
        return None
    for start in range(len(said)):
        if start and not _is_polite(" ".join(said[:start])):
            continue
        for end in range(len(said), start, -1):
            ballot = _whole(" ".join(said[start:end]))
            if ballot is not None and (end == len(said) or _is_polite(" ".join(said[end:]))):
                return ballot
    return None


def _whole(words: str) -> Ballot | None:
    for agrees, pattern in _LINES:
        match = pattern.fullmatch(words)
        if match is not None:
            return Ballot(agrees, int(match[1]) if match[1] else None)
    return None


def _words(line: str) -> list[str]:
    found = [one.text for one in tokens(clean(line)) if one.kind in ("word", "number", "mixed")]
    return " ".join(found).replace("'", " ").replace("’", " ").split()


def _is_polite(words: str) -> bool:
    atoms = lexicon(None).atoms(tokens(fold(words)), "en")
    return all(atom.kind in _POLITE for atom in atoms)
