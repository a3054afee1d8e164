"""The front page's contests, by what one can do with them: a page of each at once, however many there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q, QuerySet

from tournaments import models
from tournaments.models import Contest, Entry, Placing, Table, Turn
from tournaments.services.rights import Person

State = Contest.State
AT_ONCE = 12
"""Contests of one kind on a page."""
LAST_PAGE = 10_000
_IN = Count("entries", filter=Q(entries__state=Entry.State.IN))
_RESERVE = Count("entries", filter=Q(entries__state=Entry.State.RESERVE))


@dataclass(frozen=True, slots=True)
class Shelf:
    """A page of contests of one kind; ``before`` and ``after``: the numbers of its neighbours, 0 for none."""

    kind: str
    contests: Sequence[Contest]
    before: int = 0
    after: int = 0

    def __bool__(self) -> bool:
        return bool(self.contests or self.before)


@dataclass(frozen=True, slots=True)
class Lobby:
    """``mine``: the reader's own drafts; ``entered``: where he is in; ``turns``: contest -> his turn, while
    its time runs."""

    open: Shelf
    soon: Shelf
    running: Shelf
    finished: Shelf
    mine: Sequence[Contest]
    entered: frozenset[int]
    turns: Mapping[int, Turn]


def lobby(user: Person, pages: Mapping[str, int] | None = None) -> Lobby:
    """``pages``: kind -> number of the page, from 1. A fixed number of queries.

    Each contest has ``taken`` (entrants) and ``waiting`` (on the reserve list); running ones
    ``all_tables``, finished ones ``winners``.
    """
    wanted = pages or {}
    seen = _listed(user).select_related("organiser")
    seen = seen.annotate(taken=_IN, waiting=_RESERVE)
    drawn = (State.CLOSED, State.SEATED)
    return Lobby(
        _shelf("open", seen.filter(state=State.REGISTRATION).order_by("closes_at", "pk"), wanted),
        _shelf("soon", seen.filter(state__in=drawn).order_by("starts_at", "closes_at", "pk"), wanted),
        _shelf("running", _running(seen), wanted),
        _shelf("finished", _finished(seen), wanted),
        *_of(user),
    )


def _listed(user: Person) -> QuerySet[Contest]:
    """What is announced; a table of friends for those alone who sit at it or have opened it."""
    announced = Contest.objects.exclude(state=State.DRAFT)
    if not isinstance(user, models.User):
        return announced.filter(friends=False)
    his = Q(pk__in=user.entries.values("contest")) | Q(organiser=user)
    return announced.filter(Q(friends=False) | his)


def _running(seen: QuerySet[Contest]) -> QuerySet[Contest]:
    tables = Table.objects.defer("snapshot").order_by("number")
    being_played = seen.filter(state__in=[State.RUNNING, State.PROVISIONAL]).order_by("-created_at", "-pk")
    return being_played.prefetch_related(Prefetch("tables", queryset=tables, to_attr="all_tables"))


def _finished(seen: QuerySet[Contest]) -> QuerySet[Contest]:
    first = Placing.objects.filter(place=1).select_related("entry")
    over = seen.filter(state__in=[State.FINAL, State.CANCELLED]).order_by("-finished_at", "-pk")
    return over.prefetch_related(Prefetch("placings", queryset=first, to_attr="winners"))


def _shelf(kind: str, found: QuerySet[Contest], pages: Mapping[str, int]) -> Shelf:
    page = min(max(pages.get(kind, 1), 1), LAST_PAGE)
    first = (page - 1) * AT_ONCE
    rows = list(found[first : first + AT_ONCE + 1])
    return Shelf(kind, rows[:AT_ONCE], page - 1, page + 1 if len(rows) > AT_ONCE else 0)


def _of(user: Person) -> tuple[Sequence[Contest], frozenset[int], Mapping[int, Turn]]:
    """The reader's own: drafts, contests that he is in, where he is to speak."""
    if not isinstance(user, models.User):
        return (), frozenset(), {}
    drafts = user.contests_organised.filter(state=State.DRAFT).order_by("-created_at")
    present = user.entries.exclude(state=Entry.State.WITHDRAWN)
    awaited = Turn.objects.filter(seat__entry__user=user, closed_at__isnull=True, remaining__isnull=True)
    turns = awaited.select_related("table")
    return (
        list(drafts),
        frozenset(present.values_list("contest_id", flat=True)),
        {turn.table.contest_id: turn for turn in turns.defer("table__snapshot").order_by("-deadline_at")},
    )


def newest() -> list[Contest]:
    """The contests announced last, open or not. One query."""
    announced = Contest.objects.exclude(state=State.DRAFT).filter(friends=False).select_related("organiser")
    return list(announced.order_by("-created_at", "-pk")[:AT_ONCE])
