"""Canonical JSON: RFC 8785 for the part that the ledger uses."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.ledger import NotCanonical, canonical, parse

KEYS = st.text(st.characters(max_codepoint=127), max_size=5)
SCALARS = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text()
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=5)
)


@given(VALUES)
def test_a_value_survives_and_has_one_form(value: Any) -> None:
    text = canonical(value)
    assert parse(text) == value
    assert json.loads(text) == value
    assert text == json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def test_escapes_are_the_shortest_and_in_lower_case() -> None:
    text = "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/\b\f\r\t\x7f"
    assert canonical(text) == '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/\\b\\f\\r\\t\x7f"'


@pytest.mark.parametrize("text", ['"\x7f"', '["\x7f"]', '{"\x7f":"\x7f"}', '["\u2028"]', '["é"]'])
def test_signs_that_need_no_escape_are_taken_as_they_are(text: str) -> None:
    assert canonical(parse(text)) == text


def test_keys_are_sorted_by_code_point() -> None:
    assert canonical({"b": 1, "B": 2, "1": [], "": {}}) == '{"":{},"1":[],"B":2,"b":1}'


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        1.5,
        float("nan"),
        2**53,
        -(2**53),
        {"é": 1},
        {1: 2},
        "\ud800",
        {"a": [0.1]},
        b"bytes",
        {1, 2},
        pytest.param(object(), id="object"),
    ],
    ids=repr,
)
def test_what_has_no_canonical_form_is_refused(value: Any) -> None:
    with pytest.raises(NotCanonical):
        canonical(value)


def test_the_largest_integers_are_taken() -> None:
    assert canonical([2**53 - 1, -(2**53) + 1]) == "[9007199254740991,-9007199254740991]"


def test_a_value_that_holds_itself_is_refused() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(NotCanonical, match="deep"):
        canonical(loop)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"a": 1}',
        '{"b":1,"a":2}',
        '{"a":1,"a":1}',
        '{"a":1.0}',
        '{"a":1e3}',
        '{"a":-0}',
        '{"a":01}',
        '{"a":NaN}',
        "9007199254740992",
        '{"a":9007199254740992}',
        "[-9007199254740992]",
        "[" + "9" * 5000 + "]",
        '{"a":"\\u0041"}',
        '{"a":"\\u000F"}',
        '{"a":"\\/"}',
        '{"a":"\\ud800"}',
        '{"é":1}',
        '{"\\u00e9":1}',
        '{"a":1}\n',
        "[" * 100_000 + "]" * 100_000,
    ],
    ids=lambda text: text[:20],
)
def test_any_other_text_of_a_value_is_refused(text: str) -> None:
    with pytest.raises(NotCanonical):
        parse(text)


@given(VALUES, st.data())
def test_a_blank_more_is_refused(value: Any, data: st.DataObject) -> None:
    text = canonical(value)
    with pytest.raises(NotCanonical):
        parse(data.draw(st.sampled_from([" " + text, text + " ", text + "\n"])))


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(NotCanonical):
        assert canonical(parse(text)) == text
