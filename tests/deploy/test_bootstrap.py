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


def test_two_at_once_make_one_environment_and_a_third_has_nothing_to_do(project: Path) -> None:
    both = [finish(process) for process in [begin(project), begin(project)]]
    assert "".join(both).count("Making .venv") == 1
    assert "".join(both).count("Installing") == 1
    assert finish(begin(project)) == ""
    found = [str(project / ".venv" / "bin" / "python"), "-c", "import sys; print(sys.path)"]
    assert str(project) in subprocess.run(found, capture_output=True, text=True, check=True).stdout


def test_a_changed_lock_is_installed_into_the_same_environment(project: Path) -> None:
    finish(begin(project))
    (project / "requirements.lock").write_text("# nothing else\n")
    out = finish(begin(project))
    assert "Installing" in out
    assert "Making .venv" not in out


def test_an_environment_whose_python_is_gone_is_made_anew(project: Path) -> None:
    finish(begin(project))
    for name in (project / ".venv" / "bin").glob("python*"):
        name.unlink()
    assert "Making .venv" in finish(begin(project))


def test_a_moved_clone_is_set_up_again(project: Path, tmp_path: Path) -> None:
    finish(begin(project))
    moved = project.rename(tmp_path / "elsewhere")
    assert "Making .venv" in finish(begin(moved))
    path = next((moved / ".venv").rglob("project.pth"))
    assert path.read_text().strip() == str(moved)


def test_a_lock_that_cannot_be_installed_ends_with_a_sentence(project: Path) -> None:
    (project / "requirements.lock").write_text("no-hash-for-this==1.0\n")
    process = begin(project)
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 1
    assert "pip could not install the locked packages" in out
    assert not (project / ".venv" / "made-from").exists()


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
