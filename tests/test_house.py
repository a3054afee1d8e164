"""The structure of the house: who may import whom, what lies where, what no committed text may say."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOP_LEVEL = {
    "manage.py",
    "pyproject.toml",
    "requirements.lock",
    "Makefile",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "LICENSE",
    "referee",
    "tournaments",
    "templates",
    "tests",
    "deploy",
    "bench",
    "docs",
    ".ci",
}
# Written in pieces, so that this file does not say them itself.
HOSTS = re.compile(r"(py" + r"pi|python" + r"hosted|npm" + r"js|deb" + r"ian)\.(org|com)", re.IGNORECASE)
MACHINE_PATHS = re.compile(r"(?<![\w.\-/])/(work|root|farm|home/[a-z]\w*)/")
REFEREE = sorted((ROOT / "referee").rglob("*.py"))
FRESH = """
import importlib, pathlib, sys
for path in sorted(pathlib.Path("referee").rglob("*.py")):
    module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    if not module.endswith("__main__"):
        importlib.import_module(module)
foreign = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)
print(sorted(name for name in foreign if not name.startswith("_sysconfigdata")))
"""


def committed() -> list[Path]:
    out = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    names = [name.decode() for name in out.split(b"\0") if name]
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def texts() -> Iterator[tuple[str, str]]:
    for path in committed():
        try:
            yield str(path.relative_to(ROOT)), path.read_text()
        except UnicodeDecodeError:
            continue


def test_importing_the_whole_rule_book_brings_nothing_else() -> None:
    command = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, '.'){FRESH}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    # Importing the rule book finds itself, and what Python starts with.
    bare = subprocess.run(
        [sys.executable, "-I", "-c", "import sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    known = {name.partition(".")[0] for name in bare.stdout.split()}
    assert set(ast.literal_eval(done.stdout)) - known == {"referee"}


@pytest.mark.parametrize("path", REFEREE, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_rule_book_imports_itself_and_the_standard_library(path: Path) -> None:
    allowed = sys.stdlib_module_names | {"referee"}
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            assert {alias.name.partition(".")[0] for alias in node.names} <= allowed
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports say the whole name"
            assert str(node.module).partition(".")[0] in allowed


@pytest.mark.parametrize("path", REFEREE, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_rule_book_has_no_clock_no_chance_and_no_network(path: Path) -> None:
    """State, move, seed and time come in as arguments; only the command line reads files."""
    forbidden = {
        "time",
        "random",
        "secrets",
        "socket",
        "os",
        "subprocess",
        "threading",
        "asyncio",
        "urllib.request",
    }
    calls = {"now", "utcnow", "today"}
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            assert not {alias.name for alias in node.names} & forbidden
        elif isinstance(node, ast.ImportFrom):
            assert node.module not in forbidden
        elif isinstance(node, ast.Attribute):
            assert node.attr not in calls, f"line {node.lineno} asks for the time"


def test_the_top_level_has_only_what_the_house_names() -> None:
    found = {path.relative_to(ROOT).parts[0] for path in committed()}
    dotfiles = {name for name in found if name.startswith(".") and (ROOT / name).is_file()}
    assert found - dotfiles <= TOP_LEVEL


def test_no_committed_text_names_a_registry_or_a_machine() -> None:
    found = [
        f"{name}: {match.group()}"
        for name, text in texts()
        for pattern in (HOSTS, MACHINE_PATHS)
        for match in pattern.finditer(text)
    ]
    assert found == []


def test_the_lock_pins_everything_with_hashes_and_names_no_address() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    assert "://" not in lock
    assert not re.search(r"^-", lock, re.MULTILINE)
    entries = re.split(r"(?<!\\)\n(?=\S)", lock.strip())
    assert len(entries) > 50
    for entry in entries:
        assert re.match(r"[a-z0-9-]+(\[[a-z,]+\])?==\S+", entry), entry
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry


def test_the_lock_holds_each_dependency_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    names = {re.split(r"[\[<>=!~ ;]", one)[0].lower() for one in wanted}
    locked = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
    assert names <= locked


def test_the_import_contracts_hold() -> None:
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [program, "--no-cache", "--no-logo"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_every_test_file_lies_in_the_room_that_it_tests() -> None:
    homes = {"referee", "tournaments", "deploy", "browser", "acceptance", "bench", "vectors"}
    files = [path.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")]
    assert [str(path) for path in files if path.parts[0] not in homes and path.name != "test_house.py"] == []


_OF_ONE_MOMENT = re.compile(
    r"assert .*(\.is_(visible|hidden)\(\)|(page|plain|locator|get_by_\w+)\(?.*\.(count\(\) ==|url\b))"
)


def test_a_browser_is_expected_to_come_there_and_not_caught_on_the_way() -> None:
    """A click does not wait for the page that it leads to: what is read at once may still be the old one."""
    hasty = [
        f"{path.name}:{number}: {line.strip()}"
        for path in (ROOT / "tests" / "browser").glob("*.py")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if _OF_ONE_MOMENT.search(line)
    ]
    assert hasty == []
