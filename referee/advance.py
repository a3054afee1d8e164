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
and, by ``span``, to one street of it, or (only those that put no chips in) to the rest of the deal. ``until``
ends it earlier: an instant at which it still acts, and after which it never does. No call takes the last
chip unless ``all_in`` was said, however high ``to`` is.

Which moment is weighed against ``until`` is the caller's to say (``at``): the present one where a condition
acts as its turn comes, so that nothing is ever played after it; the deadline where it stands in for silence,
for silence too counts as of the deadline.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from referee.core import Illegal, Json, Move, View

GAMES = frozenset({"holdem", "saint"})
"""Games whose moves can be left in advance; what is left at Saint Poker: ``picking``."""

FOLDS = ("fold", "check-fold", "fold-to-bet")
CALLS = ("call", "call-up-to")
SPANS = ("street", "deal")

MOST = 10**9
"""No stack is larger."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What a player left. ``street`` is the index of the betting round that it was left in.

    ``until``: an aware datetime, or None; as JSON a text in UTC (ISO 8601).
    """

    do: str
    deal: int
    street: int
    span: str = "street"
    to: int = 0
    even_free: bool = False
    all_in: bool = False
    until: datetime | None = None

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
        if self.until is not None and (
            not isinstance(self.until, datetime) or self.until.utcoffset() is None
        ):
            raise Illegal("MALFORMED", where="until: an instant has a zone")

    @property
    def kind(self) -> str:
        """A seat keeps one of each kind: of these, one."""
        return "move"

    def to_json(self) -> Json:
        """All fields, ``from_json`` reads them."""
        given = {name: getattr(self, name) for name in self.__slots__}
        return given | {"until": self.until.astimezone(UTC).isoformat() if self.until else None}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Condition:
        """Refusals: Illegal MALFORMED (a key that is missing, unknown, or of another kind)."""
        given = dict(data)
        try:
            if given.get("until") is not None:
                given["until"] = datetime.fromisoformat(given["until"])
            return cls(**given)
        except (TypeError, ValueError):
            raise Illegal("MALFORMED", where="advance: these are not its keys") from None


@dataclass(frozen=True, slots=True)
class Void:
    """The condition can act no more.

    ``why``: OTHER_STREET, OTHER_ROUND, CARD_GONE, EXPIRED, OTHER_PRICE, ABOVE_LIMIT, ALL_IN or OUT.
    """

    why: str


def decide(condition: Condition, view: View, options: Json | None, at: datetime) -> Move | Void | None:
    """The move that a condition comes to at an instant; None: nothing yet, it stays; Void: it is over.

    ``view`` and ``options`` are those of its seat, as the game gives them (``options`` None: not awaited).
    It never says more than was stated: a price above ``to``, another street, an instant after ``until`` or an
    all-in that nobody agreed to is Void, and the player is asked as ever.
    """
    void = lapsed(condition, view, at)
    if void is not None or options is None:
        return void
    return _fold(condition, options) if condition.do in FOLDS else _call(condition, options)


def lapsed(condition: Condition, view: View, at: datetime) -> Void | None:
    """Why it can act no more, awaited or not: prices only rise in a street, so that a call beyond its limit
    is over at once. None: it stands."""
    if view["deal_over"] or not _its_street(condition, view):
        return Void("OTHER_STREET")
    own = view["seats"][view["seat"]]
    if own["state"] != "in":
        return Void("OUT")
    if condition.until is not None and at > condition.until:
        return Void("EXPIRED")
    if condition.do not in CALLS or view["price"] <= own["bet"]:
        return None
    if condition.do == "call" and view["price"] != condition.to:
        return Void("OTHER_PRICE")
    whole = own["bet"] + own["stack"]
    if min(view["price"], whole) > condition.to:
        return Void("ABOVE_LIMIT")
    return Void("ALL_IN") if view["price"] >= whole and not condition.all_in else None


def _its_street(condition: Condition, view: View) -> bool:
    if view["deal"] != condition.deal:
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
    """The price was weighed by ``lapsed``, from the view; what the options say of it is weighed once more."""
    if not options["call"]:
        return None
    if condition.do == "call" and options["price"] != condition.to:
        return Void("OTHER_PRICE")
    if options["bet"] + options["to_call"] > condition.to:
        return Void("ABOVE_LIMIT")
    if options["to_call"] >= options["stack"] and not condition.all_in:
        return Void("ALL_IN")
    return Move("call")
