"""``python -m referee``: what it prints and how it exits, in processes of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
CASES = {
    case["id"]: case
    for path in (ROOT / "tests/vectors/holdem").glob("*.json")
    for case in json.loads(path.read_text())
}
GOOD = CASES["shangri-20261129-000"]["record"]
WITH_REFUSALS = CASES["own-01"]["record"]
AT_THE_FLOP = CASES["own-03"]["record"]


def run(*arguments: str, given: str | bytes = "") -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    text = given.encode() if isinstance(given, str) else given
    command = [sys.executable, "-m", "referee", *arguments]
    done = subprocess.run(command, input=text, capture_output=True, cwd=ROOT, check=False, timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def file(tmp_path: Path) -> Any:
    def written(document: Any, name: str = "record.json") -> str:
        path = tmp_path / name
        path.write_text(json.dumps(document))
        return str(path)

    return written


def test_replay_prints_one_document_and_exits_with_0(file: Any) -> None:
    status, out, error = run("replay", file(GOOD))
    assert (status, error) == (0, "")
    found = json.loads(out)
    assert [deal["result"]["stacks"] for deal in found["deals"]] == [
        expected["result"]["stacks"] for expected in CASES["shangri-20261129-000"]["expect"]
    ]
    assert found["result"]["stacks"] == {"A": 0, "B": 0, "C": 47, "D": 1, "E": 52}


def test_replay_reads_standard_input() -> None:
    assert run("replay", "-", given=json.dumps(GOOD))[0] == 0


def test_replay_exits_with_3_if_anything_was_refused(file: Any) -> None:
    status, out, _ = run("replay", file(WITH_REFUSALS))
    assert status == 3
    assert len(json.loads(out)["deals"][0]["refused"]) == 8


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ("{}", "format"),
        ("nothing", "not JSON"),
        (b"\xff\x00", "not JSON"),
        (json.dumps({**GOOD, "game": "whist"}), "game"),
        (json.dumps({**GOOD, "seats": ["A", "\ud800\n"]}), "stacks"),
        (json.dumps({**GOOD, "rules": {"preset": "holdem"}}), "rules.starting_stack: missing"),
        (json.dumps({**GOOD, "deals": [{**GOOD["deals"][0], "deck": ["As", "As"] * 26}]}), "deck[1]"),
    ],
)
def test_a_record_that_cannot_be_read_exits_with_2_and_one_line(given: str | bytes, where: str) -> None:
    status, out, error = run("replay", "-", given=given)
    assert (status, out) == (2, "")
    assert len(error.splitlines()) == 1
    assert where in error


def test_a_file_that_is_not_there_exits_with_2() -> None:
    status, _, error = run("replay", "no-such-file.json")
    assert status == 2
    assert len(error.splitlines()) == 1


def test_view_of_the_public_never_holds_a_card_before_the_showdown(file: Any) -> None:
    status, out, _ = run("replay", "--view", "public", file(GOOD))
    views = json.loads(out)
    assert status == 0
    assert len(views) == 24
    closed = set(GOOD["deals"][0]["deck"][:10])
    assert not any(card in json.dumps(views[:12]) for card in closed)
    assert views[12]["deal_over"] is True


def test_view_of_a_seat_holds_its_own_cards(file: Any) -> None:
    views = json.loads(run("replay", "--view", "B", file(GOOD))[1])
    assert views[0]["seats"]["B"]["cards"] == ["8c", "Jh"]
    assert views[0]["seats"]["A"]["cards"] == [None, None]
    assert run("replay", "--view", "Q", file(GOOD))[0] == 2


def test_options_of_whoever_is_awaited_at_the_end(file: Any) -> None:
    status, out, _ = run("options", file(AT_THE_FLOP))
    assert status == 0
    assert json.loads(out)["C"]["raise"] == {"min": 1, "max": 7}
    assert json.loads(run("options", file(GOOD))[1]) == {}


@pytest.mark.parametrize(
    ("lang", "words", "status", "found"),
    [
        ("fr", "mise 3\n\nLe croupier sourit.", 0, {"move": {"do": "raise", "to": 3}}),
        ("en", "I fold.", 0, {"move": {"do": "fold"}}),
        ("it", "tutto", 0, {"move": {"do": "all-in"}}),
        ("en", "call", 3, {"refused": {"kind": "Illegal", "code": "NOTHING_TO_CALL"}}),
        ("en", "what a lovely evening", 3, {"refused": {"kind": "Unreadable"}}),
    ],
)
def test_read_says_how_words_are_read(file: Any, lang: str, words: str, status: int, found: Any) -> None:
    got, out, error = run("read", "--seat", "C", "--lang", lang, file(AT_THE_FLOP), given=words)
    assert (got, error) == (status, "")
    printed = json.loads(out)
    if status == 0:
        assert printed["move"] == found["move"]
        assert isinstance(printed["comment"], str)
    else:
        assert found["refused"].items() <= printed["refused"].items()
        assert isinstance(printed["refused"]["readings"], list)


def test_read_for_a_seat_that_is_not_awaited_is_illegal(file: Any) -> None:
    status, out, _ = run("read", "--seat", "E", "--lang", "en", file(AT_THE_FLOP), given="fold")
    assert status == 3
    assert json.loads(out)["refused"]["code"] == "NOT_YOUR_TURN"
    assert run("read", "--seat", "Z", "--lang", "en", file(AT_THE_FLOP), given="fold")[0] == 2


def test_verify_exits_with_0_or_with_1_and_a_line_for_each_problem(file: Any) -> None:
    name = file(GOOD)
    assert run("verify", name) == (0, "", f"{name}: good. 2 deals, 22 actions\n")
    status, out, error = run("verify", file(WITH_REFUSALS))
    assert status == 1
    assert len(out.splitlines()) == 8
    assert "problems: 8. " in error
    assert run("verify", file({"some": "thing"}))[0] == 2


def test_an_older_python_is_told_what_is_needed() -> None:
    code = "import sys; sys.version_info = (3, 11, 7); import referee.__main__"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=False, text=True)
    assert done.returncode == 1
    assert done.stderr == "The rule book needs Python 3.12 or newer; this is 3.11.\n"


def test_the_rule_book_needs_no_package_but_its_own() -> None:
    code = "import sys, referee.__main__, referee.phh; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, cwd=ROOT, check=True, text=True
    )
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert loaded <= set(sys.stdlib_module_names) | {"referee", "__main__"} | {
        name for name in loaded if name[0] == "_"
    }
