"""What a bot does at its turn, whatever the game: the move, and the line that says it.

A bot knows what a player knows: its own view and options.
"""

from __future__ import annotations

from itertools import combinations
from random import Random

from referee import grammar
from referee.cards import RANKS
from referee.core import Json, Move, View
from referee.ranking import best_five
from tournaments.services import views
from tournaments.services.demo import policy, speech

_KEEPS = 3
"""So many of the lowest cards a bot thinks of giving to the river."""


def move_of(sight: views.Sight, seed: str) -> Move:
    """A move that the options allow. The reader of ``sight`` is awaited."""
    assert sight.options is not None
    assert sight.seat is not None
    if sight.table.game == "saint":
        return saint(sight.options, sight.view, seed)
    own = sight.view["seats"][sight.seat]["cards"]
    return policy.decide(sight.options, own, sight.view["board"], seed=seed)


def line_of(sight: views.Sight, move: Move, language: str, seed: str) -> str:
    """How a bot writes its move in its language."""
    if sight.table.game == "saint":
        return grammar.say("saint", move, language)
    assert sight.options is not None
    return speech.line(move, language, unasked=not sight.options["to_call"], seed=seed)


def saint(options: Json, view: View, seed: str) -> Move:
    """A low card into the river, the two that make the best hand, the highest card of the pool: mostly."""
    chance = Random(seed)  # noqa: S311 (a bot's whim, no draw)
    cards = sorted(options["cards"], key=lambda card: RANKS.index(card[0]))
    match options["do"]:
        case "river":
            chosen = [chance.choice(cards[:_KEEPS])]
        case "reveal":
            pairs = [list(pair) for pair in combinations(cards, 2)]
            chosen = max(pairs, key=lambda pair: best_five([*view["river"], *pair])[0])
        case _:
            chosen = [chance.choice(cards[-2:])]
    return Move(options["do"], {"cards": chosen})
