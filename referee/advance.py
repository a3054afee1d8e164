"""Moves left in advance: a condition, and what it comes to when the seat's turn is there.

A player who is not asked yet says what is to be done when he is. The condition is his secret until it
acts; this module only decides, it keeps and plays nothing. Hold'em's words are meant (``GAMES``).

==============  ==========================================================================
``fold``        fold; where a check is free only if ``even_free`` says so
``check-fold``  check where that is free, else fold
``fold-to-bet`` fold to any bet; where there is none it waits
``call``        call while the price of the street is exactly ``to``
``call-up-to``  call while that brings the seat to no more than ``to`` on this street
==============  ==========================================================================

Amounts are totals of the street, in chips, as everywhere in the grammar. A condition belongs to one deal
and, by ``span``, to one street of it, or (only those that put no chips in) to the rest of the deal. No call
takes the last chip unless ``all_in`` was said, however high ``to`` is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.core import Illegal, Json, Move, View

GAMES = frozenset({"holdem"})
"""Games whose moves can be left in advance."""

FOLDS = ("fold", "check-fold", "fold-to-bet")
CALLS = ("call", "call-up-to")
SPANS = ("street", "deal")

MOST = 10**9
"""No stack is larger."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What a player left. ``street`` is the index of the betting round that it was left in."""

    do: str
    deal: int
    street: int
    span: str = "street"
    to: int = 0
    even_free: bool = False
    all_in: bool = False

    def __post_init__(self) -> None:
        """Refusals: Illegal MALFORMED, with ``where``."""
        if self.do not in FOLDS + CALLS:
            raise Illegal("MALFORMED", where=f"do: {self.do!r} cannot be left in advance")
        if self.span not in SPANS or (self.do in CALLS and self.span != "street"):
            raise Illegal("MALFORMED", where="span: a call is left for one street")
        for name in ("deal", "street", "to"):
            number = getattr(self, name)
            if type(number) is not int or not 0 <= number <= MOST:
                raise Illegal("MALFORMED", where=f"{name}: a whole number is wanted")
        if (self.do in CALLS) != (self.to > 0):
            raise Illegal("MALFORMED", where="to: calls, and only they, have a price")
        if type(self.even_free) is not bool or type(self.all_in) is not bool:
            raise Illegal("MALFORMED", where="even_free, all_in: true or false is wanted")
        if (self.even_free and self.do != "fold") or (self.all_in and self.do not in CALLS):
            raise Illegal("MALFORMED", where="even_free belongs to a fold, all_in to a call")

    def to_json(self) -> Json:
        """All fields, ``from_json`` reads them."""
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Condition:
        """Refusals: Illegal MALFORMED (a key that is missing, unknown, or of another kind)."""
        try:
            return cls(**data)
        except TypeError:
            raise Illegal("MALFORMED", where="advance: these are not its keys") from None


@dataclass(frozen=True, slots=True)
class Void:
    """The condition can act no more. ``why``: OTHER_STREET, OTHER_PRICE, ABOVE_LIMIT, ALL_IN or OUT."""

    why: str


def decide(condition: Condition, view: View, options: Json | None) -> Move | Void | None:
    """The move that a condition comes to now; None: nothing yet, it stays; Void: it is over.

    ``view`` and ``options`` are those of its seat, as the game gives them (``options`` None: not awaited).
    It never says more than was stated: a price above ``to``, another street or an all-in that nobody
    agreed to is Void, and the player is asked as ever.
    """
    if not stands(condition, view):
        return Void("OTHER_STREET")
    if view["seats"][view["seat"]]["state"] != "in":
        return Void("OUT")
    if options is None:
        return None
    return _fold(condition, options) if condition.do in FOLDS else _call(condition, options)


def stands(condition: Condition, view: View) -> bool:
    """Whether the deal and the street that it was left for are being played."""
    if view["deal_over"] or view["deal"] != condition.deal:
        return False
    street = int(view["street"])
    return street == condition.street or (condition.span == "deal" and street > condition.street)


def _fold(condition: Condition, options: Json) -> Move | None:
    free = bool(options["check"])
    if condition.do == "check-fold" and free:
        return Move("check")
    if condition.do == "fold-to-bet" and not options["to_call"]:
        return None
    return Move("fold") if not free or condition.even_free else None


def _call(condition: Condition, options: Json) -> Move | Void | None:
    if not options["call"]:
        return None
    if condition.do == "call" and options["price"] != condition.to:
        return Void("OTHER_PRICE")
    if options["bet"] + options["to_call"] > condition.to:
        return Void("ABOVE_LIMIT")
    if options["to_call"] >= options["stack"] and not condition.all_in:
        return Void("ALL_IN")
    return Move("call")
