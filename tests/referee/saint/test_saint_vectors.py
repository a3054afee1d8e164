"""The cases with known right answers: tests/vectors/saint, through the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from referee.core import Json
from referee.ranking import best_five
from tests.referee.comparing import cases, contains, load, replays_equal
from tests.referee.saint.tools import GAME, Table, deck_of

GAMES = cases("saint", "playouts", "illegal", "silent")


@pytest.mark.parametrize("case", GAMES)
def test_a_record_comes_out_equal(case: Json, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replays_equal(case, tmp_path / "record.json", capsys)


def test_a_fresh_process_needs_nothing_but_the_rule_book() -> None:
    case = load("saint", "playouts")[0]
    command = [sys.executable, "-S", "-m", "referee", "replay", "-"]
    given = json.dumps(case["record"])
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    outcome = json.loads(done.stdout)
    assert outcome["result"]["places"] == case["expect"][0]["result"]["places"]
    assert contains(outcome["deals"][0]["rounds"], case["expect"][0]["rounds"])


@pytest.mark.parametrize(
    "case", load("saint", "evaluations"), ids=lambda case: f"{case['why']} {case['cards']}"
)
def test_an_evaluation_comes_out_equal(case: Json) -> None:
    assert list(best_five(case["cards"])[0]) == case["value"]


@pytest.mark.parametrize("case", load("saint", "duels"), ids=lambda case: case["why"])
def test_a_duel_of_two_hands_is_decided_by_a_round_of_the_game(case: Json) -> None:
    """Three river cards lie there as the first future river, A and B add one each."""
    river, a, b = case["river"], " ".join(case["A"]), " ".join(case["B"])
    deck = deck_of(2, {"A": f"{river[3]} {a}", "B": f"{river[4]} {b}"}, " ".join(river[:3]))
    table = Table(2, deck).play(
        f"A river {river[3]}", f"B river {river[4]}", f"A reveal {a}", f"B reveal {b}"
    )
    assert table.rounds[0]["river"] == river
    assert table.rounds[0]["values"] == dict(zip("AB", case["values"], strict=True))
    assert table.rounds[0]["winners"] == (["A", "B"] if case["winner"] == "tie" else [case["winner"]])
    assert GAME.score(table.state)["A"] == (0 if case["winner"] == "B" else 1)
