"""What a player of Saint Poker leaves in advance: an order of cards to pick up, a card for the next river.

As with ``advance`` it is his secret until it acts; this module only decides, it keeps and plays nothing.

==========  ==============================================================================
``list``    in the pick-up of its round: the first of these cards that is there; where none is,
            nothing is done and he is asked as ever
``river``   one card for the river of its round; over once it has left the hand
==========  ==============================================================================

Each belongs to one round and ends with it. They act at once when the seat is awaited (contests.md, 2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from referee import advance
from referee.advance import Condition, Void
from referee.cards import DECK
from referee.core import Illegal, Json, Move, View
from referee.games.saint.rules import ROUNDS
from referee.games.saint.state import RIVER_PHASE, TAKE_PHASE

LIST, RIVER = "list", "river"
KINDS = (LIST, RIVER)
MOST = 15
"""The largest pool; a longer list names cards that cannot be there."""
_CARDS = frozenset(DECK)


@dataclass(frozen=True, slots=True)
class Choice:
    """What was left. ``do``: list or river; ``round``: in which it acts; ``cards`` in order.

    Refusals: Illegal MALFORMED, with ``where``.
    """

    do: str
    round: int
    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.do not in KINDS:
            raise Illegal("MALFORMED", where=f"do: {self.do!r} cannot be left in advance")
        if type(self.round) is not int or not 1 <= self.round <= ROUNDS:
            raise Illegal("MALFORMED", where="round: 1 to 8")
        known = all(isinstance(card, str) and card in _CARDS for card in self.cards)
        if not known or len(set(self.cards)) < len(self.cards):
            raise Illegal("MALFORMED", where="cards: different cards are wanted")
        if not 1 <= len(self.cards) <= (1 if self.do == RIVER else MOST):
            raise Illegal("MALFORMED", where="cards: one for the river, 1 to 15 in a list")

    @property
    def kind(self) -> str:
        """A seat keeps one of each kind."""
        return self.do

    def to_json(self) -> Json:
        """All fields, ``from_json`` reads them."""
        return {"do": self.do, "round": self.round, "cards": list(self.cards)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Choice:
        """Refusals: Illegal MALFORMED (a key that is missing, unknown, or of another kind)."""
        try:
            return cls(**{**data, "cards": tuple(data["cards"])})
        except (TypeError, KeyError):
            raise Illegal("MALFORMED", where="advance: these are not its keys") from None


type Left = Condition | Choice
"""What can be left in advance, at one game or another."""


def read_left(data: Mapping[str, Any]) -> Left:
    """Either, from its JSON. Refusals: Illegal MALFORMED."""
    return Choice.from_json(data) if "cards" in data else Condition.from_json(data)


def weigh(left: Left, view: View, options: Json | None, at: datetime) -> Move | Void | None:
    """``decide`` of either."""
    if isinstance(left, Condition):
        return advance.decide(left, view, options, at)
    return decide(left, view, options)


def over(left: Left, view: View, at: datetime) -> Void | None:
    """``lapsed`` of either."""
    return advance.lapsed(left, view, at) if isinstance(left, Condition) else lapsed(left, view)


def decide(choice: Choice, view: View, options: Json | None) -> Move | Void | None:
    """The move that it comes to now; None: nothing yet, it stays; Void: it is over.

    ``view`` and ``options`` are those of its seat, as the game gives them (``options`` None: not awaited).
    """
    void = lapsed(choice, view)
    if void is not None or options is None or view["round"] != choice.round:
        return void
    if options["do"] != (TAKE_PHASE if choice.do == LIST else RIVER_PHASE):
        return None
    card = next((card for card in choice.cards if card in options["cards"]), None)
    return Move(options["do"], {"cards": [card]}) if card is not None else None


def lapsed(choice: Choice, view: View) -> Void | None:
    """Why it can act no more: OTHER_ROUND, or CARD_GONE from the hand. None: it stands."""
    own = view["seats"][view["seat"]]
    if view["match_over"] or view["round"] > choice.round:
        return Void("OTHER_ROUND")
    if choice.do == LIST:
        return Void("OTHER_ROUND") if view["round"] == choice.round and picked_up(view) else None
    chosen = own["chosen"] or view["phase"] != RIVER_PHASE
    if view["round"] == choice.round and chosen:
        return Void("OTHER_ROUND")
    return None if choice.cards[0] in own["cards"] else Void("CARD_GONE")


def picked_up(view: View) -> bool:
    """Whether the view's seat has taken both its cards in the present round."""
    now = view["rounds"][-1] if view["rounds"] else None
    if now is None or now["round"] != view["round"]:
        return False
    mine: int = sum([seat == view["seat"] for seat, _ in now["takes"]])
    return mine == 2


def round_of(do: str, view: View) -> int:
    """The round for which something is left now: the next pick-up's, or that of the next river."""
    return int(view["round"]) + (do == RIVER or picked_up(view))
