"""Damaged letters: read or refused by name, soon, and never for a move that was not written."""

from __future__ import annotations

import re
import time
from email import message_from_bytes, policy
from functools import cache, lru_cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import grammar
from referee.core import Refusal, Unreadable
from referee.letters import LetterRead, Ours, clean, hypertext, read
from tests.referee.grammar.grammar_states import HOLDEM, speaker, state
from tests.referee.letters.mutations import MILD, ROUGH, Mutation

OURS = Ours(("play@poker.example",), "Referee", ends=("poker.example/c",))
SEEDS = sorted((Path(__file__).parents[2] / "vectors" / "mail").glob("*.eml"))
STATES = ("facing-2", "open")
LONGEST_SECONDS = 20.0
"""A letter of this size takes a tenth of a second; an endless one would take minutes."""


def orders(text: str) -> set[str]:
    """The moves and commands that a text gives at one of two tables, in one of three languages."""
    found = set()
    for name in STATES:
        for language in ("en", "fr", "it"):
            try:
                said = grammar.read(HOLDEM, state(name), speaker(name), text, language)
            except Refusal as refusal:
                found |= {str(move.to_json()) for move in grammar.readings(refusal)}
                continue
            found.add(str(said.move.to_json()) if said.move else f"command {said.command}")
    return found


@lru_cache(4000)
def given_orders(text: str) -> frozenset[str]:
    """Those that would be carried out: what is refused or asked back is none."""
    found = set()
    for name in STATES:
        for language in ("en", "fr", "it"):
            try:
                said = grammar.read(HOLDEM, state(name), speaker(name), text, language)
            except Refusal:
                continue
            found.add(str(said.move.to_json()) if said.move else f"command {said.command}")
    return frozenset(found)


def read_or_none(raw: bytes) -> LetterRead | None:
    try:
        return read(raw, OURS)
    except Unreadable as refusal:
        if refusal.code not in ("UNPARSABLE", "FROM"):
            raise
        return None


def carried_out(letter: LetterRead | None) -> frozenset[str]:
    """The orders above the quotation, or where there are none those below it."""
    if letter is None:
        return frozenset()
    return given_orders(letter.text) or given_orders(letter.below)


@cache
def written_in(path: Path) -> frozenset[str]:
    """All orders that stand anywhere in a letter, in quotations, attachments and hidden parts as well."""
    found = set()
    for part in message_from_bytes(path.read_bytes(), policy=policy.compat32).walk():
        if part.is_multipart():
            continue
        text = clean.tidy(clean.part_text(part))
        bare = re.sub(r"<[^<>]*>", "\n", text)
        for version in (text, bare, hypertext.to_text(text)):
            unmarked = re.sub(r"(?m)^[> ]+", "", version)
            found |= orders(unmarked)
            for line in unmarked.split("\n"):
                found |= orders(line) if len(line) < 200 else set()
    return frozenset(found)


@cache
def played_by(path: Path) -> frozenset[str]:
    """The orders that the undamaged letter is read for, in either of its parts."""
    letter = read(path.read_bytes(), OURS)
    return frozenset().union(*(orders(text) for text in (letter.text, letter.below, letter.other or "")))


def damaged(data: st.DataObject, raw: bytes, ways: tuple[Mutation, ...], most: int) -> bytes:
    def draw(least: int, largest: int) -> int:
        return data.draw(st.integers(least, largest))

    for _ in range(draw(1, most)):
        raw = ways[draw(0, len(ways) - 1)](raw, draw)
    return raw


def check_mild(data: st.DataObject) -> None:
    path = SEEDS[data.draw(st.integers(0, len(SEEDS) - 1))]
    raw = damaged(data, path.read_bytes(), MILD, 3)
    assert carried_out(read_or_none(raw)) <= played_by(path), path.stem


