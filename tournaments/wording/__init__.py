"""The only place where a code, a fact or an option becomes prose, in the language that is active.

Callers choose language and time zone with ``translation.override`` and ``timezone.override``.
Each game has a file of its own here (``holdem.py``), entered in ``games.py``.
"""

from __future__ import annotations

from tournaments.wording.facts import fact, log
from tournaments.wording.games import counted, move, options, own, rules, situation
from tournaments.wording.hands import card, card_index, card_name, cards, hand, hand_name
from tournaments.wording.refusals import refusal
from tournaments.wording.small import amount, chips, hours, instant, listed, span

__all__ = [
    "amount",
    "card",
    "card_index",
    "card_name",
    "cards",
    "chips",
    "counted",
    "fact",
    "hand",
    "hand_name",
    "hours",
    "instant",
    "listed",
    "log",
    "move",
    "options",
    "own",
    "refusal",
    "rules",
    "situation",
    "span",
]
