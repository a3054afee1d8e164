"""How many tables, how large, and who sits where (contests.md, T5 and T6; draws.md, "seating")."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core import Illegal, Seat

FEWEST_SEATS, MOST_SEATS = 5, 8
MAX_SEATS = 26
"""Seats are letters A to Z."""

EXTENSION = "extension"
"""Registration stays open longer."""
EXCEPTION = "exception"
"""A recorded exception: 5 + 4 for nine players, one small table for fewer than five."""
ONE_TABLE = "one-table"
"""One table of nine."""
RESERVE = "reserve"
"""The last to register becomes first reserve and gets his fee back."""


def even_sizes(players: int, tables: int) -> tuple[int, ...]:
    """``players`` over ``tables``, within one of each other, the larger tables first.

    Refusals: Illegal MALFORMED where a table would stay empty.
    """
    if not 0 < tables <= players:
        raise Illegal("MALFORMED", where="tables")
    each, larger = divmod(players, tables)
    return (each + 1,) * larger + (each,) * (tables - larger)


def table_counts(players: int) -> tuple[int, ...]:
    """The counts of tables, fewest first, at which all have 5 to 8 seats; empty for 0-4 and 9."""
    fewest = -(-players // MOST_SEATS)
    return tuple(range(max(fewest, 1), players // FEWEST_SEATS + 1))


def table_sizes(players: int, *, smallest: bool = False) -> tuple[int, ...]:
    """The seats of each table: ceil(n / 8) tables, or floor(n / 5) where ``smallest`` was chosen.

    Refusals: Illegal CANNOT_SPLIT where no such split exists (1 to 4 and 9 players), with
    ``players`` and ``choices``, what the organiser may decide instead, in the order in which
    it is offered; Illegal MALFORMED for fewer than one player.
    """
    if players < 1:
        raise Illegal("MALFORMED", where="players")
    counts = table_counts(players)
    if not counts:
        raise Illegal("CANNOT_SPLIT", players=players, choices=choices(players))
    return even_sizes(players, counts[-1] if smallest else counts[0])


def choices(players: int) -> tuple[str, ...]:
    """What is offered where ``players`` cannot be split, in order; empty where they can.

    One player alone is offered an extension only: no table can be made of him. One table of
    nine is for nine; the last becomes a reserve where the others then fit a table.
    """
    if players < 1 or table_counts(players):
        return ()
    if players == 1:
        return (EXTENSION,)
    if players > MOST_SEATS:
        return (EXTENSION, EXCEPTION, ONE_TABLE, RESERVE)
    return (EXTENSION, EXCEPTION)


def small_sizes(players: int, seats: tuple[int, int]) -> tuple[int, ...]:
    """The tables of a game for few: one as long as all fit, else of one seat less than the most.

    ``seats``: the fewest and the most of a table. (2, 5): 2 to 5 one table, 6 = 3 + 3, 7 = 4 + 3,
    13 = 4 + 3 + 3 + 3 (contests.md 2); (2, 2): pairs. Refusals: Illegal CANNOT_SEAT where a table would
    be too small, with ``players``, ``fewest``, ``most`` and ``choices``, as ``table_sizes`` offers them.
    """
    fewest, most = seats
    each = most if players <= most else max(fewest, most - 1)
    sizes = even_sizes(players, -(-players // each)) if players >= 1 else (0,)
    if min(sizes) < fewest:
        raise Illegal("CANNOT_SEAT", players=players, fewest=fewest, most=most, choices=(EXTENSION,))
    return sizes


def sizes_by_choice(players: int, choice: str) -> tuple[int, ...]:
    """The tables after the organiser's recorded decision for a number that cannot be split.

    ``exception``: (5, 4) for nine, one small table for two to four · ``one-table``: (9,) ·
    ``reserve``: (8,), the last of the nine does not play. Refusals: Illegal NOT_OFFERED
    (``choice``, ``choices``) for what is not offered here, an extension among it: it makes no tables.
    """
    offered = choices(players)
    if choice not in offered or choice == EXTENSION:
        raise Illegal("NOT_OFFERED", choice=choice, choices=offered)
    if choice == RESERVE:
        return table_sizes(players - 1)
    return even_sizes(players, 2 if choice == EXCEPTION and players > MOST_SEATS else 1)


def seat_players(order: Sequence[str], tables: int) -> tuple[tuple[str, ...], ...]:
    """The players in the order drawn, dealt round the tables: player i sits at table i mod ``tables``.

    One tuple per table, in seat order (A, B, C …). Refusals: Illegal MALFORMED where a table
    would stay empty.
    """
    if not 0 < tables <= len(order):
        raise Illegal("MALFORMED", where="tables")
    return tuple(tuple(order[table::tables]) for table in range(tables))


def seat_letters(count: int) -> tuple[Seat, ...]:
    """("A", "B", "C" …) for a table of ``count``. Refusals: Illegal MALFORMED outside 0 to 26."""
    if not 0 <= count <= MAX_SEATS:
        raise Illegal("MALFORMED", where="seats")
    return tuple(chr(ord("A") + i) for i in range(count))
