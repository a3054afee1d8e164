"""The HTML twin of a letter as a phone shows it."""

from __future__ import annotations

import pytest

from tournaments.services import twin


@pytest.mark.parametrize("ends", [".", " ?", ":"])
def test_the_headline_of_the_twin_is_one_sentence_where_it_is_long(ends: str) -> None:
    first, rest = (
        f"Nothing was left in advance, as you only asked{ends}",
        "This is how your line is read now. " * 3,
    )
    block = twin.blocks(f"## marker\n\n{first} {rest.strip()}\n\nThe rest.", {})[1]
    said = ["".join(piece.text for piece in line.pieces) for line in block.lines]
    assert (block.kind, said) == ("headline", [first, rest.strip()])
    short = twin.blocks("## marker\n\nRubis: your turn. Play.\n\nThe rest.", {})[1]
    assert len(short.lines) == 1
