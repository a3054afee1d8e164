"""A text to one move: the commands of its lines weighed against each other.

Source: "The grammar" of moves by mail. A command is a whole line; the rest of the letter is
role-play, before or after. The same command twice is fine; two different ones are refused; none,
but one inside a sentence: the writer is asked. Nothing is ever guessed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.core import Ambiguous, Game, Illegal, Json, Move, Refusal, Seat, Unreadable
from referee.grammar.amounts import Dangling
from referee.grammar.holdem import unique
from referee.grammar.judging import MISSING, PLACEHOLDER, Heard, Table
from referee.grammar.lexicon import TABLES
from referee.grammar.neighbours import hedged, taken_back
from referee.grammar.sentence import BREAKS
from referee.grammar.spelling import misspelt
from referee.grammar.text import Line, lines

NO_PLACE = frozenset({"AMOUNT_UNEXPECTED", "BAD_CARD"})
"""Refusals of a number where the command takes none."""

PARAGRAPH = 4
"""How many lines a client may have wrapped one command into."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says: a ``move`` or a ``command``, never both.

    move        a move that the game plays now
    comment     the rest of the text: role-play, kept with the move
    command     ``register withdraw status help referee``, or ``yes`` to a question asked before
    dry         the line began with ``?``: say what would happen, play nothing
    understood  the line that was read, as cleaned
    """

    move: Move | None
    comment: str
    command: str | None
    dry: bool
    understood: str

    def to_json(self) -> Json:
        """The shape of ``python -m referee read``: ``{"move": …, "comment": …}``."""
        what: Json = {"move": self.move.to_json()} if self.move else {"command": self.command}
        return {**what, "comment": self.comment, **({"dry": True} if self.dry else {})}


def read(game: Game[Any], state: Any, seat: Seat, text: str, lang: str) -> Reading:
    """What ``seat`` says with ``text`` in ``state``; ``lang`` settles only words that conflict.

    Refusals: Unreadable NOTHING_WRITTEN, NO_COMMAND, INSIDE_SENTENCE (``suggestion``: the move, or None;
    ``readings``), MISSPELT and NUMBER_ALONE (the same), BAD_NUMBER (``written``, ``example``), AMOUNT_MISSING
    (``do``, ``min``, ``max``), AMOUNT_UNEXPECTED (``do``), AMOUNTS_DISAGREE (``numbers``), CARDS_MISSING
    (``do``, ``count``), SPACE_MISSING, HAND_MISSING (``do``), BAD_CARD (``written``), PLACEHOLDER,
    BIDI_OVERRIDE, WRONG_SEAT (``written``, ``seat``); Ambiguous TWO_READINGS, TWO_COMMANDS; Illegal as
    the game says, with ``move`` and ``options``.
    """
    return _read(Table(game, state, seat, _lang(lang)), text)


def read_command(text: str, lang: str) -> Reading:
    """The command of a text that belongs to no table (a registration …). Refusals: as ``read``."""
    return _read(Table(None, None, "", _lang(lang)), text)


def readings(refusal: Refusal) -> tuple[Move, ...]:
    """The moves that a refused text could be."""
    if isinstance(refusal, Ambiguous):
        return refusal.readings
    suggested: tuple[Move, ...] = refusal.params.get("readings", ())
    move = refusal.params.get("move")
    return suggested or ((move,) if isinstance(move, Move) else ())


def refused(refusal: Refusal) -> Json:
    """A refusal as ``python -m referee read`` prints it."""
    could = [move.to_json() for move in readings(refusal)]
    return {"refused": {"kind": refusal.kind, "code": refusal.code, "readings": could}}


def _lang(lang: str) -> str:
    short = lang[:2].lower()
    return short if short in TABLES else "en"


def _read(table: Table, text: str) -> Reading:
    written = lines(text)
    if not any(line.text for line in written):
        raise Unreadable("NOTHING_WRITTEN")
    heard = _continue(table, [table.hear(line, place) for place, line in enumerate(written)])
    orders = _unaddressed(_orders(heard)) or _orders(_paragraphs(table, heard))
    if not orders:
        return _without_order(table, heard)
    _check_lines(table, heard, orders)
    used = {place for order in orders for place in order.places}
    rest = [line.text for place, line in enumerate(written) if place not in used]
    comment = _comment(rest)
    first = orders[0]
    if first.sort == "command":
        return Reading(
            None, comment, first.command, first.sentence.dry and first.line.text != "?", first.line.text
        )
    return Reading(_weigh(table, orders), comment, None, first.sentence.dry, first.line.text)


def _comment(rest: Sequence[str]) -> str:
    """The lines of role-play, paragraphs kept, as one text."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(rest).strip("\n"))


