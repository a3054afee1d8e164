"""One letter, one test: what the writer himself wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.letters import Ours, read

LETTERS = Path(__file__).parents[2] / "vectors" / "mail"
OURS = Ours(("play@poker.example",), "Referee", markers=("##-",))
TOKEN = "k7m2qxab3cd4ef5gh6ij7kl2mn"
FILES = sorted(LETTERS.glob("*.eml"))


def test_every_letter_has_its_text_and_every_text_its_letter() -> None:
    assert {path.stem for path in LETTERS.glob("*.txt")} == {path.stem for path in FILES}
    assert len(FILES) >= 290


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_the_writer_wrote(path: Path) -> None:
    letter = read(path.read_bytes(), OURS)
    assert letter.text == path.with_suffix(".txt").read_text().rstrip("\n")
    assert letter.sender == "alice@example.org"
    assert not letter.machine
    assert letter.carriers.recipient == TOKEN
