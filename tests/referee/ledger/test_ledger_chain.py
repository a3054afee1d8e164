"""The chain and its checkpoints, to the byte and against every change."""

from __future__ import annotations

import copy
import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.ledger import (
    Head,
    NotCanonical,
    canonical,
    checkpoint,
    checkpoint_line,
    checkpoint_of_line,
    read_checkpoint,
    timestamp,
    verify_ledger,
    verify_rows,
)
from referee.ledger.chain import body_hash, link_hash
from referee.merkle import Frontier, Tree

VECTOR = json.loads((Path(__file__).parents[2] / "vectors/draws/ledger.json").read_text("utf-8"))
CHAIN = "example/cup"
AT = datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


def grow(count: int, chain: str = CHAIN) -> tuple[list[dict[str, Any]], list[str]]:
    """``count`` entries and the checkpoint after each."""
    head, rows, checkpoints = Head(chain), [], []
    for seq in range(count):
        kind = "move" if seq else "genesis"
        head, row = head.append(
            at=AT + timedelta(seconds=seq),
            actor=f"player:{seq % 3}",
            kind=kind,
            data={"number": seq},
            salt=bytes([seq]) * 16,
        )
        rows.append(row.to_json())
        checkpoints.append(head.checkpoint)
    return rows, checkpoints


def test_the_known_chain_comes_out_to_the_byte() -> None:
    head = Head(VECTOR["chain"])
    for row, wanted in zip(VECTOR["rows"], VECTOR["checkpoints"], strict=True):
        if row["body"] is None:
            hashed = bytes.fromhex(row["body_hash"])
            link = link_hash(row["seq"], head.link, hashed)
            assert link.hex() == row["link"]
            head = Head(head.chain, link, head.frontier.append(hashed))
        else:
            body = json.loads(row["body"])
            head, made = head.append(
                at=datetime.fromisoformat(body["ts"]),
                actor=body["actor"],
                kind=body["type"],
                ref=body["ref"],
                data=body["data"],
                salt=bytes.fromhex(body["salt"]),
            )
            assert made.to_json() == row
        assert head.checkpoint == wanted


def test_the_known_chain_passes_the_check() -> None:
    assert verify_ledger(VECTOR) == []


@given(st.integers(0, 20))
def test_a_chain_that_was_grown_passes_with_bodies_and_without(count: int) -> None:
    rows, checkpoints = grow(count)
    assert verify_rows(CHAIN, rows, checkpoints) == []
    assert verify_rows(CHAIN, [{**row, "body": None} for row in rows], checkpoints) == []


@pytest.mark.parametrize("index", range(5))
@pytest.mark.parametrize("key", ["seq", "body", "body_hash", "link"])
def test_every_changed_value_of_a_row_is_found(index: int, key: str) -> None:
    document = copy.deepcopy(VECTOR)
    row = document["rows"][index]
    if key == "seq":
        row[key] += 1
    elif row[key] is None:
        row[key] = document["rows"][0]["body"]
    else:
        row[key] = row[key].replace("0", "1", 1)
    assert any(f"row {index}" in line for line in verify_ledger(document))


@pytest.mark.parametrize("index", range(5))
def test_every_changed_checkpoint_is_found(index: int) -> None:
    document = copy.deepcopy(VECTOR)
    head, _, root = document["checkpoints"][index].rpartition("\n")[0].rpartition("\n")
    document["checkpoints"][index] = f"{head}\n{'A' if root[0] != 'A' else 'B'}{root[1:]}\n"
    assert verify_ledger(document) == [
        f"checkpoint {index}: another history of the first {index + 1} entries"
    ]


@given(st.data())
def test_every_key_of_a_body_is_bound(data: st.DataObject) -> None:
    rows, checkpoints = grow(4)
    seq = data.draw(st.integers(0, 3))
    body = json.loads(rows[seq]["body"])
    key = data.draw(st.sampled_from(sorted(body)))
    del body[key]
    rows[seq]["body"] = canonical(body)
    assert verify_rows(CHAIN, rows, checkpoints) == [f"row {seq}: body_hash is not the hash of the body"]


