"""Moves of Pyramid Poker in words: place, pick, hand, choose, in three languages."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import grammar, record
from referee.core import Illegal, Json, Move, Refusal, Unreadable
from tests.referee.grammar.grammar_states import VECTORS
from tests.referee.pyramid.tools import BASIC, GAME, SEATS, Table, duels, move_of, offered

LANGUAGES = ("en", "fr", "it")
CASES: Json = json.loads((VECTORS / "pyramid.json").read_text(encoding="utf-8"))


@cache
def table(name: str) -> Table:
    """A state of the vectors; A is awaited in each."""
    given = CASES["states"][name]
    return Table(given["deck"].split()).play(*given["actions"].split(", "))


def outcome(text: str, name: str, lang: str, seat: str = "A") -> Json:
    """What the grammar makes of a text, as the command line prints it."""
    try:
        return grammar.read(GAME, table(name).state, seat, text, lang).to_json()
    except Refusal as refusal:
        return grammar.refused(refusal)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_phrasing_is_read_as_it_is_meant(lang: str) -> None:
    wrong = [
        (case["text"], case["state"], found)
        for case in CASES[lang]
        if (found := outcome(case["text"], case["state"], lang)) != case["expect"]
    ]
    assert not wrong


@pytest.mark.parametrize("lang", LANGUAGES)
def test_there_are_thirty_phrasings_that_play_in_every_phase_and_every_kind_of_refusal(lang: str) -> None:
    plays = [case for case in CASES[lang] if "move" in case["expect"]]
    assert len({case["text"] for case in plays}) >= 30
    assert {case["expect"]["move"]["do"] for case in plays} == set(GAME.moves)
    kinds = {case["expect"]["refused"]["kind"] for case in CASES[lang] if "refused" in case["expect"]}
    assert kinds == {"Unreadable", "Ambiguous", "Illegal"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_are_understood_or_asked_back_in_a_letter_of_another_language(lang: str) -> None:
    """A suit's letter, or "il", may mean something else there: then the move is among the readings."""
    plays = [case for other in LANGUAGES for case in CASES[other] if "move" in case["expect"]]
    asked = []
    for case in plays:
        found = outcome(case["text"], case["state"], lang)
        if found != case["expect"]:
            assert case["expect"]["move"] in found["refused"]["readings"], case
            asked.append(case["text"])
    assert len(asked) <= len(plays) // 20, asked


@settings(max_examples=40, deadline=None)
@given(
    duels(silent=False),
    st.sampled_from(LANGUAGES),
    st.sampled_from(LANGUAGES),
    st.integers(0, 2**32),
)
def test_what_is_said_is_read_again_as_the_same_move(duel: Any, lang: str, letter: str, seed: int) -> None:
    state = duel.end()
    for seat in GAME.awaiting(state):
        move = random.Random(seed).choice(offered(state, seat))
        assert grammar.read(GAME, state, seat, grammar.say("pyramid", move, lang), letter).move == move
        (example,) = grammar.examples(GAME, state, seat, lang)
        for text in (example, example.lower(), f"\n{example}\n"):
            with pytest.raises(Unreadable, match=r"PLACEHOLDER|INSIDE_SENTENCE|NO_COMMAND") as refused:
                grammar.read(GAME, state, seat, text, letter)
            assert grammar.readings(refused.value) == ()


VOCABULARY = sorted({word for lang in LANGUAGES for case in CASES[lang] for word in case["text"].split()})


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from([*VOCABULARY, "\n", "-", "(", ")", "?", ":", "3"]), max_size=10).map(" ".join),
    st.sampled_from(sorted(CASES["states"])),
    st.sampled_from(LANGUAGES),
)
def test_any_heap_of_words_is_read_or_refused_and_what_is_read_is_legal(
    text: str, name: str, lang: str
) -> None:
    found = outcome(text, name, lang)
    assert set(found) & {"move", "command", "refused"}
    if "move" in found:
        GAME.apply(table(name).state, "A", Move.from_json(found["move"]))


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.sampled_from(sorted(CASES["states"])), st.sampled_from(LANGUAGES))
def test_any_text_is_read_or_refused(text: str, name: str, lang: str) -> None:
    assert set(outcome(text, name, lang)) & {"move", "command", "refused"}


