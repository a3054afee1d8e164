"""Every game, every door: two games that differ only in what a reader may not know are alike to him.

The same moves are made twice through the one door, over two decks that have everything in its place that
the reader saw at any time; then all that is made for him is compared: pages, fragments, the feed, the record
and the other files, the export, the letters, the admin, and the lines of the log.
"""

from __future__ import annotations

import dataclasses
import json
import logging
import os
import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import pytest
from django.contrib import admin
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from referee.cards import DECK
from referee.core import Json, Move
from referee.draws import drawing
from referee.games import GAMES
from tests import factories, kept
from tests.referee.pyramid.test_pyramid_secrets import picked_block
from tests.referee.pyramid.tools import offered
from tests.tournaments.web.tabling import address, player
from tournaments import models
from tournaments.services import composing, contests, presets, sealing, tables, views
from tournaments.services.demo import judging

pytestmark = pytest.mark.django_db

PLAYERS = {"holdem": 5, "saint": 3, "pyramid": 2}
LONGEST = {"holdem": 24, "saint": 30, "pyramid": 70}
"""Moves: into the second deal, the third round, the joker's choices."""
READERS = ("A", "B", "nobody", "olga", "admin")
_PRESETS = {"holdem": "shangri", "saint": "saint", "pyramid": "noninterference"}
_EXAMPLES = 40 if os.environ.get("SLOW") == "1" else 2
_PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
"""A smaller example costs more minutes than it tells."""

type Step = tuple[str, Move | None]
"""A seat and its move; None: it said nothing in time."""


@dataclass(frozen=True)
class Story:
    """``decks``: the order of each deck that was drawn; ``shown``: the cards of each that the reader saw;
    ``fingers``: see in_fingers; ``pending``: the places of the steps whose choices are not turned up yet."""

    game: str
    seed: int
    decks: tuple[tuple[str, ...], ...]
    steps: tuple[Step, ...]
    shown: tuple[frozenset[str], ...]
    fingers: str | None
    pending: frozenset[int]


@pytest.fixture(autouse=True)
def duel(monkeypatch: pytest.MonkeyPatch) -> None:
    """A preset for every game."""
    plan: Json = {"game": "pyramid", "rules": {"preset": "pyramid"}, "fields": {}}
    monkeypatch.setitem(presets.PRESETS, "noninterference", plan)


def test_every_game_is_among_them() -> None:
    assert set(PLAYERS) == set(GAMES)


@pytest.mark.parametrize("game", sorted(GAMES))
@settings(max_examples=_EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), phases=_PHASES)
@given(seed=st.integers(0, 2**32), part=st.floats(0.1, 1), reader=st.sampled_from(READERS))
def test_what_a_reader_may_not_know_changes_nothing_that_is_made_for_him(
    game: str, seed: int, part: float, reader: str
) -> None:
    story = wander(game, reader, round(part * LONGEST[game]), seed)
    chance = random.Random(seed + 1)
    other = otherwise(story, chance)
    found = []
    for one in (story, other):
        with told(game, one.decks, seed) as table, lines_of_the_log() as log:
            retell(table, one, reader, chance if one is other else None)
            found.append(everything(table, reader) | {"log": "\n".join(log)})
    first, second = ({name: same(text) for name, text in one.items()} for one in found)
    assert list(first) == list(second)
    differ = [difference(name, text, second[name]) for name, text in first.items() if text != second[name]]
    if differ:
        pytest.fail("\n".join([f"{reader}, {len(story.steps)} moves:", *differ]), pytrace=False)


def test_the_comparison_sees_a_card_that_a_reader_may_know() -> None:
    """The test of the test: for its owner a card is no secret."""
    story = wander("holdem", "nobody", 2, 5)
    other = otherwise(story, random.Random(6))
    found = []
    for one in (story, other):
        with told("holdem", one.decks, 5) as table:
            retell(table, one, "nobody", None)
            seat = factories.open_turns(table)[0].seat.letter
            found.append({name: same(text) for name, text in everything(table, seat).items()})
    differ = {name for name in found[0] if found[0][name] != found[1][name]}
    assert {"page", "live/?turn=0", "record.json"} <= differ
    assert any(name.startswith("letter") for name in differ)


# --- the same story twice


@contextmanager
def told(game: str, decks: Sequence[Sequence[str]], seed: int) -> Iterator[models.Table]:
    """A table of the game, dealt from these decks and then from others; with the block it goes again."""

    def planted(drawn: drawing.Draw) -> tuple[tuple[str, ...], int]:
        if "players" in drawn.series or drawn.series.endswith("/seating"):
            return tuple(sorted(drawn.items)), 0
        if len(drawn.items) >= len(DECK) and drawn.number < len(decks):
            return tuple(decks[drawn.number]), 0
        chance = random.Random(f"{seed} {drawn.series.rpartition('/')[2]} {drawn.number}")
        return tuple(chance.sample(drawn.items, len(drawn.items))), 0

    with transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing.Draw, "_shuffled", property(planted))
        _count_from(1_000_000)
        with kept.anew():
            contest = factories.open_contest(PLAYERS[game], preset=_PRESETS[game])
        contests.close(contest.pk, contest.organiser)
        models.Contest.objects.filter(pk=contest.pk).update(table_rule=models.Contest.Tables.EXCEPTION)
        contests.draw(contest.pk, contest.organiser)
        contests.start(contest.pk, contest.organiser)
        yield factories.table_of(contest)
        transaction.set_rollback(True)
    cache.clear()


