"""The demo: made once, refused elsewhere; its bots play sanely and write what the grammar reads."""

from __future__ import annotations

import io
from typing import Any

import hypothesis
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st
from pytest_django.fixtures import Settings

from referee import grammar
from referee.cards import DECK
from referee.core import Move, Refusal
from referee.games import GAMES
from tournaments.models import Contest, Event, Placing, Table, Turn, User
from tournaments.services import demo, records, registration
from tournaments.services.demo import cast, links, policy, speech, stage

HOLDEM = GAMES["holdem"]
OPTIONS = {
    "opens, no check": {"to_call": 0, "raise": {"min": 1, "max": 18}, "check": False, "stack": 18},
    "opens": {"to_call": 0, "raise": {"min": 20, "max": 900}, "check": True, "stack": 900},
    "faces a bet": {"to_call": 3, "raise": {"min": 4, "max": 18}, "check": False, "stack": 18},
    "has little": {"to_call": 2, "raise": {"min": 4, "max": 9}, "check": False, "stack": 9},
    "is short": {"to_call": 4, "raise": None, "check": False, "stack": 4},
}


@pytest.fixture
def a_demo(settings: Settings) -> Settings:
    settings.DEMO = True
    return settings


def snapshot() -> dict[str, Any]:
    return {
        "people": User.objects.count(),
        "contests": sorted(Contest.objects.values_list("name", "state")),
        "events": Event.objects.count(),
        "turns": sorted(Turn.objects.values_list("pk", "closed_at")),
    }


@pytest.mark.django_db
def test_a_contest_of_every_kind_is_made_once_and_alice_is_to_speak(a_demo: Settings) -> None:
    """One set-up for all that is said of it: it plays a whole contest."""
    call_command("demo", "--setup", stdout=io.StringIO())
    first = snapshot()
    assert sorted(state for _, state in first["contests"]) == [
        *("draft", "final", "registration", "running", "running", "running", "running"),
    ]
    _two_tables_are_running()
    _the_finished_one_was_really_played()
    _saint_waits_for_a_human()
    _a_chair_of_the_league_is_free()
    _the_links_are_one_a_line()
    assert stage.set_up() == []
    assert snapshot() == first


def _two_tables_are_running() -> None:
    tour = Contest.objects.get(name="Shangri-là, the autumn tour")
    assert [table.table_seats.count() for table in tour.tables.all()] == [7, 6]
    assert links.awaited_people()[0].name == "Alice"


def _the_finished_one_was_really_played() -> None:
    contest = Contest.objects.get(state=Contest.State.FINAL)
    assert sum(Placing.objects.filter(contest=contest).values_list("chips", flat=True)) == 8 * 20
    assert contest.awards.filter(handed_at__isnull=False).exists()
    for table in Table.objects.all():
        assert records.differences(table.pk) == []


def _saint_waits_for_a_human() -> None:
    contest = Contest.objects.get(name="Saint evenings")
    table = contest.tables.get()
    people = {turn.seat.entry.name for turn in table.turns.filter(closed_at__isnull=True)}
    assert people & {"Alice", "Bob"}
    assert table.phase.endswith(".3")


def _a_chair_of_the_league_is_free() -> None:
    """In its second round; whoever opens the link is in at once, and awaited."""
    contest = Contest.objects.get(name=stage.LEAGUE)
    assert [one.over_at is not None for one in contest.season.all()] == [True, False, False]
    word = links.free_chair().rstrip("/").rpartition("/")[2]
    with transaction.atomic():
        entry = registration.claim(word, cast.person("Carol"))
        assert entry.seat is not None
        assert entry.seat.turns.filter(closed_at__isnull=True).exists()
        transaction.set_rollback(True)


def _the_links_are_one_a_line() -> None:
    out = io.StringIO()
    call_command("demo", "--links", stdout=out)
    rows = dict(line.split("  ", 1) for line in out.getvalue().splitlines())
    assert len(rows) == 7
    assert all(address.strip().startswith("http://testserver/") for address in rows.values())
    assert {"Lobby", "Letters of both ways", "Alice, whose turn it is"} <= rows.keys()
    word = rows["Alice, whose turn it is"].strip().rstrip("/").rpartition("/")[2]
    assert demo.unsign(word) == cast.person("Alice")


@pytest.mark.django_db
def test_nothing_of_it_works_where_this_is_no_demo(settings: Settings) -> None:
    settings.DEMO = True
    cast.gather()
    word = demo.sign(cast.person("Alice"))
    assert demo.unsign(word[:-1]) is None
    settings.DEMO = False
    assert demo.unsign(word) is None
    for words in ("--setup", "--links"):
        with pytest.raises(CommandError):
            call_command("demo", words)
    with pytest.raises(ImproperlyConfigured):
        stage.set_up()
    assert not Contest.objects.exists()


