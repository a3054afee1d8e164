"""Finds a headless Chromium that really starts, or brings one: Playwright's own build, else Debian's package.

The path found is kept in var/chromium. BROWSER=/path names one by hand; BROWSER=none leaves the browser
tests out.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

VAR = Path(__file__).resolve().parent.parent.parent / "var"
RECORD = VAR / "chromium"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome-headless-shell")
# Chromium must not call home, and its sandbox does not work for root.
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def works(path: str) -> bool:
    """Whether it renders a page, its libraries being there too."""
    page = "data:text/html,<p>ready</p>"
    with tempfile.TemporaryDirectory(prefix="chromium-") as profile:
        command = [path, *FLAGS, f"--user-data-dir={profile}", "--dump-dom", page]
        try:
            done = subprocess.run(command, capture_output=True, timeout=60, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return False
    return b"<p>ready</p>" in done.stdout


def playwrights() -> list[str]:
    """The builds that Playwright has downloaded for this user, newest first."""
    default = Path("~/.cache/ms-playwright").expanduser()
    if sys.platform == "darwin":
        default = Path("~/Library/Caches/ms-playwright").expanduser()
    folder = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH", default))
    patterns = (
        "chromium_headless_shell-*/*/*headless*shell",
        "chromium-*/*/chrome",
        "chromium-*/*/*.app/*/*/Chromium",
    )
    return [str(path) for pattern in patterns for path in sorted(folder.glob(pattern), reverse=True)]


def candidates() -> Iterator[str]:
    if RECORD.exists():
        yield RECORD.read_text().strip()
    yield from playwrights()
    yield from filter(None, map(shutil.which, NAMES))


def find() -> str | None:
    return next(filter(works, candidates()), None)


def fetch() -> None:
    """Playwright's own build; where that cannot be had or does not start, Debian's package."""
    print("No headless Chromium here: asking Playwright for one.", flush=True)
    environment = os.environ | {"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "20000"}
    words = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
    subprocess.run(words, env=environment, check=False, stdin=subprocess.DEVNULL, capture_output=True)
    if any(map(works, playwrights())) or not (command := apt()):
        return
    print("Installing Debian's package chromium.", flush=True)
    for words in (["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", "chromium"]):
        subprocess.run([*command, *words], check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def apt() -> list[str]:
    """The start of an apt command that will ask nothing, or nothing where we may not use it."""
    if shutil.which("apt-get") is None:
        return []
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=300"]
    if os.geteuid() == 0:
        return quiet
    sudo = shutil.which("sudo")
    if sudo and subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode == 0:
        return [sudo, "-n", *quiet]
    return []


def main() -> None:
    wish = os.environ.get("BROWSER", "")
    if wish == "none":
        return
    with (VAR / "bootstrap.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        path = wish or find()
        if path is None:
            fetch()
            path = find()
    if path is None or (wish and not works(wish)):
        sys.exit(
            "The browser tests need a headless Chromium that starts: install one (Debian: apt-get install"
            " chromium), name it with BROWSER=/path/to/it, or leave those tests out with BROWSER=none."
        )
    RECORD.write_text(path + "\n")


if __name__ == "__main__":
    main()