def _orders(heard: Sequence[Heard]) -> list[Heard]:
    return [one for one in heard if one.sort in {"move", "refused", "command"}]


def _unaddressed(orders: list[Heard]) -> list[Heard]:
    """Without "Dear referee," above the others: who is greeted is not called for."""
    while len(orders) > 1 and orders[0].salutes:
        orders = orders[1:]
    return orders


def _join(table: Table, parts: Sequence[Heard]) -> Heard:
    line = Line(" ".join(part.line.text for part in parts), any(part.line.bidi for part in parts))
    return table.hear(line, *(place for part in parts for place in part.places))


def _continue(table: Table, heard: Sequence[Heard]) -> list[Heard]:
    """An amount alone on the line after a command belongs to it, a hand after a block: clients wrap lines."""
    out: list[Heard] = []
    for one in heard:
        open_end = bool(out) and (out[-1].sort == "move" or out[-1].missing)
        if open_end and (one.sort == "number" or (one.sort == "move" and out[-1].wants_hand)):
            joined = _join(table, [out[-1], one])
            if joined.sort in {"move", "refused"} and not _chats(one, joined):
                out[-1] = joined
                continue
        out.append(one)
    return out


def _chats(one: Heard, joined: Heard) -> bool:
    """Whether a line with a number is talk: "See you at 8!" below a command that has no place for any number.

    A number that stands quite alone is not: whoever wrote it meant something by it.
    """
    no_place = joined.refusal is not None and joined.refusal.code in NO_PLACE
    return no_place and any(atom.kind not in BREAKS | {"num", "bad"} for atom in one.sentence.atoms)


def _paragraphs(table: Table, heard: Sequence[Heard]) -> list[Heard]:
    """Where no line is a command: whole short paragraphs, for a command that a client has wrapped."""
    groups: list[list[Heard]] = [[]]
    for one in heard:
        if one.sort == "blank":
            groups.append([])
        else:
            groups[-1].append(one)
    return [_join(table, group) for group in groups if 1 < len(group) <= PARAGRAPH]


def _check_lines(table: Table, heard: Sequence[Heard], orders: Sequence[Heard]) -> None:
    """Refuse what keeps the orders of a text from being weighed at all."""
    if any(order.line.bidi for order in orders):
        raise Unreadable("BIDI_OVERRIDE")
    if hedged(heard, orders):
        raise Unreadable("INSIDE_SENTENCE", suggestion=None, readings=())
    for order in orders:
        if isinstance(order.refusal, Ambiguous):
            raise Ambiguous(order.refusal.code, _possible(table, order.refusal.readings))
        if order.refusal is not None:
            _refuse(table, order.refusal)
    could = _possible(table, unique(move for order in orders for move in order.readings))
    if len({order.command for order in orders}) > 1 or len({order.sentence.dry for order in orders}) > 1:
        raise Ambiguous("TWO_COMMANDS", could)
    if taken_back(heard, orders):
        raise Ambiguous("TWO_COMMANDS", could)


def _refuse(table: Table, refusal: Refusal) -> None:
    """Raise the refusal of a line; an amount that is only missing may stand in another line.

    Out of turn amounts cannot be weighed: that the turn is over (a late letter) is the better answer.
    """
    late = table.closed() if refusal.code in MISSING | {"AMOUNTS_DISAGREE"} else None
    if late is not None:
        raise late
    if refusal.code not in MISSING:
        raise refusal


def _possible(table: Table, could: Sequence[Move]) -> tuple[Move, ...]:
    """Of several commands those that the game plays now; all, where that would leave no choice."""
    legal = tuple(move for move in could if table.refusal(move) is None)
    return legal if len(legal) > 1 else tuple(could)


