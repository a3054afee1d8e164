"""Schedules of leagues: contests.md 2 "Tables for n", "Schedule"; the costs of vectors/standings."""

from __future__ import annotations

import json
import time
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.contests.designs import circle, exact_rounds, field_of
from referee.contests.schedule import fewest_repeats, league_sizes, pair, repeats, schedule
from referee.core import Illegal

VECTORS = json.loads((Path(__file__).parents[2] / "vectors/standings/standings.json").read_text("utf-8"))
PERFECT = VECTORS["perfect_schedules"]


def cost(rounds: Any) -> int:
    """Counted again, pair by pair."""
    met = Counter(
        tuple(sorted(two)) for tables in rounds for table in tables for two in combinations(table, 2)
    )
    return sum(times * (times - 1) // 2 for times in met.values())


@pytest.mark.parametrize("row", VECTORS["saint_tables"], ids=lambda row: str(row["n"]))
def test_tables_for_every_number_of_players(row: Any) -> None:
    if row["tables"] is None:
        with pytest.raises(Illegal) as refused:
            league_sizes(row["n"])
        assert refused.value.code == "CANNOT_SPLIT"
    else:
        assert list(league_sizes(row["n"])) == row["tables"]


@pytest.mark.parametrize("row", VECTORS["repeat_costs"], ids=lambda row: str(row["n"]))
def test_the_best_known_costs_are_reached_within_five_seconds(row: Any) -> None:
    start = time.perf_counter()
    rounds = schedule(row["n"], row["rounds"])
    assert time.perf_counter() - start < 5
    assert row["bound"] <= repeats(rounds) <= row["cost"]
    assert repeats(rounds) == cost(rounds)
    assert fewest_repeats(row["tables"], row["rounds"]) == row["bound"]
    assert len(rounds) == row["rounds"]
    for tables in rounds:
        assert [len(table) for table in tables] == row["tables"]
        assert sorted(player for table in tables for player in table) == list(range(row["n"]))
    assert schedule(row["n"], row["rounds"]) == rounds


@pytest.mark.parametrize("name", PERFECT)
def test_the_perfect_schedules_are_found_exactly(name: str) -> None:
    wanted = PERFECT[name]
    players, size = sum(len(table) for table in wanted[0]), len(wanted[0][0])
    assert repeats(wanted) == 0
    found = schedule(players, len(wanted), [size] * (players // size))
    assert repeats(found) == 0
    as_sets = {frozenset(frozenset(table) for table in tables) for tables in wanted}
    assert {frozenset(frozenset(table) for table in tables) for tables in found} == as_sets


def test_nine_and_sixteen_come_out_as_they_are_written_down() -> None:
    nine = PERFECT["9 players, tables of 3, 4 rounds"]
    sixteen = PERFECT["16 players, tables of 4, 5 rounds"]
    assert [[list(table) for table in tables] for tables in schedule(9, 4)] == nine
    assert [[list(table) for table in tables] for tables in schedule(16, 5)] == sixteen


def test_every_pair_of_a_division_of_sixteen_meets_exactly_once() -> None:
    met = Counter(
        two for tables in schedule(16) for table in tables for two in combinations(sorted(table), 2)
    )
    assert len(met) == 120
    assert set(met.values()) == {1}


@pytest.mark.parametrize(("players", "size", "rounds"), [(20, 4, 5), (24, 4, 7), (28, 4, 7), (32, 4, 8)])
def test_no_pair_meets_twice_in_the_exact_rounds(players: int, size: int, rounds: int) -> None:
    found = exact_rounds(players, size)
    assert len(found) == rounds
    assert cost(found) == 0


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 16])
def test_a_field_is_one(order: int) -> None:
    field = field_of(order)
    assert field is not None
    add, times = field
    elements = range(order)
    for a in elements:
        assert sorted(add(a, b) for b in elements) == list(elements)
        if a:
            assert sorted(times(a, b) for b in elements) == list(elements)
        for b in elements:
            assert all(times(a, add(b, c)) == add(times(a, b), times(a, c)) for c in elements)
            assert all(times(a, times(b, c)) == times(times(a, b), c) for c in elements)
    assert field_of(6) is None


@pytest.mark.parametrize("players", range(2, 13))
def test_duels_are_a_round_robin(players: int) -> None:
    rounds = circle(players)
    pairs = [two for tables in rounds for two in tables]
    assert sorted(pairs) == list(combinations(range(players), 2))
    assert all(len({player for two in tables for player in two}) == 2 * len(tables) for tables in rounds)
    assert len(rounds) == players - 1 + players % 2


def test_sizes_that_do_not_seat_everybody_are_refused() -> None:
    for sizes in ([4, 4], [5, 5, 0], []):
        with pytest.raises(Illegal, match="MALFORMED"):
            schedule(10, 5, sizes)


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 20), st.integers(1, 5), st.data())
def test_a_round_for_those_who_are_there(players: int, number: int, data: st.DataObject) -> None:
    names = [f"p{player:02}" for player in range(players)]
    plan = [[[names[one] for one in table] for table in tables] for tables in schedule(players, number)]
    here = [name for name in names if data.draw(st.booleans())]
    tables = pair(here, plan[:-1], plan[-1])
    assert sorted(name for table in tables for name in table) == here
    if len(here) > 1:
        assert [len(table) for table in tables] == list(league_sizes(len(here)))
    else:
        assert tables == tuple((name,) for name in here)


def test_a_round_is_played_as_planned_where_all_are_there_and_stays_close_where_one_is_away() -> None:
    names = [f"p{player:02}" for player in range(16)]
    plan = [[[names[one] for one in table] for table in tables] for tables in schedule(16)]
    assert [list(table) for table in pair(names, plan[:2], plan[2])] == plan[2]
    tables = pair(names[1:], plan[:2], plan[2])
    assert cost([*plan[:2], tables]) == 0
    away = pair(names[3:], plan[:4], plan[4])
    assert cost([*plan[:4], away]) <= 3
