"""Codes, facts and options as sentences, in every language."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone, translation

from referee import grammar, record
from referee.core import Ambiguous, Illegal, Move, Stale, Unreadable
from referee.games import GAMES
from tournaments import wording
from tournaments.doors.web import times as short
from tournaments.services import packing
from tournaments.wording import facts, holdem, refusals

ROOT = Path(__file__).resolve().parents[3]
NAMES = {"A": "alice", "B": "bob", "C": "carol", "D": "dave", "E": "erin"}
LANGUAGES = list(dict(settings.LANGUAGES))
DEADLINE = datetime(2026, 11, 3, 19, 0, 30, tzinfo=UTC)
_RAISED = re.compile(r'\b(?:Illegal|Stale|Unreadable|Ambiguous)\(\s*"([A-Z][A-Z_]+)"')
_MUST = re.compile(r'\bmust\([^"]*?"([A-Z][A-Z_]+)"')


def codes_of_the_sources() -> set[str]:
    found: set[str] = set()
    for path in [*(ROOT / "referee").rglob("*.py"), *(ROOT / "tournaments").rglob("*.py")]:
        text = path.read_text()
        found |= set(_RAISED.findall(text)) | set(_MUST.findall(text))
    return found


def test_every_code_that_is_raised_anywhere_has_a_sentence() -> None:
    found = codes_of_the_sources()
    assert len(found) > 60, "the search itself works"
    assert found - set(refusals._PLAIN) == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", sorted(refusals._PLAIN))
def test_a_sentence_is_whole_with_and_without_its_parameters(code: str, language: str) -> None:
    everything = {
        "awaited": "B",
        "to_call": 2,
        "min": 3,
        "max": 18,
        "name": "Zoe",
        "contest": "y",
        "players": 9,
        "received": DEADLINE + timedelta(minutes=5),
        "deadline": DEADLINE,
        "since": DEADLINE,
        "at": DEADLINE,
        "closes": DEADLINE,
        "choices": ("exception", "one-table"),
        "suggestion": Move("fold"),
        "seat": "A",
        "written": "1.000",
        "example": "1000",
        "again": DEADLINE,
        "numbers": [2, 3],
        "sender": "a@b.example",
        "move": Move("call"),
    }
    with translation.override(language):
        for params in ({}, everything):
            sentence = wording.refusal(Ambiguous(code, [Move("fold"), Move("call")], **params), None, NAMES)
            assert sentence
            assert "%" not in sentence
            assert code not in sentence
            assert sentence[0].isupper() or not sentence[0].isalpha()
            assert sentence.rstrip().endswith((".", "?", "…"))


def test_refusals_name_what_is_possible_now() -> None:
    options = {
        "fold": True,
        "check": False,
        "call": True,
        "to_call": 2,
        "price": 2,
        "all_in": 18,
        "stack": 18,
    }
    options["raise"] = {"min": 3, "max": 18}
    said = wording.refusal(Illegal("RAISE_TOO_SMALL", min=3), options, NAMES)
    assert said == (
        "That raise is too small: the total must be at least 3."
        " You can fold, call (2 chips), raise to a total of 3 to 18 or go all-in (18 in all)."
    )


def test_late_by_how_much_and_by_which_clock() -> None:
    refused = Stale("TOO_LATE", deadline=DEADLINE, received=DEADLINE + timedelta(hours=1, minutes=5))
    with timezone.override("Europe/Paris"):
        said = wording.refusal(refused)
    assert "Too late by 1 hour 5 minutes" in said
    assert "received Tuesday 3 November 2026, 21:05:30 (UTC+01:00)" in said


def test_a_sign_of_life_is_said() -> None:
    refused = Unreadable("NO_COMMAND", more_time=DEADLINE)
    with timezone.override("Europe/Paris"):
        assert wording.refusal(refused).endswith(
            "You get more time: until Tuesday 3 November 2026, 20:00 (UTC+01:00)."
        )


def test_a_deadline_is_never_shown_later_than_it_is() -> None:
    with timezone.override("Europe/Paris"):
        assert "20:00 " in wording.instant(DEADLINE)
        assert "20:00:30" in wording.instant(DEADLINE, seconds=True)


def test_the_two_nights_of_the_time_change_show_their_offsets() -> None:
    with timezone.override("Europe/Paris"):
        assert wording.instant(datetime(2026, 10, 25, 0, 30, tzinfo=UTC)).endswith("02:30 (UTC+02:00)")
        assert wording.instant(datetime(2026, 10, 25, 1, 30, tzinfo=UTC)).endswith("02:30 (UTC+01:00)")


def test_a_packed_refusal_is_the_same_again() -> None:
    for refused in (
        Stale("TOO_LATE", deadline=DEADLINE, received=DEADLINE),
        Illegal("RAISE_TOO_SMALL", min=3, move=Move("raise", {"to": 2}), options={"raise": {"min": 3}}),
        Ambiguous("TWO_READINGS", [Move("fold"), Move("raise", {"to": 4})], numbers=(1, 2)),
    ):
        again = packing.unpack(json.loads(json.dumps(packing.pack(refused))))
        assert (type(again), again.code, again.params) == (type(refused), refused.code, refused.params)
        assert getattr(again, "readings", ()) == getattr(refused, "readings", ())


# --- facts


def facts_of_the_vectors() -> list[dict[str, Any]]:
    """The facts of real hands, of both presets."""
    found: list[dict[str, Any]] = []
    for name in ("shangri", "hands", "cases"):
        for case in json.loads((ROOT / "tests/vectors/holdem" / f"{name}.json").read_text())[:40]:
            for step in record.steps(case["record"]):
                found += [fact.to_json() for fact in step.facts]
    return found


def test_every_fact_of_real_hands_is_a_sentence_of_its_own() -> None:
    told = facts_of_the_vectors()
    kinds = {fact["fact"] for fact in told}
    assert kinds - set(holdem.FACTS) == set()
    assert len(kinds) >= 15
    for language in LANGUAGES:
        with translation.override(language):
            for fact in told:
                sentence = wording.fact(fact, NAMES)
                assert sentence.endswith(".")
                assert "%" not in sentence
                assert fact["fact"] == "pot" or "_" not in sentence
            assert wording.log(told, NAMES)


def test_facts_that_nobody_knows_are_named_and_break_nothing() -> None:
    assert wording.fact({"fact": "sun_rises", "seat": "A"}, NAMES) == "alice: sun rises."
    assert wording.fact({"fact": "sun_rises"}, NAMES, "tarot") == "It happened: sun rises."
    assert wording.fact({"fact": "called"}, NAMES) == "It happened: called."
    assert wording.fact({}, NAMES)
    assert wording.log([{"fact": "sun_rises"}, {"fact": "folded", "seat": "B"}], NAMES) == [
        "It happened: sun rises.",
        "bob folds.",
    ]


@pytest.mark.parametrize("kind", sorted(facts._SERVICE))
def test_facts_of_the_service_are_sentences(kind: str) -> None:
    data = {"fact": kind, "seat": "B", "deadline": "2026-11-03T19:00:00.000000Z", "seconds": 60}
    with timezone.override("Europe/Paris"):
        said = wording.fact(data, NAMES)
    assert said.endswith(".")
    if kind in ("deadline", "extended", "alive"):
        assert "bob" in said
        assert "20:00 (UTC+01:00)" in said


def test_a_time_out_is_told_once_and_equal_antes_in_one_sentence() -> None:
    told = wording.log(
        [
            {"fact": "ante", "seat": "A", "amount": 2, "all_in": False},
            {"fact": "ante", "seat": "B", "amount": 2, "all_in": False},
            {"fact": "ante", "seat": "C", "amount": 1, "all_in": True},
            {"fact": "timed_out", "seat": "A", "deemed": "fold"},
            {"fact": "folded", "seat": "A"},
            {"fact": "folded", "seat": "B"},
        ],
        NAMES,
    )
    assert told == [
        "Antes of 2 chips each: alice and bob.",
        "carol puts in the last 1 chip as ante: all-in.",
        "The time of alice is up: this counts as a fold.",
        "bob folds.",
    ]


# --- cards, moves, options


def test_cards_have_the_letters_of_the_language() -> None:
    assert wording.cards(["Qs", "Th", "Kd", "Jc", "As", None, "X1"]) == "Q♠ 10♥ K♦ J♣ A♠ ?? joker 1"
    with translation.override("fr"):
        assert wording.cards(["Qs", "Th", "Kd", "Jc", "As", "9c"]) == "D♠ 10♥ R♦ V♣ A♠ 9♣"
    with translation.override("it"):
        assert wording.cards(["Qs", "Th", "Kd", "Jc", "As", "X1"]) == "Q♠ 10♥ K♦ J♣ A♠ jolly 1"


def test_hands_are_named_as_the_players_name_them() -> None:
    best = ["Ts", "Js", "Qs", "Ks", "As"]
    assert wording.hand("straight flush", best, (8, 14)).startswith("royal flush (10♠ J♠")
    with translation.override("fr"):
        assert wording.hand("straight flush", best, (8, 14)) == "quinte flush royale (10♠ V♠ D♠ R♠ A♠)"
        assert wording.hand("three of a kind", ["7c", "7d", "7h", "As", "2c"]).startswith("brelan (")
    with translation.override("it"):
        assert wording.hand("straight flush", best, (8, 14)) == "scala reale (10♠ J♠ Q♠ K♠ A♠)"
        assert wording.hand("two pairs", ["7c", "7d", "2h", "2c", "As"]).startswith("doppia coppia (")
        assert wording.hand("four of a kind", ["7c", "7d", "7h", "7s", "As"]).startswith("poker (")


@pytest.mark.parametrize(
    ("move", "english", "french", "italian"),
    [
        (Move("fold"), "fold", "se coucher", "lasciare"),
        (Move("call"), "call", "suivre", "vedere"),
        (Move("raise", {"to": 5}), "raise to 5", "relancer à 5", "rilanciare a 5"),
        (Move("all-in"), "all-in", "faire tapis", "all-in"),
        (Move("place", {"at": [2, 5]}), "place [2, 5]", "place [2, 5]", "place [2, 5]"),
    ],
)
def test_moves_as_one_says_them(move: Move, english: str, french: str, italian: str) -> None:
    assert wording.move(move) == english
    for language, said in (("fr", french), ("it", italian)):
        with translation.override(language):
            assert wording.move(move.to_json()) == said


BEFORE_A_BET = {"price": 0, "raise": {"min": 1, "max": 18}}


@pytest.mark.parametrize(
    ("language", "bet", "raised"),
    [
        ("en", "bet 3", "raise to 3"),
        ("fr", "miser 3", "relancer à 3"),
        ("it", "puntare 3", "rilanciare a 3"),
    ],
)
def test_a_first_bet_is_called_a_bet_and_read_again(language: str, bet: str, raised: str) -> None:
    move, facts = Move("raise", {"to": 3}), [{"fact": "bet", "seat": "A", "to": 3}]
    asked = Ambiguous("TWO_COMMANDS", [Move("fold"), move])
    with translation.override(language):
        assert wording.move(move, may=BEFORE_A_BET) == bet
        assert wording.move(move, facts=facts) == bet
        assert bet in wording.refusal(asked, may=BEFORE_A_BET)
        assert bet in wording.refusal(Stale("TURN_PLAYED", at=DEADLINE, move=move, facts=facts))
        assert wording.move(move, may={**BEFORE_A_BET, "price": 2}) == raised
        assert wording.move(move, facts=[{"fact": "raised", "seat": "A", "to": 3}]) == raised
        assert wording.move(move) == raised
    game = GAMES["holdem"]
    state = game.start(game.rules({"preset": "shangri"}), list("ABCDE"))
    need = game.next_deal(state)
    assert need is not None
    state, _ = game.deal(state, need.setup, list(need.items))
    assert grammar.read(game, state, "A", bet, language).move == move


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_move_is_said_as_the_grammar_of_the_language_says_it(language: str) -> None:
    """Letters show both: examples by the grammar, what was played by the catalogue."""
    for move in (Move("fold"), Move("check"), Move("call"), Move("raise", {"to": 5}), Move("timeout")):
        with translation.override(language):
            assert wording.move(move) == grammar.say("holdem", move, language)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Sunday 1 November 2026, 20:00 (UTC+01:00)"),
        ("fr", "dimanche 1er novembre 2026, 20:00 (UTC+01:00)"),
        ("it", "domenica 1º novembre 2026, 20:00 (UTC+01:00)"),
    ],
)
def test_dates_as_each_language_writes_them(language: str, said: str) -> None:
    first = datetime(2026, 11, 1, 19, 0, tzinfo=UTC)
    with translation.override(language), timezone.override("Europe/Rome"):
        assert wording.instant(first) == said
        assert (
            wording.instant(first + timedelta(days=10))
            .lower()
            .startswith({"en": "wednesday 11 ", "fr": "mercredi 11 ", "it": "mercoledì 11 "}[language])
        )
        assert (
            short.instant(first)
            == {
                "en": "Sun 1 Nov 2026, 20:00 (+01:00)",
                "fr": "dim 1 nov 2026, 20:00 (+01:00)",
                "it": "dom 1 nov 2026, 20:00 (+01:00)",
            }[language]
        )
        assert short.day(first) == {"en": "1 Nov 2026", "fr": "1 nov 2026", "it": "1 nov 2026"}[language]


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [("en", "a", "a and b"), ("fr", "a", "a et b"), ("it", "a", "a e b")],
)
def test_lists_and_counts_as_each_language_says_them(language: str, one: str, two: str) -> None:
    with translation.override(language):
        assert wording.listed(["a"]) == one
        assert wording.listed(["a", "b"]) == two
        assert wording.listed(["x", "a", "b"]) == f"x, {two}"
        assert [wording.chips(count) for count in (0, 1, 2)] == {
            "en": ["0 chips", "1 chip", "2 chips"],
            "fr": ["0 jeton", "1 jeton", "2 jetons"],
            "it": ["0 fiche", "1 fiche", "2 fiche"],
        }[language]
        assert (
            wording.span(timedelta(days=1, hours=2))
            == {
                "en": "1 day 2 hours",
                "fr": "1 jour 2 heures",
                "it": "1 giorno 2 ore",
            }[language]
        )


def test_options_without_a_bet_speak_of_betting() -> None:
    options = {"fold": True, "check": True, "call": False, "to_call": 0, "price": 0, "all_in": None}
    options["raise"] = {"min": 1, "max": 18}
    assert wording.options(options) == "You can fold, check or bet 1 to 18."
    assert wording.options(options, name="alice") == "alice can fold, check or bet 1 to 18."
    assert "not your turn" in wording.options(None)


def test_the_situation_and_the_rules_of_a_real_table() -> None:
    game = GAMES["holdem"]
    state = game.start(game.rules({"preset": "shangri"}), list("ABCDE"))
    need = game.next_deal(state)
    assert need is not None
    state, _ = game.deal(state, need.setup, list(need.items))
    lines = wording.situation(game.view(state, "B"), NAMES)
    assert lines[0] == "Deal 1 of 2, before the board"
    assert "B · bob: 18 chips" in lines
    assert wording.own(game.view(state, "B")) == ["Your cards: 3♣ 8♣"]
    assert wording.own(game.view(state, None)) == []
    assert any("ante of 2 chips" in line for line in wording.rules(game.rules({"preset": "shangri"})))
