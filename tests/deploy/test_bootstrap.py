"""What `make` sets up before anything else: once, again when it must, and by one at a time."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.local import browser

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A clone in small: the real script, and a lock that asks for nothing to be fetched."""
    folder = tmp_path / "project"
    (folder / "deploy" / "local").mkdir(parents=True)
    shutil.copy(ROOT / "deploy" / "local" / "bootstrap.py", folder / "deploy" / "local")
    (folder / "requirements.lock").write_text("# nothing\n")
    return folder


def begin(project: Path) -> subprocess.Popen[str]:
    script = project / "deploy" / "local" / "bootstrap.py"
    base = Path(sys.base_prefix) / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    command = [str(base), "-I", str(script)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def finish(process: subprocess.Popen[str]) -> str:
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 0, out
    return out


def test_two_at_once_make_one_environment_and_only_a_new_lock_is_worked_on(project: Path) -> None:
    both = [finish(process) for process in [begin(project), begin(project)]]
    assert "".join(both).count("Making .venv") == 1
    assert "".join(both).count("Installing") == 1
    assert finish(begin(project)) == ""
    found = [str(project / ".venv" / "bin" / "python"), "-c", "import sys; print(sys.path)"]
    assert str(project) in subprocess.run(found, capture_output=True, text=True, check=True).stdout

    (project / "requirements.lock").write_text("# nothing else\n")
    again = finish(begin(project))
    assert "Installing" in again
    assert "Making .venv" not in again

    (project / "requirements.lock").write_text("no-hash-for-this==1.0\n")
    failing = begin(project)
    out, _ = failing.communicate(timeout=120)
    assert failing.returncode == 1
    assert "pip could not install the locked packages" in out
    # It is not taken for done.
    assert "Installing" in begin(project).communicate(timeout=120)[0]


def test_an_environment_whose_python_is_gone_or_that_was_made_elsewhere_is_made_anew(
    project: Path, tmp_path: Path
) -> None:
    (project / ".venv" / "bin").mkdir(parents=True)
    (project / ".venv" / "bin" / "python").symlink_to(tmp_path / "removed")
    (project / ".venv" / "made-from").write_text("something\n")
    assert "Making .venv" in finish(begin(project))

    moved = project.rename(tmp_path / "elsewhere")
    assert "Making .venv" in finish(begin(moved))
    path = next((moved / ".venv").rglob("project.pth"))
    assert path.read_text().strip() == str(moved)

    # A second clone that borrows the first one's by a link gets its own; the first one's stays whole.
    second = Path(shutil.copytree(moved, tmp_path / "second", ignore=shutil.ignore_patterns(".venv")))
    (second / ".venv").symlink_to(moved / ".venv")
    assert "Making .venv" in finish(begin(second))
    assert not (second / ".venv").is_symlink()
    assert finish(begin(moved)) == ""


@pytest.mark.browser
def test_a_browser_is_found_by_running_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is on the PATH but does not start is passed over."""
    good = browser.find()
    assert good is not None
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    (tmp_path / "google-chrome").symlink_to(good)
    monkeypatch.setattr(browser, "RECORD", tmp_path / "none")
    monkeypatch.setattr(browser, "playwrights", list)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert not browser.works(str(broken))
    assert browser.find() not in (None, str(broken))
