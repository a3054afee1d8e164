"""A broken environment variable: the process refuses to start and names it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def start(**changes: str | None) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **{name: value for name, value in changes.items() if value is not None}}
    for name, value in changes.items():
        if value is None:
            env.pop(name, None)
    command = [sys.executable, "manage.py", "check"]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "sqlite:///db"),
        ("DATABASE_URL", None),
        ("REDIS_URL", "http://127.0.0.1"),
        ("SECRET_KEY", "short"),
        ("SECRET_KEY", None),
        ("SEAL_KEYS", "not-a-key"),
        ("SEAL_KEYS", ""),
        ("SITE_URL", "poker.example"),
        ("MAILER_URL", "ftp://mail.example"),
        ("IMAP_URL", "pop3://play:word@mail.example"),
        ("IMAP_URL", "imap://play:word@mail.example"),
        ("IMAP_URL", "imaps://mail.example"),
        ("DEMO", "perhaps"),
        ("SMTP_DOOR_PORT", "many"),
        ("SWEEP_SECONDS", "soon"),
        ("DATABASE_POOL", "-"),
    ],
)
def test_a_broken_variable_is_named_and_nothing_starts(name: str, value: str | None) -> None:
    done = start(**{name: value})
    assert done.returncode != 0
    assert name in done.stderr.strip().splitlines()[-1]


def test_a_whole_environment_starts() -> None:
    assert start().returncode == 0
