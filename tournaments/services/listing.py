"""Whether an order of cards, or a card for the next river, can be left as a game of Saint Poker stands."""

from __future__ import annotations

from referee.core import Illegal, Stale, View
from referee.games.saint.state import RIVER_PHASE, TAKE_PHASE
from referee.picking import LIST, Choice, round_of


def may_be_left(view: View, choice: Choice) -> None:
    """``view``: of its seat. Refusals: Illegal NOTHING_MORE_ASKED, ASKED_NOW (choose, the river is this
    round's), NONE_THERE, NOT_YOURS and CHOSEN_ALREADY with ``card``; Stale ROUND_OVER."""
    if view["match_over"]:
        raise Illegal("NOTHING_MORE_ASKED")
    if choice.round != round_of(choice.do, view):
        raise Stale("ROUND_OVER")
    if choice.do == LIST:
        lies_open = view["phase"] == TAKE_PHASE and choice.round == view["round"]
        if lies_open and not set(choice.cards) & set(view["pool"]):
            raise Illegal("NONE_THERE")
        return
    own, card = view["seats"][view["seat"]], choice.cards[0]
    if view["phase"] == RIVER_PHASE and not own["chosen"]:
        raise Illegal("ASKED_NOW")
    if card not in own["cards"]:
        raise Illegal("NOT_YOURS", card=card)
    if card in (own["choice"] or ()):
        raise Illegal("CHOSEN_ALREADY", card=card)
