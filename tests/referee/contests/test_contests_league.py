"""Points, absences, dates and divisions of a league; its time bank: contests.md 2."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.contests import timebank
from referee.contests.league import (
    Bye,
    Division,
    Season,
    TableResult,
    bye_points,
    next_season,
    promotions,
    round_starts,
    table_points,
    table_wins,
    withdrawn,
)
from referee.contests.timebank import TimeControl
from referee.core import Illegal

VECTORS = json.loads((Path(__file__).parents[2] / "vectors/standings/standings.json").read_text("utf-8"))
HOUR = timedelta(hours=1)
tables_of_scores = st.dictionaries(st.sampled_from("ABCDE"), st.integers(0, 5), min_size=2, max_size=5)


@pytest.mark.parametrize("case", VECTORS["table_points"], ids=lambda case: str(case["scores"]))
def test_points_at_a_table(case: Any) -> None:
    assert table_points(case["scores"]) == case["points"]


@given(tables_of_scores)
def test_the_mean_is_twelve_at_every_size_and_one_win_is_shared(scores: dict[str, int]) -> None:
    assert sum(table_points(scores).values()) == 12 * len(scores)
    wins = table_wins(scores)
    assert sum(wins.values()) == 1
    best = [player for player, points in scores.items() if points == max(scores.values())]
    assert {player for player, part in wins.items() if part} == set(best)
    assert {wins[player] for player in best} == {Fraction(1, len(best))}


@given(tables_of_scores, st.sets(st.sampled_from("ABCDE")))
def test_who_is_out_scores_nothing_and_is_beaten_by_all_others(scores: dict[str, int], out: set[str]) -> None:
    points = table_points(scores, frozenset(out))
    present = [player for player in scores if player not in out]
    assert all(points[player] == 0 for player in scores if player in out)
    opponents, gone = len(scores) - 1, len(scores) - len(present)
    assert sum(points.values()) == Fraction(24 * len(present), opponents) * (
        gone + Fraction(len(present) - 1, 2)
    )
    if len(present) == 1:
        assert points[present[0]] == 24
    assert sum(table_wins(scores, frozenset(out)).values()) == (1 if present else 0)


def test_alone_at_a_table_is_worth_the_full_points() -> None:
    assert table_points({"alice": 0}) == {"alice": 24}
    assert table_points({"alice": 0}, frozenset({"alice"})) == {"alice": 0}
    assert table_points({"alice": 3, "bob": 30}, frozenset({"bob"})) == {"alice": 24, "bob": 0}


def season(*byes: tuple[int, str], tables: tuple[TableResult, ...] = ()) -> Season:
    return Season(("alice", "bob"), 5, tables, tuple(Bye(number, player) for number, player in byes))


def test_the_first_announced_absence_is_worth_twelve_and_later_ones_nothing() -> None:
    assert bye_points(season((4, "alice"), (2, "alice"), (3, "bob")), "alice") == {2: 12, 4: 0}
    assert bye_points(season((5, "alice")), "alice") == {5: 0}
    assert bye_points(season(), "alice") == {}


def test_two_absences_without_a_word_withdraw_a_player_and_his_results_stand() -> None:
    away = frozenset({"bob"})
    rounds = [TableResult(number, {"alice": 10, "bob": 20}, no_shows=away) for number in (3, 1)]
    late = TableResult(2, {"alice": 10, "bob": 20}, forfeits=away)
    assert withdrawn(season(tables=(rounds[0], late))) == {}
    assert withdrawn(season(tables=(*rounds, late))) == {"bob": 3}
    assert rounds[0].points == {"alice": 24, "bob": 0}


def test_rounds_begin_at_the_same_local_hour_through_the_time_change() -> None:
    starts = round_starts(datetime(2026, 10, 6, 20), "Europe/Rome", 3)  # noqa: DTZ001 (the zone is beside it)
    assert [start.isoformat() for start in starts] == [
        "2026-10-06T18:00:00+00:00",
        "2026-10-27T19:00:00+00:00",
        "2026-11-17T19:00:00+00:00",
    ]


@pytest.mark.parametrize(("players", "moving"), [(0, 0), (3, 0), (4, 1), (15, 3), (16, 4)])
def test_a_quarter_of_a_division_goes_up_and_as_many_down(players: int, moving: int) -> None:
    assert promotions(players) == moving


def names(letter: str, count: int) -> tuple[str, ...]:
    return tuple(f"{letter}{number:02}" for number in range(1, count + 1))


def test_four_of_sixteen_change_places_and_newcomers_start_at_the_bottom() -> None:
    top, low = names("a", 16), names("b", 8)
    after = next_season([Division(top), Division(low)], ["carol"])
    assert after == ((*top[:14], *low[:2]), (*top[14:], *low[2:], "carol"))


def test_three_divisions_move_at_both_borders_at_once() -> None:
    a, b, c = names("a", 8), names("b", 8), names("c", 8)
    after = next_season([Division(a), Division(b), Division(c)])
    assert after == ((*a[:6], *b[:2]), (*a[6:], *b[2:6], *c[:2]), (*b[6:], *c[2:]))


def test_seats_of_those_who_leave_are_filled_from_below() -> None:
    a, b = names("a", 8), names("b", 8)
    after = next_season([Division(a, frozenset({"a01", "a08"})), Division(b)])
    assert after[0] == ("a02", "a03", "a04", "a05", "b01", "b02", "b03", "b04")
    assert after[1] == ("a06", "a07", "b05", "b06", "b07", "b08")


def test_a_bottom_of_more_than_sixteen_is_split_evenly() -> None:
    after = next_season([Division(names("a", 16))], names("n", 3))
    assert [len(division) for division in after] == [10, 9]
    assert next_season([], names("n", 5)) == (names("n", 5),)
    assert next_season([]) == ()
    with pytest.raises(Illegal, match="MALFORMED"):
        next_season([Division(("alice",))], ["alice"])


@given(st.lists(st.integers(2, 16), min_size=1, max_size=4), st.integers(0, 20), st.data())
def test_nobody_is_lost_between_seasons(sizes: list[int], new: int, data: st.DataObject) -> None:
    divisions = []
    for letter, size in zip("abcd", sizes, strict=False):
        ranked = names(letter, size)
        divisions.append(Division(ranked, frozenset(data.draw(st.sets(st.sampled_from(ranked), max_size=3)))))
    after = next_season(divisions, names("n", new))
    staying = {player for division in divisions for player in division.staying} | set(names("n", new))
    found = [player for division in after for player in division]
    assert sorted(found) == sorted(staying)
    assert all(len(division) <= 16 for division in after)


OPENED = datetime(2026, 1, 5, 12, tzinfo=UTC)


def test_a_first_decision_has_the_bank_and_one_increment() -> None:
    assert timebank.available(48 * HOUR) == 60 * HOUR
    assert timebank.ends(OPENED, 48 * HOUR) == OPENED + 60 * HOUR


def test_what_is_not_used_stays_in_the_bank_up_to_the_cap() -> None:
    deadline = timebank.ends(OPENED, 48 * HOUR)
    left = timebank.bank_after(deadline, OPENED + HOUR)
    assert left == 59 * HOUR
    assert timebank.available(left) == 71 * HOUR
    assert timebank.available(72 * HOUR) == 72 * HOUR
    assert timebank.bank_after(deadline + 100 * HOUR, OPENED) == 72 * HOUR


def test_an_empty_bank_leaves_the_increment_to_the_next_decision() -> None:
    deadline = timebank.ends(OPENED, timedelta(0))
    assert deadline == OPENED + 12 * HOUR
    assert timebank.bank_after(deadline, deadline) == timedelta(0)
    assert timebank.bank_after(deadline, deadline + HOUR) == timedelta(0)


@given(st.lists(st.integers(0, 100), min_size=1, max_size=40))
def test_a_game_never_takes_longer_than_bank_and_increments(used: list[int]) -> None:
    bank, spent, control = 48 * HOUR, timedelta(0), timebank.USUAL
    for hours in used:
        deadline = timebank.ends(OPENED, bank)
        received = min(OPENED + hours * HOUR, deadline)
        spent += received - OPENED
        bank = timebank.bank_after(deadline, received)
        assert timedelta(0) <= bank <= control.cap
    assert spent + bank <= timebank.longest(len(used))
    assert timebank.longest(30) == timedelta(days=17)


@pytest.mark.parametrize(
    ("start", "increment", "cap"), [(0, 0, 72), (-1, 12, 72), (48, -1, 72), (73, 12, 72), (1, 80, 72)]
)
def test_a_time_control_that_makes_no_sense_is_refused(start: int, increment: int, cap: int) -> None:
    with pytest.raises(Illegal, match="MALFORMED"):
        TimeControl(start * HOUR, increment * HOUR, cap * HOUR)