def forge(changes: dict[str, Any]) -> list[str]:
    """The problems of a chain whose second body was changed and everything hashed anew."""
    rows, _ = grow(2)
    body = {**json.loads(rows[1]["body"]), **changes}
    text = canonical({key: value for key, value in body.items() if value != "drop"})
    hashed = body_hash(text)
    link = link_hash(1, bytes.fromhex(rows[0]["link"]), hashed)
    rows[1] = {"seq": 1, "body": text, "body_hash": hashed.hex(), "link": link.hex()}
    return verify_rows(CHAIN, rows)


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"chain": "other"}, "the body is of the chain 'other'"),
        ({"seq": 2}, "the body's seq is 2"),
        ({"seq": True}, "the body's seq is True"),
        ({"v": 2}, "the body's v is not 1"),
        ({"v": True}, "the body's v is not 1"),
        ({"ts": "2026-02-30T00:00:00.000000Z"}, "ts is not a UTC time with six digits and Z"),
        ({"ts": "2026-01-02T03:04:05Z"}, "ts is not a UTC time with six digits and Z"),
        ({"ts": 5}, "ts is not a UTC time with six digits and Z"),
        ({"salt": "00"}, "the salt is not 16 bytes in hex"),
        ({"salt": None}, "the salt is not 16 bytes in hex"),
        ({"data": []}, "data is not an object"),
        ({"actor": None}, "actor, type and ref are texts"),
        ({"type": "genesis"}, "entry 0 is the genesis, and no other is"),
        ({"ref": "drop"}, "the body has not the nine keys of an entry"),
        ({"more": 1}, "the body has not the nine keys of an entry"),
    ],
)
def test_a_body_that_contradicts_its_place_is_named(changes: dict[str, Any], line: str) -> None:
    assert forge(changes) == [f"row 1: {line}"]


@pytest.mark.parametrize("text", ["", "[]", '{"a": 1}', '{"a":1.5}', "not JSON"])
def test_a_body_that_is_no_canonical_object_is_named(text: str) -> None:
    hashed = body_hash(text)
    link = link_hash(0, bytes(32), hashed)
    row = {"seq": 0, "body": text, "body_hash": hashed.hex(), "link": link.hex()}
    (line,) = verify_rows(CHAIN, [row])
    assert line.startswith("row 0: the body ")


@pytest.mark.parametrize("key", ["body_hash", "link"])
@pytest.mark.parametrize("value", [None, 5, "00" * 31, "0G" * 32, "AB" * 32, " " * 64, ["0"] * 64])
def test_a_hash_that_is_none_stops_the_check(key: str, value: object) -> None:
    rows, _ = grow(2)
    rows[1][key] = value
    assert verify_rows(CHAIN, rows) == [f"row 1: {key} is not 64 lower-case hex digits: the check stops here"]


def test_a_checkpoint_of_the_empty_chain_is_compared_too() -> None:
    assert verify_rows(CHAIN, [], [Head(CHAIN).checkpoint]) == []
    rows, _ = grow(1)
    forged = checkpoint(CHAIN, 0, bytes(32))
    assert verify_rows(CHAIN, rows, [forged]) == ["checkpoint 0: another history of the first 0 entries"]


def test_a_rewritten_past_is_proved_by_an_old_checkpoint() -> None:
    _, checkpoints = grow(5)
    head = Head(CHAIN)
    rows = []
    for seq in range(5):
        head, row = head.append(
            at=AT, actor="system", kind="move" if seq else "genesis", data={}, salt=bytes(16)
        )
        rows.append(row.to_json())
    assert verify_rows(CHAIN, rows) == []
    assert verify_rows(CHAIN, rows, checkpoints[2:3]) == [
        "checkpoint 0: another history of the first 3 entries"
    ]


def test_a_cut_off_end_is_proved_by_a_later_checkpoint() -> None:
    rows, checkpoints = grow(5)
    assert verify_rows(CHAIN, rows[:4], checkpoints[4:]) == [
        "checkpoint 0: speaks of 5 entries, here are 4: the end is missing"
    ]


def test_a_missing_and_a_doubled_entry_stop_the_check() -> None:
    rows, _ = grow(5)
    assert verify_rows(CHAIN, rows[:2] + rows[3:]) == ["row 2: its seq is 3, next is 2: the check stops here"]
    assert verify_rows(CHAIN, rows[:2] + rows[1:]) == ["row 2: its seq is 1, next is 2: the check stops here"]


def test_one_broken_link_gives_one_line() -> None:
    rows, checkpoints = grow(5)
    rows[2]["link"] = "00" * 32
    assert verify_rows(CHAIN, rows, checkpoints) == [
        "row 2: the link does not follow from the one before and body_hash",
        "row 3: the link does not follow from the one before and body_hash",
    ]


def test_a_checkpoint_of_another_chain_is_named() -> None:
    rows, _ = grow(1)
    assert verify_rows(CHAIN, rows, grow(1, "example/other")[1]) == [
        "checkpoint 0: of the chain 'example/other'"
    ]


