"""The demo's contests, each made in one transaction by the services that a real one goes through.

A contest that is there already is left as it is: a second start goes on where the first one was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import connection, transaction

from tournaments import models
from tournaments.models import Contest, Table
from tournaments.services import clock, contests, registration, rulings, tables, views
from tournaments.services.demo import cast, judging, must_be_demo, shares, speech

ZONE = "Europe/Paris"
LEAGUE, FREE_CHAIR = "The winter league", "Free chair"
_LOCK = 0x64656D6F
_SAINT_MOVES = 2 * 16 + 1
"""Of all four together: two rounds are over, and one has chosen in the third."""
_MOST_MOVES = 600
"""Far above what two deals of eight, or a deal of the ordinary game, can take."""


def set_up() -> list[str]:
    """Everything a visitor is to see; the names of the contests that were made now."""
    must_be_demo()
    made = []
    with transaction.atomic(), connection.cursor() as cursor:
        # Two starts at the same moment would otherwise both find nothing.
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        cast.gather()
        olga = cast.person("Olga")
        for name, scene in _SCENES.items():
            if not Contest.objects.filter(organiser=olga, name=name).exists():
                scene(name, olga)
                made.append(name)
    return made


def _finished(name: str, olga: models.User) -> None:
    """Played out to the last chip: ranking, prizes (some handed out), every draw published."""
    prizes = [{"tea (g)": 500, "blankets": 2}, {"tea (g)": 250}, {"tea (g)": 100}]
    contest = _create(
        name,
        "shangri",
        olga,
        words="The passes are closed until spring, and the kettle is on. Two deals, twenty chips each.",
        prizes=prizes,
        prize_units={"tea (g)": 1, "blankets": 1},
    )
    _play(contest, olga, [*("Alice", "Bob", "Carol"), *_names(5)])
    _play_on(contest, lambda _table, _seat: True)
    while contests.advance(contest.pk):
        pass
    for award in contest.awards.filter(entry__isnull=False, entry__placing__place=1):
        rulings.hand_out(award.pk, olga)


def _shangri(name: str, olga: models.User) -> None:
    """Two tables, 7 + 6. The bots play until alice is to speak; bob's own turns wait for him too."""
    contest = _create(
        name,
        "shangri",
        olga,
        words="Thirteen travellers, two tables, one winner. One food ration each; the monastery pays for "
        "its guests.\n\n**Bonne chance à tous !**",
        languages=["en", "fr", "it"],
        sponsor="The monastery",
        sponsor_group="guests of the monastery",
        place="The great hall",
    )
    _play(contest, olga, ["Alice", "Bob", *_names(11)], sponsored=("Bob", "Nina"))
    _play_on(contest, lambda _table, seat: seat.entry.name == "Bob" or _is_bots(seat), until="Alice")


def _holdem(name: str, olga: models.User) -> None:
    """Blinds, a button, checks: bots alone, so that something moves while one watches."""
    contest = _create(
        name,
        "holdem",
        olga,
        words="No-limit hold'em with rising blinds, twelve deals.",
        turn_seconds=12 * 3600,
    )
    _play(contest, olga, _names(6, first=4))


def _saint(name: str, olga: models.User) -> None:
    """Four at a table, in the third round: bob is to choose, and alice has her cards to look at."""
    contest = _create(
        name,
        "saint",
        olga,
        words="Eight rounds of a shared river. No bets, no folding: only secrets.",
        languages=["en", "fr", "it"],
        turn_seconds=24 * 3600,
    )
    _play(contest, olga, ["Alice", "Bob", *_names(2, first=5)])
    table = contest.tables.get()
    for _ in range(_SAINT_MOVES):
        turn = _next_turn(table)
        if turn is None:
            break
        _move(table, turn)


def _league(name: str, olga: models.User) -> None:
    """In mid-season: the first round is over, the second is being played. Alice and bob are in it, and a
    chair whose player never came: whoever has its link takes it over."""
    contest = _create(
        name,
        "league",
        olga,
        words="Three rounds until the snow melts. A chair is free: whoever takes it plays on from there.",
        languages=["en", "fr", "it"],
        rounds=3,
        rounds_early=True,
        cap=16,
    )
    contests.announce(contest.pk, olga)
    registration.add_entrant(contest.pk, olga, FREE_CHAIR, key=FREE_CHAIR)
    _register(contest, ["Alice", "Bob", *_names(3, first=7)])
    contests.close(contest.pk, olga)
    shares.give(contest)
    contests.draw(contest.pk, olga)
    contests.start(contest.pk, olga)
    for table in contest.tables.order_by("number"):
        while (turn := _next_turn(table)) is not None:
            _move(table, turn)
    while contests.advance(contest.pk):
        pass


