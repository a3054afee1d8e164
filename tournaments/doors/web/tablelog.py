"""What happened at a table, in sentences: the newest first, deal by deal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from tournaments import wording
from tournaments.models import Event
from tournaments.services import views

_TURNED = "street"


@dataclass(frozen=True, slots=True)
class LogLine:
    """An event in sentences.

    turned  those of them with which a street begins
    new     it came while the reader was looking
    """

    event: Event
    sentences: list[str]
    turned: frozenset[str]
    name: str
    new: bool


@dataclass(frozen=True, slots=True)
class DealLines:
    """The lines of one deal; ``number`` 0: before the first one."""

    number: int
    lines: list[LogLine]


def by_deal(events: Iterable[Event], sight: views.Sight, seen: int | None = None) -> list[DealLines]:
    """``seen``: the number of the newest event that the reader knows."""
    return [
        DealLines(number, [line(event, sight, seen) for event in run])
        for number, run in groupby(events, key=lambda event: event.deal)
    ]


def line(event: Event, sight: views.Sight, seen: int | None = None) -> LogLine:
    names, game = sight.names, sight.table.game
    turned = [fact for fact in event.facts if fact.get("fact") == _TURNED and fact.get("cards")]
    return LogLine(
        event,
        wording.log(event.facts, names, game),
        frozenset(wording.fact(fact, names, game) for fact in turned),
        names.get(event.seat, ""),
        seen is not None and event.number > seen,
    )


def spoken(deals: Iterable[DealLines]) -> str:
    """What is read out to somebody who does not look: everything that is new, in its order."""
    new = [one for deal in deals for one in deal.lines if one.new]
    return " ".join(sentence for one in reversed(new) for sentence in one.sentences)
