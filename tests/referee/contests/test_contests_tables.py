"""Table sizes and seats: contests.md T5, T6."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.contests import tables
from referee.contests.schedule import league_sizes
from referee.core import Illegal

VECTORS = json.loads((Path(__file__).parents[2] / "vectors/standings/standings.json").read_text("utf-8"))
PARTITIONS = {row["n"]: row for row in VECTORS["shangri_partitions"]}
POSSIBLE = [n for n, row in PARTITIONS.items() if row["tables"]]
IMPOSSIBLE = [n for n, row in PARTITIONS.items() if not row["tables"]]


@pytest.mark.parametrize("n", POSSIBLE)
def test_t5_fewest_tables_are_the_default(n: int) -> None:
    assert list(tables.table_sizes(n)) == PARTITIONS[n]["tables"]
    assert list(tables.table_counts(n)) == PARTITIONS[n]["possible_table_counts"]
    assert tables.choices(n) == ()


@pytest.mark.parametrize("n", POSSIBLE)
def test_t5_smallest_tables_can_be_chosen(n: int) -> None:
    sizes = tables.table_sizes(n, smallest=True)
    assert len(sizes) == n // 5 == PARTITIONS[n]["possible_table_counts"][-1]
    assert sum(sizes) == n
    assert max(sizes) - min(sizes) <= 1
    assert list(sizes) == sorted(sizes, reverse=True)


def test_t5_the_impossible_numbers_are_one_to_four_and_nine() -> None:
    assert IMPOSSIBLE == [1, 2, 3, 4, 9]


@pytest.mark.parametrize("n", IMPOSSIBLE)
@pytest.mark.parametrize("smallest", [False, True])
def test_t5_an_impossible_number_is_refused_with_what_may_be_decided(n: int, smallest: bool) -> None:
    with pytest.raises(Illegal) as refused:
        tables.table_sizes(n, smallest=smallest)
    assert refused.value.code == "CANNOT_SPLIT"
    assert refused.value.params == {"players": n, "choices": tables.choices(n)}


def test_t5_the_choices_stand_in_the_order_in_which_they_are_offered() -> None:
    assert tables.choices(9) == ("extension", "exception", "one-table", "reserve")
    assert tables.choices(4) == ("extension", "exception")
    assert tables.choices(1) == ("extension",)


def test_t5_a_decision_makes_tables_of_an_impossible_number() -> None:
    assert tables.sizes_by_choice(9, "exception") == (5, 4)
    assert tables.sizes_by_choice(9, "one-table") == (9,)
    assert tables.sizes_by_choice(9, "reserve") == (8,)
    assert [tables.sizes_by_choice(n, "exception") for n in (2, 3, 4)] == [(2,), (3,), (4,)]


@pytest.mark.parametrize(
    ("n", "choice"),
    [(9, "extension"), (8, "exception"), (4, "one-table"), (4, "reserve"), (1, "exception"), (9, "x")],
)
def test_t5_what_is_not_offered_is_refused(n: int, choice: str) -> None:
    with pytest.raises(Illegal, match="NOT_OFFERED"):
        tables.sizes_by_choice(n, choice)


@pytest.mark.parametrize("n", [0, -1])
def test_nobody_makes_no_table(n: int) -> None:
    with pytest.raises(Illegal, match="MALFORMED"):
        tables.table_sizes(n)


@given(st.integers(5, 400).filter(lambda n: n != 9), st.booleans())
def test_seats_fit_the_sizes_and_everybody_sits_once(n: int, smallest: bool) -> None:
    sizes = tables.table_sizes(n, smallest=smallest)
    order = [f"p{i}" for i in range(n)]
    seated = tables.seat_players(order, len(sizes))
    assert tuple(len(table) for table in seated) == sizes
    assert sorted(player for table in seated for player in table) == sorted(order)
    assert all(seated[i % len(sizes)][i // len(sizes)] == player for i, player in enumerate(order))
    assert all(5 <= size <= 8 for size in sizes)


@pytest.mark.parametrize("count", [0, 4])
def test_no_table_stays_empty(count: int) -> None:
    with pytest.raises(Illegal, match="MALFORMED"):
        tables.seat_players(["a", "b", "c"], count)


def test_t6_seats_are_letters() -> None:
    assert tables.seat_letters(8) == ("A", "B", "C", "D", "E", "F", "G", "H")
    with pytest.raises(Illegal, match="MALFORMED"):
        tables.seat_letters(27)


def test_even_sizes_leave_no_table_empty() -> None:
    assert tables.even_sizes(9, 2) == (5, 4)
    with pytest.raises(Illegal, match="MALFORMED"):
        tables.even_sizes(2, 3)


@given(st.integers(2, 40))
def test_a_game_for_few_is_split_as_a_league_is(players: int) -> None:
    assert tables.small_sizes(players, (2, 5)) == league_sizes(players)


@given(st.integers(-2, 40), st.sampled_from([(2, 2), (2, 5), (3, 4)]))
def test_tables_of_a_game_for_few_hold_everybody_and_are_never_too_small_or_too_large(
    players: int, seats: tuple[int, int]
) -> None:
    try:
        sizes = tables.small_sizes(players, seats)
    except Illegal as refused:
        sizes, code = (), refused.code
    if not sizes:
        assert code == "CANNOT_SEAT"
        return
    assert sum(sizes) == players
    assert all(seats[0] <= size <= seats[1] for size in sizes)
    assert max(sizes) - min(sizes) <= 1


def test_pairs_need_an_even_number() -> None:
    assert tables.small_sizes(6, (2, 2)) == (2, 2, 2)
    with pytest.raises(Illegal):
        tables.small_sizes(5, (2, 2))
