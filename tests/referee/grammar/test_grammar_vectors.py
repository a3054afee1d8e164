"""Phrasings and what they mean: tests/vectors/grammar/{en,fr,it}.json, on real states of the game."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter

import pytest

from referee.core import Json
from tests.referee.grammar.grammar_states import STATES, VECTORS, outcome, speaker

LANGUAGES = ("en", "fr", "it")
CASES: dict[str, list[Json]] = {
    lang: json.loads((VECTORS / f"{lang}.json").read_text(encoding="utf-8")) for lang in LANGUAGES
}

PLAYERS_OWN_LINES = (
    ("A : se couche", "open", {"do": "fold"}),
    ("mise 1 jeton", "open", {"do": "raise", "to": 1}),
    ("C: suit , mise 2 jetons", "facing-2", {"do": "call"}),
    ("suit, mise 2 jetons.", "facing-2", {"do": "call"}),
    ("mise 1 jeton", "facing-1", {"do": "call"}),
    ("C : suit, mise 2 jetons", "facing-2", {"do": "call"}),
    ("E : relance, mise 3 jetons (1+2)", "facing-1", {"do": "raise", "to": 3}),
    ("C : suit : il complète en posant 2 jetons pour arriver à 3.", "own-1-of-3", {"do": "call"}),
    ("il complète en posant 2 jetons pour arriver à 3", "own-1-of-3", {"do": "call"}),
    ("C : relance. Il rajoute 4 jetons, soit 5 au total (1+4)", "own-1-of-3", {"do": "raise", "to": 5}),
    ("il rajoute 4 jetons, soit 5 au total (1+4)", "own-1-of-3", {"do": "raise", "to": 5}),
    (
        "E : il décide de suivre : il rajoute 2 jetons pour arriver à 5 (2+3)",
        "own-3-of-5",
        {"do": "call"},
    ),
    ("E : se couche", "own-3-of-5", {"do": "fold"}),
    ("fait tapis", "facing-2", {"do": "all-in"}),
    ("mise tout", "facing-2", {"do": "all-in"}),
    ("je paie", "facing-2", {"do": "call"}),
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_phrasing_is_read_as_it_is_meant(lang: str) -> None:
    wrong = [
        (case["text"], case["state"], found)
        for case in CASES[lang]
        if (found := outcome(case["text"], case["state"], lang)) != case["expect"]
    ]
    assert not wrong


@pytest.mark.parametrize("lang", LANGUAGES)
def test_there_are_sixty_phrasings_that_play_and_every_kind_of_refusal(lang: str) -> None:
    cases = CASES[lang]
    assert len({case["text"] for case in cases if "move" in case["expect"]}) >= 60
    kinds = Counter(case["expect"]["refused"]["kind"] for case in cases if "refused" in case["expect"])
    assert set(kinds) == {"Unreadable", "Ambiguous", "Illegal"}
    assert {case["state"] for case in cases} == set(STATES)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("text", "name", "move"), PLAYERS_OWN_LINES)
def test_the_players_own_lines(text: str, name: str, move: Json, lang: str) -> None:
    """As the tournament's text writes them, in a letter of any language."""
    assert outcome(text, name, lang) == {"move": move, "comment": ""}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_are_understood_in_a_letter_of_another_language(lang: str) -> None:
    for other in LANGUAGES:
        for case in CASES[other]:
            found = outcome(case["text"], case["state"], lang)
            assert found.get("move", case["expect"].get("move")) == case["expect"].get("move"), case


def test_the_command_line_reads_words(tmp_path: object) -> None:
    from referee.cards import DECK

    record = {
        "format": "referee-record/1",
        "game": "holdem",
        "rules": {"preset": "shangri-draft"},
        "seats": ["A", "B", "C"],
        "deals": [
            {
                "number": 1,
                "order": ["A", "B", "C"],
                "stacks": {"A": 10, "B": 10, "C": 10},
                "deck": list(DECK),
                "actions": [{"seat": "A", "do": "raise", "to": 1}, {"seat": "B", "do": "fold"}],
            }
        ],
    }
    path = f"{tmp_path}/record.json"
    with open(path, "w", encoding="utf-8") as file:
        json.dump(record, file)
    assert _command(path, "Mon heure est venue.\nrelance, mise 3 jetons (1+2)") == (
        0,
        {"move": {"do": "raise", "to": 3}, "comment": "Mon heure est venue."},
    )
    assert _command(path, "je me couche ?") == (
        3,
        {"refused": {"kind": "Unreadable", "code": "INSIDE_SENTENCE", "readings": [{"do": "fold"}]}},
    )
    assert _command(path, "aide") == (0, {"command": "help", "comment": ""})


def _command(path: str, text: str) -> tuple[int, Json]:
    command = [sys.executable, "-m", "referee", "read", "--seat", "C", "--lang", "fr", path]
    done = subprocess.run(command, input=text, capture_output=True, text=True, encoding="utf-8", timeout=60)
    return done.returncode, json.loads(done.stdout)


def test_the_states_are_what_they_say() -> None:
    assert [speaker(name) for name in STATES] == ["A", "C", "E", "C", "E", "B", "B", "A", "A"]
