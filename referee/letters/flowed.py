"""format=flowed: lines that a mail program broke are joined again (RFC 3676)."""

from __future__ import annotations

from email.message import Message


def is_flowed(part: Message) -> bool:
    return str(part.get_param("format") or "").lower() == "flowed"


def deletes_space(part: Message) -> bool:
    return str(part.get_param("delsp") or "").lower() == "yes"


def unflow(text: str, *, delsp: bool = False) -> str:
    """Join soft-broken lines of the same quote depth; "-- " is a line by itself, always.

    ``delsp``: the blank that marks a soft break is not part of the text.
    """
    done: list[str] = []
    depth_before, open_line = 0, False
    for line in text.split("\n"):
        depth, body = _depth(line)
        signature = body in ("-- ", "--")
        soft = body.endswith(" ") and not signature
        kept = body[:-1] if soft and delsp else body
        if open_line and depth == depth_before and not signature:
            done[-1] += kept
        else:
            done.append("> " * depth + kept)
        depth_before, open_line = depth, soft
    return "\n".join(done)


def _depth(line: str) -> tuple[int, str]:
    """How many quote marks a line begins with, and the line without them and without stuffing."""
    depth = len(line) - len(line.lstrip(">"))
    body = line[depth:]
    return depth, body.removeprefix(" ")