def check_rough(data: st.DataObject) -> None:
    path = SEEDS[data.draw(st.integers(0, len(SEEDS) - 1))]
    raw = damaged(data, path.read_bytes(), ROUGH, 4)
    begun = time.process_time()
    letter = read_or_none(raw)
    assert time.process_time() - begun < LONGEST_SECONDS
    assert carried_out(letter) <= written_in(path), path.stem


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_damage_around_the_words_makes_no_other_move_of_them(data: st.DataObject) -> None:
    check_mild(data)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_no_damage_makes_a_move_that_stands_nowhere_in_the_letter(data: st.DataObject) -> None:
    check_rough(data)


@pytest.mark.slow
@settings(max_examples=5_000, deadline=None)
@given(st.data())
def test_much_damage_around_the_words_makes_no_other_move_of_them(data: st.DataObject) -> None:
    check_mild(data)


@pytest.mark.slow
@settings(max_examples=5_000, deadline=None)
@given(st.data())
def test_no_damage_of_thousands_makes_a_move_that_stands_nowhere(data: st.DataObject) -> None:
    check_rough(data)


SIZE = 60_000
HEAD = b"From: alice@example.org\nTo: play@poker.example\n"


def filled(piece: str | bytes) -> bytes:
    piece = piece.encode() if isinstance(piece, str) else piece
    return (piece * (SIZE // len(piece) + 1))[:SIZE]


@pytest.mark.parametrize(
    "piece",
    [
        "\n>\n",
        "---\n",
        "-",
        "De : 3/11/2026\n",
        "Referee 3/11/2026\n",
        "\u0316\u0300",
        "play+a",
        "a 3 2026 ",
        "*",
    ],
)
def test_a_text_that_is_all_of_one_kind_is_read_soon(piece: str) -> None:
    soon(HEAD + b"Content-Type: text/plain; charset=utf-8\n\n" + filled(piece))


@pytest.mark.parametrize(
    "piece",
    [
        "<",
        "<a ",
        "<!--",
        "<![",
        "<?",
        "<div>",
        "<p>",
        "<a b='\"",
        "<style>{",
        "/*",
        "&#",
        "<blockquote>",
        "<title>",
    ],
)
def test_markup_that_is_all_of_one_kind_is_read_soon(piece: str) -> None:
    soon(HEAD + b"Content-Type: text/html; charset=utf-8\n\n" + filled(piece) + b">")
    soon(HEAD + b"Content-Type: text/html; charset=utf-8\n\n<style>" + filled(piece) + b"</style>fold")


@pytest.mark.parametrize(
    "start",
    ["Subject: ", "To: ", "References: ", "Content-Type: text/plain; ", "Content-Disposition: inline; "],
)
@pytest.mark.parametrize(
    "piece", ["(", '"', "<", "=?a?q?x", "=?punycode?q?x?= ", "a=b;", "a@b,", "<turn.abcdef"]
)
def test_a_header_that_is_all_of_one_kind_is_read_soon(start: str, piece: str) -> None:
    soon(HEAD + start.encode() + filled(piece) + b"\n\nfold\n")


@pytest.mark.parametrize(
    "charset", ["punycode", "idna", "utf-7", "hz", "unicode_escape", "rot13", "zip", "x" * 500]
)
def test_a_charset_of_any_name_is_read_soon(charset: str) -> None:
    soon(HEAD + f"Content-Type: text/plain; charset={charset}\n\n".encode() + filled("a-b~{+AGE"))


@pytest.mark.parametrize("shell", ["multipart/mixed; boundary=b{n}\n\n--b{n}", "message/rfc822\n"])
@pytest.mark.parametrize("deep", [40, 2000])
def test_parts_in_parts_are_read_soon_or_refused(shell: str, deep: int) -> None:
    opened = "".join(f"Content-Type: {shell.format(n=n)}\n" for n in range(deep))
    soon(HEAD + opened.encode() + b"Content-Type: text/plain\n\n" + filled("a\n"))


def soon(raw: bytes) -> None:
    begun = time.process_time()
    read_or_none(raw)
    assert time.process_time() - begun < LONGEST_SECONDS
