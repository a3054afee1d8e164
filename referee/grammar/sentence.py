"""One line as a sentence: which of its words say something, and whether all of them are known.

A line is a command only where every word of it is known: a word of the game, an amount, or a
polite word. One unknown word, a "not", an "if" or a question mark makes it talk.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.core import Seat
from referee.grammar.cards import card_at
from referee.grammar.lexicon import Atom, Lexicon
from referee.grammar.text import Token, tokens

BREAKS = frozenset({"punct", "dash", "open", "close"})
POLITE = frozenset({"polite", "vocative", "aside", "filler", "retract", "subject", "yes"})
AMOUNT = frozenset(
    {"num", "bad", "to", "by", "of", "for", "from", "more", "total", "plus", "equals", "in", "unit"}
)
CORE = AMOUNT | {"verb", "card", "space", "min", "max", "bet-object", "all-in-object", "command", "hint"}
BLOCKERS = frozenset({"unknown", "neg", "denial", "cond", "idiom", "quest", "hint", "or"})
DENIALS = frozenset({"no", "non", "nope"})
"""In a clause of its own a no denies what was said before, not what follows: "no, call"."""
SEAT_WORDS = frozenset(
    {"seat", "player", "place", "siege", "joueur", "joueuse", "posto", "giocatore", "giocatrice"}
)
PRONOUNS = frozenset("ij")
"""Letters that begin a sentence of their own ("I", "j'"): a seat only before a colon."""
SMALL_WORDS = frozenset("aeioyj")
"""Letters that are words, too ("à suivre", "e passo"): a seat only before a mark."""

SPACE = re.compile(r"(\d{1,2})\D{1,3}(\d{1,2})")
"""Two small numbers: a space of a board, where a game has one."""

GREETING_GUESTS = 2
"""How many unknown words may follow a greeting or thanks: "bonjour Carol", "thanks dear Bob"."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """``atoms``: what is left to interpret. ``seat``: the letter it begins with. ``dry``: begins with ?"""

    text: str
    atoms: tuple[Atom, ...]
    seat: Seat | None = None
    dry: bool = False

    def has(self, *kinds: str) -> bool:
        return any(atom.kind in kinds for atom in self.atoms)

    @property
    def plain(self) -> bool:
        """Every word is known and none of them takes the command back."""
        return not self.has(*BLOCKERS)

    @property
    def greets_referee(self) -> bool:
        """ "Dear referee", "merci, arbitre": politeness stands before his name."""
        before = [atom.kind for atom in self.atoms if atom.kind in {"polite", "referee"}]
        return before[:1] == ["polite"] and "referee" in before

    @property
    def verbs(self) -> tuple[Atom, ...]:
        return tuple(atom for atom in self.atoms if atom.kind == "verb")


def sentence(
    text: str, lexicon: Lexicon, lang: str, *, cards: bool = False, spaces: bool = False
) -> Sentence:
    """``text`` is one cleaned line. ``cards``, ``spaces``: the moves of this game name such."""
    found = tokens(text)
    dry = bool(found) and found[0].kind == "quest"
    found = found[1:] if dry else found
    seat, rest = _seat(found, lexicon, lang)
    said = _with_cards(rest, lexicon, lang) if cards else lexicon.atoms(rest, lang)
    atoms = _settle_numbers(_settle_words(said, third=seat is not None))
    atoms = _settle_spaces(atoms) if spaces else atoms
    return Sentence(text, tuple(_settle_clauses(atoms)), seat, dry)


def _with_cards(found: Sequence[Token], lexicon: Lexicon, lang: str) -> list[Atom]:
    """The tokens as atoms, cards among them with all that they can mean: ``"5c 5h 5d"``.

    A word that is also something else ("ah") is a card only once the line has its verb.
    """
    out: list[Atom] = []
    place, start = 0, 0
    while place < len(found):
        length, candidates = card_at(found, place, lang)
        before = [*out, *lexicon.atoms(found[start:place], lang)] if length else out
        word = length == 1 and lexicon.knows(found[place])
        if not length or (word and not any(atom.kind == "verb" for atom in before)):
            place += 1
            continue
        written = " ".join(token.written for token in found[place : place + length])
        out = [*before, Atom("card", " ".join(candidates), written)]
        place = start = place + length
    return [*out, *lexicon.atoms(found[start:], lang)]


def _seat(found: Sequence[Token], lexicon: Lexicon, lang: str) -> tuple[Seat | None, Sequence[Token]]:
    """The seat a line begins with ("C : suit", "hello all, seat C folds") and the other tokens."""
    for start, token in enumerate(found):
        begins = start == 0 or found[start - 1].kind in BREAKS
        if not begins or token.kind in BREAKS:
            continue
        letter, after = _seat_at(found, start, lexicon, lang)
        if letter is not None:
            return letter, [*found[:start], *found[after:]]
        if not all(
            atom.kind in POLITE | BREAKS for atom in lexicon.atoms(found[start : _clause(found, start)], lang)
        ):
            break
    return None, found


def _clause(found: Sequence[Token], start: int) -> int:
    """Where the clause that begins at ``start`` ends."""
    return next((place for place in range(start, len(found)) if found[place].kind in BREAKS), len(found))


def _seat_at(found: Sequence[Token], place: int, lexicon: Lexicon, lang: str) -> tuple[Seat | None, int]:
    """The seat named at ``place`` and where what it does begins."""
    named = place < len(found) and found[place].text in SEAT_WORDS
    place += named
    if place + 1 >= len(found) or found[place].kind != "word" or len(found[place].text) != 1:
        return None, place
    letter, after = found[place].text, place + 1
    while after < len(found) and found[after].kind in BREAKS - {"open"}:
        after += 1
    between = found[place + 1 : after]
    marks = ":" if letter in PRONOUNS else ":)]=-" if letter in SMALL_WORDS else ":;)]=-.,"
    marked = any((token.text if token.kind != "dash" else "-") in marks for token in between)
    named = named and found[place - 1].text != "place"
    alone = letter not in SMALL_WORDS and not between and _begins_verb(found[after:], lexicon, lang)
    return (letter.upper(), after) if marked or named or alone else (None, place)


def _begins_verb(rest: Sequence[Token], lexicon: Lexicon, lang: str) -> bool:
    atoms = lexicon.atoms(rest[:8], lang)
    return bool(atoms) and atoms[0].kind == "verb"


def _settle_words(atoms: list[Atom], *, third: bool) -> list[Atom]:
    """Small words that mean two things: si, un, to and for before a verb, a stray =.

    ``third``: "he" can only be the writer, because the line begins with his seat.
    """
    out: list[Atom] = []
    counted = False
    for place, atom in enumerate(atoms):
        counted = counted or atom.kind == "num"
        after = atoms[place + 1] if place + 1 < len(atoms) else Atom("end")
        if atom.written == "si":
            atom = replace(atom, kind=_si(out, after))
        elif (atom.kind == "num" and atom.spelt and atom.value == 1 and after.kind in {"verb", "card"}) or (
            _before_verb(atom) and after.kind == "verb" and any(one.kind == "num" for one in out)
        ):
            atom = replace(atom, kind="filler")
        elif atom.kind == "article":
            atom = replace(atom, kind="filler" if after.kind in {"num", "card"} else "unknown")
        elif atom.value == "third" and not third:
            atom = replace(atom, kind="unknown")
        elif atom.kind == "equals" and after.kind != "num":
            atom = replace(atom, kind="punct")
        out.append(atom)
    return out


def _si(before: Sequence[Atom], after: Atom) -> str:
    """Italian yes where it stands alone, else the French if (and the Italian reflexive)."""
    alone = (not before or before[-1].kind in BREAKS) and after.kind in BREAKS | {"end"}
    return "yes" if alone else "cond"


def _before_verb(atom: Atom) -> bool:
    """ "2 to call", "2 pour suivre", "2 per vedere": but never "à suivre"."""
    return atom.kind == "for" or (atom.kind == "to" and atom.written == "to")


def _settle_numbers(atoms: list[Atom]) -> list[Atom]:
    """Two numbers side by side, a dash before one, or twenty + five are no number of this grammar."""
    out: list[Atom] = []
    for atom in atoms:
        last = out[-1] if out else Atom("end")
        numeric = atom.kind in {"num", "bad"}
        if numeric and last.kind in {"num", "bad"}:
            out[-1] = Atom("bad", "pair", f"{last.written} {atom.written}")
        elif numeric and last.kind == "dash":
            out[-1] = Atom("bad", "minus", f"{last.written}{atom.written}")
        elif numeric and atom.spelt and _spelt_pair(out):
            out[-2:] = [Atom("bad", "pair", f"{out[-2].written} {last.written} {atom.written}")]
        else:
            out.append(atom)
    return out


def _settle_spaces(atoms: list[Atom]) -> list[Atom]:
    """ "2-5", "2 5" and "2 - 5", no numbers elsewhere, are spaces here: Atom("space", "2-5")."""
    out: list[Atom] = []
    for atom in atoms:
        written = atom.written if atom.kind == "bad" and atom.value in {"compound", "pair", "minus"} else ""
        split = atom.value == "minus" and bool(out) and out[-1].kind == "num"
        found = SPACE.fullmatch(f"{out[-1].written}{written}" if split else written)
        if found is None:
            out.append(atom)
            continue
        if split:
            out.pop()
        out.append(Atom("space", f"{int(found[1])}-{int(found[2])}", found[0]))
    return out


def _spelt_pair(out: Sequence[Atom]) -> bool:
    """ "vingt et un": read as a whole or not at all."""
    return len(out) >= 2 and out[-1].written in {"et", "and", "e"} and out[-2].kind == "num" and out[-2].spelt


def _settle_clauses(atoms: list[Atom]) -> list[Atom]:
    out: list[Atom] = []
    clause: list[Atom] = []
    for atom in [*atoms, Atom("end")]:
        if atom.kind in BREAKS or atom.kind == "end":
            out += _settle_clause(clause)
            clause = []
            if atom.kind != "end":
                out.append(atom)
        else:
            clause.append(atom)
    return out


def _settle_clause(clause: list[Atom]) -> list[Atom]:
    """Politeness is free in a clause of its own; beside a verb only where it cannot be its object.

    "je suis, messieurs" is a call; "je suis croupier" and "je suis bien" are not.
    """
    if clause and all(atom.kind == "neg" and atom.written in DENIALS for atom in clause):
        return [replace(atom, kind="denial") for atom in clause]
    if not any(atom.kind in CORE for atom in clause):
        return _greeting(clause)
    last_verb = max((place for place, atom in enumerate(clause) if atom.kind == "verb"), default=-1)
    out: list[Atom] = []
    spoken = False
    for place, atom in enumerate(clause):
        address = atom.kind in {"vocative", "referee"}
        greeted = bool(out) and out[-1].kind in {"polite", "vocative", "referee"}
        spoken = spoken or atom.kind in CORE
        if (
            (address and not greeted)
            or (atom.kind == "aside" and spoken)
            or (atom.kind == "subject" and spoken and place > last_verb)
        ):
            atom = replace(atom, kind="unknown")
        elif address:
            atom = replace(atom, kind="vocative")
        out.append(atom)
    return out


def _greeting(clause: list[Atom]) -> list[Atom]:
    """A clause without a word of the game: names after a greeting are part of it."""
    known = [atom for atom in clause if atom.kind in POLITE]
    guests = [atom for atom in clause if atom.kind == "unknown" and str(atom.value).isalpha()]
    first = next((place for place, atom in enumerate(clause) if atom.kind == "unknown"), 0)
    greets = any(atom.kind == "polite" for atom in clause[:first])
    if greets and len(guests) <= GREETING_GUESTS and len(known) + len(guests) == len(clause):
        return [replace(atom, kind="vocative") if atom.kind == "unknown" else atom for atom in clause]
    return clause
