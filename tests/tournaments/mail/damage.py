"""Letters as players write them, and seeded damage to them: what a bad way, or a bad will, does to a letter.

What would write another command is left alone: bytes are hurt, and a letter is cut off, only where no number
of the body stands. A five that arrives as a seven is a seven; all else may cost a move, and never make one.
"""

from __future__ import annotations

import base64
import quopri
import random
import re
from collections.abc import Callable
from pathlib import Path

from tests.referee.letters.mutations import ROUGH, Draw, Mutation

VECTORS = sorted((Path(__file__).parents[2] / "vectors" / "mail").glob("*.eml"))
TOKEN, TAG, WRITER = "k7m2qxab3cd4ef5gh6ij7kl2mn", "k7m2qx", "alice@example.org"
"""What the letters under tests/vectors/mail name."""

LARGEST = 250_000


# --- bodies


def plain(text: str) -> bytes:
    return b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n" + text.encode()


def in_base64(text: str) -> bytes:
    head = b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
    return head + base64.encodebytes(text.encode())


def quoted(text: str) -> bytes:
    head = b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
    return head + quopri.encodestring(text.encode())


def _html(text: str) -> str:
    return "<div>" + "</div><div>".join(text.replace("<", "&lt;").split("\n")) + "</div>"


def page(text: str) -> bytes:
    return b"Content-Type: text/html; charset=utf-8\n\n" + _html(text).encode()


def both(text: str) -> bytes:
    parts = b"\n--=_b0undary\n" + plain(text) + b"\n--=_b0undary\n" + page(text) + b"\n--=_b0undary--\n"
    return b"MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=" + b'"=_b0undary"\n' + parts


BODIES: tuple[Callable[[str], bytes], ...] = (plain, in_base64, quoted, page, both)


# --- damage, beside that of the reader's own tests

_HEADER = re.compile(rb"[\w-]{1,40}:")
_CODED = re.compile(rb"[A-Za-z0-9+/]{16,}={0,2}\r?")
_NUMBER = re.compile(rb"[0-9]")


def _places(raw: bytes) -> list[tuple[int, int]]:
    """Where a byte may be hurt: lines that hold no number, and all of the head."""
    found, at, body = [], 0, False
    for line in raw.split(b"\n"):
        end = at + len(line)
        safe = not body or line.startswith(b"--") or _HEADER.match(line)
        if line and (safe or not (_NUMBER.search(line) or _CODED.fullmatch(line))):
            found.append((at, end))
        body = body or not line.strip(b"\r")
        at = end + 1
    return found


def _place(raw: bytes, draw: Draw) -> int | None:
    lines = _places(raw)
    if not lines:
        return None
    start, end = lines[draw(0, len(lines) - 1)]
    return draw(start, end - 1)


def flipped(raw: bytes, draw: Draw) -> bytes:
    """Single bits that arrive as their opposite."""
    hurt = bytearray(raw)
    for _ in range(draw(1, 12)):
        at = _place(bytes(hurt), draw)
        if at is not None:
            hurt[at] ^= 1 << draw(0, 7)
    return bytes(hurt)


def bytes_lost(raw: bytes, draw: Draw) -> bytes:
    at = _place(raw, draw)
    return raw if at is None else raw[:at] + raw[at + 1 :]


def bytes_made(raw: bytes, draw: Draw) -> bytes:
    """Bytes that nobody wrote: control characters, halves of letters, signs that structure a letter."""
    at = _place(raw, draw)
    odd = (b"\0", b"\r", b"\xff", b"\xc3", b"\x1b[31m", b"=", b"<", b">", b'"', b"\xe2\x80\xae", b"--", b";")
    return raw if at is None else raw[:at] + odd[draw(0, len(odd) - 1)] * draw(1, 40) + raw[at:]


def cut_off(raw: bytes, draw: Draw) -> bytes:
    """In the middle of a line, but of none that holds a number."""
    at = _place(raw, draw)
    return raw if at is None else raw[:at]


def parts_swapped(raw: bytes, draw: Draw) -> bytes:
    """Two pieces between boundaries, each at the other's place."""
    pieces = re.split(rb"(?m)(^--[^\n]+\n)", raw)
    bodies = range(2, len(pieces) - 1, 2)
    if len(bodies) < 2:
        return raw
    one, other = bodies[draw(0, len(bodies) - 1)], bodies[draw(0, len(bodies) - 1)]
    pieces[one], pieces[other] = pieces[other], pieces[one]
    return b"".join(pieces)


def heads_swapped(raw: bytes, draw: Draw) -> bytes:
    """The values of two headers exchanged, or a header in among the words."""
    head, blank, body = raw.partition(b"\n\n")
    lines = head.split(b"\n")
    one, other = draw(0, len(lines) - 1), draw(0, len(lines) - 1)
    if draw(0, 3) == 0:
        return b"\n".join(lines[:one] + lines[one + 1 :]) + blank + lines[one] + b"\n" + body
    first, second = lines[one].split(b":", 1), lines[other].split(b":", 1)
    if len(first) == len(second) == 2:
        lines[one], lines[other] = first[0] + b":" + second[1], second[0] + b":" + first[1]
    return b"\n".join(lines) + blank + body


def mixed_line_ends(raw: bytes, draw: Draw) -> bytes:
    ends = (b"\n", b"\r\n", b"\r", b"\n\r", b"\x0b\n", b"\xc2\x85\n", b"\xe2\x80\xa8\n")
    one, other = ends[draw(0, len(ends) - 1)], ends[draw(0, 1)]
    half = draw(0, len(raw))
    return raw[:half].replace(b"\n", one) + raw[half:].replace(b"\n", other)


def sizes(raw: bytes, draw: Draw) -> bytes:
    """Almost as large as a letter may be; or a letter of a few bytes."""
    if draw(0, 2) == 0:
        return raw[: raw.find(b"\n", draw(0, 200)) + 1]
    fill = (b"x" * 998 + b"\n", b"> quoted by somebody\n", b"\n", b"<br>", b"=\n", b"QUJD" * 19 + b"\n")
    one = fill[draw(0, len(fill) - 1)]
    return raw + b"\n" + one * (draw(1_000, LARGEST) // len(one))


WAYS: tuple[Mutation, ...] = (
    *ROUGH, flipped, flipped, bytes_lost, bytes_made, cut_off, parts_swapped, parts_swapped, heads_swapped,
    mixed_line_ends, sizes,
)  # fmt: skip


def seeded(seed: str) -> Draw:
    return random.Random(seed).randint


def damaged(raw: bytes, draw: Draw, largest: int = LARGEST) -> tuple[bytes, list[str]]:
    """A letter hurt in one to four ways, and their names; one that has grown too large ends behind a line."""
    names = []
    for _ in range(draw(1, 4)):
        way = WAYS[draw(0, len(WAYS) - 1)]
        names.append(way.__name__)
        raw = way(raw, draw)
        if len(raw) > largest:
            raw = raw[: raw.rfind(b"\n", 0, largest) + 1]
    return raw, names
