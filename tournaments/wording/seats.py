"""A seat's state as a word and a shape, never colour alone; the games' names."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

_STATES = {
    "speaks": ("▶", gettext_noop("is to speak")),
    "in": ("●", gettext_noop("in the deal")),
    "seated": ("●", gettext_noop("has a seat")),
    "all-in": ("◆", gettext_noop("is all-in")),
    "chosen": ("✓", gettext_noop("has chosen")),
    "won": ("★", gettext_noop("wins")),
    "shown": ("◇", gettext_noop("shows the cards")),
    "folded": ("○", gettext_noop("folded")),
    "out": ("✕", gettext_noop("out")),
    "removed": ("✕", gettext_noop("taken out")),
    "left": ("↷", gettext_noop("has left: folds by itself")),
}
_GAMES = {"holdem": gettext_noop("hold'em"), "saint": gettext_noop("Saint Poker")}


def seat_state(state: str) -> str:
    """``folded``, ``all-in`` …; a state that nobody knows stands for itself."""
    return _(_STATES[state][1]) if state in _STATES else state


def seat_shape(state: str) -> str:
    return _STATES.get(state, ("·", ""))[0]


def game_name(game: str) -> str:
    return _(_GAMES[game]) if game in _GAMES else game
