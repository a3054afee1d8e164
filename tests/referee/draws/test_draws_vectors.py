"""Scheme PBF1 against the cases with known intermediate values."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from referee.contests.tables import seat_players, table_sizes
from referee.draws import Beacon, Draw, document_level, verify_document
from referee.draws.seeds import seed_matches
from referee.draws.shuffle import stream_bytes

CASES = json.loads((Path(__file__).parents[2] / "vectors/draws/draws.json").read_text("utf-8"))
LEVELS = ["B", "B", "C"]


def redraw(case: dict[str, Any]) -> Draw:
    pub, rev = case["published"], case["revealed"]
    return Draw(
        contest=pub["e"],
        series=pub["t"],
        number=pub["n"],
        items=pub["items"],
        seed=bytes.fromhex(rev["seed"]),
        roster=pub["roster"],
        values={player: bytes.fromhex(value) for player, value in rev["values"].items()},
        beacon=Beacon(
            rev["beacon"]["chain"], rev["beacon"]["round"], bytes.fromhex(rev["beacon"]["randomness"])
        ),
    )


@pytest.fixture(params=CASES, ids=lambda case: case["name"])
def case(request: pytest.FixtureRequest) -> dict[str, Any]:
    return request.param


def test_entropy_key_stream_and_nonces_come_out_to_the_byte(case: dict[str, Any]) -> None:
    draw, expect = redraw(case), case["expect"]
    assert draw.e_t.hex() == expect["e_t"]
    assert draw.e_d.hex() == expect["e_d"]
    assert draw.key.hex() == expect["key"]
    assert stream_bytes(draw.key).hex() == expect["stream64"]
    assert draw.nonce(0).hex() == expect["nonce0"]


def test_the_order_and_the_numbers_thrown_away_come_out(case: dict[str, Any]) -> None:
    draw, expect = redraw(case), case["expect"]
    assert draw.rejected == expect["rejected"]
    if expect["order"] is not None:
        assert list(draw.order) == expect["order"]
    text = json.dumps(draw.order, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(text.encode()).hexdigest() == expect["order_sha256"]


def test_the_deck_commitment_and_the_openings_come_out(case: dict[str, Any]) -> None:
    draw, pub = redraw(case), case["published"]
    assert draw.deck_commit.hex() == pub["deck_commit"]
    assert draw.openings([opening["pos"] for opening in pub["openings"]]) == pub["openings"]


def test_the_seed_leads_to_the_commitment_of_its_batch(case: dict[str, Any]) -> None:
    pub, rev = case["published"], case["revealed"]
    path = [bytes.fromhex(step) for step in rev["seed_path"]]
    commit, seed = bytes.fromhex(pub["seed_commit"]), bytes.fromhex(rev["seed"])
    assert seed_matches(commit, pub["t"], pub["base"], pub["seeds"], pub["n"], seed, path)


def test_seating_deals_the_shuffled_players_round_the_tables() -> None:
    case = next(case for case in CASES if case["published"]["kind"] == "seating")
    order = redraw(case).order
    tables = seat_players(order, len(table_sizes(len(order))))
    assert [list(table) for table in tables] == case["expect"]["tables"]


def test_every_case_passes_the_check_and_shows_its_level() -> None:
    assert verify_document(CASES) == []
    assert [document_level(case) for case in CASES] == LEVELS
