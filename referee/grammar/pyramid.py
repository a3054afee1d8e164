"""Words of Pyramid Poker to moves: place and pick + a space, hand + its number, choose + a block and a hand.

Rows, columns and hands count from 1, columns as the seat named first sees them, for both ("2-5" is the
fifth space of the second row). A block may be named beside the space or the hand it goes to, where it
is the one that the player has before him; the game itself never asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from referee.core import Ambiguous, Json, Move, Seat, Unreadable, View
from referee.grammar.amounts import Dangling
from referee.grammar.lexicon import Atom

EXAMPLE = "2-5"

AT = "at"
"""Read as a card (the ace of trèfle) wherever cards are named; beside a space it is the small word."""

PLACING = frozenset({"place"})
PICKING = frozenset({"pick", "choose"})

TALK = frozenset({"by", "of", "for", "more", "total", "plus", "equals", "unit", "min", "max"})
"""Known words that have no place beside spaces and hands."""


@dataclass(slots=True)
class Said:
    """What a command names. ``at``: spaces as a move has them; ``hands`` and ``lone`` numbers as written."""

    verbs: list[str] = field(default_factory=list)
    at: list[list[int]] = field(default_factory=list)
    hands: list[int] = field(default_factory=list)
    lone: list[int] = field(default_factory=list)
    blocks: list[list[str]] = field(default_factory=list)
    half: dict[str, int] = field(default_factory=dict)

    def count(self, role: str, number: int) -> None:
        """Put a number where its word says; row and column wait for each other in ``half``."""
        if role in {"row", "column"} and role not in self.half:
            self.half[role] = number - 1
            if len(self.half) == 2:
                self.at.append([self.half["row"], self.half["column"]])
                self.half = {}
        else:
            (self.hands if role == "hand" else self.lone).append(number)

    def close(self, ordinal: int) -> None:
        """Two numbers alone are a space. Refusals: Unreadable BAD_NUMBER for one that waits for its word."""
        if self.half or ordinal:
            waiting = ordinal or 1 + next(iter(self.half.values()))
            raise Unreadable("BAD_NUMBER", written=str(waiting), example=EXAMPLE)
        if len(self.lone) == 2 and not self.at and not self.blocks:
            self.at.append([number - 1 for number in self.lone])
            self.lone = []


def moves(atoms: Sequence[Atom], view: View, options: Json | None, seat: Seat) -> tuple[Move, ...]:
    """The moves that the settled atoms of one command can mean, the most natural first.

    Refusals: Dangling (no command at all); Unreadable BAD_NUMBER with ``written`` and ``example``,
    SPACE_MISSING with ``do``, HAND_MISSING with ``do``, CARDS_MISSING with ``do`` and ``count``;
    Ambiguous TWO_COMMANDS.
    """
    said = _read(atoms)
    if said.blocks and _names_own(said.blocks, view):
        said.blocks = []
        if not said.at and not said.hands:
            said.hands, said.lone = said.lone, []
    hands = [number - 1 for number in said.hands]
    if said.blocks:
        return _chosen(said, options)
    if said.at and hands:
        raise Ambiguous(
            "TWO_COMMANDS", [*_spaces(said, view), *[Move("hand", {"hand": one}) for one in hands]]
        )
    if said.at:
        return _one(_spaces(said, view))
    if hands:
        return _hands(said, hands, view)
    return _lacking(said, view, options)


def _one(found: Sequence[Move]) -> tuple[Move, ...]:
    if len(found) > 1:
        raise Ambiguous("TWO_COMMANDS", found)
    return tuple(found)


def _read(atoms: Sequence[Atom]) -> Said:
    """Every number finds its word: row, column, hand, also as an ordinal before it; two alone are a space."""
    said, role, ordinal = Said(), "", 0
    placed = any(atom.kind in {"space", "row"} for atom in atoms)
    for atom in atoms:
        if atom.kind in TALK:
            raise Dangling
        if atom.kind == "bad":
            raise Unreadable("BAD_NUMBER", written=atom.written, example=EXAMPLE)
        if atom.kind == "verb" and atom.value not in said.verbs:
            said.verbs.append(str(atom.value))
        if atom.kind in {"verb", "row", "column"}:
            role = str(atom.value) if atom.kind == "verb" else atom.kind
            if ordinal:
                said.count(role, ordinal)
                role, ordinal = "", 0
        elif atom.kind == "ordinal":
            ordinal = int(atom.value)
        elif atom.kind == "card" and not (placed and atom.written == AT):
            said.blocks.append(str(atom.value).split())
        elif atom.kind == "space":
            said.at.append([int(number) - 1 for number in str(atom.value).split("-")])
        elif atom.kind == "num":
            said.count(role, int(atom.value))
            role = ""
    said.close(ordinal)
    return said


def _names_own(blocks: Sequence[Sequence[str]], view: View) -> bool:
    """Whether the one block that is named is the one in the player's own fingers now."""
    picked = view.get("picked") or {}
    held = view.get("drawn") if view.get("phase") == "place" else picked.get("block")
    return len(blocks) == 1 and view.get("phase") in {"place", "hand"} and held in blocks[0]


