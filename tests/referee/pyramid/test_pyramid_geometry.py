"""All 4,862 pyramids that can stand, by enumeration: no builder is stuck, eleven final shapes (3.2)."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from referee.games.pyramid.geometry import SPACES, Space, above, exists, free_blocks, legal_spaces, supports
from tests.referee.pyramid.tools import GAME, Table

type Pyramid = frozenset[Space]


@cache
def pyramids(blocks: int) -> frozenset[Pyramid]:
    """Every pyramid of so many blocks that can be built block by block."""
    if blocks == 0:
        return frozenset({frozenset()})
    return frozenset(one | {space} for one in pyramids(blocks - 1) for space in legal_spaces(one))


def mirrored(pyramid: Pyramid) -> Pyramid:
    return frozenset((row, 7 - row - column) for row, column in pyramid)


def test_there_are_36_spaces_each_held_by_two() -> None:
    assert [sum(row == one for row, _ in SPACES) for one in range(8)] == [8, 7, 6, 5, 4, 3, 2, 1]
    for space in SPACES:
        assert len(supports(space)) == (2 if space[0] else 0)
        assert all(space in above(below) for below in supports(space))
        assert all(space in supports(on) and exists(on) for on in above(space))
    for nowhere in ((-1, 0), (0, -1), (0, 8), (1, 7), (7, 1), (8, 0)):
        assert not exists(nowhere)


def test_no_builder_is_ever_stuck_and_no_taker_either() -> None:
    assert sum(len(pyramids(blocks)) for blocks in range(37)) == 4862
    assert all(legal_spaces(one) for blocks in range(30) for one in pyramids(blocks))
    assert all(free_blocks(one) for blocks in range(1, 31) for one in pyramids(blocks))


def test_taking_free_blocks_keeps_every_pyramid_standing() -> None:
    for blocks in range(1, 31):
        for one in pyramids(blocks):
            assert all(one - {space} in pyramids(blocks - 1) for space in free_blocks(one))
            covered = [space for space in one if space not in free_blocks(one)]
            assert all(one - {space} not in pyramids(blocks - 1) for space in covered)


def test_there_are_eleven_final_shapes_six_up_to_mirror_image() -> None:
    shapes = pyramids(30)
    assert len(shapes) == 11
    assert len({frozenset({one, mirrored(one)}) for one in shapes}) == 6
    assert all({space for space in SPACES if space[0] < 2} <= one for one in shapes)
    assert {max(row for row, _ in one) + 1 for one in shapes} == {5, 6, 7}
    assert Counter(len(free_blocks(one)) for one in shapes) == {2: 4, 3: 6, 4: 1}


@pytest.mark.parametrize("shape", sorted(map(sorted, pyramids(30))), ids=lambda shape: str(shape[-6:]))
def test_each_of_them_is_built_in_a_real_deal(shape: list[Space]) -> None:
    table = Table()
    for turn, (row, column) in enumerate(shape):
        table.play(f"{'AB'[turn % 2]} place {row} {column}")
    view = table.view()
    assert [tuple(block["at"]) for block in view["pyramid"]] == shape
    free = [block["at"] for block in view["pyramid"] if block["free"]]
    assert free == [list(space) for space in free_blocks(shape)]
    assert GAME.options(table.state, "A") == {"do": "pick", "spaces": free}
