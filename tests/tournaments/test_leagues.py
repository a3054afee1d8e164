"""A league from its draft to its next season, through the services; its export checks."""

from __future__ import annotations

import random
import secrets
import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import combinations

import pytest
from django.contrib.auth.models import AnonymousUser

from deploy.check.seasonbook import Game, recount
from referee.audit import verify_export
from referee.core import Json, Move, Stale
from tests import factories
from tests.tournaments.test_exports import Forgery
from tournaments import models
from tournaments.services import (
    clock,
    contests,
    exports,
    forum,
    registration,
    standings,
    sweep,
    tables,
    views,
)
from tournaments.services.leagues import byes, results, seasons

pytestmark = pytest.mark.django_db


def league(players: int, **fields: object) -> models.Contest:
    """Drawn; the first round opens with ``contests.start``."""
    fields.setdefault("cap", 16)
    return factories.seated(players, preset="league", **fields)


def entry(contest: models.Contest, name: str) -> models.Entry:
    return contest.entries.select_related("user").get(name=name)


def say_the_silence(table: models.Table, *, but: str = "", most: int = 1000) -> None:
    """Play what silence would do, for everybody at a table but one."""
    for _ in range(most):
        turns = [turn for turn in factories.open_turns(table) if turn.seat.entry.name != but]
        if not turns:
            return
        letter = turns[0].seat.letter
        move = views.look(table.pk, letter).silence
        tables.play(table.pk, kind="move", key=secrets.token_hex(8), origin="web", seat=letter, move=move)


def end_the_round(one: models.LeagueRound) -> None:
    """Its fixed end comes: the clock plays out what is open."""
    while clock.now() <= one.ends_at:
        time.sleep(0.1)
    sweep.sweep()
    sweep.sweep()


def check(contest: models.Contest) -> list[str]:
    return verify_export(exports.lines(contest, AnonymousUser())).problems


def test_a_season_with_a_bye_a_no_show_a_withdrawal_and_its_fixed_end() -> None:
    contest = league(3, rounds=2, rounds_early=True, starts_at=clock.now() + timedelta(days=9))
    alice, bob, carol = (entry(contest, name) for name in ("alice", "bob", "carol"))
    assert {member.division for member in contest.members.all()} == {1}
    first, second = contest.season.all()
    assert second.starts_at == first.ends_at
    byes.announce(carol.pk, carol.user, 1)
    first.starts_at, first.ends_at = clock.now(), clock.now() + timedelta(seconds=5)
    first.save()
    contests.start(contest.pk, contest.organiser)
    table = contest.tables.get()
    assert set(table.table_seats.values_list("entry__name", flat=True)) == {"alice", "bob"}
    assert table.closes_at == first.ends_at
    with pytest.raises(Stale, match="PAIRED"):
        byes.announce(alice.pk, alice.user, 1)
    say_the_silence(table, but="bob", most=1)
    end_the_round(first)
    table.refresh_from_db()
    assert (table.state, table.outcome["forfeits"], table.outcome["no_shows"]) == ("over", [], [bob.ref])
    lines = {line.player: line.points for line in results.lines_of(contest, 1)[1]}
    assert lines == {alice.ref: 24, bob.ref: 0, carol.ref: 12}
    second = contest.season.get(number=2)
    assert second.opened_at is not None
    table = contest.tables.get(number=2)
    registration.withdraw(bob.pk, bob.user)
    say_the_silence(table)
    sweep.sweep()
    contest.refresh_from_db()
    table.refresh_from_db()
    assert table.outcome["no_shows"] == [bob.ref]
    assert contest.state == "final"
    points = {line.player: line.points for line in results.lines_of(contest)[1]}
    assert points[bob.ref] == 0
    assert sum(points.values()) == Fraction(24 + 12 + 36)
    assert check(contest) == []
    said = next(text.markdown for text in forum.of_contest(contest) if text.key == "ranking")
    assert all(word in said for word in ("Division 1", "alice", "carol"))
    spoils(contest)
    following(contest)


def more_points(data: Json) -> None:
    data["scores"] = {player: score + 1 for player, score in data["scores"].items()}


def nobody_was_away(data: Json) -> None:
    data["no_shows"] = []


def other_places(data: Json) -> None:
    data["lines"].reverse()


def no_bye(data: Json) -> None:
    data["what"] = "taken-back"


def other_order(data: Json) -> None:
    data["groups"][0].reverse()


def other_opponents(data: Json) -> None:
    data["tables"][0]["seats"].reverse()


SPOILT: list[tuple[str, Callable[[Json], None], str]] = [
    ("result", more_points, "its scores are not those that were played"),
    ("result", nobody_was_away, "others ran out of time than its events say"),
    ("standings", other_places, "the standings of division 1 after round 1 are others"),
    ("bye", no_bye, "its byes are not those that were announced"),
    ("divisions", other_order, "the divisions are not those that follow from the lot"),
    ("round", other_opponents, "other tables than the schedule gives"),
]