def test_moves_are_said_as_people_count() -> None:
    choose = Move("choose", {"block": "Qs", "hand": 0})
    assert [grammar.say("pyramid", choose, lang) for lang in LANGUAGES] == [
        "choose Q♠ hand 1",
        "choisir D♠ main 1",
        "scegliere Q♠ mano 1",
    ]
    assert grammar.say("pyramid", Move("place", {"at": [1, 4]}), "en") == "place 2-5"
    assert grammar.say("pyramid", Move("pick", {"at": (4, 1)}), "fr") == "prendre 5-2"
    assert grammar.say("pyramid", Move("hand", {"hand": 1}), "it") == "mano 2"
    assert grammar.say("pyramid", Move("place", {"at": "here"}), "en") == "place here"
    assert grammar.say("pyramid", Move("place"), "en") == "place <at>"
    assert grammar.say("pyramid", Move("abandon"), "fr") == "abandonne le match"


def test_examples_name_what_is_possible_now() -> None:
    found = {name: grammar.examples(GAME, table(name).state, "A", "en") for name in CASES["states"]}
    assert found == {
        "place": ("PLACE <row-column, one of 2-1, 2-2, 2-3, 2-4, 2-5, 2-6, 2-7>",),
        "pick": ("PICK <row-column, one of 5-1, 5-2, 5-3, 5-4>",),
        "hand": ("HAND <one of 1, 2, 3>",),
        "choose": ("CHOOSE <one of 9♠ 5♣ 5♥> HAND <one of 1, 2, 3>",),
    }
    assert grammar.examples(GAME, table("place").state, "B", "en") == ()


def test_the_only_open_hand_need_not_be_named() -> None:
    ending = Table().until("hand")
    while len(GAME.options(ending.state, GAME.awaiting(ending.state)[0])["hands"]) > 1:
        ending.defaults(1).until("hand")
    (seat,) = GAME.awaiting(ending.state)
    assert grammar.read(GAME, ending.state, seat, "hand", "en").move == Move("hand", {"hand": 2})


def test_out_of_turn_the_answer_is_that_it_is_not_ones_turn() -> None:
    for text in ("place 2-5", "place", "? place 2-5"):
        with pytest.raises(Illegal, match="NOT_YOUR_TURN"):
            grammar.read(GAME, table("place").state, "B", text, "en")


def test_a_face_that_one_may_not_know_changes_no_reading() -> None:
    """B placed the block that A has picked: B may name it, and what B says stays out of turn."""
    own = table("hand").view("B")["picked"]["block"]
    for text in (f"put {own} in hand 2", "put 2c in hand 2"):
        assert outcome(text, "hand", "en", "B")["refused"]["kind"] == "Illegal"


def test_the_command_line_reads_words_and_names_options(tmp_path: Any) -> None:
    given = CASES["states"]["place"]
    actions = [move_of(line) for line in given["actions"].split(", ")]
    deal = record.deal_entry(1, {"first": "A"}, given["deck"].split(), actions)
    path = tmp_path / "record.json"
    path.write_text(record.write(record.document(GAME, BASIC, SEATS, [deal])), encoding="utf-8")
    read = ["read", "--seat", "A", "--lang", "it", str(path)]
    assert command(*read, text="piazzo in 2-5") == (
        0,
        {"move": {"do": "place", "at": [1, 4]}, "comment": ""},
    )
    assert command(*read, text="piazzo in 1-1") == (
        3,
        {"refused": {"kind": "Illegal", "code": "OCCUPIED", "readings": [{"do": "place", "at": [0, 0]}]}},
    )
    status, options = command("options", str(path))
    assert (status, options["A"]["do"], options["A"]["spaces"]) == (0, "place", [[1, c] for c in range(7)])


def command(*arguments: str, text: str = "") -> tuple[int, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "referee", *arguments],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return done.returncode, json.loads(done.stdout)
