"""Any single change of a document of a draw is found; nothing makes the check raise."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.draws import document_level, verify_document
from tests.referee.draws.draw_documents import sample_documents

GOOD = sample_documents()
NOT_HASHED = {"kind", "to", "inputs_close"}
"""Words and instants beside a draw that no commitment covers (the ledger does)."""

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)

type Path = tuple[Any, ...]


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """The path of every text and number."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, (*path, index))
    else:
        yield path


def objects(value: Any, path: Path = ()) -> Iterator[Path]:
    """The path of every key of every object."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key)
            yield from objects(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from objects(inner, (*path, index))


def replaced(document: Any, path: Path, change: Callable[[Any], Any]) -> Any:
    copied = copy.deepcopy(document)
    parent = copied
    for step in path[:-1]:
        parent = parent[step]
    parent[path[-1]] = change(parent[path[-1]])
    return copied


def bent(value: Any) -> Any:
    """Another value of the same kind; hex stays hex, a card a text of the same length."""
    if isinstance(value, int):
        return value + 1
    if not value:
        return "00"
    return ("1" if value[0] == "0" else "0") + value[1:]


@pytest.mark.parametrize("level", GOOD)
def test_an_honest_draw_has_no_problem_and_its_level(level: str) -> None:
    document = json.loads(json.dumps(GOOD[level]))
    assert verify_document(document) == []
    assert document_level(document) == level


@pytest.mark.parametrize("level", GOOD)
def test_every_single_changed_value_is_found(level: str) -> None:
    unnoticed = [
        path
        for path in leaves(GOOD[level])
        if path[-1] not in NOT_HASHED and not verify_document(replaced(GOOD[level], path, bent))
    ]
    assert unnoticed == []


@pytest.mark.parametrize("level", GOOD)
def test_every_missing_key_is_found(level: str) -> None:
    for *parents, key in objects(GOOD[level]):
        document = copy.deepcopy(GOOD[level])
        parent = document
        for step in parents:
            parent = parent[step]
        del parent[key]
        assert verify_document(document), (parents, key)


@pytest.mark.parametrize("level", GOOD)
@given(data=st.data())
def test_any_two_swapped_items_are_found(level: str, data: st.DataObject) -> None:
    one, other = data.draw(st.lists(st.integers(0, 51), min_size=2, max_size=2, unique=True))
    document = copy.deepcopy(GOOD[level])
    items = document["published"]["items"]
    items[one], items[other] = items[other], items[one]
    assert verify_document(document) == [
        "published.items: not a deck in its canonical order: its order was chosen",
        "published.items: not the items that were drawn, or not in their order",
    ]


@given(level=st.sampled_from(sorted(GOOD)), data=st.data())
def test_any_value_of_another_kind_gives_a_line_and_no_traceback(level: str, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(list(leaves(GOOD[level]))))
    odd = data.draw(json_values.filter(lambda value: type(value) not in (str, int)))
    assert verify_document(replaced(GOOD[level], path, lambda _: odd))


@given(json_values)
def test_anything_else_gives_a_line_and_no_traceback(value: Any) -> None:
    assert verify_document(value) or value == []
    assert document_level(value) == "C"
    assert verify_document([value])
    assert verify_document({"published": value, "revealed": value})
