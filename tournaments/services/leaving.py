"""Words that leave a move in advance: read for a seat, at their writer's moment and in his time zone."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings

from referee import advance
from referee.games import GAMES
from referee.grammar.advance import Here, read_advance, speaks
from referee.grammar.lists import Said, read_lists
from tournaments import models
from tournaments.services import advances, views

_QUOTED = re.compile(r"^[>\s]+", re.MULTILINE)


def read(row: models.Table, seat: str, text: str, *, language: str, zone: str, now: datetime) -> Said | None:
    """What a text leaves in advance at a table as it is; None: nothing, it is for another reader.

    Only asked, it is weighed as if it were left. Refusals: those of ``read_advance``; where it is only
    asked, those of ``may_be_left`` too.
    """
    if row.game not in advance.GAMES or not speaks_of_it(text):
        return None
    opened = views.opened(row)
    here = Here(now, zone_of(zone))
    game = GAMES[opened.game]
    if opened.game == "saint":
        said = read_lists(game, opened.state, seat, text, language)
    else:
        said = read_advance(game, opened.state, seat, text, language, here)
    if said is not None and said.dry and said.condition is not None:
        advances.may_be_left(row, seat, said.condition)
    return said


def speaks_of_it(text: str) -> bool:
    """Whether a line of a text, quoted or not, leaves a move in advance, takes one back or asks about it."""
    return speaks(_QUOTED.sub("", text))


def zone_of(name: str) -> str:
    """A name that the time zone database does not know (any more) keeps nobody from writing a moment."""
    try:
        return ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return str(settings.TIME_ZONE_DEFAULT)


__all__ = ["Said", "read", "speaks_of_it", "zone_of"]