def spoils(contest: models.Contest) -> None:
    """Whoever writes other facts, all of it hashed anew, is found out by name."""
    whole = list(exports.lines(contest, AnonymousUser()))
    for kind, spoil, problem in SPOILT:
        forged = Forgery(whole)
        spoil(forged.bodies[forged.find(kind)]["data"])
        assert problem in " ".join(verify_export(forged.lines()).problems), kind


def following(contest: models.Contest) -> None:
    """The next season begins with those who stayed; the order within a division is drawn anew."""
    local = datetime.now() + timedelta(days=3)  # noqa: DTZ005 (on the contest's own clock)
    draft = seasons.follow(contest.pk, contest.organiser, "Second season", closes_local=local)
    assert seasons.follow(contest.pk, contest.organiser, "Again", closes_local=local) == draft
    contests.announce(draft.pk, draft.organiser)
    assert set(draft.entries.values_list("name", flat=True)) == {"alice", "carol"}
    registration.register(draft.pk, factories.person("dave"))
    contests.close(draft.pk, draft.organiser)
    contests.draw(draft.pk, draft.organiser)
    assert draft.members.count() == 3
    assert check(draft) == []


def test_twenty_are_split_into_two_divisions_and_a_quarter_changes_places() -> None:
    contest = league(20, cap=20, rounds=1)
    sizes = [contest.members.filter(division=number).count() for number in (1, 2)]
    assert sizes == [10, 10]
    for one in contest.entries.select_related("user"):
        byes.announce(one.pk, one.user, 1)
    contests.start(contest.pk, contest.organiser)
    while contests.advance(contest.pk):
        pass
    contest.refresh_from_db()
    assert contest.state == "final"  # ten share a place: too many for a deciding game
    assert check(contest) == []
    local = datetime.now() + timedelta(days=3)  # noqa: DTZ005 (on the contest's own clock)
    draft = seasons.follow(contest.pk, contest.organiser, "Second season", closes_local=local)
    contests.announce(draft.pk, draft.organiser)
    leaver = draft.entries.select_related("user").get(name="alice")
    registration.withdraw(leaver.pk, leaver.user)
    registration.register(draft.pk, factories.person("victor"))
    contests.close(draft.pk, draft.organiser)
    contests.draw(draft.pk, draft.organiser)
    assert [draft.members.filter(division=number).count() for number in (1, 2)] == [10, 10]
    assert draft.members.get(entry__name="victor").division == 2
    before = dict(contest.members.values_list("entry__name", "division"))
    after = dict(draft.members.values_list("entry__name", "division"))
    moved = [after[name] - before[name] for name in after if name in before and after[name] != before[name]]
    assert moved.count(1) == 2
    assert moved.count(-1) in (2, 3)
    assert check(draft) == []


def test_a_title_that_is_shared_is_decided_by_one_more_game() -> None:
    contest = league(2, rounds=1)
    alice, bob = entry(contest, "alice"), entry(contest, "bob")
    for one in (alice, bob):
        byes.announce(one.pk, one.user, 1)  # of no worth in the last round
    contests.start(contest.pk, contest.organiser)
    while contests.advance(contest.pk):
        pass
    table = contest.tables.get()
    assert table.round == 2
    assert contest.season.count() == 2
    registration.withdraw(bob.pk, bob.user)
    say_the_silence(table)
    while contests.advance(contest.pk):
        pass
    contest.refresh_from_db()
    assert contest.state == "final"
    assert standings.champions(contest) == ["alice"]
    assert [line.behind for line in results.lines_of(contest)[1]] == [None, "decider"]
    assert check(contest) == []


@pytest.mark.slow
def test_sixteen_over_five_rounds_meet_once_each_and_are_counted_twice() -> None:
    contest = league(16, rounds=5, rounds_early=True)
    contests.start(contest.pk, contest.organiser)
    chance = random.Random(5)
    while contest.tables.filter(state="playing").exists():
        for table in contest.tables.filter(state="playing"):
            while turns := factories.open_turns(table):
                may = views.look(table.pk, turns[0].seat.letter).options
                assert may is not None
                move = Move(may["do"], {"cards": chance.sample(may["cards"], may["count"])})
                asked = {"kind": "move", "key": secrets.token_hex(8), "origin": "web", "move": move}
                tables.play(table.pk, seat=turns[0].seat.letter, **asked)
        while contests.advance(contest.pk):
            pass
    contest.refresh_from_db()
    assert contest.state == "final"
    games = [Game(one.round, one.outcome["scores"]) for one in contest.tables.order_by("number")]
    met = Counter(frozenset(two) for one in games if one.round <= 5 for two in combinations(one.scores, 2))
    assert (len(met), set(met.values())) == (120, {1})
    names = [member.entry.ref for member in contest.members.select_related("entry").order_by("place")]
    lines = [(line.place, line.player, line.points) for line in results.lines_of(contest)[1]]
    assert lines == recount(names, games, 5)
    assert check(contest) == []