@hypothesis.settings(deadline=None, max_examples=60)
@given(st.randoms(use_true_random=False), st.integers(5, 8), st.sampled_from(["shangri", "holdem"]))
def test_bots_end_every_match_and_never_ask_for_what_is_refused(chance: Any, seats: int, preset: str) -> None:
    """A refused move would raise Illegal; a match without an end would run out of moves."""
    more = {} if preset == "shangri" else {"starting_stack": 200, "levels": [LEVEL], "hands": 3}
    state = HOLDEM.start(HOLDEM.rules({"preset": preset, **more}), list("ABCDEFGH")[:seats])
    for _ in range(2000):
        need = HOLDEM.next_deal(state)
        if need is not None:
            deck = list(need.items)
            chance.shuffle(deck)
            state, _ = HOLDEM.deal(state, need.setup, deck)
        elif not HOLDEM.awaiting(state):
            break
        else:
            state, _ = HOLDEM.apply(state, HOLDEM.awaiting(state)[0], move_of(state))
    final = HOLDEM.final(state)
    assert final is not None
    assert sum(final["stacks"].values()) == seats * (20 if preset == "shangri" else 200)


LEVEL = {"from_hand": 1, "small_blind": 1, "big_blind": 2, "ante": 0, "big_blind_ante": 0}


def move_of(state: Any) -> Move:
    seat = HOLDEM.awaiting(state)[0]
    sight, options = HOLDEM.view(state, seat), HOLDEM.options(state, seat)
    seed = HOLDEM.phase(state)
    move = policy.decide(options, sight["seats"][seat]["cards"], sight["board"], seed=seed)
    assert move == policy.decide(options, sight["seats"][seat]["cards"], sight["board"], seed=seed)
    return move


@hypothesis.settings(deadline=None, max_examples=60)
@given(st.permutations(DECK), st.sampled_from([0, 3, 5]), st.sampled_from(sorted(OPTIONS)), st.text())
def test_a_bots_move_stays_inside_its_options(deck: list[str], board: int, name: str, seed: str) -> None:
    options = OPTIONS[name]
    move = policy.decide(options, deck[:2], deck[2 : 2 + board], seed=seed)
    assert move.do in {"fold", "check", "call", "raise", "all-in"}
    assert options["check"] or move.do != "check"
    assert options["to_call"] or move.do != "call"
    if move.do == "raise":
        assert options["raise"]["min"] <= move.args["to"] <= options["raise"]["max"]
    assert options["raise"] or move.do != "all-in"


def test_good_cards_are_worth_more_than_bad_ones() -> None:
    worth = [policy.strength(cards.split(), []) for cards in ("As Ah", "As Ks", "Ts 9s", "9s 4d", "7s 2d")]
    assert worth == sorted(worth, reverse=True)
    board = ["Ah", "7c", "2d", "9s", "Jd"]
    made = [policy.strength(cards.split(), board) for cards in ("As Ac", "Ad 7d", "Ks 7s", "Ks Qs", "5c 3c")]
    assert made == sorted(made, reverse=True)


def test_bots_differ_and_use_every_kind_of_move() -> None:
    kinds = {
        policy.decide(options, DECK[n : n + 2], DECK[n + 2 : n + 7], seed=f"{n} {mood}").do
        for n in range(45)
        for mood in range(5)
        for options in OPTIONS.values()
    }
    assert kinds == {"fold", "check", "call", "raise", "all-in"}


@pytest.mark.parametrize(("language", "kind", "text"), speech.lines())
def test_every_line_of_a_bot_is_read_as_the_move_it_means(language: str, kind: str, text: str) -> None:
    state, seat, move = spot(kind)
    said = grammar.read(HOLDEM, state, seat, text.format(**move.args), language)
    assert said.move == move


@pytest.mark.parametrize(("language", "text"), speech.roles())
def test_role_play_is_no_command_and_spoils_none(language: str, text: str) -> None:
    state, seat, move = spot("call")
    line = {"en": "I call", "fr": "je suis", "it": "vedo"}[language]
    assert grammar.read(HOLDEM, state, seat, f"{text}\n\n{line}", language).move == move
    assert grammar.read(HOLDEM, state, seat, f"{line}\n\n{text}", language).move == move
    with pytest.raises(Refusal):
        grammar.read(HOLDEM, state, seat, text, language)


def spot(kind: str) -> tuple[Any, str, Move]:
    """A state in which this kind of move is possible, whose turn it is, and the move."""
    check = kind == "check"
    more = {"starting_stack": 50, "levels": [LEVEL], "hands": 2} if check else {}
    state = HOLDEM.start(HOLDEM.rules({"preset": "holdem" if check else "shangri", **more}), list("ABCDE"))
    need = HOLDEM.next_deal(state)
    assert need is not None
    state, _ = HOLDEM.deal(state, need.setup, need.items)
    if kind in ("call", "raise"):
        state, _ = HOLDEM.apply(state, HOLDEM.awaiting(state)[0], Move("raise", {"to": 2}))
    while check and not HOLDEM.options(state, HOLDEM.awaiting(state)[0])["check"]:
        state, _ = HOLDEM.apply(state, HOLDEM.awaiting(state)[0], Move("call"))
    move = Move("raise", {"to": 5}) if kind in ("bet", "raise") else Move(kind)
    return state, HOLDEM.awaiting(state)[0], move
