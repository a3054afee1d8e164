"""The register of games: a game is a folder here and one line below."""

from __future__ import annotations

from typing import Any

from referee.core import Game
from referee.games.holdem.game import HOLDEM
from referee.games.pyramid.game import PYRAMID
from referee.games.saint.game import SAINT

GAMES: dict[str, Game[Any]] = {
    HOLDEM.name: HOLDEM,
    SAINT.name: SAINT,
    PYRAMID.name: PYRAMID,
}
