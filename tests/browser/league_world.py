"""A league whose second of three rounds is being played, and one that is open for registration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests import factories
from tournaments import models
from tournaments.services import clock, contests, sweep
from tournaments.services.leagues import byes

if TYPE_CHECKING:
    from tests.browser.world import World

PLAYERS = ("judy", "karl", "laura")


def build(world: World) -> None:
    """Karl let the first round pass; laura had said that she would be away."""
    contest = factories.seated(PLAYERS, preset="league", name="Saint league", rounds=3, rounds_early=True)
    laura = contest.entries.get(number=3)
    assert laura.user is not None
    byes.announce(laura.pk, laura.user, 1)
    contests.start(contest.pk, contest.organiser)
    models.Seat.objects.filter(table__contest=contest).update(automatic=True)
    sweep.sweep()
    world.contests["league"] = contest
    coming = factories.open_contest(PLAYERS, preset="league", name="Next league", starts_at=clock.now())
    world.contests["league_open"] = coming
