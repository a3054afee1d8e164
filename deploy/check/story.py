"""The tournament of the check, from an empty database to the prizes."""

from __future__ import annotations

import time
from collections import Counter

from django.db import connections

from deploy.check import league, organising, verdict
from deploy.check.organising import TURN_SECONDS
from deploy.check.people import NAMES, Person, gather
from deploy.check.verdict import CHIPS, PLAYERS, Line, expect
from deploy.check.world import Failed, World, poll
from tournaments.management.bots.browser import AWAY, Browser, Page
from tournaments.management.bots.troupe import Troupe
from tournaments.models import Contest, Event, Seat, Turn, User

MAIL = 1 / 2
SILENT_A_TABLE = 2
SPONSORED = ("Carol", "Judy")
LONGEST = 420.0
"""Seconds for the play itself: about 60 on an idle machine."""


def tell(world: World, *, season: bool = False) -> None:
    """Raises Failed at the first thing that is not as it must be. ``season``: a league besides."""
    began = time.monotonic()
    if Contest.objects.exists():
        raise Failed("expected: an empty database; there are contests in it")
    world.start()
    poll("the lobby answers", lambda: _answers(world), seconds=90)
    olga = organising.make_organiser(world, "Olga")
    page = organising.announce(olga)
    people = gather(world.site)
    for person in people.values():
        register(person, page)
    organising.take_fees(olga, page)
    organising.seat(olga, page)
    print(f"registered, paid, seated and started after {time.monotonic() - began:.0f} s", flush=True)
    contest = Contest.objects.get()
    sizes = [table.table_seats.count() for table in contest.tables.all()]
    expect("tables of", sizes, [7, 6])
    silent = choose_silent(contest)
    troupe = play(world, contest, silent)
    organising.confirm(olga, page)
    poll("nothing is left to be sent", lambda: _nothing_waits(), seconds=60)
    judge(world, contest, page, silent, troupe)
    if season:
        league.tell(world, olga, people)


def let_go() -> None:
    """Connections to the database, before it ends."""
    connections.close_all()


def register(person: Person, contest: Page) -> None:
    page = person.open(contest.url)
    ticked: dict[str, str | list[str] | None] = {"sponsored": "1"} if person.name in SPONSORED else {}
    person.press(page, page.form(action="/register/"), ticked)


def choose_silent(contest: Contest) -> set[int]:
    """The people who will never answer: the second and the fourth of each table."""
    seats = Seat.objects.filter(table__contest=contest, letter__in=["B", "D"]).select_related("entry")
    users = {seat.entry.user_id for seat in seats if seat.entry.user_id is not None}
    expect("silent players", len(users), 2 * SILENT_A_TABLE)
    return users


def play(world: World, contest: Contest, silent: set[int]) -> Troupe:
    """Everybody else answers his letters, to the last table; two processes are killed meanwhile."""
    speaking = list(User.objects.filter(entries__contest=contest).exclude(pk__in=silent))
    troupe = Troupe(lambda: speaking, seconds=0.0, mail=MAIL, say=lambda line: None)
    accidents = {6: "worker", 18: "sweep"}
    limit = time.monotonic() + LONGEST
    while Contest.objects.filter(pk=contest.pk, state=Contest.State.RUNNING).exists():
        if time.monotonic() > limit:
            raise Failed(f"expected: the contest is over within {LONGEST:.0f} s; {_standing(contest)}")
        world.must_live()
        if not troupe.look():
            time.sleep(0.1)
        due = [moves for moves in accidents if sum(troupe.sent.values()) >= moves]
        for moves in due:
            name = accidents.pop(moves)
            world.kill(name)
            print(f"kill -9 {name} after {moves} moves; another one is started", flush=True)
            world.start(name)
    if accidents:
        raise Failed(f"expected: a contest long enough for all accidents; left {sorted(accidents.values())}")
    return troupe


def judge(world: World, contest: Contest, page: Page, silent: set[int], troupe: Troupe) -> None:
    """Pages, files, and rows agree; then the ranking is printed."""
    final = Browser(world.site).get(page.url)
    (world.folder / "final.html").write_text(final.text)
    ranking = verdict.ranking_shown(final, list(NAMES))
    expect("players in the ranking", len(ranking), PLAYERS)
    shown = {line.name: line.chips for line in ranking}
    expect("chips in all", sum(shown.values()), PLAYERS * CHIPS)
    expect(
        "chips in order of the places", sorted(shown.values(), reverse=True), [line.chips for line in ranking]
    )
    expect("chips by replay", verdict.records_replayed(world, final, 2), shown)
    world.manage("replay", "--all")
    expect("a prize for the first", all(line.prizes for line in ranking if line.place == 1), True)
    draws = verdict.draws_verified(world, final)
    verdict.nothing_left(contest)
    ways = answered(contest, silent)
    _print(ranking, draws, ways, troupe)


def answered(contest: Contest, silent: set[int]) -> Counter[str]:
    """How moves came in; the silent were timed out each time, the others never."""
    late = Counter[bool]()
    for turn in Turn.objects.filter(table__contest=contest).select_related("seat__entry"):
        late[turn.seat.entry.user_id in silent] += turn.closed_by == "timeout"
        if turn.seat.entry.user_id in silent:
            expect(f"how a silent player's turn ended (seat {turn.seat.letter})", turn.closed_by, "timeout")
    expect("time-outs of players who answer", late[False], 0)
    if not late[True]:
        raise Failed("expected: time-outs of the silent; there is none")
    moves = Event.objects.filter(table__contest=contest, kind=Event.Kind.MOVE).values_list(
        "origin", flat=True
    )
    ways = Counter(moves)
    if not 0.3 <= ways["mail"] / max(sum(ways.values()), 1) <= 0.7:
        raise Failed(f"expected: about half of the moves by mail; came {dict(ways)}")
    return ways + Counter({"time-out": late[True]})


def _answers(world: World) -> bool:
    world.must_live()
    try:
        return Browser(world.site).get("/").status == 200
    except AWAY:
        return False


def _nothing_waits() -> bool:
    try:
        verdict.nothing_left(Contest.objects.get())
    except Failed:
        return False
    return True


def _standing(contest: Contest) -> str:
    turns = Turn.objects.filter(table__contest=contest, closed_at__isnull=True).select_related("seat__entry")
    waiting = ", ".join(f"{turn.seat.entry.name} since {turn.opened_at:%H:%M:%S}" for turn in turns)
    return f"it is {contest.state}, awaited: {waiting or 'nobody'} (a turn is {TURN_SECONDS} s)"


def _print(ranking: list[Line], draws: int, ways: Counter[str], troupe: Troupe) -> None:
    print()
    for line in ranking:
        print(f"{line.place:>3}. {line.name:<8} {line.chips:>4} chips   {line.prizes}")
    print(
        f"\n{sum(line.chips for line in ranking)} chips, {draws} draws verified, moves: {dict(ways)}",
        flush=True,
    )
