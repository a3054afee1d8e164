"""A deal that is over, step by step, as one reader was allowed to see it at each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from referee import undoing
from referee.core import Json, View
from referee.games import GAMES
from tournaments import models
from tournaments.services import records


@dataclass(frozen=True, slots=True)
class Moment:
    """The table right after one event of a deal; nothing in it that ``view`` or the log does not give.

    view     the game's own view, of the reader's seat or of the public
    awaited  the seats that spoke next
    facts    what had just happened, as the log has it;  comment  what was said with it
    """

    number: int
    at: datetime
    seat: str
    view: View
    awaited: tuple[str, ...]
    facts: Sequence[Json]
    comment: str


def moments(table: models.Table, deal: int, seat: str | None) -> list[Moment]:
    """The moments of a deal for ``seat`` (None: the public); empty unless that deal is over."""
    found: list[Moment] = []
    game, result = GAMES[table.game], None
    for step in records.retrace(table):
        event = step.event
        if event.deal > deal:
            break
        if undoing.is_undo(event.input):
            found, result = [one for one in found if one.number <= records.back_to(event)], None
        elif event.deal == deal:
            result = game.result(step.state)
            found.append(
                Moment(
                    event.number,
                    event.received_at,
                    event.seat,
                    game.view(step.state, seat),
                    game.awaiting(step.state),
                    event.facts,
                    event.comment,
                )
            )
    return found if result is not None else []
