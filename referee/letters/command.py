"""``python -m referee letter [--ours ADDRESS]… [--name "FROM NAME"] FILE.eml`` (``-``: standard input)."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from email import policy
from email.parser import BytesHeaderParser
from pathlib import Path

from referee.core import Unreadable
from referee.letters import headers
from referee.letters.ours import Ours
from referee.letters.reading import read

UNREADABLE = 3


def written_to(raw: bytes) -> tuple[str, ...]:
    """The mailbox that a letter was written to first: ours, if nobody says which."""
    return tuple(headers.addresses(BytesHeaderParser(policy=policy.compat32).parsebytes(raw), "To")[:1])


def without_token(address: str) -> str:
    """``play@poker.example`` for ``play+k7m2qx@poker.example``."""
    local, _, domain = address.strip().rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def main(argv: Sequence[str]) -> int:
    """Print how a letter is read, before any command. 3: it cannot be parsed; 2: no such file."""
    parser = argparse.ArgumentParser(prog="python -m referee letter", description="How a letter is read.")
    parser.add_argument(
        "--ours",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a mailbox of ours; without any, the first that the letter is written to",
    )
    parser.add_argument("--name", default="", help="the From name of our letters")
    parser.add_argument("file", metavar="FILE", help="the letter as it came; - for standard input")
    asked = parser.parse_args(argv)
    try:
        raw = sys.stdin.buffer.read() if asked.file == "-" else Path(asked.file).read_bytes()
    except OSError as error:
        print(f"{asked.file}: {error.strerror}", file=sys.stderr)
        return 2
    try:
        ours = tuple(without_token(address) for address in asked.ours or written_to(raw))
        letter = read(raw, Ours(ours, asked.name))
    except Unreadable as refusal:
        print(json.dumps({"refused": {"kind": refusal.kind, "code": refusal.code}}))
        return UNREADABLE
    print(json.dumps(letter.to_json(), indent=2))
    return 0
