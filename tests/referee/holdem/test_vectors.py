"""The cases with known right answers: tests/vectors/holdem."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee import record
from tests.referee.comparing import contains

VECTORS = Path(__file__).parents[2] / "vectors" / "holdem"


def _cases() -> list[Any]:
    return [
        pytest.param(case, id=case["id"])
        for path in sorted(VECTORS.glob("*.json"))
        for case in json.loads(path.read_text())
    ]


@pytest.mark.parametrize("case", _cases())
def test_vector_comes_out_equal(case: dict[str, Any]) -> None:
    document = record.read(json.dumps(case["record"]))
    deals = record.replay(document)["deals"]
    for found, wanted in zip(deals, case["expect"], strict=True):
        for key, value in wanted.items():
            assert contains(found[key], value), (key, found[key], value)
        if wanted["result"] is not None:
            assert found["result"]["pots"] == wanted["result"]["pots"]
            assert found["result"]["stacks"] == wanted["result"]["stacks"]
