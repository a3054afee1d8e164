"""Words of Saint Poker to moves: river, reveal, take + cards.

A card in a French or Italian letter can have several readings ("5c"); all are named here, and the
game takes the one that is possible. A word that only says that cards are played ("put", "mettre")
means what is awaited; cards without any word are asked back.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from referee.core import Ambiguous, Json, Move, Seat, Unreadable, View
from referee.grammar.amounts import Dangling
from referee.grammar.lexicon import Atom

COUNTS = {"river": 1, "reveal": 2, "take": 1}
PUT = "put"
MOST = 3
"""Of more cards than this only the first reading of each is named: no move takes so many."""

TALK = frozenset(
    {"to", "by", "of", "for", "from", "more", "total", "equals", "in", "unit", "min", "max", "article"}
)
"""Known words that have no place beside cards."""


def moves(atoms: Sequence[Atom], view: View, options: Json | None, seat: Seat) -> tuple[Move, ...]:
    """The moves that the settled atoms of one command can mean, the most natural first.

    Refusals: Dangling (no command at all); Unreadable BAD_CARD with ``written``, CARDS_MISSING with
    ``do`` and ``count``; Ambiguous TWO_COMMANDS.
    """
    verbs = list(dict.fromkeys(str(atom.value) for atom in atoms if atom.kind == "verb"))
    for atom in atoms:
        if atom.kind in {"num", "bad"}:
            raise Unreadable("BAD_CARD", written=atom.written)
    if any(atom.kind in TALK for atom in atoms):
        raise Dangling
    named = [verb for verb in verbs if verb != PUT]
    cards = [str(atom.value).split() for atom in atoms if atom.kind == "card"]
    if len(named) > 1:
        raise Ambiguous("TWO_COMMANDS", [move for do in named for move in _readings(do, cards)])
    do = named[0] if named else view.get("phase")
    if do not in COUNTS or not (named or cards):
        raise Dangling
    if not cards:
        raise Unreadable("CARDS_MISSING", do=do, count=COUNTS[do])
    return _readings(do, cards)


def _readings(do: str, cards: Sequence[Sequence[str]]) -> tuple[Move, ...]:
    """A move for each choice of candidates; the same cards in another order are the same move."""
    candidates = cards if len(cards) <= MOST else [readings[:1] for readings in cards]
    found: dict[tuple[str, ...], Move] = {}
    for choice in product(*candidates):
        found.setdefault(tuple(sorted(choice)), Move(do, {"cards": list(choice)}))
    return tuple(found.values())


def possible(options: Json) -> list[tuple[str, Json]]:
    """The kind of move that ``options`` allows, with what its example names."""
    return [(options["do"], {"cards": options["cards"]})]
