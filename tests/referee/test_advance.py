"""Moves left in advance: what they come to, and that they never do more than they state."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import advance
from referee.advance import CALLS, FOLDS, Condition, Void
from referee.core import Illegal, Json, Move
from tests.referee.holdem.strategies import BY, legal_moves, matches
from tests.referee.holdem.tools import GAME, Table

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def decide(table: Table, seat: str, do: str, **more: Any) -> Move | Void | None:
    view = table.view(seat)
    at = more.pop("at", NOW)
    condition = Condition(do, view["deal"], more.pop("street", view["street"]), **more)
    return advance.decide(condition, view, GAME.options(table.state, seat), at)


def small() -> Table:
    """Blinds 50 and 100, button D: A is the small blind, B the big one, C speaks first."""
    return Table([1000, 1000, 1000, 1000])


def test_nothing_is_decided_before_the_turn_is_there() -> None:
    table = small()
    assert table.awaiting == "C"
    for do in FOLDS:
        assert decide(table, "D", do) is None
    assert decide(table, "D", "call", to=100) is None


def test_a_fold_acts_facing_a_bet_and_not_where_a_check_is_free() -> None:
    table = small().play("C call", "D call")
    assert decide(table, "A", "fold") == Move("fold")
    table.play("A call")
    assert table.options["check"]
    assert decide(table, "B", "fold") is None
    assert decide(table, "B", "fold", even_free=True) == Move("fold")


def test_check_or_fold_checks_where_it_is_free() -> None:
    table = small().play("C call", "D call", "A call")
    assert decide(table, "B", "check-fold") == Move("check")
    assert decide(small(), "C", "check-fold") == Move("fold")


def test_a_fold_to_any_bet_waits_where_there_is_none() -> None:
    table = small().play("C call", "D call", "A call")
    assert decide(table, "B", "fold-to-bet") is None
    table.play("B raise 300")
    assert decide(table, "C", "fold-to-bet") == Move("fold")


def test_without_check_a_fold_in_advance_folds_when_nobody_has_bet() -> None:
    table = Table([20, 20, 20], preset="shangri")
    assert not table.options["check"]
    assert not table.options["to_call"]
    assert decide(table, "A", "fold") == Move("fold")
    assert decide(table, "A", "fold-to-bet") is None


def test_a_price_is_called_while_it_stays() -> None:
    table = small()
    assert decide(table, "C", "call", to=100) == Move("call")
    table.play("C raise 200")
    assert decide(table, "D", "call", to=100) == Void("OTHER_PRICE")
    assert decide(table, "D", "call", to=200) == Move("call")


def test_a_limit_counts_what_lies_before_the_seat_already() -> None:
    """A small blind of 50 and a call of 150 come to 200 on this street."""
    table = small().play("C raise 200", "D fold")
    assert decide(table, "A", "call-up-to", to=199) == Void("ABOVE_LIMIT")
    assert decide(table, "A", "call-up-to", to=200) == Move("call")


def test_the_last_chip_goes_in_only_where_that_was_agreed_and_covered() -> None:
    table = Table([300, 1000, 1000, 1000]).play("C raise 500", "D fold")
    assert decide(table, "A", "call-up-to", to=1000) == Void("ALL_IN")
    assert decide(table, "A", "call-up-to", to=299, all_in=True) == Void("ABOVE_LIMIT")
    assert decide(table, "A", "call-up-to", to=300, all_in=True) == Move("call")


def test_another_street_is_another_matter() -> None:
    table = small().play("C call", "D call", "A call", "B check")
    assert table.view("A")["street"] == 1
    assert decide(table, "A", "check-fold", street=0) == Void("OTHER_STREET")
    assert decide(table, "A", "check-fold", street=0, span="deal") == Move("check")
    assert decide(table, "A", "fold", street=2, span="deal") == Void("OTHER_STREET")


def test_it_acts_at_its_last_instant_and_never_after_it() -> None:
    table, moment = small(), timedelta(microseconds=1)
    for do, more in (("fold", {}), ("check-fold", {}), ("call", {"to": 100}), ("call-up-to", {"to": 900})):
        said = {**more, "until": NOW}
        assert isinstance(decide(table, "C", do, **said, at=NOW), Move)
        assert decide(table, "C", do, **said, at=NOW + moment) == Void("EXPIRED")
        assert decide(table, "D", do, **said, at=NOW) is None
        assert decide(table, "D", do, **said, at=NOW + moment) == Void("EXPIRED"), "before its turn, too"


def test_a_price_beyond_the_limit_is_known_before_the_turn_comes() -> None:
    table = small().play("C raise 400")
    assert decide(table, "A", "call", to=100) == Void("OTHER_PRICE")
    assert decide(table, "A", "call-up-to", to=399) == Void("ABOVE_LIMIT")
    assert decide(table, "A", "call-up-to", to=400) is None
    assert decide(table, "A", "fold-to-bet") is None


def test_whoever_has_folded_has_nothing_left() -> None:
    table = small().play("C fold")
    assert decide(table, "C", "check-fold") == Void("OUT")


@pytest.mark.parametrize(
    "wrong",
    [
        {"do": "raise", "deal": 1, "street": 0, "to": 5},
        {"do": "fold", "deal": 1, "street": 0, "to": 5},
        {"do": "fold", "deal": 1, "street": 0, "all_in": True},
        {"do": "call", "deal": 1, "street": 0},
        {"do": "call", "deal": 1, "street": 0, "to": 5, "span": "deal"},
        {"do": "call-up-to", "deal": 1, "street": 0, "to": True},
        {"do": "call-up-to", "deal": 1, "street": 0, "to": "5"},
        {"do": "call-up-to", "deal": 1, "street": 0, "to": 5, "all_in": 1},
        {"do": "check-fold", "deal": 1, "street": 0, "even_free": True},
        {"do": "fold", "deal": 1, "street": -1},
        {"do": "fold", "deal": 1, "street": 0, "span": "week"},
        {"do": ["fold"], "deal": 1, "street": 0},
        {"do": "fold", "deal": 1},
        {"do": "fold", "deal": 1, "street": 0, "when": "now"},
        {"do": "fold", "deal": 1, "street": 0, "until": "2026-12-01T18:00:00"},
        {"do": "fold", "deal": 1, "street": 0, "until": "Tuesday"},
        {"do": "fold", "deal": 1, "street": 0, "until": 5},
    ],
)
def test_what_is_no_condition_is_refused(wrong: Json) -> None:
    with pytest.raises(Illegal) as refused:
        Condition.from_json(wrong)
    assert refused.value.code == "MALFORMED"


ZONES = [UTC, timezone(timedelta(hours=1)), timezone(timedelta(hours=-9, minutes=-30))]
NEAR = {"min_value": datetime(2026, 11, 28), "max_value": datetime(2026, 12, 2)}  # noqa: DTZ001


@st.composite
def conditions(draw: st.DrawFn, deals: st.SearchStrategy[int], streets: st.SearchStrategy[int]) -> Condition:
    do = draw(st.sampled_from(FOLDS + CALLS))
    calls = do in CALLS
    return Condition(
        do,
        deal=draw(deals),
        street=draw(streets),
        span="street" if calls else draw(st.sampled_from(["street", "deal"])),
        to=draw(st.integers(1, 30) | st.integers(1, 500)) if calls else 0,
        even_free=do == "fold" and draw(st.booleans()),
        all_in=calls and draw(st.booleans()),
        until=draw(st.none() | st.datetimes(timezones=st.sampled_from(ZONES), **NEAR)),
    )


def nearly(draw: st.DataObject, view: Json, options: Json) -> Condition:
    """A condition that may well act at this turn: mostly for this street and near its price."""
    street = st.sampled_from([view["street"], view["street"], max(0, view["street"] - 1), view["street"] + 1])
    condition = draw.draw(conditions(st.just(view["deal"]), street))
    whole = options["bet"] + options["stack"]
    near = st.sampled_from([view["price"], view["price"] - 1, view["price"] + 1, whole, whole - 1, 10**6])
    return replace(condition, to=max(1, draw.draw(near))) if condition.do in CALLS else condition


@given(conditions(st.integers(0, 5), st.integers(0, 5)))
def test_a_condition_is_the_same_after_a_journey_as_json(condition: Condition) -> None:
    assert Condition.from_json(json.loads(json.dumps(condition.to_json()))) == condition


@given(matches(), st.data())
def test_never_more_than_was_stated(match: tuple[Any, Json], data: st.DataObject) -> None:
    """At any turn of any deal, with any condition: what acts is legal, in its street and its limits."""
    state, _ = match
    for _ in range(data.draw(st.integers(1, 12))):
        awaited = GAME.awaiting(state)
        if not awaited:
            break
        options = GAME.options(state, awaited[0])
        assert options is not None
        condition = nearly(data, GAME.view(state, awaited[0]), options)
        for seat in state.match.seats:
            _never_more(state, seat, condition)
        state, _ = GAME.apply(state, awaited[0], data.draw(legal_moves(options, BY)))


def _never_more(state: Any, seat: str, condition: Condition) -> None:
    view, options = GAME.view(state, seat), GAME.options(state, seat)
    move = advance.decide(condition, view, options, NOW)
    if not isinstance(move, Move):
        return
    assert options is not None
    assert condition.until is None or condition.until >= NOW
    assert view["deal"] == condition.deal
    assert view["street"] == condition.street or (condition.span == "deal" and condition.do in FOLDS)
    assert view["street"] >= condition.street
    _, facts = GAME.apply(state, seat, move)  # never an Illegal
    if condition.do in FOLDS:
        allowed = ("check", "fold") if condition.do == "check-fold" else ("fold",)
        assert move.do in allowed
        assert not any(fact.kind == "called" for fact in facts)
        if move.do == "fold":
            assert condition.even_free or not options["check"]
        if condition.do == "fold-to-bet":
            assert options["to_call"] > 0
        return
    called = next(fact.data for fact in facts if fact.kind == "called")
    assert move.do == "call"
    assert called["to"] <= condition.to
    assert condition.all_in or not called["all_in"]
    if condition.do == "call":
        assert view["price"] == condition.to
