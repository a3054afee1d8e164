"""Takes out of an environment made from requirements.lock what only tests and trying out need.

    python -m venv /venv
    /venv/bin/pip install --require-hashes -r requirements.lock
    /venv/bin/python deploy/prune.py

One lock holds everything with its hashes; a real server then keeps the service's own packages alone.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PYPROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def closure(wanted: Iterable[str]) -> set[str]:
    """The names of the packages that the requirements need here, their extras and markers heeded."""
    open_ends = [Requirement(text) for text in wanted]
    seen: set[tuple[str, str]] = set()
    while open_ends:
        requirement = open_ends.pop()
        name = canonicalize_name(requirement.name)
        for extra in {"", *requirement.extras} - {extra for known, extra in seen if known == name}:
            seen.add((name, extra))
            for text in metadata.requires(name) or ():
                further = Requirement(text)
                if further.marker is None or further.marker.evaluate({"extra": extra}):
                    open_ends.append(further)
    return {name for name, _ in seen}


def main() -> None:
    wanted = tomllib.loads(PYPROJECT.read_text())["project"]["dependencies"]
    kept = closure(wanted) | {"pip"}
    installed = {canonicalize_name(one.name) for one in metadata.distributions()}
    if surplus := sorted(installed - kept):
        subprocess.run([sys.executable, "-m", "pip", "uninstall", "--quiet", "--yes", *surplus], check=True)


if __name__ == "__main__":
    main()
