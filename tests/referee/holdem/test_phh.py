"""Real hands in the open PHH format: tests/vectors/phh (SOURCE.txt says where they are from)."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from referee import record
from referee.phh import BadHistory, History, read_history

HANDS = Path(__file__).parents[2] / "vectors" / "phh"
EXPECTED = json.loads((HANDS / "expected.json").read_text())
HALF_CHIPS = {"pluribus-102-0.phh", "pluribus-75b-76.phh", "pluribus-91-53.phh"}


def test_every_hand_has_its_expected_stacks() -> None:
    assert {path.name for path in HANDS.glob("*.phh")} == set(EXPECTED)
    assert len(EXPECTED) > 100


def _final(history: History) -> list[Fraction]:
    outcome = record.replay(record.read(record.write(history.record)))
    (deal,) = outcome["deals"]
    assert deal["refused"] == []
    return [Fraction(chips, history.scale) for chips in deal["result"]["stacks"].values()]


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_hand_ends_with_the_expected_stacks(name: str) -> None:
    assert _final(read_history((HANDS / name).read_text())) == EXPECTED[name]["final_stacks"]


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_hand_ends_with_the_stacks_that_it_declares(name: str) -> None:
    """Three hands shared an odd chip by halves; counted in half chips they agree as well."""
    parts = 2 if name in HALF_CHIPS else 1
    history = read_history((HANDS / name).read_text(), parts)
    assert history.finishing is not None or name == "other-dwan-ivey-2009.phh"
    if history.finishing is not None:
        assert tuple(_final(history)) == history.finishing
        assert any(stack.denominator == 2 for stack in history.finishing) == (parts == 2)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("'NT'", "'FT'"), "variant"),
        (("[50, 100, 0, 0, 0, 0]", "[50, 100, 200, 0, 0, 0]"), "straddles"),
        (("antes = [0, 0, 0, 0, 0, 0]", "antes = [1, 2, 3, 0, 0, 0]"), "antes"),
        (("'p3 f'", "'p9 f'"), "p9"),
        (("'p3 f'", "'p4 f'"), "'p4 f' is refused: NOT_YOUR_TURN"),
        (("'p4 cbr 225'", "'p4 cbr 22500'"), "RAISE_TOO_LARGE"),
        (("min_bet = 100", "min_bet = "), "TOML"),
        (("starting_stacks", "stacks_that_started"), "starting_stacks"),
    ],
)
def test_a_history_that_cannot_be_read_is_refused_with_the_reason(change: tuple[str, str], why: str) -> None:
    text = (HANDS / "pluribus-100b-81.phh").read_text()
    assert change[0] in text
    with pytest.raises(BadHistory, match=why):
        read_history(text.replace(*change))
