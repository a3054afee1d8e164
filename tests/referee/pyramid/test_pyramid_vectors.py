"""The cases with known right answers: tests/vectors/pyramid, through the command line and real deals."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from referee.__main__ import main
from referee.core import Json
from tests.referee.comparing import cases, load, replays_equal
from tests.referee.pyramid.tools import GAME, SEATS, Table, deck_for

GAMES = cases("pyramid", "playouts", "illegal", "silent")


@pytest.mark.parametrize("case", GAMES)
def test_a_record_comes_out_equal(case: Json, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused = replays_equal(case, tmp_path / "record.json", capsys)
    assert main(["verify", str(tmp_path / "record.json")]) == (1 if refused else 0)


def test_a_fresh_process_needs_nothing_but_the_rule_book() -> None:
    case = load("pyramid", "playouts")[0]
    command = [sys.executable, "-S", "-m", "referee", "replay", "-"]
    given = json.dumps(case["record"])
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    outcome = json.loads(done.stdout)
    assert outcome["result"]["places"] == {"A": 1, "B": 2}
    assert outcome["deals"][0]["hands"] == case["expect"][0]["hands"]


@pytest.mark.parametrize("first", SEATS)
@pytest.mark.parametrize("case", load("pyramid", "scoring"), ids=lambda case: case["why"])
def test_hands_are_counted_at_the_end_of_a_real_deal(case: Json, first: str) -> None:
    for scoring in ("basic", "advanced"):
        table = Table(deck_for(case["hands"], first), first, scoring=scoring).defaults()
        assert GAME.beside(table.state) == {"hands": case["hands"], "discard": []}
        assert GAME.result(table.state) == case["result"]


def test_the_worked_example_as_it_was_meant() -> None:
    """Opposed in another order than printed, Frank wins two hands and 4 points (3.9)."""
    case = load("pyramid", "scoring")[0]
    jenn, frank = case["hands"]["A"], case["hands"]["B"]
    found = []
    for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        hands = {"A": jenn, "B": [frank[place] for place in order]}
        end = Table(deck_for(hands), scoring="advanced").defaults().state
        result = GAME.result(end)
        assert result is not None
        found.append((result["won"]["A"], result["won"]["B"], result["advanced"]["points"]))
    printed, *others = found
    assert printed == (2, 1, {"A": 2, "B": 0})
    assert others.count((1, 2, {"A": 0, "B": 4})) == 4
    assert others.count((0, 3, {"A": 0, "B": 5})) == 1


# Three pairs, three higher ones, and better hands: what a deal is worth hangs on the last ones.
PAIRS = ("2c 2d 3h 5s 7c", "3d 3s 4h 6c 8c", "4s 4c 5d 7h 9c")
COURT = ("Ac Ad 6d 8d Tc", "Kc Kd 6h 8h Td", "Qc Qd 6s 8s Th")
STEEL = "6d 7d 8d 9d Td"
DEALS: dict[int, tuple[tuple[str, str, str], tuple[str, str, str]]] = {
    1: (COURT, (PAIRS[0], PAIRS[1], "Jc Jd Jh 9d 9h")),
    2: (COURT, (PAIRS[0], PAIRS[1], "Jh 9h 7h 5h 2h")),
    3: (COURT, (PAIRS[0], PAIRS[1], "Jc Jd Jh 9d 7s")),
    4: (COURT, PAIRS),
    5: (("Th Jd Qc Kh As", "Qh Qd 8s 5h 2h", "Ad Ac Js 7d 5c"), PAIRS),
    6: (("Tc Td Th 6d 6h", "Jh Jd Ts 7s 2s", "Kh Kd Ah 9h 7d"), PAIRS),
    9: ((STEEL, "9s Th Jd Qc Kh", "Kc Ks Qd 3c 2h"), PAIRS),
    10: ((STEEL, "Jc Jd Jh 6h 6s", "As Ad 9s 8s 7s"), PAIRS),
    11: ((STEEL, "Jc Jd Jh Js 6s", "Qh Qs Kc Ts 3c"), PAIRS),
    12: ((STEEL, "7s 8s 9s Ts Js", "Ad As Qs 6s 2h"), PAIRS),
    13: (("Tc Jc Qc Kc Ac", STEEL, "Ah As 9h 8s 6h"), PAIRS),
}
"""Points of the winner -> his hands and the other's, as they oppose each other."""


def deal_worth(points: Json) -> Json:
    """Six hands that come to exactly these points."""
    ((seat, worth),) = [(seat, worth) for seat, worth in points.items() if worth]
    other = "B" if seat == "A" else "A"
    winning, losing = DEALS[worth]
    return {seat: [hand.split() for hand in winning], other: [hand.split() for hand in losing]}


@pytest.mark.parametrize("case", load("pyramid", "matches"), ids=lambda case: str(case["state"]))
def test_a_match_is_won_by_whom_the_points_say(case: Json) -> None:
    """The deals of the case, dealt and played; the first one goes to A by lot."""
    table = Table(deck_for(deal_worth(case["deals"][0])), scoring="advanced", target=case["target"])
    firsts = ["A"]
    for number, points in enumerate(case["deals"], 1):
        assert GAME.final(table.state) is None
        table.defaults()
        result = GAME.result(table.state)
        assert result is not None
        assert result["advanced"]["points"] == points
        need = GAME.next_deal(table.state)
        assert (need is None) == (number == len(case["deals"]))
        if need is not None:
            firsts.append(need.setup["first"])
            table.deal(deck_for(deal_worth(case["deals"][number]), need.setup["first"]))
    assert firsts == case["first_player_of_each_deal"]
    final = GAME.final(table.state)
    assert final is not None
    winner = case["state"]["winner"]
    assert final == {
        **case["state"],
        "places": {seat: 1 if seat == winner else 2 for seat in SEATS},
        "abandoned": None,
    }
    assert GAME.score(table.state) == case["state"]["total"]
