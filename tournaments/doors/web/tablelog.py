"""What happened at a table, in sentences: the newest first, deal by deal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from referee import undoing
from tournaments import wording
from tournaments.models import Event, Table
from tournaments.services import views

_TURNED, _ROUND = "street", "round"
_KEPT = 4096
"""Events whose lines are kept: every reader of a table sees the same line. An event never changes, but for
what was said with a secret choice, which comes with its turning up."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """An event as one line. ``new``: it came while the reader was looking.

    Two lines are equal where they would read the same: the same event told with the same names, in the
    same language and time zone.
    """

    number: int
    told: tuple[object, ...]
    new: bool
    event: Event = field(compare=False, repr=False)
    names: dict[str, str] = field(compare=False, repr=False)
    game: str = field(compare=False, repr=False)
    why: str = field(compare=False, repr=False, default="")
    ruling: str = field(compare=False, repr=False, default="")

    @property
    def name(self) -> str:
        """Who did it."""
        return self.names.get(self.event.seat, "")

    @property
    def sentences(self) -> list[str]:
        return wording.log(self.event.facts, self.names, self.game)

    @property
    def turned(self) -> set[str]:
        """Those of the sentences with which a street begins."""
        facts = [fact for fact in self.event.facts if fact.get("fact") == _TURNED and fact.get("cards")]
        return {wording.fact(fact, self.names, self.game) for fact in facts}

    @property
    def html(self) -> SafeString:
        return _html(self)


@lru_cache(maxsize=_KEPT)
def _html(line: LogLine) -> SafeString:
    return render_to_string("tables/_event.html", {"line": line})


@dataclass(frozen=True, slots=True)
class DealLines:
    """The lines of one deal, or of a round of a game that is one deal; ``number`` 0: before the first one."""

    number: int
    lines: list[LogLine]
    is_round: bool = False

    @property
    def title(self) -> str:
        if self.is_round:
            return _("Round %(number)s") % {"number": self.number} if self.number else _("Before the game")
        return _("Deal %(number)s") % {"number": self.number} if self.number else _("Before the first deal")


def by_deal(events: Iterable[Event], sight: views.Sight, seen: int | None = None) -> list[DealLines]:
    """``seen``: the number of the newest event that the reader knows."""
    told = (sight.table.pk, translation.get_language(), timezone.get_current_timezone_name())
    rounds = sight.table.one_deal
    part: Callable[[Event], int] = _rounds(sight.table) if rounds else _deal
    return [
        DealLines(number, [_line(event, sight, told, seen) for event in run], rounds)
        for number, run in groupby(events, key=part)
    ]


def _deal(event: Event) -> int:
    return event.deal


def _rounds(table: Table) -> Callable[[Event], int]:
    """In which round an event falls: what ends one, and begins the next, belongs to the one that it ends. One
    query."""
    found = Event.objects.filter(table=table, facts__contains=[{"fact": _ROUND}]).order_by("-number")
    begun = [
        (number, next(fact["round"] for fact in facts if fact["fact"] == _ROUND))
        for number, facts in found.values_list("number", "facts")
    ]

    def round_of(event: Event) -> int:
        return next((number for at, number in begun if at < event.number), min(event.deal, 1))

    return round_of


def _line(event: Event, sight: views.Sight, told: tuple[object, ...], seen: int | None) -> LogLine:
    names = sight.names_at(event.number)
    actor = event.actor.name if event.actor else ""
    new = seen is not None and event.number > seen
    why, where = "", [sight.contest.slug, sight.table.number, event.number]
    if event.kind == Event.Kind.TIMEOUT and event.origin == "clock":
        why = reverse("why", args=where)
    ruling = reverse("ruling", args=where) if event.evidence or undoing.is_undo(event.input) else ""
    said = (*names.items(), event.pk, event.created_at, actor, event.comment, event.text)
    return LogLine(event.number, (*told, *said), new, event, names, sight.table.game, why, ruling)


def spoken(deals: Iterable[DealLines]) -> str:
    """What is read out to somebody who does not look: everything that is new, in its order."""
    new = [one for deal in deals for one in deal.lines if one.new]
    return " ".join(sentence for one in reversed(new) for sentence in one.sentences)
