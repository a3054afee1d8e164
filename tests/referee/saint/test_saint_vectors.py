"""The cases with known right answers: tests/vectors/saint, through the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from referee.__main__ import main
from referee.core import Json
from referee.ranking import best_five
from tests.referee.saint.tools import GAME, Table, deck_of

VECTORS = Path(__file__).parents[2] / "vectors" / "saint"


def load(name: str) -> list[Json]:
    found: list[Json] = json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))
    return found


GAMES = [
    pytest.param(case, id=case["id"]) for name in ("playouts", "illegal", "silent") for case in load(name)
]


def contains(found: object, wanted: object) -> bool:
    """A key that stands in the vector must come out equal; more keys may come."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return all(key in found and contains(found[key], value) for key, value in wanted.items())
    if isinstance(wanted, list) and isinstance(found, list):
        return len(wanted) == len(found) and all(map(contains, found, wanted))
    return type(found) is type(wanted) and found == wanted


@pytest.mark.parametrize("case", GAMES)
def test_a_record_comes_out_equal(case: Json, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(case["record"]))
    status = main(["replay", str(file)])
    deals = json.loads(capsys.readouterr().out)["deals"]
    for found, wanted in zip(deals, case["expect"], strict=True):
        for key, value in wanted.items():
            assert contains(found[key], value), (key, found[key], value)
        assert found["result"] == wanted.get("result", found["result"])
    assert status == (3 if any(wanted["refused"] for wanted in case["expect"]) else 0)


def test_a_fresh_process_needs_nothing_but_the_rule_book() -> None:
    case = load("playouts")[0]
    command = [sys.executable, "-S", "-m", "referee", "replay", "-"]
    given = json.dumps(case["record"])
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    outcome = json.loads(done.stdout)
    assert outcome["result"]["places"] == case["expect"][0]["result"]["places"]
    assert contains(outcome["deals"][0]["rounds"], case["expect"][0]["rounds"])


@pytest.mark.parametrize("case", load("evaluations"), ids=lambda case: f"{case['why']} {case['cards']}")
def test_an_evaluation_comes_out_equal(case: Json) -> None:
    assert list(best_five(case["cards"])[0]) == case["value"]


@pytest.mark.parametrize("case", load("duels"), ids=lambda case: case["why"])
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
