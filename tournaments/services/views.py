"""What may be seen: the only way from a sealed state to a page, a letter or a feed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Prefetch, QuerySet

from referee.core import Json, Move, View
from referee.games import GAMES
from tournaments import models
from tournaments.services import sealing

type Choose = Callable[[dict[str, models.Seat], dict[str, models.Turn]], str | None]
"""From the seats and the open turns of a table, by letter, to the reader's seat; None: the public."""


OPEN = frozenset({"holdem"})
"""Games whose options follow from what lies open; elsewhere they may name cards in a hand."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A state for reading words against, and the number of its turn. Never leaves the services."""

    game: str
    state: Any = field(repr=False)
    number: int
    awaited: tuple[str, ...]

    def awaits(self, seat: str, expected: int | None = None) -> bool:
        return seat in self.awaited and expected in (None, self.number)

    def turn_of(self, seat: str) -> int | None:
        """The number of the turn that the words were read in; what is played later is Stale."""
        return self.number if seat in self.awaited else None


@dataclass(frozen=True, slots=True)
class Sight:
    """A table as one reader may see it. ``seat`` is his letter, None for the public.

    view     the game's own view;  options  what the seat may do now (None: not awaited)
    turns    letter -> open turn;  seats  letter -> seat, with its entry
    silence  what it is deemed to do if it lets the time pass (None: not awaited)
    """

    table: models.Table
    contest: models.Contest
    seat: str | None
    view: View
    options: Json | None
    turns: dict[str, models.Turn]
    seats: dict[str, models.Seat]
    result: Json | None
    silence: Move | None

    @property
    def turn(self) -> models.Turn | None:
        """The reader's own open turn."""
        return self.turns.get(self.seat) if self.seat else None

    @property
    def names(self) -> dict[str, str]:
        return {letter: seat.entry.name for letter, seat in self.seats.items()}

    def names_at(self, number: int) -> dict[str, str]:
        """Who sat where at an event: what somebody did stays his, whoever has his seat now."""
        return {letter: seat.name_at(number) for letter, seat in self.seats.items()}


def look(table: int, seat: str | None) -> Sight:
    """What ``seat`` (None: the public) may see of a table. DoesNotExist. Three queries."""
    return look_at(rows().get(pk=table), lambda seats, turns: seat)


def rows() -> QuerySet[models.Table]:
    """Tables with all that ``look_at`` asks of their rows."""
    return models.Table.objects.select_related("contest__organiser", "croupier")


def look_at(row: models.Table, choose: Choose) -> Sight:
    """What one reader may see of a table of ``rows``: ``choose`` names his seat. Two queries."""
    seats = row.table_seats.select_related("entry__user")
    return _sight(row, seats, row.turns.filter(closed_at__isnull=True), choose)


def look_at_own(user: models.User, tables: Collection[int]) -> dict[int, Sight]:
    """What a player sees of several tables, by their ids. Three queries."""
    seats = Prefetch("table_seats", models.Seat.objects.select_related("entry__user"), to_attr="own_seats")
    turns = Prefetch("turns", models.Turn.objects.filter(closed_at__isnull=True), to_attr="own_turns")

    def his(seats: dict[str, models.Seat], turns: dict[str, models.Turn]) -> str | None:
        return next((letter for letter, seat in seats.items() if seat.entry.user_id == user.pk), None)

    found = rows().filter(pk__in=tables).prefetch_related(seats, turns)
    return {
        row.pk: _sight(row, getattr(row, "own_seats", ()), getattr(row, "own_turns", ()), his)
        for row in found
    }


def _sight(
    row: models.Table, there: Iterable[models.Seat], now_open: Iterable[models.Turn], choose: Choose
) -> Sight:
    seats = {one.letter: one for one in there}
    game = GAMES[row.game]
    state = game.load(sealing.unseal_json(row.snapshot))
    turns = _turns(row, seats, now_open, game.awaiting(state))
    seat = choose(seats, turns)
    asked = seat if seat is not None and seat in turns else None
    return Sight(
        row,
        row.contest,
        seat,
        game.view(state, seat),
        game.options(state, asked) if asked else None,
        turns,
        seats,
        game.result(state),
        game.default(state, asked) if asked else None,
    )


def _turns(
    row: models.Table,
    seats: dict[str, models.Seat],
    now_open: Iterable[models.Turn],
    awaited: tuple[str, ...],
) -> dict[str, models.Turn]:
    """The open turns of the state in ``row``. Somebody may have played since it was read: turns that
    only the next state has are left out, so that a page or a letter never mixes two moments."""
    by_id = {one.pk: letter for letter, one in seats.items()}
    return {
        by_id[turn.seat_id]: turn
        for turn in now_open
        if turn.number == row.turn_number and by_id[turn.seat_id] in awaited
    }


def seat_of(table: models.Table, user: Any) -> str | None:
    """The letter of the seat that this person has at the table."""
    if not getattr(user, "is_authenticated", False):
        return None
    return table.table_seats.filter(entry__user=user).values_list("letter", flat=True).first()


def state_of(table: int) -> Opened:
    """The state to read a player's words against; what is played is checked again under the lock."""
    return opened(models.Table.objects.get(pk=table))


def opened(row: models.Table) -> Opened:
    """The same for a row that is there already."""
    game = GAMES[row.game]
    state = game.load(sealing.unseal_json(row.snapshot))
    return Opened(row.game, state, row.turn_number, game.awaiting(state))


def open_options(row: models.Table, seat: str) -> tuple[Json | None, Move | None]:
    """What a seat may do now and what its silence means, as far as anybody may know it; else None twice."""
    if row.game not in OPEN:
        return None, None
    game = GAMES[row.game]
    state = game.load(sealing.unseal_json(row.snapshot))
    if seat not in game.awaiting(state):
        return None, None
    return game.options(state, seat), game.default(state, seat)


def stacks(table: models.Table) -> dict[str, int]:
    """Letter -> chips (or points) in front of the seat now; what lies in a pot belongs to nobody yet."""
    game = GAMES[table.game]
    return game.score(game.load(sealing.unseal_json(table.snapshot)))
