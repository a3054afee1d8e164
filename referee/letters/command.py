"""``python -m referee letter [--ours ADDRESS]… [--name "FROM NAME"] FILE.eml`` (``-``: standard input)."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from referee.core import Unreadable
from referee.letters.ours import Ours
from referee.letters.reading import read

UNREADABLE = 3


def main(argv: Sequence[str]) -> int:
    """Print how a letter is read, before any command. 3: it cannot be parsed; 2: no such file."""
    parser = argparse.ArgumentParser(prog="python -m referee letter", description="How a letter is read.")
    parser.add_argument("--ours", action="append", default=[], metavar="ADDRESS", help="a mailbox of ours")
    parser.add_argument("--name", default="", help="the From name of our letters")
    parser.add_argument("file", metavar="FILE", help="the letter as it came; - for standard input")
    asked = parser.parse_args(argv)
    try:
        raw = sys.stdin.buffer.read() if asked.file == "-" else Path(asked.file).read_bytes()
    except OSError as error:
        print(f"{asked.file}: {error.strerror}", file=sys.stderr)
        return 2
    try:
        letter = read(raw, Ours(tuple(asked.ours), asked.name))
    except Unreadable as refusal:
        print(json.dumps({"refused": {"kind": refusal.kind, "code": refusal.code}}))
        return UNREADABLE
    print(json.dumps(letter.to_json(), indent=2))
    return 0
