"""The choice of the Python that everything is built with."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CHOOSER = ROOT / "deploy" / "local" / "python.sh"
SHIM = "#!/bin/sh\necho 'pyenv: python: command not found' >&2\nexit 127\n"
# Tells an older version than it is, whatever code it is given.
OLD = f"""#!/bin/sh
exec {sys.executable} -c 'import sys; sys.version_info = (3, 11, 7); exec(sys.argv[1])' "$2"
"""
BARE = f"""#!/bin/sh
exec {sys.executable} -c 'import sys; sys.modules["ensurepip"] = None; exec(sys.argv[1])' "$2"
"""
GOOD = f'#!/bin/sh\nexec {sys.executable} "$@"\n'


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A folder that is the whole PATH, with no Python in it."""
    folder = tmp_path / "bin"
    folder.mkdir()
    return folder


def choose(path: Path) -> subprocess.CompletedProcess[str]:
    env = {"PATH": str(path), "HOME": str(path.parent)}
    return subprocess.run(["/bin/sh", str(CHOOSER)], env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("text", [SHIM, OLD, BARE], ids=["shim", "old", "no-venv"])
def test_what_does_not_run_or_fit_is_passed_over(path: Path, text: str) -> None:
    put(path / "python3.13", text)
    put(path / "python3.12", text)
    good = put(path / "python3", GOOD)
    assert choose(path).stdout.strip() == str(good)


def test_the_first_that_fits_is_taken(path: Path) -> None:
    put(path / "python3", GOOD)
    put(path / "python3.12", GOOD)
    assert choose(path).stdout.strip() == str(path / "python3.12")


@pytest.mark.parametrize(
    "folder", [".pyenv/versions", ".asdf/installs/python", ".local/share/mise/installs/python"]
)
def test_the_folders_of_version_managers_are_searched(path: Path, folder: str) -> None:
    put(path / "python3", SHIM)
    put(path.parent / folder / "3.11.7" / "bin" / "python3", OLD)
    put(path.parent / folder / "3.12.1" / "bin" / "python3", GOOD)
    newest = put(path.parent / folder / "3.13.0" / "bin" / "python3", GOOD)
    assert choose(path).stdout.strip() == str(newest)


def test_uv_may_bring_one(path: Path) -> None:
    """A uv that has none at first, and one after `uv python install`."""
    brought = put(path.parent / "brought" / "python", GOOD)
    uv = f"""#!/bin/sh
case "$2" in
    install) : > "{path.parent}/installed" ;;
    find) [ -e "{path.parent}/installed" ] && echo "{brought}" ;;
esac
"""
    put(path / "uv", uv)
    assert choose(path).stdout.strip() == str(brought)


def test_without_any_a_sentence_says_what_is_needed(path: Path) -> None:
    put(path / "python3", OLD)
    chosen = choose(path)
    assert chosen.returncode == 1
    assert chosen.stdout == ""
    assert "needs Python 3.12 or newer" in chosen.stderr
