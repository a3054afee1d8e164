"""`make lint`: every check in turn, all of them even when one complains; the last lines say which did."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from deploy.local.embedded import services

ROOT = Path(__file__).resolve().parent.parent.parent
BIN = Path(sys.executable).parent
# Settings as a real server has them; the values open nothing.
PRODUCTION = {
    "DEBUG": "0",
    "DEMO": "0",
    "SECRET_KEY": "for-checks-only-" + "".join(chr(33 + number) for number in range(1, 80)),
    "SEAL_KEYS": "Zm9yLWNoZWNrcy1vbmx5LWZvci1jaGVja3Mtb25seS0=",
    "SITE_URL": "https://poker.example",
    "ALLOWED_HOSTS": "poker.example",
    "BEHIND_TLS_PROXY": "1",
    "MAIL_DOMAIN": "poker.example",
    "MAILER_URL": "smtp+tls://poker:secret@mail.example:587",
}
CHECKS = {
    "ruff": ("ruff", "check", "."),
    "format": ("ruff", "format", "--check", "."),
    "types": ("mypy",),
    "imports": ("lint-imports", "--no-cache", "--no-logo"),
    "migrations": ("python", "manage.py", "makemigrations", "--check", "--dry-run"),
    "deployment": ("python", "manage.py", "check", "--deploy", "--fail-level", "WARNING"),
}


def run(name: str, environment: dict[str, str]) -> bool:
    program, *arguments = CHECKS[name]
    print(f"-- {name}: {program} {' '.join(arguments)}", flush=True)
    return (
        subprocess.run([str(BIN / program), *arguments], cwd=ROOT, env=environment, check=False).returncode
        == 0
    )


def main() -> None:
    with services(durable=False) as urls:
        environment = os.environ | PRODUCTION | urls
        failed = [name for name in CHECKS if not run(name, environment)]
    if failed:
        sys.exit(f"lint: not good: {', '.join(failed)}")
    print("lint: good")


if __name__ == "__main__":
    main()
