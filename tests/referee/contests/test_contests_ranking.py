"""Ranking and prizes: contests.md T9, T10."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.contests.prizes import Award, Lot, award, settle_lot
from referee.contests.ranking import Outcome, Place, rank
from referee.core import Illegal

CASES = json.loads((Path(__file__).parents[2] / "vectors/standings/standings.json").read_text("utf-8"))[
    "shangri_rankings"
]
SHANGRI_PRIZES = [
    {"alcohol_ml": 4000, "cannabis_g": 1500},
    {"alcohol_ml": 2000, "cannabis_g": 500},
    {"alcohol_ml": 1000},
]

outcomes = st.builds(
    lambda chips, out_in, stack: Outcome(chips) if chips else Outcome(0, out_in, stack),
    st.integers(0, 4),
    st.integers(1, 3),
    st.integers(1, 3),
)
fields = st.dictionaries(st.text("abcdef", min_size=1, max_size=3), outcomes, min_size=1, max_size=12)
prize_lists = st.lists(
    st.dictionaries(st.sampled_from(["ml", "g", "pieces"]), st.integers(0, 5000)), max_size=5
)
unit_maps = st.dictionaries(st.sampled_from(["ml", "g", "pieces"]), st.sampled_from([1, 2, 50, 250]))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_t9_t10_the_known_rankings_and_prizes_come_out(case: dict[str, Any]) -> None:
    ranking = rank({name: Outcome(**outcome) for name, outcome in case["players"].items()})
    assert [[place.number, list(place.players)] for place in ranking] == case["ranking"]
    given_out = award(ranking, SHANGRI_PRIZES)
    assert given_out.shares == case["prizes"]
    assert given_out.lots == ()


@given(fields)
def test_t9_a_place_is_one_more_than_the_players_ahead(field: dict[str, Outcome]) -> None:
    place_of = {player: place.number for place in rank(field) for player in place.players}
    assert place_of.keys() == field.keys()
    for player, outcome in field.items():
        ahead = sum(1 for other in field.values() if is_better(other, outcome))
        assert place_of[player] == ahead + 1


def is_better(one: Outcome, other: Outcome) -> bool:
    """T9 in words, written apart from the code: chips, later deal, larger stack."""
    if one.chips != other.chips:
        return one.chips > other.chips
    if one.chips:
        return False
    if one.out_in != other.out_in:
        return (one.out_in or 0) > (other.out_in or 0)
    return one.stack > other.stack


def test_t9_chips_count_before_everything_else() -> None:
    assert rank({"alice": Outcome(1), "bob": Outcome(0, 9, 99)})[0].players == ("alice",)


@given(fields, prize_lists, unit_maps)
def test_t10_nothing_is_lost_and_sharers_get_the_same(
    field: dict[str, Outcome], prizes: list[dict[str, int]], units: dict[str, int]
) -> None:
    ranking = rank(field)
    given_out = award(ranking, prizes, units)
    for good in {good for prize in prizes for good in prize}:
        total = sum(prize.get(good, 0) for prize in prizes)
        shares = sum(share[good] for share in given_out.shares.values())
        lots = sum(lot.unit * lot.count for lot in given_out.lots if lot.good == good)
        assert shares + lots + given_out.kept[good] == total
    for place in ranking:
        assert len({tuple(given_out.shares[player].items()) for player in place.players}) == 1
    for lot in given_out.lots:
        assert 0 < lot.count < len(lot.players)


def test_t10_an_indivisible_rest_goes_by_lot() -> None:
    ranking = (Place(1, ("alice", "bob", "carol")),)
    given_out = award(ranking, [{"g": 500}, {"g": 250}, {"g": 50}], {"g": 50})
    assert given_out.shares == {"alice": {"g": 250}, "bob": {"g": 250}, "carol": {"g": 250}}
    assert given_out.lots == (Lot(1, "g", 50, 1, ("alice", "bob", "carol")),)
    assert settle_lot(given_out.lots[0], ["carol", "alice", "bob"]) == {"carol": 50, "alice": 0, "bob": 0}


def test_t10_a_prize_that_is_no_multiple_of_its_unit_leaves_a_smaller_part() -> None:
    given_out = award((Place(1, ("alice", "bob")),), [{"ml": 130}], {"ml": 50})
    assert given_out.shares == {"alice": {"ml": 50}, "bob": {"ml": 50}}
    assert given_out.lots == (Lot(1, "ml", 30, 1, ("alice", "bob")),)


def test_t10_one_taker_takes_all_whatever_the_unit() -> None:
    assert award((Place(1, ("alice",)),), [{"ml": 130}], {"ml": 50}).shares == {"alice": {"ml": 130}}


def test_t10_a_prize_without_a_taker_stays_with_the_organiser() -> None:
    given_out = award(rank({"alice": Outcome(5), "bob": Outcome(0, 1, 1)}), SHANGRI_PRIZES)
    assert given_out == Award(
        {"alice": SHANGRI_PRIZES[0], "bob": SHANGRI_PRIZES[1]}, (), {"alcohol_ml": 1000, "cannabis_g": 0}
    )


def test_t10_sharers_of_the_last_prize_split_it_alone() -> None:
    ranking = (Place(1, ("alice",)), Place(2, ("bob",)), Place(3, ("carol", "olga")))
    assert award(ranking, SHANGRI_PRIZES).shares["olga"] == {"alcohol_ml": 500, "cannabis_g": 0}


@pytest.mark.parametrize(("prizes", "units"), [([{"g": -1}], {}), ([{"g": 1}], {"g": 0})])
def test_t10_impossible_goods_are_refused(prizes: list[dict[str, int]], units: dict[str, int]) -> None:
    with pytest.raises(Illegal, match="MALFORMED"):
        award((Place(1, ("alice",)),), prizes, units)


def test_t10_a_lot_takes_only_an_order_of_its_own_players() -> None:
    with pytest.raises(Illegal, match="MALFORMED"):
        settle_lot(Lot(1, "g", 1, 1, ("alice", "bob")), ["alice", "carol"])
