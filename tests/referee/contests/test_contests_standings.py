"""The tie-breaks of a league in their order, and the explanation of each place: contests.md 2."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.contests.league import Bye, Season, TableResult
from referee.contests.standings import (
    DECIDER,
    HEAD_TO_HEAD,
    OPPONENTS,
    POINTS,
    SHARE,
    WINS,
    Line,
    Tie,
    places,
    standings,
    undecided,
)


def played(*tables: tuple[int, Mapping[str, int]], players: str = "", **beside: object) -> Season:
    """A season of tables (round, scores); players in the order of the alphabet."""
    everybody = sorted(set(players) | {player for _, scores in tables for player in scores})
    results = tuple(TableResult(number, scores) for number, scores in tables)
    return Season(tuple(everybody), 5, results, **beside)  # type: ignore[arg-type]


def order(lines: tuple[Line, ...]) -> list[tuple[int, str, str | None]]:
    return [(line.place, line.player, line.behind) for line in lines]


def criteria(line: Line) -> list[str]:
    return [step.criterion for step in line.why]


def test_points_first() -> None:
    lines = standings(played((1, {"A": 12, "B": 12, "C": 9, "D": 4})))
    assert order(lines) == [(1, "A", None), (1, "B", None), (3, "C", POINTS), (4, "D", POINTS)]
    assert [line.points for line in lines] == [20, 20, 8, 0]
    assert criteria(lines[2]) == [POINTS]
    assert lines[0].shared == ("B",)


def test_table_wins_part_equal_points() -> None:
    """A wins once and is last once, B is second twice: 24 points each."""
    season = played((1, {"A": 9, "B": 5, "C": 1}), (2, {"A": 0, "B": 5, "D": 9}))
    lines = {line.player: line for line in standings(season)}
    assert lines["A"].points == lines["B"].points == 24
    assert (lines["A"].wins, lines["B"].wins) == (1, 0)
    assert lines["B"].behind == WINS
    step = lines["B"].why[-1]
    assert (step.criterion, step.values) == (WINS, {"A": 1, "B": 0, "D": 1})


def test_a_shared_win_counts_its_part() -> None:
    lines = {line.player: line for line in standings(played((1, {"A": 5, "B": 5, "C": 5, "D": 1})))}
    assert lines["A"].wins == Fraction(1, 3)


def test_head_to_head_needs_that_all_the_tied_have_met() -> None:
    season = played((1, {"A": 9, "B": 1}), (2, {"A": 1, "C": 9}), (2, {"B": 9, "D": 1}))
    lines = {line.player: line for line in standings(season)}
    assert lines["A"].points == lines["B"].points == lines["C"].points == 24
    step = next(step for step in lines["A"].why if step.criterion == HEAD_TO_HEAD)
    assert step.tied == ("A", "B", "C")
    assert step.values is None, "B and C have not met"


def test_head_to_head_of_two_who_met() -> None:
    season = played(
        (1, {"A": 9, "B": 1}), (2, {"A": 1, "C": 9}), (2, {"B": 9, "D": 1}), (3, {"C": 1, "E": 1})
    )
    lines = {line.player: line for line in standings(season)}
    step = next(step for step in lines["A"].why if step.criterion == HEAD_TO_HEAD)
    assert step.tied == ("A", "B")
    assert step.values == {"A": 1, "B": 0}
    assert lines["B"].behind == HEAD_TO_HEAD


def test_head_to_head_is_the_mean_over_repeated_meetings() -> None:
    season = played((1, {"A": 9, "B": 1}), (2, {"A": 1, "B": 9}), (3, {"A": 5, "B": 5}))
    (first, second) = standings(season)
    step = next(step for step in first.why if step.criterion == HEAD_TO_HEAD)
    assert step.values == {"A": Fraction(1, 2), "B": Fraction(1, 2)}
    assert (first.place, second.place) == (1, 1)


def test_opponents_part_those_who_have_not_met() -> None:
    """A and B beat one each; A's victim beats somebody else, B's does not."""
    season = played(
        (1, {"A": 9, "C": 1}), (1, {"B": 9, "D": 1}), (2, {"C": 9, "E": 1}), (2, {"D": 1, "F": 9})
    )
    lines = {line.player: line for line in standings(season)}
    assert [lines[player].opponents for player in "AB"] == [24, 0]
    assert lines["B"].points == lines["A"].points
    steps = [step for step in lines["A"].why if "B" in step.tied]
    assert [step.criterion for step in steps] == [POINTS, WINS, HEAD_TO_HEAD, OPPONENTS]
    assert steps[2].values is None


def test_the_own_share_of_the_game_points_comes_next() -> None:
    season = played((1, {"A": 9, "C": 3}), (1, {"B": 9, "D": 1}))
    lines = standings(season)
    assert order(lines)[:2] == [(1, "B", None), (2, "A", SHARE)]
    assert [line.share for line in lines[:2]] == [Fraction(9, 10), Fraction(3, 4)]


def equals(**beside: object) -> Season:
    return played((1, {"A": 9, "C": 1}), (1, {"B": 9, "D": 1}), **beside)


def test_who_is_equal_in_everything_shares_a_place_until_a_game_decides() -> None:
    lines = standings(equals())
    assert places(lines) == [(1, ("A", "B")), (3, ("C", "D"))]
    assert undecided(lines, title=True) == (
        Tie("title", ("A", "B")),
        Tie("promotion", ("A", "B")),
        Tie("relegation", ("C", "D")),
    )
    assert undecided(lines, title=False, up=False, down=False) == ()
    decided = standings(equals(deciders=({"A": 1, "B": 7},)))
    assert order(decided)[:2] == [(1, "B", None), (2, "A", DECIDER)]
    assert undecided(decided, title=True, down=False) == ()
    again = standings(equals(deciders=({"A": 4, "B": 4}, {"A": 1, "B": 0})))
    assert order(again)[:2] == [(1, "A", None), (2, "B", DECIDER)]


def test_a_deciding_game_does_not_touch_those_who_did_not_play_it() -> None:
    lines = standings(equals(deciders=({"A": 1, "C": 7},)))
    assert places(lines) == [(1, ("A", "B")), (3, ("C", "D"))]
    assert lines[0].why[-1].values is None


def test_absences_count_as_the_rules_say() -> None:
    tables = (
        TableResult(1, {"A": 20, "B": 9, "C": 1}, no_shows=frozenset("A")),
        TableResult(2, {"A": 20, "B": 9}, no_shows=frozenset("A")),
        TableResult(3, {"B": 30, "C": 1}, forfeits=frozenset("B")),
    )
    season = Season(("A", "B", "C"), 5, tables, (Bye(2, "C"), Bye(4, "C"), Bye(5, "B")))
    lines = {line.player: line for line in standings(season)}
    assert {player: line.points for player, line in lines.items()} == {"A": 0, "B": 48, "C": 12 + 12 + 24}
    assert {player: line.wins for player, line in lines.items()} == {"A": 0, "B": 2, "C": 1}
    assert (lines["A"].withdrawn, lines["B"].withdrawn) == (2, None)
    assert (lines["C"].byes, lines["C"].played) == (2, 2)
    assert lines["C"].behind == WINS


def test_withdrawn_players_do_not_stand_in_the_way_of_promotion() -> None:
    away = frozenset("A")
    tables = [TableResult(number, {"A": 1, "B": 9}, no_shows=away) for number in (1, 2)]
    tables += [TableResult(1, dict.fromkeys("CDEF", 5))]
    lines = standings(Season(tuple("ABCDEF"), 5, tuple(tables)))
    assert [line.player for line in lines] == ["B", "C", "D", "E", "F", "A"]
    assert undecided(lines, title=True) == (Tie("relegation", ("C", "D", "E", "F")),)


def test_a_season_without_a_table_has_one_place_for_all() -> None:
    lines = standings(Season(("A", "B"), 5))
    assert places(lines) == [(1, ("A", "B"))]
    assert lines[0].opponents is None
    assert lines[0].share is None


def test_the_explanation_travels_as_json_without_floats() -> None:
    step = standings(played((1, {"A": 9, "C": 3}), (1, {"B": 9, "D": 1})))[0].why[-1]
    assert json.loads(json.dumps(step.to_json())) == {
        "criterion": "share",
        "tied": ["A", "B"],
        "values": {"A": "3/4", "B": "9/10"},
    }


seasons = st.lists(
    st.tuples(
        st.integers(1, 5),
        st.dictionaries(st.sampled_from("ABCDEF"), st.integers(0, 3), min_size=2, max_size=4),
    ),
    max_size=10,
)


@settings(max_examples=100, deadline=None)
@given(seasons)
def test_every_line_is_behind_the_one_above_for_the_reason_given(
    tables: list[tuple[int, dict[str, int]]],
) -> None:
    lines = standings(played(*tables, players="ABCDEF"))
    assert sorted(line.player for line in lines) == list("ABCDEF")
    for above, line in pairwise(lines):
        if line.behind is None:
            assert line.place == above.place
            assert above.player in line.shared
            continue
        assert line.place == lines.index(line) + 1
        step = next(step for step in reversed(line.why) if above.player in step.tied)
        assert step.criterion == line.behind
        assert step.values is not None
        assert step.values[above.player] > step.values[line.player]
        for earlier in line.why[: line.why.index(step)]:
            assert earlier.values is None or earlier.values[above.player] == earlier.values[line.player]


@settings(max_examples=60, deadline=None)
@given(seasons, st.randoms(use_true_random=False))
def test_neither_the_order_of_tables_nor_of_players_changes_a_place(
    tables: list[tuple[int, dict[str, int]]], chance: object
) -> None:
    first = played(*tables, players="ABCDEF")
    shuffled = list(first.tables)
    players = list(first.players)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    chance.shuffle(players)  # type: ignore[attr-defined]
    other = Season(tuple(players), 5, tuple(shuffled))
    assert {line.player: (line.place, line.points) for line in standings(first)} == {
        line.player: (line.place, line.points) for line in standings(other)
    }


@pytest.mark.parametrize("count", [4, 16])
def test_a_tie_inside_a_quarter_needs_no_game(count: int) -> None:
    """The two best share first place, but four of sixteen go up."""
    scores = {f"p{number:02}": max(20 - number, 0) for number in range(1, count + 1)}
    scores["p01"] = scores["p02"]
    lines = standings(Season(tuple(scores), 5, (TableResult(1, scores),)))
    wanted = (Tie("promotion", ("p01", "p02")),) if count == 4 else ()
    assert undecided(lines) == wanted
