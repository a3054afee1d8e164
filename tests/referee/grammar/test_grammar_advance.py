"""Lines that leave a move in advance: tests/vectors/grammar/advance.json."""

from __future__ import annotations

import json

import pytest

from referee.advance import Condition
from referee.core import Json, Refusal
from referee.grammar.advance import WITHDRAW, read_advance
from tests.referee.grammar.grammar_states import HOLDEM, VECTORS, state

CASES: list[Json] = json.loads((VECTORS / "advance.json").read_text(encoding="utf-8"))


def outcome(text: str, lang: str, seat: str = "E") -> object:
    try:
        found = read_advance(HOLDEM, state("facing-2"), seat, text, lang)
    except Refusal as refusal:
        return {"refused": refusal.code}
    if not isinstance(found, Condition):
        return found
    given = found.to_json()
    assert (given.pop("deal"), given.pop("street"), given.pop("even_free")) == (1, 0, False)
    return {key: value for key, value in given.items() if value not in (0, False, "street")}


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_every_line_is_read_as_it_is_meant(lang: str) -> None:
    """Whatever the letter's own language, and whether it is the writer's turn or not."""
    for seat in "CE":
        wrong = [
            (case["text"], found)
            for case in CASES
            if (found := outcome(case["text"], lang, seat)) != case["expect"]
        ]
        assert not wrong


def test_taking_back_is_no_condition() -> None:
    assert outcome("withdraw my advance move", "en") == WITHDRAW
