"""The amounts of a line: how each number is meant, and the one total that they all agree on.

Source: the rule for words of amounts. "to N" is the total on this street, "by N" is above the
current bet, "adds N" and "+N" are added to one's own chips, a bare number is always the total.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.core import Unreadable
from referee.grammar.lexicon import Atom

BARE, TOTAL, BY, ADD, FROM = "bare", "total", "by", "add", "from"
EXAMPLE = 1000
"""A whole number as it should be written."""


class Dangling(Exception):
    """A small word (to, by, chips) without its number: the line is talk, not a command."""


@dataclass(frozen=True, slots=True)
class Purse:
    """What the arithmetic needs to know of a seat, in chips.

    price    to be matched on this street        bet      own chips on this street
    stack    own chips behind                    to_call  what a call costs, capped by the stack
    lowest   limits of a raise's total, None where the seat may not raise
    """

    price: int
    bet: int
    stack: int
    to_call: int
    lowest: int | None = None
    highest: int | None = None

    @property
    def called(self) -> int:
        """The own total on this street after a call."""
        return self.bet + self.to_call

    @property
    def whole(self) -> int:
        """The own total on this street after an all-in."""
        return self.bet + self.stack


@dataclass(slots=True)
class Amount:
    """A number and the ways it can be meant. ``parts``: the addends of a written sum."""

    value: int
    roles: frozenset[str]
    verb: str
    parts: tuple[int, ...] = ()

    def totals(self, purse: Purse) -> set[int] | None:
        """The totals on this street that this number can mean; None: it fits any total."""
        found = set()
        for role in self.roles:
            if role == FROM and self.value in {purse.price, purse.bet}:
                return None
            found |= self._totals(role, purse)
        return found

    def _totals(self, role: str, purse: Purse) -> set[int]:
        added, total, above = purse.bet + self.value, self.value, purse.price + self.value
        if role == BARE:
            return {total, added} if self.verb == "put" else {total}
        return {TOTAL: {total}, ADD: {added}, BY: {above}}.get(role, set())

    def agrees(self, cost: int, total: int, purse: Purse) -> bool:
        """Whether the number can belong to a move that costs ``cost`` and comes to ``total``."""
        fits = {BARE: {cost, total}, ADD: {cost}, TOTAL: {total}, BY: {total - purse.price}}
        return any(
            self.value in fits.get(role, {purse.price, purse.bet}) for role in self.roles
        ) and self.splits(total, purse)

    def splits(self, total: int, purse: Purse) -> bool:
        """A written sum that makes a total begins with chips that are really there.

        "5 (1+4)" is own chips and what is added, in any order; "3 (1+2)" the bet and the raise.
        """
        if not self.parts or not self.roles <= {BARE, TOTAL}:
            return True
        joints = {purse.bet, purse.price, total - purse.bet, total - purse.price}
        return any(sum(self.parts[:length]) in joints for length in range(1, len(self.parts)))


@dataclass(slots=True)
class Amounts:
    """All amounts of a line, and what was said without a number: the least, the most."""

    items: list[Amount] = field(default_factory=list)
    limits: set[str] = field(default_factory=set)
    dangling: bool = False

    def __bool__(self) -> bool:
        return bool(self.items or self.limits)

    def totals(self, purse: Purse) -> list[int]:
        """The totals that every amount allows, the most natural first.

        Refusals: Unreadable AMOUNTS_DISAGREE.
        """
        sets = [found for item in self.items if (found := item.totals(purse)) is not None]
        for limit in self.limits:
            bound = purse.lowest if limit == "min" else purse.highest
            sets.append({purse.price + 1 if bound is None else bound})
        common = set.intersection(*sets) if sets else set()
        fitting = [total for total in common if all(item.splits(total, purse) for item in self.items)]
        if not fitting:
            raise self.disagree()
        first = {item.value for item in self.items}
        return sorted(fitting, key=lambda total: (total not in first, total))

    def disagree(self) -> Unreadable:
        return Unreadable("AMOUNTS_DISAGREE", numbers=[item.value for item in self.items])


def amounts(atoms: Sequence[Atom]) -> Amounts:
    """The amounts of settled atoms.

    Refusals: Unreadable BAD_NUMBER with ``written`` and ``example``.
    """
    reader = _Reader()
    for place, atom in enumerate(atoms):
        reader.take(atom, atoms[place + 1] if place + 1 < len(atoms) else Atom("end"))
    reader.close()
    return reader.found


class _Reader:
    """Walks over the atoms; ``pending`` are the roles that a small word gave to the next number."""

    def __init__(self) -> None:
        self.found = Amounts()
        self.verb = ""
        self.pending: frozenset[str] = frozenset()
        self.small = False
        self.summing = False
        self.broken = True
        self.inside = False
        self.by_word = ""
        self.after: Amount | None = None

    def take(self, atom: Atom, following: Atom) -> None:
        if atom.kind == "bad":
            raise Unreadable("BAD_NUMBER", written=atom.written, example=EXAMPLE)
        if atom.kind == "num":
            self._number(int(atom.value))
        elif atom.kind == "verb":
            self.verb = str(atom.value)
            self._break()
        elif atom.kind in {"min", "max"}:
            self.found.limits.add(atom.kind)
            self.small = False
            self._break()
        elif atom.kind in {"more", "total"}:
            self._either_side(atom.kind, following)
        elif atom.kind in {"unit", "in"}:
            self.found.dangling |= self.after is None
        elif atom.kind in {"to", "by", "of", "for", "from", "equals"}:
            self._small_word(atom.kind, atom.written)
        elif atom.kind == "plus":
            self._plus(following)
        elif atom.kind in {"open", "close"}:
            self.inside, self.broken = atom.kind == "open", True
        elif atom.kind in {"punct", "dash"}:
            self.broken = True

    def close(self) -> None:
        self.found.dangling |= self.small

    def _break(self) -> None:
        self.found.dangling |= self.small
        self.pending, self.small, self.summing, self.after = frozenset(), False, False, None

    def _number(self, value: int) -> None:
        last = self.after
        if self.summing and last is not None:
            last.parts = (*(last.parts or (last.value,)), value)
            last.value += value
            if self.inside:
                last.roles = frozenset({TOTAL})
        else:
            self.after = Amount(value, self._roles(), self.verb)
            self.found.items.append(self.after)
        self.pending, self.small, self.summing, self.broken = frozenset(), False, False, False

    def _roles(self) -> frozenset[str]:
        earlier = self.found.items[-1] if self.found.items else None
        if self.pending:
            return self.pending
        if self.inside and earlier is not None:
            return earlier.roles | {TOTAL}
        return frozenset({ADD if self.verb == "add" else BARE})

    def _small_word(self, kind: str, written: str) -> None:
        roles: dict[str, frozenset[str]] = {
            "to": frozenset({TOTAL}),
            "equals": frozenset({TOTAL}),
            "from": frozenset({FROM}),
            "by": frozenset({BY}) if self.verb in {"raise", ""} else frozenset(),
            "of": frozenset({TOTAL, BY}) if self.verb == "raise" else frozenset(),
            "for": frozenset({TOTAL}) if self.found.items else frozenset(),
        }
        if kind == "to" and self.after is not None and self.after.roles == {BY} and self.by_word != "by":
            self.after.roles = frozenset({BY, FROM})  # "de 3 à 5": from 3, or by 3 and thus to 5
        self.by_word = written if kind == "by" else self.by_word
        self.pending = roles[kind]
        self.small, self.summing = True, False

    def _either_side(self, kind: str, following: Atom) -> None:
        """ "2 more", "5 in all", but also "another 2", "total 5"."""
        before = self.after is None or self.small or following.kind == "num"
        roles = frozenset({TOTAL}) if kind == "total" else self._more()
        if before and (following.kind == "num" or self.after is None):
            self.pending, self.small = roles, True
        elif self.after is not None:
            self.after.roles = roles

    def _more(self) -> frozenset[str]:
        return frozenset({ADD, BY}) if self.verb in {"raise", "bet"} else frozenset({ADD})

    def _plus(self, following: Atom) -> None:
        if following.kind != "num":
            self.found.dangling = True
        elif self.after is not None and not self.small and not self.broken:
            self.summing = True
        else:
            self.pending = self.pending | {ADD} if self.pending != {BY} else self.pending
            self.small = True