@given(json_values, st.sampled_from(["chain", "rows", "checkpoints"]), st.integers(0, 4))
def test_anything_gives_lines_and_no_traceback(value: Any, key: str, index: int) -> None:
    assert verify_ledger(value)
    assert verify_ledger({**VECTOR, key: value}) or value in ([], VECTOR[key])
    rows, checkpoints = list(VECTOR["rows"]), list(VECTOR["checkpoints"])
    rows[index] = value
    checkpoints[index] = value
    assert verify_rows(VECTOR["chain"], rows)
    assert verify_rows(VECTOR["chain"], VECTOR["rows"], checkpoints)


@given(json_values, st.integers(0, 4), st.sampled_from(["seq", "body", "body_hash", "link"]))
def test_any_value_in_a_row_gives_a_line(value: Any, index: int, key: str) -> None:
    rows = list(VECTOR["rows"])
    rows[index] = {**rows[index], key: value}
    hidden_or_same = (key == "body" and value is None) or value is rows[index]
    found = verify_rows(VECTOR["chain"], rows, VECTOR["checkpoints"])
    assert found or hidden_or_same or (key == "seq" and type(value) is int and value == index)


@given(st.lists(st.binary(min_size=32, max_size=32), max_size=70))
def test_a_frontier_has_the_root_of_the_whole_tree(leaves: list[bytes]) -> None:
    frontier = Frontier()
    for count, leaf in enumerate(leaves):
        assert frontier.root == Tree(leaves[:count]).root
        frontier = frontier.append(leaf)
    assert frontier.root == Tree(leaves).root
    assert len(frontier.nodes) == len(leaves).bit_count()
    assert Frontier.from_json(json.loads(json.dumps(frontier.to_json()))) == frontier


@pytest.mark.parametrize("data", [{"size": 3, "nodes": ["00" * 32]}, {"size": -1, "nodes": ["00" * 32]}])
def test_a_frontier_that_does_not_fit_its_size_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="bit of its size"):
        Frontier.from_json(data)


def test_a_head_can_be_stored_and_goes_on() -> None:
    head = Head(CHAIN)
    for seq in range(7):
        head = Head.from_json(json.loads(json.dumps(head.to_json())))
        head, _ = head.append(
            at=AT + timedelta(seconds=seq),
            actor=f"player:{seq % 3}",
            kind="move" if seq else "genesis",
            data={"number": seq},
            salt=bytes([seq]) * 16,
        )
    assert head.checkpoint == grow(7)[1][-1]


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"salt": bytes(15)}, ValueError),
        ({"kind": "move"}, ValueError),
        ({"at": AT.replace(tzinfo=None)}, ValueError),
        ({"data": {"share": 0.5}}, NotCanonical),
    ],
)
def test_what_does_not_belong_into_an_entry_is_refused(
    changes: dict[str, Any], error: type[Exception]
) -> None:
    entry: dict[str, Any] = {"at": AT, "actor": "system", "kind": "genesis", "data": {}, "salt": bytes(16)}
    with pytest.raises(error):
        Head(CHAIN).append(**{**entry, **changes})


def test_a_time_is_written_in_utc_with_six_digits() -> None:
    assert timestamp(AT) == "2026-01-02T03:04:05.000006Z"
    east = timezone(timedelta(hours=2))
    assert timestamp(datetime(2026, 1, 2, 3, 0, tzinfo=east)) == "2026-01-02T01:00:00.000000Z"


@pytest.mark.parametrize("size", range(1, 6))
def test_a_checkpoint_fits_one_line_of_a_letter(size: int) -> None:
    text = VECTOR["checkpoints"][size - 1]
    line = checkpoint_line(text)
    assert line.count("\n") == 0
    assert checkpoint_of_line(line) == text
    origin, read_size, root = read_checkpoint(text)
    assert (origin, read_size) == (VECTOR["chain"], size)
    assert checkpoint(origin, size, root) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a\n1\n",
        "a\n01\n" + "A" * 43 + "=\n",
        "a\n-1\n" + "A" * 43 + "=\n",
        "a\n1\n" + "A" * 42 + "B=\n",
        "x y",
    ],
)
def test_any_other_text_is_no_checkpoint(text: str) -> None:
    with pytest.raises(ValueError, match="not a checkpoint"):
        read_checkpoint(text)
    with pytest.raises(ValueError, match="not a checkpoint"):
        checkpoint_of_line(text)


@pytest.mark.parametrize("origin", ["", "two\nlines"])
def test_an_origin_is_one_line(origin: str) -> None:
    with pytest.raises(ValueError, match="one line"):
        checkpoint(origin, 0, bytes(32))
