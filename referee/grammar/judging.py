"""What each line of a text is: a command, talk that mentions one, or plain talk."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.core import TIMEOUT, Ambiguous, Game, Illegal, Json, Move, Refusal, Seat, Unreadable, View
from referee.grammar import holdem, pyramid, saint
from referee.grammar.amounts import Dangling
from referee.grammar.lexicon import Atom, lexicon
from referee.grammar.sentence import BREAKS, POLITE, Sentence, sentence
from referee.grammar.text import Line

type Interpreter = Callable[[Sequence[Atom], View, Json | None, Seat], tuple[Move, ...]]

GAMES: dict[str, Interpreter] = {
    "holdem": holdem.moves,
    "saint": saint.moves,
    "pyramid": pyramid.moves,
}
"""How the atoms of a command become moves, a line a game; its words stand in the language modules."""

MISSING = frozenset({"AMOUNT_MISSING", "CARDS_MISSING", "SPACE_MISSING", "HAND_MISSING"})
"""Refusals of a word whose number or cards may stand in another line."""

CARDS = frozenset({"saint", "pyramid"})
"""Games whose moves name cards."""

SPACES = frozenset({"pyramid"})
"""Games whose moves name spaces of a board."""

PLACEHOLDER = re.compile(r"<[^<>]+>")
"""What an outgoing letter writes where a player is to write something."""

LONGEST = 2000
"""Characters of a line; what is longer is talk, whatever it says."""

PHONE = re.compile(r"(?:\+|(?<!\d)0)\d(?:[ ./()-]{0,2}\d){7,}")
"""``Call: +44 20 7946 0000`` below somebody's name: no amount is written like that, the line is talk."""

SMALL = frozenset({"to", "by", "of", "for", "from", "plus", "more", "total", "equals", "filler", "subject"})
QUESTIONS = frozenset({"help", "status", "referee"})
"""Commands that may be put as a question."""

SALUTES = (",", "!", ".", ":", ";")
"""What ends a line that calls a person by name."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A line and what it is: ``blank talk mention number seat move refused command yes``.

    ``places``: the lines of the text it is made of. ``readings``: moves it can mean, legal or not.
    """

    sort: str
    places: tuple[int, ...]
    line: Line
    sentence: Sentence
    readings: tuple[Move, ...] = ()
    refusal: Refusal | None = None
    command: str | None = None

    @property
    def missing(self) -> bool:
        return self.refusal is not None and self.refusal.code in MISSING

    @property
    def wants_hand(self) -> bool:
        return self.refusal is not None and self.refusal.code == "HAND_MISSING"

    @property
    def salutes(self) -> bool:
        """ "Dear referee," and "Referee!": a call for him, unless something else stands below."""
        named = self.command == "referee" and not self.sentence.has("command")
        return named and (self.sentence.greets_referee or self.line.text.rstrip().endswith(SALUTES))


