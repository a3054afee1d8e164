"""The league of the check: a division of sixteen bots over five rounds, by pages and letters alone."""

from __future__ import annotations

import time
from collections import Counter
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import combinations
from urllib.parse import urljoin

from deploy.check import organising, seasonbook, verdict
from deploy.check.people import Person
from deploy.check.seasonbook import Game
from deploy.check.verdict import Rows, expect
from deploy.check.world import Failed, World, poll
from deploy.local.programs import python
from tournaments.management.bots.browser import Browser, Page
from tournaments.management.bots.troupe import Troupe
from tournaments.models import Contest, Event, Turn, User
from tournaments.services import views
from tournaments.services.demo import judging

NAME = "Saint league, checked"
MORE = ("Peggy", "Quentin", "Rose")
"""With the thirteen of the tournament they are sixteen."""
ROUNDS, PLAYERS, SEATS = 5, 16, 4
WRITES = "Rose"
"""Who plays by mail."""
LONGEST = 1500.0
"""Seconds for the play itself: twenty tables of 120 moves each."""


def tell(world: World, olga: Person, people: dict[str, Person]) -> None:
    """Raises Failed at the first thing that is not as it must be."""
    began = time.monotonic()
    page = _announce(olga)
    for name in MORE:
        people[name] = Person(world.site, name, "it")
        people[name].sign_up()
    for person in people.values():
        opened = person.open(page.url)
        person.press(opened, opened.form(action="/register/"))
    organising.seat(olga, page)
    contest = Contest.objects.get(name=NAME)
    _play(world, contest, people)
    print(f"{ROUNDS} rounds of {PLAYERS} played after {time.monotonic() - began:.0f} s", flush=True)
    organising.confirm(olga, page)
    poll("nothing is left to be sent", lambda: _nothing_waits(contest), seconds=120)
    _judge(world, contest, page)


def _announce(olga: Person) -> Page:
    page = olga.open("/new/league/")
    closes = (datetime.now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")  # noqa: DTZ005 (a clock on a wall)
    values: dict[str, str | list[str] | None] = {
        "name": NAME,
        "closes_local": closes,
        "automatic": "0",
        "cap": str(PLAYERS),
        "rounds": str(ROUNDS),
        "rounds_early": "1",
    }
    desk = olga.press(page, page.form("name", "closes_local"), values)
    if "/manage/" not in desk.url:
        raise Failed(f"expected: the draft is saved; the form came again at {desk.url}")
    organising.step(olga, desk, "announce")
    return olga.open(urljoin(desk.url, ".."))


def _play(world: World, contest: Contest, people: dict[str, Person]) -> None:
    """One answers each letter by mail; the others do not wait for theirs, and play on the page."""
    by_mail = list(User.objects.filter(entries__contest=contest, name=WRITES))
    troupe = Troupe(lambda: by_mail, seconds=0.0, mail=1.0, say=lambda line: None)
    limit, over = time.monotonic() + LONGEST, 0
    while Contest.objects.filter(pk=contest.pk, state=Contest.State.RUNNING).exists():
        if time.monotonic() > limit:
            raise Failed(f"expected: the season is over within {LONGEST:.0f} s; {over} rounds are")
        world.must_live()
        if not troupe.look() + _on_the_page(contest, people):
            time.sleep(0.05)
        done = contest.season.filter(over_at__isnull=False).count()
        if done > over:
            over = done
            print(f"round {over} is over", flush=True)


def _on_the_page(contest: Contest, people: dict[str, Person]) -> int:
    """Everybody who is awaited plays once; how many did."""
    turns = Turn.objects.filter(table__contest=contest, closed_at__isnull=True)
    waiting = turns.exclude(seat__entry__name=WRITES).select_related("table", "seat__entry")
    for turn in waiting.order_by("pk"):
        sight = views.look(turn.table_id, turn.seat.letter)
        if sight.turn is None or sight.turn.pk != turn.pk or sight.options is None:
            continue
        move = judging.move_of(sight, f"{turn.table.ref}|{turn.seat.letter}|{turn.number}")
        person = people[turn.seat.entry.name]
        page = person.open(f"/c/{contest.slug}/{turn.table.number}/")
        form = page.form("words", "expected", "comment")
        person.press(page, form, {"comment": "", "cards": list(move.args["cards"])}, ("do", move.do))
    return len(waiting)


def _judge(world: World, contest: Contest, page: Page) -> None:
    """Pages, files and an independent recount agree."""
    tables = list(contest.tables.order_by("number"))
    seats = [
        (table.round, tuple(seat.entry.name for seat in table.table_seats.select_related("entry")))
        for table in tables
    ]
    every_pair_meets_once([there for number, there in seats if number <= ROUNDS])
    games = [
        Game(number, seasonbook.scores(world, page, table.number, there))
        for table, (number, there) in zip(tables, seats, strict=True)
    ]
    names = [entry.name for entry in contest.entries.order_by("member__place")]
    shown = standings_shown(Browser(world.site).get(urljoin(page.url, "league/")), names)
    expect("standings by an independent recount", shown, seasonbook.recount(names, games, ROUNDS))
    ways = Counter(
        Event.objects.filter(table__contest=contest, kind=Event.Kind.MOVE).values_list("origin", flat=True)
    )
    expect("doors that moves came by", set(ways), {"web", "mail"})
    late = Turn.objects.filter(table__contest=contest, closed_by="timeout").count()
    expect("time-outs of players who answer", late, 0)
    verified = _verified(world, Browser(world.site).get(page.url))
    verdict.nothing_left(contest)
    for place, name, points in shown:
        print(f"{place:>3}. {name:<8} {points:>6}", flush=True)
    print(f"\n120 pairs met once, standings recounted, {verified} lots and decks verified", flush=True)
    print(f"moves: {dict(ways)}", flush=True)


def every_pair_meets_once(tables: list[tuple[str, ...]]) -> None:
    """Sixteen players in five rounds of four tables of four: a schedule without a repeat exists."""
    expect("tables", Counter(len(there) for there in tables), {SEATS: ROUNDS * PLAYERS // SEATS})
    met = Counter(frozenset(pair) for there in tables for pair in combinations(there, 2))
    expect("pairs that met", len(met), PLAYERS * (PLAYERS - 1) // 2)
    expect("how often a pair met", set(met.values()), {1})


def standings_shown(page: Page, names: list[str]) -> list[tuple[int, str, Fraction]]:
    """Place, name and points of each line of the page."""
    found = []
    for row in Rows(page.text).rows:
        name = next((name for name in names if len(row) > 3 and row[1].startswith(f"{name} ")), None)
        if name is not None:
            place = int("".join(sign for sign in row[0] if sign.isdigit()))
            found.append((place, name, sum((Fraction(part) for part in row[2].split()), Fraction(0))))
    return found


def _verified(world: World, page: Page) -> int:
    """Every draw by its file, and the whole season by its export."""
    file = world.folder / "league.jsonl"
    file.write_bytes(Browser(world.site).download(page.link("export.jsonl")))
    said = world.do("verify", *python("-m", "referee", "verify", str(file)))
    print(said.strip(), flush=True)
    return verdict.draws_checked(world, page)


def _nothing_waits(contest: Contest) -> bool:
    try:
        verdict.nothing_left(contest)
    except Failed:
        return False
    return True
