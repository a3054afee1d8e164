"""How clock and post are doing, in figures (clock.md 10). The sweep's own heart is in ``sweep``."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, DurationField, ExpressionWrapper, F, Q

from tournaments import models
from tournaments.models import Turn
from tournaments.services import clock, sweep

SLOW_SECONDS = 60
"""A sweep comes every 10 seconds: later than this something stands still."""
WINDOW = timedelta(days=7)
_BOUNDS = (10, 30, 60, 300, 3600)
_POISONED = 50


@dataclass(frozen=True, slots=True)
class Late:
    """So many turns were timed out at most ``seconds`` after their deadline (None: later still)."""

    seconds: int | None
    count: int


@dataclass(frozen=True, slots=True)
class Health:
    """Ages in seconds; None: there is nothing of the kind (for the heartbeat: it never beat)."""

    heartbeat: int | None
    overdue: int | None
    unsent: int | None
    unread: int | None
    poisoned: int
    late: tuple[Late, ...]
    turns: tuple[Turn, ...]

    @property
    def stands_still(self) -> bool:
        return self.heartbeat is None or self.heartbeat > SLOW_SECONDS

    @property
    def timed_out(self) -> int:
        return sum(late.count for late in self.late)


def look() -> Health:
    """Everything that monitoring asks, from the database alone. Seven queries."""
    heart = sweep.heart()
    ages = {key: value if isinstance(value, int) else None for key, value in heart.items()}
    poisoned = Turn.objects.filter(closed_at__isnull=True, attempts__gt=0)
    shown = poisoned.select_related("table__contest", "seat__entry").order_by("-attempts", "deadline_at")
    return Health(
        ages["heartbeat_seconds"],
        ages["overdue_seconds"],
        ages["unsent_seconds"],
        ages["unread_seconds"],
        ages["poisoned"] or 0,
        lateness(),
        tuple(shown.defer("table__snapshot")[:_POISONED]),
    )


def lateness() -> tuple[Late, ...]:
    """How long after the deadline turns were timed out in the last seven days. One query."""
    late = ExpressionWrapper(F("closed_at") - F("deadline_at"), output_field=DurationField())
    closed = Turn.objects.filter(closed_by="timeout", closed_at__gte=clock.now() - WINDOW)
    within = {
        f"within_{bound}": Count("pk", filter=Q(late__lte=timedelta(seconds=bound))) for bound in _BOUNDS
    }
    found = closed.annotate(late=late).aggregate(everything=Count("pk"), **within)
    counts = [found[name] for name in within] + [found["everything"]]
    bounds = (*_BOUNDS, None)
    return tuple(
        Late(bound, count - before)
        for bound, count, before in zip(bounds, counts, [0, *counts], strict=False)
    )


def sweep_stands_still() -> bool:
    """Whether nobody has swept for over a minute. One query."""
    beat = models.Heartbeat.objects.filter(name=sweep.HEART).first()
    return beat is None or clock.now() - beat.at > timedelta(seconds=SLOW_SECONDS)
