"""The register: which file has the sentences of which game."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from django.utils.translation import gettext as _

from referee.core import Move
from tournaments.wording import holdem

GAMES: dict[str, ModuleType] = {"holdem": holdem}


def move(asked: Move | Mapping[str, Any], game: str = "holdem") -> str:
    """A move as one says it; one that the game's file does not know as it is written in a record."""
    data = asked.to_json() if isinstance(asked, Move) else dict(asked)
    known = GAMES.get(game)
    try:
        return str(known.move(data)) if known else _plain(data)
    except (KeyError, TypeError):
        return _plain(data)


def _plain(data: Mapping[str, Any]) -> str:
    return " ".join(str(value) for value in data.values())


def options(may: Mapping[str, Any] | None, game: str = "holdem") -> str:
    """What is possible now, as one sentence; None: this seat is not awaited."""
    if may is None:
        return _("It is not your turn now: you will get a letter when it is.")
    known = GAMES.get(game)
    return str(known.options(may)) if known else _("The page of the table shows what is possible now.")
