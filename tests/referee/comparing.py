"""What the vectors of every game are compared with, and what a search for secrets reads."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.__main__ import main
from referee.core import Json

VECTORS = Path(__file__).parents[1] / "vectors"


def load(game: str, name: str) -> list[Json]:
    """The cases of tests/vectors/<game>/<name>.json."""
    found: list[Json] = json.loads((VECTORS / game / f"{name}.json").read_text(encoding="utf-8"))
    return found


def cases(game: str, *names: str) -> list[Any]:
    """The same of several files, each under its id, as parameters of a test."""
    return [pytest.param(case, id=case["id"]) for name in names for case in load(game, name)]


def contains(found: object, wanted: object) -> bool:
    """A key that stands in the vector must come out equal; more keys may come."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return all(key in found and contains(found[key], value) for key, value in wanted.items())
    if isinstance(wanted, list) and isinstance(found, list):
        return len(wanted) == len(found) and all(map(contains, found, wanted))
    return type(found) is type(wanted) and found == wanted


def replays_equal(case: Json, file: Path, capsys: pytest.CaptureFixture[str]) -> bool:
    """``python -m referee replay`` makes of a case's record what it expects; True where it refused a move."""
    file.write_text(json.dumps(case["record"]))
    status = main(["replay", str(file)])
    deals = json.loads(capsys.readouterr().out)["deals"]
    for found, wanted in zip(deals, case["expect"], strict=True):
        for key, value in wanted.items():
            assert contains(found[key], value), (key, found[key], value)
        assert found["result"] == wanted.get("result", found["result"])
    refused = any(wanted["refused"] for wanted in case["expect"])
    assert status == (3 if refused else 0)
    return refused


def texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from texts(key)
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)
