"""How a bot plays hold'em: sane, varied, and the same again for the same seed.

Pure: what a seat may do and what it sees go in, a move comes out. Bots know no more than a player:
the options, their own cards and the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from referee.cards import RANKS
from referee.core import Json, Move
from referee.ranking import best_five

type Cards = Sequence[str]

_POSTFLOP = (0.18, 0.45, 0.64, 0.76, 0.84, 0.88, 0.94, 0.98, 1.0)
"""What a category is worth with seven cards: a high card … a straight flush."""
_BOARD_PLAYS = 0.22
"""What is taken off where the board alone is in the same category: everybody has it."""
_MOOD = 0.11


def decide(options: Json, own: Cards, board: Cards, *, seed: str) -> Move:
    """The move of a seat with these options (``referee.games.holdem``), cards and board.

    Always one that the options allow: a fold is, whatever else is not.
    """
    chance = Random(seed)  # noqa: S311 (a bot's whim, no draw)
    mood = strength(own, board) + chance.gauss(0, _MOOD)
    if not options["to_call"]:
        return _unasked(options, mood, chance)
    cost = options["to_call"] / max(options["stack"], 1)
    wanted = 0.2 + 0.5 * cost
    if mood < wanted:
        return Move("fold")
    if mood > wanted + 0.35 and options["raise"] and chance.random() < 0.6:
        return _raise(options["raise"], mood, chance)
    return Move("call")


def strength(own: Cards, board: Cards) -> float:
    """From 0 (nothing) to 1: what the two cards are worth, with the board where there is one."""
    if len(board) < 3:
        return _two_cards(own)
    value, _ = best_five([*own, *board])
    worth = _POSTFLOP[value[0]] + 0.1 * (value[1] - 8) / 6
    if len(board) == 5 and best_five(board)[0][0] == value[0]:
        worth -= _BOARD_PLAYS
    return min(max(worth, 0.0), 1.0)


def _two_cards(own: Cards) -> float:
    """High cards, pairs, one suit and neighbours count, in this order of weight."""
    low, high = sorted(RANKS.index(card[0]) for card in own)
    worth = (high * 1.6 + low) / (2.6 * 12) * 0.55 + 0.08
    if low == high:
        worth += 0.34
    if own[0][1] == own[1][1]:
        worth += 0.07
    if 0 < high - low < 3:
        worth += 0.05
    return min(worth, 1.0)


def _unasked(options: Json, mood: float, chance: Random) -> Move:
    """Nothing to pay. Where the game has no check, a weak hand bets the least rather than leaving."""
    limits = options["raise"]
    if limits and mood > (0.5 if options["check"] else 0.42):
        return _raise(limits, mood, chance)
    if options["check"]:
        return Move("check")
    if limits and mood > 0.12:
        return Move("raise", {"to": limits["min"]})
    return Move("fold")


def _raise(limits: Json, mood: float, chance: Random) -> Move:
    """Small; all that is there with a very good hand, where that is not much more than a raise."""
    least, most = limits["min"], limits["max"]
    if most == least or (mood > 0.9 and most <= 4 * least and chance.random() < 0.6):
        return Move("raise", {"to": most}) if chance.random() < 0.5 else Move("all-in")
    room = min(most - least, max(2, least))
    return Move("raise", {"to": least + int(room * chance.random() ** 2)})
