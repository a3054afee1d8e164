"""The register: which file has the sentences of which game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any

from django.utils.translation import gettext as _

from referee.core import Move
from tournaments.wording import holdem, holdem_table, saint, saint_table
from tournaments.wording.small import chips

GAMES: dict[str, ModuleType] = {"holdem": holdem, "saint": saint}
"""Facts, moves and options of a game."""
TABLES: dict[str, ModuleType] = {"holdem": holdem_table, "saint": saint_table}
"""How a table of a game stands, and its rules in short."""


def move(
    asked: Move | Mapping[str, Any],
    game: str = "holdem",
    *,
    may: Mapping[str, Any] | None = None,
    facts: Iterable[Mapping[str, Any]] = (),
) -> str:
    """A move as one says it; one that the game's file does not know as it is written in a record.

    What it is called may hang on where it is made: ``may`` are the options of its seat at that moment,
    ``facts`` what came of it.
    """
    data = asked.to_json() if isinstance(asked, Move) else dict(asked)
    known = GAMES.get(game)
    try:
        return str(known.move(data, may, facts)) if known else _plain(data)
    except (KeyError, TypeError):
        return _plain(data)


def silence(asked: Move, game: str = "holdem") -> str:
    """The move that silence is deemed to be, without a card that only its player may see."""
    known = GAMES.get(game)
    if known is not None and hasattr(known, "silence"):
        return str(known.silence(asked.to_json()))
    return move(asked, game)


def _plain(data: Mapping[str, Any]) -> str:
    return " ".join(str(value) for value in data.values())


def options(may: Mapping[str, Any] | None, game: str = "holdem", name: str = "") -> str:
    """What is possible now, as one sentence; None: this seat is not awaited. ``name``: said of, not to."""
    if may is None:
        return _("It is not your turn now: you will get a letter when it is.")
    known = GAMES.get(game)
    return str(known.options(may, name)) if known else _("The page of the table shows what is possible now.")


def counted(count: int, game: str = "holdem") -> str:
    """What a seat has in front of it: chips, or the points of a game that has none."""
    known = GAMES.get(game)
    return str(known.points(count)) if known is not None and hasattr(known, "points") else chips(count)


def situation(view: Mapping[str, Any], names: Mapping[str, str], game: str = "holdem") -> list[str]:
    """How the table stands, line by line, as everybody may see it."""
    known = TABLES.get(game)
    return list(known.situation(view, names)) if known else []


def own(view: Mapping[str, Any], game: str = "holdem") -> list[str]:
    """What the reader alone may see of his own seat."""
    known = TABLES.get(game)
    return list(known.own(view)) if known else []


def far(game: str, phase: str, deal: int, of: int | None) -> str:
    """How far a table is, in its game's own words: ``round 3 of 8``, ``deal 1 of 2``; empty before that."""
    known = TABLES.get(game)
    try:
        if known is not None and hasattr(known, "far"):
            return str(known.far(phase))
    except IndexError:
        return ""  # its phase has no round: nothing is played
    return (_("deal %(n)s of %(of)s") if of else _("deal %(n)s")) % {"n": deal, "of": of}


def rules(chosen: Mapping[str, Any], game: str = "holdem") -> list[str]:
    """The rules of a contest in a few sentences."""
    known = TABLES.get(game)
    return list(known.rules(chosen)) if known else []


def chapters(chosen: Mapping[str, Any], game: str = "holdem") -> list[tuple[str, list[str]]]:
    """All rules under headings; under one where the game's file has no others."""
    known = TABLES.get(game)
    if known is None:
        return []
    if hasattr(known, "chapters"):
        return list(known.chapters(chosen))
    return [(_("The game"), list(known.rules(chosen)))]
