"""``python -m referee verify``: what kind of document it is, its problems, and what was looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

from referee import record
from referee.audit import is_export, verify_export
from referee.draws import verify_document
from referee.ledger import checkpoint_of_line, verify_ledger

type Named = tuple[str, str]
"""How a problem names a checkpoint, and its three lines."""


class BadCheckpoint(ValueError):
    """What was given as a checkpoint is none, or nothing here can be compared with it."""


def check(document: bytes, checkpoints: Sequence[str] = ()) -> tuple[list[str], str]:
    """The problems, and one line of what was looked at.

    ``checkpoints``: lines, or names of files that hold some: texts, or letters as they were sent.
    Raises BadRecord, BadExport, BadCheckpoint for what cannot be read, OSError.
    """
    given = [named for word in checkpoints for named in _named(word)]
    if is_export(document):
        text = document.decode("utf-8", "surrogateescape").removesuffix("\n")
        report = verify_export(text.split("\n"), given)
        return report.problems, report.summary
    loaded = record.load(document)
    keys = loaded.keys() if isinstance(loaded, dict) else ()
    if "rows" in keys:
        return _ledger(loaded, given)
    if given:
        raise BadCheckpoint("a checkpoint is compared with a ledger, and here is none")
    if isinstance(loaded, list) or "published" in keys or "revealed" in keys:
        count = len(loaded) if isinstance(loaded, list) else 1
        return verify_document(loaded), f"{count} draws"
    outlined = record.outlined(loaded)
    actions = sum(len(deal["actions"]) for deal in outlined["deals"])
    return record.check(outlined), f"{len(outlined['deals'])} deals, {actions} actions"


def _ledger(document: Any, given: Sequence[Named]) -> tuple[list[str], str]:
    own = document.get("checkpoints")
    rows, count = document["rows"], len(own) if isinstance(own, list) else 0
    if isinstance(own, list):
        document = {**document, "checkpoints": [*own, *(text for _, text in given)]}
    entries = len(rows) if isinstance(rows, list) else 0
    return verify_ledger(document), f"{entries} entries, {count + len(given)} checkpoints"


def _named(word: str) -> Iterator[Named]:
    try:
        yield f"checkpoint {word.strip()!r}", checkpoint_of_line(word)
        return
    except ValueError:
        if not Path(word).is_file():
            raise BadCheckpoint(f"{word!r} is neither a checkpoint nor a file") from None
    found = list(dict.fromkeys(_in_text(_text(Path(word).read_bytes()))))
    if not found:
        raise BadCheckpoint(f"{word}: no checkpoint stands in it")
    for line in found:
        yield f"{word}: checkpoint {line!r}", checkpoint_of_line(line)


def _text(raw: bytes) -> str:
    """A text as it is; of a letter what its parts say, their encodings undone."""
    letter = message_from_bytes(raw, policy=policy.default)
    parts = [part for part in letter.walk() if part.get_content_type() == "text/plain"]
    said = [raw.decode("utf-8", "replace")]
    for part in parts if letter.keys() else ():
        try:
            said.append(str(part.get_content()))
        except (LookupError, ValueError, KeyError):
            continue
    return "\n".join(said)


def _in_text(text: str) -> Iterator[str]:
    """Lines that are checkpoints, also where an answer quotes them."""
    for line in text.splitlines():
        line = line.strip("> \t")
        try:
            checkpoint_of_line(line)
        except ValueError:
            continue
        yield line
