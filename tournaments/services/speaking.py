"""A player's words become a move: the same reading for web, mail and the croupier."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee import grammar
from referee.core import Illegal, Move, Refusal, Stale
from referee.games import GAMES
from tournaments import models
from tournaments.services import choices, tables, views
from tournaments.services.desk import Outcome


@dataclass(frozen=True, slots=True)
class Said:
    """What was understood, and what came of it. ``outcome`` is None for a dry run or a command."""

    move: Move | None
    comment: str
    outcome: Outcome | None
    command: str | None = None
    dry: bool = False


def speak(
    table: int,
    seat: str,
    text: str,
    *,
    language: str,
    comment: str = "",
    **asked: Any,
) -> Said:
    """Read words for a seat and play what they say; ``asked``: the keywords of ``tables.play``.

    A refusal before the deadline by the awaited player is a sign of life: ``params`` of what
    is raised then hold ``more_time``, the new deadline. Refusals: those of ``read`` and ``play``.
    """
    first = known(table, seat, asked["key"])
    if first is not None:
        return first
    sight, expected = views.state_of(table), asked.pop("expected", None)
    try:
        said = grammar.read(GAMES[sight.game], sight.state, seat, text, language)
    except Refusal as refusal:
        if isinstance(refusal, Illegal) and not sight.awaits(seat, expected):
            raise Stale("TURN_OVER", expected=expected, seat=seat) from refusal
        raise _with_time(refusal, table, seat, expected=expected, **asked) from None
    if said.move is None or said.dry:
        return Said(said.move, said.comment, None, said.command, said.dry)
    expected = expected if expected is not None else sight.turn_of(seat)
    besides = "\n\n".join(part for part in (said.comment, comment) if part)
    outcome = act(table, seat, said.move, expected=expected, text=text, comment=besides, **asked)
    return Said(said.move, said.comment, outcome)


def understand(table: int, seat: str, text: str, language: str) -> Said:
    """How words would be read for a seat; nothing is played. Refusals: those of ``grammar.read``."""
    return _understood(views.state_of(table), seat, text, language)


def understood(row: models.Table, seat: str, text: str, language: str) -> Said:
    """The same for a table that was read already: no query."""
    return _understood(views.opened(row), seat, text, language)


def _understood(sight: views.Opened, seat: str, text: str, language: str) -> Said:
    said = grammar.read(GAMES[sight.game], sight.state, seat, text, language)
    return Said(said.move, said.comment, None, said.command, dry=True)


def act(table: int, seat: str, move: Move, **asked: Any) -> Outcome:
    """Play a move given by buttons; a refused one is a sign of life as well (``more_time``)."""
    try:
        return tables.play(table, kind="move", seat=seat, move=move, **asked)
    except Illegal as refusal:
        raise _with_time(refusal, table, seat, **asked) from None


def known(table: int, seat: str, key: str) -> Said | None:
    """The first answer, where this very letter or click was played before."""
    event = models.Event.objects.filter(table_id=table, key=key, seat=seat).first()
    if event is None:
        return None
    outcome = Outcome.of(event, repeated=True)
    move = Move.from_json(outcome.move) if outcome.move else None
    return Said(move, choices.comment_of(event), outcome)


def _with_time(refusal: Refusal, table: int, seat: str, *, entered: bool = False, **asked: Any) -> Refusal:
    """Note the sign of life. What a croupier mistypes is none: the player has not spoken."""
    if not entered:
        known = {name: asked.get(name) for name in ("expected", "received")}
        more = tables.sign_of_life(table, seat, origin=asked["origin"], **known)
        if more is not None:
            refusal.params["more_time"] = more
    return refusal