def _weigh(table: Table, orders: Sequence[Heard]) -> Move:
    """The one move that all orders agree on and that the game plays."""
    said = [order for order in orders if order.sort == "move"]
    lacking = [order.refusal for order in orders if order.refusal is not None]
    if not said:
        raise lacking[0]
    everything = unique(move for order in said for move in order.readings)
    common = [
        move for move in unique(said[0].readings) if all(_among(move, order.readings) for order in said)
    ]
    if lacking:
        wanted = {"raise", "all-in", *(refusal.params.get("do") for refusal in lacking)}
        common = [move for move in common if move.do in wanted]
    if not common:
        raise Ambiguous("TWO_COMMANDS", _possible(table, everything))
    legal = [move for move in common if table.refusal(move) is None]
    if len(legal) > 1:
        raise Ambiguous("TWO_READINGS", legal)
    if legal:
        return legal[0]
    illegal = table.refusal(common[0]) or Illegal("MALFORMED")
    raise Illegal(illegal.code, **{**illegal.params, "move": common[0], "options": table.options})


def _among(move: Move, readings: Sequence[Move]) -> bool:
    """Whether a line means this move; the order in which cards are named makes no other one."""
    return any(_unordered(move) == _unordered(other) for other in readings)


def _unordered(move: Move) -> Json:
    cards = move.args.get("cards")
    return move.to_json() if cards is None else {**move.to_json(), "cards": sorted(cards)}


def _without_order(table: Table, heard: Sequence[Heard]) -> Reading:
    """No line is a command: a yes, a question back, or nothing that can be read."""
    wrong = [one for one in heard if one.sort == "seat"]
    if wrong:
        raise Unreadable("WRONG_SEAT", written=wrong[0].sentence.seat, seat=table.seat)
    mentions = [one for one in heard if one.sort == "mention"]
    if any(one.line.bidi for one in mentions):
        raise Unreadable("BIDI_OVERRIDE")
    agreed = [one for one in heard if one.sort == "yes"]
    if agreed:
        rest = [one.line.text for one in heard if one.sort != "yes"]
        return Reading(None, _comment(rest), "yes", agreed[0].sentence.dry, agreed[0].line.text)
    _ask_back(table, mentions)
    numbers = [one for one in heard if one.sort == "number"]
    if numbers and not mentions:
        _ask_number(table, numbers)
    _ask_spelling(table, heard)
    raise Unreadable("NO_COMMAND")


def _ask_back(table: Table, mentions: Sequence[Heard]) -> None:
    could = unique(move for one in mentions for move in table.suggestions(one.sentence))
    for one in mentions:
        bad = table.bad_number(one.sentence)
        if bad is not None:
            raise bad
    if not could and any(PLACEHOLDER.search(one.line.text) for one in mentions):
        raise Unreadable("PLACEHOLDER")
    if mentions:
        suggestion = could[0] if len(could) == 1 else None
        raise Unreadable("INSIDE_SENTENCE", suggestion=suggestion, readings=could)


def _ask_spelling(table: Table, heard: Sequence[Heard]) -> None:
    could = misspelt(table, heard)
    if could:
        raise Unreadable("MISSPELT", suggestion=could[0] if len(could) == 1 else None, readings=could)


def _ask_number(table: Table, numbers: Sequence[Heard]) -> None:
    """A number without a word may be an amount: the writer is asked. Refusals: BAD_NUMBER among them."""
    could: tuple[Move, ...] = ()
    if len(numbers) == 1:
        try:
            found = table.moves(numbers[0].sentence.atoms)
        except (Dangling, Refusal) as refusal:
            if isinstance(refusal, Unreadable) and refusal.code == "BAD_NUMBER":
                raise
            found = ()
        could = tuple(move for move in found if table.refusal(move) is None)
    code = "INSIDE_SENTENCE" if any(one.sentence.has("card") for one in numbers) else "NUMBER_ALONE"
    raise Unreadable(code, suggestion=could[0] if len(could) == 1 else None, readings=could)
