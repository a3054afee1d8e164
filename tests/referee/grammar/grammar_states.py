"""The states of tests/vectors/grammar/states.json, played by the real game."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from referee import grammar
from referee.core import Game, Json, Move, Refusal
from referee.games import GAMES

VECTORS = Path(__file__).parents[2] / "vectors" / "grammar"
STATES: dict[str, Json] = json.loads((VECTORS / "states.json").read_text(encoding="utf-8"))
HOLDEM: Game[Any] = GAMES["holdem"]


@cache
def state(name: str) -> Any:
    """The state of that name; its deck is the canonical one, unshuffled."""
    given = STATES[name]
    now = HOLDEM.start(HOLDEM.rules(given["rules"]), tuple(given["seats"]))
    deal = HOLDEM.next_deal(now)
    assert deal is not None
    now, _ = HOLDEM.deal(now, deal.setup, deal.items)
    for action in given["actions"].split():
        seat, _, what = action.partition(":")
        move = Move("raise", {"to": int(what)}) if what.isdigit() else Move(what)
        now, _ = HOLDEM.apply(now, seat, move)
    return now


def speaker(name: str) -> str:
    """The seat whose move is awaited."""
    (seat,) = HOLDEM.awaiting(state(name))
    return seat


def outcome(text: str, name: str, lang: str, seat: str | None = None) -> Json:
    """What the grammar makes of a text, as the command line prints it."""
    try:
        said = grammar.read(HOLDEM, state(name), seat or speaker(name), text, lang)
    except Refusal as refusal:
        return grammar.refused(refusal)
    return said.to_json()


def legal_moves(name: str) -> list[Move]:
    """Every move that the game's options offer, each amount of a raise."""
    options = HOLDEM.options(state(name), speaker(name))
    assert options is not None
    moves = [Move(kind) for kind in ("fold", "check", "call") if options[kind]]
    moves += [Move("all-in")] if options["all_in"] else []
    limits = options["raise"] or {"min": 1, "max": 0}
    return moves + [Move("raise", {"to": to}) for to in range(limits["min"], limits["max"] + 1)]
