"""Makes .venv from requirements.lock, once per lock; with --browser also sees to a headless Chromium for
the tests.

Runs under any Python >= 3.12, outside the environment that it makes. Asks nothing.
"""

from __future__ import annotations

import fcntl
import hashlib
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCK = ROOT / "requirements.lock"
STAMP = VENV / "made-from"


def wanted() -> str:
    """What the environment must have been made from: the lock, and the folder, which its scripts name."""
    return f"{hashlib.sha256(LOCK.read_bytes()).hexdigest()} {ROOT}\n"


def ready() -> bool:
    return STAMP.exists() and STAMP.read_text() == wanted() and _runs()


def _runs() -> bool:
    code = "import sys, pip; sys.exit(sys.version_info < (3, 12))"
    try:
        return subprocess.run([PYTHON, "-c", code], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _moved() -> bool:
    """Its scripts begin with the path of the folder that they were made in."""
    return STAMP.exists() and STAMP.read_text().partition(" ")[2] != f"{ROOT}\n"


def make() -> None:
    if VENV.is_symlink() and _moved():
        # Somebody else's environment: this folder gets one of its own, and that one stays as it is.
        VENV.unlink()
    if _moved() or not _runs():
        version = ".".join(map(str, sys.version_info[:3]))
        print(f"Making .venv with Python {version} ({sys.executable})", flush=True)
        _do(
            [sys.executable, "-m", "venv", "--clear", str(VENV)], "The virtual environment could not be made."
        )
    print("Installing what requirements.lock names; this takes a minute or two.", flush=True)
    words = ["-qq", "--no-input", "--disable-pip-version-check", "--no-deps", "--require-hashes"]
    _do(
        [str(PYTHON), "-m", "pip", "install", *words, "-r", str(LOCK)],
        "pip could not install the locked packages: is a package registry within reach?",
    )
    _lay_path()
    STAMP.write_text(wanted())


def _lay_path() -> None:
    """The project itself becomes importable, as an editable install would make it."""
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    folder = subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    Path(folder, "project.pth").write_text(f"{ROOT}\n")


def _do(command: list[str], complaint: str) -> None:
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        sys.exit(complaint)


def main() -> None:
    if not ready():
        folder = ROOT / "var"
        folder.mkdir(mode=0o700, exist_ok=True)
        with (folder / "bootstrap.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            # Another make may have done it while this one waited.
            if not ready():
                make()
    if "--browser" in sys.argv[1:]:
        _do([str(PYTHON), "-m", "deploy.local.browser"], "")


if __name__ == "__main__":
    main()
