"""The recount of the check agrees with the rule book, which shares no line with it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from deploy.check.seasonbook import Game, recount
from referee.contests.league import Season, TableResult
from referee.contests.standings import standings


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 9), st.integers(1, 4), st.data())
def test_a_season_counted_twice(players: int, rounds: int, data: st.DataObject) -> None:
    names = [f"p{number}" for number in range(players)]
    games = []
    for number in range(1, rounds + 1):
        order, cut = data.draw(st.permutations(names)), players // 2
        tables = (order[:cut], order[cut:]) if cut > 1 else (order,)
        games += [Game(number, {name: data.draw(st.integers(0, 4)) for name in one}) for one in tables]
    decider = data.draw(
        st.permutations(names).map(lambda order: dict(zip(order[:3], (3, 2, 1), strict=True)))
    )
    season = Season(
        tuple(names), rounds, tuple(TableResult(one.round, one.scores) for one in games), (), (decider,)
    )
    wanted = [(line.place, line.player, line.points) for line in standings(season)]
    assert recount(names, [*games, Game(rounds + 1, decider)], rounds) == wanted