def _spaces(said: Said, view: View) -> list[Move]:
    """A move for each space; without a word the one that is awaited."""
    kinds = [
        do for do, words in (("place", PLACING), ("pick", PICKING)) if not words.isdisjoint(said.verbs)
    ] or [do for do in ("place", "pick") if view.get("phase") == do and "hand" not in said.verbs]
    if not kinds:
        raise Dangling
    return [Move(do, {"at": at}) for do in kinds for at in said.at]


def _hands(said: Said, hands: Sequence[int], view: View) -> tuple[Move, ...]:
    """ "hand 2", "put it in hand 2"; a choice among three needs its block, too."""
    if "choose" in said.verbs and view.get("phase") == "choose":
        raise Unreadable("CARDS_MISSING", do="choose", count=1)
    if said.lone or "pick" in said.verbs:
        raise Dangling
    return _one([Move("hand", {"hand": hand}) for hand in hands])


def _chosen(said: Said, options: Json | None) -> tuple[Move, ...]:
    """A block and a hand: one reading for each block that the card can mean."""
    if said.at:
        raise Dangling
    numbers = said.hands or said.lone
    hands = [number - 1 for number in numbers] or _only_hand(options)
    if not hands:
        raise Unreadable("HAND_MISSING", do="choose")
    found = [
        [Move("choose", {"block": block, "hand": hand}) for block in candidates]
        for candidates, hand in product(said.blocks, hands)
    ]
    if len(found) > 1:
        raise Ambiguous("TWO_COMMANDS", [move for readings in found for move in readings])
    return tuple(found[0])


def _only_hand(options: Json | None) -> list[int]:
    """The hand where no other is open."""
    hands = (options or {}).get("hands") or []
    return list(hands) if len(hands) == 1 else []


def _lacking(said: Said, view: View, options: Json | None) -> tuple[Move, ...]:
    """Neither a space nor a hand nor a block is named, or a number without its word."""
    if said.lone:
        if not said.verbs and view.get("phase") == "hand" and len(said.lone) == 1:
            return (Move("hand", {"hand": said.lone[0] - 1}),)
        if not said.verbs:
            raise Dangling
        raise Unreadable("BAD_NUMBER", written=str(said.lone[0]), example=EXAMPLE)
    if "hand" in said.verbs:
        if view.get("phase") == "hand" and _only_hand(options):
            return (Move("hand", {"hand": _only_hand(options)[0]}),)
        raise Unreadable("HAND_MISSING", do="hand")
    if said.verbs == ["choose"] and view.get("phase") == "choose":
        raise Unreadable("CARDS_MISSING", do="choose", count=1)
    if not said.verbs:
        raise Dangling
    raise Unreadable("SPACE_MISSING", do="place" if "place" in said.verbs else "pick")


def possible(options: Json) -> list[tuple[str, Json]]:
    """The kind of move that ``options`` allows, with what its example names."""
    hands = ", ".join(counted(hand) for hand in options.get("hands", ()))
    spaces = ", ".join(say_space(at) for at in options.get("spaces", ()))
    return [(options["do"], {"spaces": spaces, "hands": hands, "cards": options.get("blocks", [])})]


def say_space(at: Any) -> str:
    """ "2-5" for [1, 4]; what is no space as it stands, for an illegal move is said, too."""
    if isinstance(at, list | tuple) and len(at) == 2:
        return "-".join(counted(one) for one in at)
    return str(at)


def counted(number: Any) -> str:
    """Rows, columns and hands count from 1 where people read them."""
    return str(number + 1) if isinstance(number, int) and not isinstance(number, bool) else str(number)


def written(args: Mapping[str, Any]) -> Json:
    """The spaces and hands of a move as words have them."""
    found = {"at": say_space, "hand": counted}
    return {key: found[key](value) if key in found else value for key, value in args.items()}