def _count_from(number: int) -> None:
    """The rows of both tellings get the same numbers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT schemaname, sequencename FROM pg_sequences WHERE schemaname = 'public'")
        for schema, name in cursor.fetchall():
            cursor.execute("SELECT setval(%s, %s)", [f'{schema}."{name}"', number])


def wander(game: str, reader: str, length: int, seed: int) -> Story:
    """So many random moves, now and then a silence; and what the reader saw on the way."""
    chance, steps, phases = random.Random(seed), list[Step](), list[str]()
    shown: dict[int, set[str]] = defaultdict(set)
    with told(game, (), seed) as table:
        for _ in range(length):
            turns = factories.open_turns(table)
            if not turns:
                break
            seat = chance.choice(turns).seat.letter
            state = views.state_of(table.pk).state
            silent = chance.random() < 0.1 and not GAMES[game].sealed(state)
            phases.append(GAMES[game].phase(state))
            steps.append((seat, None if silent else some_move(table, seat, chance)))
            look(table, reader, shown)
            make(table, *steps[-1], number=len(steps))
        look(table, reader, shown)
        fingers, end = in_fingers(table), views.state_of(table.pk).state
        decks = [
            tuple(sealing.unseal_json(row.order))
            for row in models.Draw.objects.filter(series=table.ref, kind="deck").order_by("n")
        ]
    seen = [frozenset(shown[number]) for number in range(len(decks))]
    now = GAMES[game].phase(end) if GAMES[game].sealed(end) else None
    pending = frozenset(place for place, phase in enumerate(phases) if phase == now)
    return Story(game, seed, tuple(decks), tuple(steps), tuple(seen), fingers, pending)


def some_move(table: models.Table, seat: str, chance: random.Random) -> Move:
    sight = views.look(table.pk, seat)
    if table.game == "pyramid":
        return chance.choice(offered(views.state_of(table.pk).state, seat))
    if table.game == "saint":
        assert sight.options is not None
        return Move(
            sight.options["do"], {"cards": chance.sample(sight.options["cards"], sight.options["count"])}
        )
    return judging.move_of(sight, str(chance.random()))


def make(table: models.Table, seat: str, move: Move | None, *, number: int) -> None:
    """A move with its cards named beside it, which nobody reads before they are turned up; or a silence."""
    if move is None:
        factories.move_clock(table, seconds=1)
        tables.play(table.pk, kind="timeout", seat=seat, move=None, key=f"silence {number}", origin="sweep")
        return
    sealed = GAMES[table.game].sealed(views.state_of(table.pk).state)
    comment = " ".join(move.args["cards"]) if sealed else "hm"
    tables.play(
        table.pk, kind="move", seat=seat, move=move, key=f"move {number}", origin="web", comment=comment
    )


def look(table: models.Table, reader: str, shown: dict[int, set[str]]) -> None:
    """What stands open to the reader now, by deal."""
    seat = reader if len(reader) == 1 else None
    dealt = models.Draw.objects.filter(series=table.ref, kind="deck").count()
    shown[dealt - 1] |= cards_in(views.look(table.pk, seat).view)
    for deal, facts in table.events.values_list("deal", "facts"):
        if deal:
            shown[deal - 1] |= cards_in(facts)


def cards_in(what: object) -> set[str]:
    return set(re.findall(r'"([2-9TJQKA][cdhs]|X[12])"', json.dumps(what)))


def in_fingers(table: models.Table) -> str | None:
    """The block that was just picked: everybody knows that it is no joker, which would have opened three."""
    if table.game != "pyramid" or not factories.open_turns(table):
        return None
    return picked_block(views.state_of(table.pk).state)


def otherwise(story: Story, chance: random.Random) -> Story:
    """The same but for the cards that the reader has not seen, in every deck."""
    decks = []
    for order, seen in zip(story.decks, story.shown, strict=True):
        last = order is story.decks[-1]
        secret = [card for card in order if card not in seen]
        while True:
            swap = dict(zip(secret, chance.sample(secret, len(secret)), strict=True))
            if not (last and story.fingers) or not swap.get(story.fingers, "").startswith("X"):
                break
        decks.append(tuple(swap.get(card, card) for card in order))
    return replace(story, decks=tuple(decks))


def retell(table: models.Table, story: Story, reader: str, chance: random.Random | None) -> None:
    """``chance``: secret choices of others that are not turned up yet are made anew by it."""
    for number, (seat, move) in enumerate(story.steps):
        if chance is not None and number in story.pending and seat != reader:
            move = some_move(table, seat, chance)
        make(table, seat, move, number=number)


# --- what a reader gets


_TABLE = (
    *("", "live/?turn=0", "live/?turn=1&since=1", "news/?turn=0", "copy/", "record.json", "call/"),
    *("replay/1/", "replay/1/?step=9", "replay/1/steps/", "rulings/", "seal/", "tell/A/"),
)
_CONTEST = (
    *("", "log/", "copy/", "draws.json", "export.jsonl", "draws/", "outages/", "cases/", "letters/"),
    *("manage/", "entries/"),
    *("audit/", "audit/?order=old", "audit/?q=Ac+or+Kd+or+2h+or+9s+or+X1", "audit/ledger.csv"),
)
_SITE = ("/", "/my/", "/contests.atom", "/profile/", "/clock/")


def everything(table: models.Table, reader: str) -> dict[str, str]:
    """All that is made for a reader, by its name."""
    client, user = Client(), _user(table, reader)
    if user is not None:
        client.force_login(user)
    contest = f"/c/{table.contest.slug}/"
    paths = {path or "page": f"{address(table)}{path}" for path in _TABLE}
    paths |= {f"contest {path}": f"{contest}{path}" for path in _CONTEST}
    paths |= {path: path for path in _SITE}
    for draw in models.Draw.objects.order_by("pk"):
        paths |= {f"{draw} {file}": f"{contest}draws/{draw.pk}/{file}" for file in ("", "draw.json")}
    for entry in table.contest.ledger.filter(kind__in=("table", "draw")).order_by("-seq")[:3]:
        paths[f"entry {entry.seq}"] = f"{contest}audit/{entry.seq}/"
    if reader == "admin":
        paths |= dict(_admin())
    found = {name: _body(client, path) for name, path in paths.items()}
    notices = models.Notice.objects.filter(user=user).order_by("pk") if user else ()
    for number, notice in enumerate(notices):
        letter = composing.compose(notice)
        if letter is not None:
            found[f"letter {number} {notice.kind}"] = str(dataclasses.asdict(letter))
    return found


def _user(table: models.Table, reader: str) -> models.User | None:
    if reader == "nobody":
        return None
    if reader == "olga":
        return table.contest.organiser
    if reader == "admin":
        return factories.person("root", is_staff=True, is_superuser=True)
    return player(table, reader)


def _admin() -> Iterator[tuple[str, str]]:
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield f"{name} list", reverse(f"{name}_changelist")
        for row in model._default_manager.order_by("pk")[:8]:
            yield f"{name} {row.pk}", reverse(f"{name}_change", args=[row.pk])


def _body(client: Client, path: str) -> str:
    response = client.get(path)
    body = b"".join(response.streaming_content) if response.streaming else response.content
    return f"{response.status_code} {body.decode()}"


def difference(name: str, one: str, other: str) -> str:
    """Where two texts begin to differ."""
    at = next((at for at, (mine, its) in enumerate(zip(one, other, strict=False)) if mine != its), 0)
    return f"{name}: ...{one[max(0, at - 60) : at + 60]!r}, ...{other[max(0, at - 60) : at + 60]!r}"


@contextmanager
def lines_of_the_log() -> Iterator[list[str]]:
    lines: list[str] = []

    class Keeps(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if not record.name.startswith(("django.db", "asyncio", "markdown_it")):
                lines.append(f"{record.name}: {record.getMessage()} {record.args}")

    keeper, root = Keeps(), logging.getLogger()
    before = root.level
    root.addHandler(keeper)
    root.setLevel(logging.DEBUG)
    try:
        yield lines
    finally:
        root.removeHandler(keeper)
        root.setLevel(before)


def same(text: str) -> str:
    """Without what is new each time: tokens, hashes, times."""
    text = re.sub(r'name="(csrfmiddlewaretoken|once)" value="\w*"', "", text)
    text = re.sub(r'(<span class="left"[^>]*>)[^<]*', r"\1", text)
    text = re.sub(r'class="time-line">.*?</svg>', "", text, flags=re.DOTALL)  # it goes by the clock
    text = re.sub(r"/t/[\w-]+|\[#\w+\]|\b[0-9a-f]{8,}\b|[A-Za-z0-9+/_-]{22,}=*", "", text)
    text = re.sub(r"\d{1,2}(:\d\d)?(?= [ap]\.m\.)|\d\d:\d\d(:\d\d(\.\d+)?)?|1[789]\d{8}", "", text)
    text = re.sub(r"\d+ (seconds?|minutes?)\b", "", text)  # ages, on a slow machine
    return re.sub(r"\d{4}-\d\d-\d\d[T ]", "", text)
