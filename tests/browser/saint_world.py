"""Tables of Saint Poker in each of their situations, and a table for friends that is not full yet."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from referee.core import Json, Move
from referee.picking import LIST, RIVER, Choice
from tests import factories
from tests.referee.saint.tools import deck_of
from tournaments.models import Contest, Table
from tournaments.services import advances, contests, friends, registration, tables, views

if TYPE_CHECKING:
    from tests.browser.world import World

PLAYERS = ("judy", "karl", "laura", "mike")
_DECK = deck_of(4, {"A": "As Kd 7h", "B": "Qs Qd 2c", "C": "Jh Th 9h", "D": "5c 5d 5h"}, "8h")


_UNTIL: dict[str, Callable[[Json], bool]] = {
    "saint_river": lambda view: _chosen(view) == 2,
    "saint_reveal": lambda view: (view["phase"], view["round"], _chosen(view)) == ("reveal", 2, 1),
    "saint_take": lambda view: (view["phase"], view["round"], len(view["pool"])) == ("take", 3, 11),
    "saint_over": lambda view: bool(view["match_over"]),
}


def build(world: World, patch: pytest.MonkeyPatch) -> None:
    for name, until in _UNTIL.items():
        factories.stack_decks(patch, _DECK)
        banks = {"bank_seconds": 48 * 3600} if name == "saint_take" else {}
        contest = _contest(f"Saint evening, {name.partition('_')[2]}", **banks)
        world.contests[name] = contest
        world.tables[name] = play(factories.table_of(contest), until)
        contests.advance(contest.pk)
    _leave(world.tables["saint_take"])
    host = factories.person("zoe")
    opened = friends.open_table(host, "saint", "Zoe’s table", seats=4, turn_seconds=3600, key="world")
    registration.register(opened.pk, factories.person("ivan"))
    world.contests["friends"] = opened


def _leave(table: Table) -> None:
    """A list, and a card for the next river, of whoever picks up last."""
    seat = views.look(table.pk, None).view["pickup_order"][-1]
    view = views.look(table.pk, seat).view
    river = (view["seats"][seat]["cards"][-1],)
    for choice in (
        Choice(LIST, view["round"], tuple(view["pool"][:3])),
        Choice(RIVER, view["round"] + 1, river),
    ):
        advances.leave(table.pk, seat, choice)


def _contest(name: str, **fields: object) -> Contest:
    contest = factories.open_contest(PLAYERS, preset="saint", name=name, **fields)
    contests.close(contest.pk, contest.organiser)
    contests.draw(contest.pk, contest.organiser)
    return contests.start(contest.pk, contest.organiser)


def _chosen(view: Json) -> int:
    return sum(seat["chosen"] for seat in view["seats"].values())


def play(table: Table, until: Callable[[Json], bool]) -> Table:
    """Whoever is awaited, the last of them first, plays his highest cards, with a word now and then."""
    for number in range(400):
        sight = views.look(table.pk, None)
        if until(sight.view) or not sight.turns:
            break
        seat = sorted(sight.turns)[-1]
        may = views.look(table.pk, seat).options
        assert may is not None
        move = Move(may["do"], {"cards": may["cards"][-may["count"] :]})
        said = "*whistles a tune*" if number % 7 == 3 else ""
        key = secrets.token_hex(8)
        tables.play(table.pk, kind="move", seat=seat, move=move, key=key, origin="web", comment=said)
    return Table.objects.select_related("contest").get(pk=table.pk)
