"""``python -m referee verify`` on draws and ledgers: what is printed, and the exit status."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

VECTORS = Path(__file__).parents[2] / "vectors/draws"
ROOT = Path(__file__).parents[3]


def verify(document: Any) -> tuple[int, list[str]]:
    """The exit status and the lines, the document given on standard input. A summary is beside them."""
    done = subprocess.run(
        [sys.executable, "-m", "referee", "verify", "-"],
        input=json.dumps(document),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.stderr.startswith("-: good. " if done.returncode == 0 else "-: problems: ")
    return done.returncode, done.stdout.splitlines()


@pytest.mark.parametrize("name", ["draws.json", "ledger.json"])
def test_a_good_document_prints_no_problem(name: str) -> None:
    assert verify(json.loads((VECTORS / name).read_text("utf-8"))) == (0, [])


def test_a_draw_prints_a_line_for_each_problem() -> None:
    draw = copy.deepcopy(json.loads((VECTORS / "draws.json").read_text("utf-8"))[0])
    draw["published"]["openings"][0]["label"] = "Kd"
    draw["revealed"]["seed_path"].reverse()
    assert verify(draw) == (
        1,
        [
            "revealed.seed_path: does not lead from the seed to seed_commit (path, seeds, base)",
            "published.openings[0]: shows Kd at position 0, drawn was Qs: a swapped card",
        ],
    )


def test_a_draw_without_its_half_is_a_problem() -> None:
    draw = json.loads((VECTORS / "draws.json").read_text("utf-8"))[0]
    assert verify({"published": draw["published"]}) == (1, ["revealed is missing"])
    assert verify({"revealed": draw["revealed"]}) == (1, ["published is missing"])


def test_a_ledger_prints_a_line_for_each_problem() -> None:
    ledger = json.loads((VECTORS / "ledger.json").read_text("utf-8"))
    ledger["rows"][2]["body_hash"] = ledger["rows"][1]["body_hash"]
    status, lines = verify(ledger)
    assert status == 1
    assert lines[:2] == [
        "row 2: body_hash is not the hash of the body",
        "row 2: the link does not follow from the one before and body_hash",
    ]
