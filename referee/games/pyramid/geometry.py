"""The pyramid as a place: spaces, what rests on what, where a block may go, which lies free (3.2).

A space is (row, column): row 0 is the foundation of eight, each next row has one space less, and
(r, c) is centred on (r - 1, c) and (r - 1, c + 1). Columns count from the left of the seat named
first at the table, for both players.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

type Space = tuple[int, int]

FOUNDATION = 8

SPACES: tuple[Space, ...] = tuple(
    [(row, column) for row in range(FOUNDATION) for column in range(FOUNDATION - row)]
)
"""All 36 spaces, row by row from the foundation, each from the left."""

_ALL = frozenset(SPACES)


def exists(space: Space) -> bool:
    """Whether the pyramid has this space."""
    return space in _ALL


@cache
def supports(space: Space) -> tuple[Space, ...]:
    """The two spaces below that must both hold a block; none for the foundation."""
    row, column = space
    return ((row - 1, column), (row - 1, column + 1)) if row else ()


@cache
def above(space: Space) -> tuple[Space, ...]:
    """The spaces whose blocks would rest on this one: two at most."""
    row, column = space
    return tuple([one for one in ((row + 1, column - 1), (row + 1, column)) if one in _ALL])


def supported(standing: Collection[Space], space: Space) -> bool:
    """Whether a block would stand there without overhang."""
    return all(below in standing for below in supports(space))


def is_free(standing: Collection[Space], space: Space) -> bool:
    """Whether nothing rests on the block of this space; half covered is not free."""
    return not any(one in standing for one in above(space))


def legal_spaces(standing: Collection[Space]) -> tuple[Space, ...]:
    """Where a block may be placed, row by row, then by column."""
    return tuple([space for space in SPACES if space not in standing and supported(standing, space)])


def free_blocks(standing: Collection[Space]) -> tuple[Space, ...]:
    """The spaces whose blocks may be picked, row by row, then by column."""
    return tuple([space for space in SPACES if space in standing and is_free(standing, space)])
