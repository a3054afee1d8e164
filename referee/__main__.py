"""The rule book on the command line: needs no database and no settings (record.md).

    python -m referee replay [--view SEAT|public] FILE    what a record comes to, or what one may know
    python -m referee options FILE                        what the awaited seats may do at its end
    python -m referee read --seat C --lang fr RECORD      how words (standard input) are read there
    python -m referee verify [--checkpoint C] FILE        problems of draws, a ledger, a record or a contest's
                                                          export; C: an old letter's last line, or its file
    python -m referee letter [--ours ADDRESS] FILE.eml    how a letter is read, before any command

FILE ``-`` is standard input. Exit status: 0; 1 problems found; 2 the document cannot be read (one
line on standard error says where); 3 a move was refused.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from referee import record
from referee.core import Json, Refusal
from referee.games import GAMES
from referee.record import BadRecord

GOOD, PROBLEMS, UNREADABLE, REFUSED = 0, 1, 2, 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    if words[:1] == ["letter"]:
        from referee.letters.command import main as letter

        return letter(words[1:])
    given = _parser().parse_args(words)
    command: Callable[[argparse.Namespace], int] = given.command
    try:
        return command(given)
    except BadRecord as error:
        return _complain(f"{given.file}: {error}")
    except OSError as error:
        return _complain(f"{given.file}: {error.strerror or error}")


def _complain(line: str) -> int:
    one_line = " ".join(line.split())
    print(one_line.encode("ascii", "backslashreplace").decode(), file=sys.stderr)
    return UNREADABLE


def _replay(given: argparse.Namespace) -> int:
    document = record.read(_bytes(given.file))
    if given.view is not None:
        _print(record.views(document, None if given.view == "public" else given.view))
        return REFUSED if _refused(document) else GOOD
    outcome = record.replay(document)
    _print(outcome)
    return REFUSED if any(deal["refused"] for deal in outcome["deals"]) else GOOD


def _refused(document: Json) -> bool:
    return any(step.refused for step in record.steps(document))


def _options(given: argparse.Namespace) -> int:
    document = record.read(_bytes(given.file))
    game, state = GAMES[document["game"]], record.end(document)
    _print({seat: game.options(state, seat) for seat in game.awaiting(state)})
    return GOOD


def _read(given: argparse.Namespace) -> int:
    from referee import grammar

    document = record.read(_bytes(given.file))
    if given.seat not in document["seats"]:
        raise BadRecord("seats", f"{given.seat!r} is not among them")
    game, state = GAMES[document["game"]], record.end(document)
    text = sys.stdin.buffer.read().decode("utf-8", "replace")
    try:
        reading = grammar.read(game, state, given.seat, text, given.lang)
    except Refusal as refusal:
        _print(grammar.refused(refusal))
        return REFUSED
    _print(reading.to_json())
    return GOOD


def _verify(given: argparse.Namespace) -> int:
    from referee.audit import BadExport
    from referee.checking import BadCheckpoint, check

    try:
        problems, summary = check(_bytes(given.file), given.checkpoint)
    except (BadExport, BadCheckpoint) as error:
        return _complain(f"{given.file}: {error}")
    for problem in problems:
        print(problem.encode("ascii", "backslashreplace").decode())
    said = f"{given.file}: {f'problems: {len(problems)}' if problems else 'good'}. {summary}"
    print(said.encode("ascii", "backslashreplace").decode(), file=sys.stderr)
    return PROBLEMS if problems else GOOD


def _bytes(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def _print(value: Any) -> None:
    json.dump(value, sys.stdout)
    print()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m referee", description="The rule book.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command, text in (
        ("replay", _replay, "play a record through"),
        ("options", _options, "what the awaited seats may do at the end of a record"),
        ("read", _read, "how words are read at the end of a record"),
        ("verify", _verify, "check a draw, a list of draws, a ledger, a record or an exported contest"),
    ):
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(command=command)
        sub.add_argument("file", metavar="FILE", help="a JSON document; - is standard input")
        if name == "replay":
            sub.add_argument("--view", metavar="SEAT", help="what this seat, or the public, may know")
        if name == "verify":
            sub.add_argument(
                "--checkpoint",
                action="append",
                default=[],
                metavar="LINE|FILE",
                help="the last line of an old letter or post, or a file that holds it; may be given again",
            )
        if name == "read":
            sub.add_argument("--seat", required=True, help="who wrote the words")
            sub.add_argument("--lang", default="en", help="en, fr or it")
    return parser


if __name__ == "__main__":
    sys.exit(main())