def _next_turn(table: Table) -> models.Turn | None:
    return table.turns.filter(closed_at__isnull=True).select_related("seat__entry__user").first()


def _open(name: str, olga: models.User) -> None:
    """Some are in, some have paid; the visitor may still register."""
    contest = _create(
        name,
        "shangri",
        olga,
        days=4,
        words="Inscriptions ouvertes ! Les frais sont d'une ration de vivres ; le sponsor paie pour les "
        "nouveaux venus.\n\nRegistration is open: one food ration, and the sponsor pays for newcomers.",
        languages=["fr", "en"],
        sponsor="The caravan",
        sponsor_group="newcomers",
        place="The forum's tavern",
    )
    contests.announce(contest.pk, olga)
    _register(contest, ["Bob", "Carol", *_names(7, first=2)], sponsored=("Dave", "Grâce", "Klara"))
    waiting = contest.entries.filter(paid_at__isnull=True).order_by("number")
    registration.mark_paid(contest.pk, olga, list(waiting.values_list("pk", flat=True)[:3]))


def _draft(name: str, olga: models.User) -> None:
    """Not announced yet; a link was shared, and corrections came."""
    contest = _create(
        name,
        "shangri",
        olga,
        days=12,
        words="A draft: what do you think of half a day to speak?",
        turn_seconds=12 * 3600,
        fee_amount=2,
    )
    bob, carol = cast.person("Bob"), cast.person("Carol")
    contests.comment(
        contest.pk, user=bob, name=bob.name, text="Douze heures, c'est court : je travaille la nuit."
    )
    contests.comment(contest.pk, user=carol, name=carol.name, text="Two rations? Last year it was one.")


_SCENES: dict[str, Callable[[str, models.User], None]] = {
    "Winter evenings": _finished,
    "Shangri-là, the autumn tour": _shangri,
    "No-limit night": _holdem,
    "Saint evenings": _saint,
    LEAGUE: _league,
    "Shangri-là, the spring tour": _open,
    "Midsummer duel of tables": _draft,
}


def _create(name: str, preset: str, olga: models.User, *, days: float = 2, **fields: Any) -> Contest:
    return contests.create(olga, preset, name, closes_local=_evening(days), zone=ZONE, **fields)


def _evening(days: float) -> datetime:
    """Eight in the evening, so many days from now, where olga lives."""
    day = (clock.now() + timedelta(days=days)).astimezone(ZoneInfo(ZONE))
    return day.replace(hour=20, minute=0, second=0, microsecond=0, tzinfo=None)


def _names(count: int, first: int = 0) -> list[str]:
    return [part.name for part in cast.BOTS[first : first + count]]


def _register(contest: Contest, names: Sequence[str], sponsored: Sequence[str] = ()) -> None:
    for name in names:
        registration.register(contest.pk, cast.person(name), sponsored=name in sponsored)
    shares.take(contest)


def _play(contest: Contest, olga: models.User, names: Sequence[str], sponsored: Sequence[str] = ()) -> None:
    """From the draft to the first deal of each table."""
    contests.announce(contest.pk, olga)
    _register(contest, names, sponsored)
    registration.mark_paid(contest.pk, olga, list(contest.entries.values_list("pk", flat=True)))
    contests.close(contest.pk, olga)
    shares.give(contest)
    contests.draw(contest.pk, olga)
    contests.start(contest.pk, olga)


def _is_bots(seat: models.Seat) -> bool:
    return seat.entry.user is not None and seat.entry.user.is_bot


def _play_on(contest: Contest, plays: Callable[[Table, models.Seat], bool], until: str | None = None) -> None:
    """Let the bots' judgement move the seats that ``plays`` allows, at every table, ``until`` one of the
    cast is to speak at his; the tables without him go on for a while only, so that much is left to see."""
    for table in contest.tables.order_by("number"):
        there = table.table_seats.filter(entry__name=until).exists()
        limit = _MOST_MOVES if there or until is None else 4
        for _ in range(limit):
            turn = _next_turn(table)
            if turn is None or turn.seat.entry.name == until or not plays(table, turn.seat):
                break
            _move(table, turn)


def _move(table: Table, turn: models.Turn) -> None:
    letter, user = turn.seat.letter, turn.seat.entry.user
    sight = views.look(table.pk, letter)
    language = user.language if user is not None else "en"
    seed = f"{table.ref}|{letter}|{turn.number}"
    move = judging.move_of(sight, seed)
    tables.play(
        table.pk,
        kind="move",
        key=f"demo:{letter}:{turn.number}",
        origin="web",
        seat=letter,
        expected=turn.number,
        move=move,
        actor=user,
        text=judging.line_of(sight, move, language, seed),
        comment=speech.role_play(language, seed=seed),
    )