@dataclass(slots=True)
class Table:
    """A seat at a game in some state, as the reader of its words sees it. None: no table at all."""

    game: Game[Any] | None
    state: Any
    seat: Seat
    lang: str
    view: View = field(default_factory=dict)
    options: Json | None = None
    asked: list[tuple[Move, Illegal | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.game is not None:
            self.view = self.game.view(self.state, self.seat)
            self.options = self.game.options(self.state, self.seat)

    def moves(self, atoms: Sequence[Atom]) -> tuple[Move, ...]:
        if self.game is None or self.game.name not in GAMES:
            raise Dangling
        return GAMES[self.game.name](atoms, self.view, self.options, self.seat)

    def refusal(self, move: Move) -> Illegal | None:
        """Why the game would not play ``move`` now; each move is asked once."""
        for known, answer in self.asked:
            if known == move:
                return answer
        answer = self._ask(move)
        self.asked.append((move, answer))
        return answer

    def closed(self) -> Illegal | None:
        """Why this seat may play nothing at all now; None where its move is awaited."""
        if self.game is None or self.options is not None:
            return None
        return self.refusal(TIMEOUT)  # needs no arguments, and is refused as any move would be

    def _ask(self, move: Move) -> Illegal | None:
        if self.game is None:
            return Illegal("GAME_OVER")
        try:
            self.game.apply(self.state, self.seat, move)
        except Illegal as refused:
            return refused
        return None

    def hear(self, line: Line, *places: int) -> Heard:
        """Judge one line (or several that were joined)."""
        name = self.game.name if self.game else None
        text = "" if len(line.text) > LONGEST or PHONE.search(line.text) else line.text
        said = sentence(text, lexicon(name), self.lang, cards=name in CARDS, spaces=name in SPACES)
        heard = Heard("talk" if line.text else "blank", places, line, said)
        if self._calls_with_words(text):
            return replace(heard, sort="command", command="referee")
        if said.dry and not said.atoms and line.text == "?":
            return replace(heard, sort="command", command="help")
        if said.plain and said.verbs:
            return self._command_line(heard)
        if said.verbs or said.has("hint") or (said.has("card", "space") and said.has("denial")):
            return self._mention(heard)
        return self._other(heard)

    def _calls_with_words(self, text: str) -> bool:
        """ "Call the referee: B and C are one person": what stands behind the colon is for him, unless it is
        an order by itself."""
        head, colon, words = text.partition(":")
        if not (colon and head.strip() and words.strip()):
            return False
        called = self.hear(Line(head.strip(), False))
        if called.command != "referee" or not called.sentence.has("command") or called.sentence.dry:
            return False
        return self.hear(Line(words.strip(), False)).sort not in {"move", "refused", "command"}

    def _command_line(self, heard: Heard) -> Heard:
        said = heard.sentence
        if said.seat is not None and said.seat != self.seat:
            return replace(heard, sort="seat")
        called = said.has("referee") and not said.greets_referee
        if called and any(verb.value == "call" for verb in said.verbs):
            return replace(heard, sort="mention")  # "call, referee": a call, or a call for the referee
        try:
            readings = self.moves(said.atoms)
            if said.has("command"):
                raise Ambiguous("TWO_COMMANDS", readings)
        except Dangling:
            return replace(heard, sort="mention")
        except Refusal as refusal:
            return replace(heard, sort="refused", refusal=refusal)
        if said.text.endswith(":"):
            return replace(heard, sort="mention")  # a heading
        return replace(heard, sort="move", readings=readings)

    def _mention(self, heard: Heard) -> Heard:
        """Not plain; only "fold or call" is two commands, everything else is talk."""
        said = heard.sentence
        others = [atom for atom in said.atoms if atom.kind != "or"]
        if len(others) < len(said.atoms) and Sentence("", tuple(others)).plain:
            readings = self._mentioned(said)
            if len(readings) > 1:
                return replace(heard, sort="refused", refusal=Ambiguous("TWO_COMMANDS", readings))
        return replace(heard, sort="mention")

    def _other(self, heard: Heard) -> Heard:
        kinds = {atom.kind for atom in heard.sentence.atoms} - BREAKS - POLITE
        commands = {str(atom.value) for atom in heard.sentence.atoms if atom.kind == "command"}
        commands |= {"referee"} if "referee" in kinds and not commands else set()
        if len(commands) == 1 and kinds <= {"command", "referee", "quest"}:
            command = commands.pop()
            if "quest" not in kinds or command in QUESTIONS:
                return replace(heard, sort="command", command=command)
        if heard.sentence.has("yes") and not kinds:
            return replace(heard, sort="yes")
        bad = any(atom.kind == "bad" and atom.value != "word" for atom in heard.sentence.atoms)
        numeric = (bad or heard.sentence.has("num", "min", "max", "card", "space")) and heard.sentence.plain
        return replace(heard, sort="number") if numeric and "command" not in kinds else heard

    def suggestions(self, said: Sentence) -> tuple[Move, ...]:
        """The legal moves that talk mentions; none where it says not, or if."""
        if said.has("neg", "cond", "idiom") or PLACEHOLDER.search(said.text):
            return ()
        if said.seat not in {None, self.seat}:
            return ()
        return tuple(move for move in self._mentioned(said) if self.refusal(move) is None)

    def _mentioned(self, said: Sentence) -> tuple[Move, ...]:
        found: list[Move] = []
        for run in _runs(said.atoms):
            try:
                found += self.moves(run)
            except Ambiguous as refusal:
                found += refusal.readings
            except (Dangling, Refusal):
                continue
        return holdem.unique(found)

    def bad_number(self, said: Sentence) -> Unreadable | None:
        """The refusal of a number written in a way that is not read, in talk that mentions a move."""
        for run in _runs(said.atoms):
            try:
                self.moves(run)
            except Unreadable as refusal:
                if refusal.code in {"BAD_NUMBER", "BAD_CARD"}:
                    return refusal
            except (Dangling, Refusal):
                continue
        return None


def _runs(atoms: Sequence[Atom]) -> list[list[Atom]]:
    """The stretches of known words between unknown ones that hold a word of the game.

    After "or" an amount alone takes the verb before it: "raise to 5 or 6".
    """
    runs: list[list[Atom]] = [[]]
    lent: list[Atom] = []
    for atom in [*atoms, Atom("unknown")]:
        if atom.kind not in {"unknown", "quest", "or", "neg", "denial", "cond", "idiom"}:
            runs[-1].append(replace(atom, kind="verb") if atom.kind == "hint" else atom)
            continue
        verbs = [known for known in runs[-1] if known.kind == "verb"]
        if not verbs and any(known.kind in {"num", "card", "space"} for known in runs[-1]):
            runs[-1] = [*lent, *runs[-1]]
        lent = verbs if atom.kind == "or" else []
        runs.append([])
    for run in runs:
        while run and run[-1].kind in SMALL | BREAKS:
            run.pop()
    return [run for run in runs if any(atom.kind == "verb" for atom in run)]
