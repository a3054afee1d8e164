"""Ways in which a letter is damaged on its way, or made to hurt who reads it."""

from __future__ import annotations

import re
from collections.abc import Callable

type Draw = Callable[[int, int], int]
"""A whole number between two, both included: from hypothesis, or from a seeded generator."""
type Mutation = Callable[[bytes, Draw], bytes]

CHARSETS = (
    b"utf-8", b"utf-16", b"utf-7", b"us-ascii", b"iso-8859-1", b"x-unknown", b"punycode", b"idna", b"cp037",
    b"unicode_escape", b"rot13", b"base64", b'"', b"\0", b"",
)  # fmt: skip
ENCODINGS = (
    b"7bit",
    b"8bit",
    b"binary",
    b"base64",
    b"quoted-printable",
    b"x-uuencode",
    b"BASE64 ",
    b"x\0y",
    b"",
)
KINDS = (
    b"text/plain", b"text/html", b"text/plain; name*", b"text/plain; charset*=utf-8''%ff", b"text/calendar",
    b"multipart/mixed", b"multipart/mixed; boundary=", b"multipart/digest; boundary=b", b"message/rfc822",
    b"text", b"/", b"message/partial", b"application/octet-stream", b"text/plain; format=flowed; delsp=yes",
    b"message/external-body", b"text/plain; name*0*=x; name*1=y; name*z=w", b'text/plain; charset="utf-8',
)  # fmt: skip
HEADERS = (
    b"Subject: =?utf-8?b?!!!?=", b"Subject: =?x?q?=ff?=", b"To: " + b"(" * 5000, b"To: " + b"a," * 5000,
    b"Cc: \xff\xfe <x@y>", b"References: <" + b"a" * 9000, b"X-Long: " + b"x" * 70_000, b"MIME-Version: 2.0",
    b"Content-Disposition: attachment", b"Content-Disposition: inline; filename*=x", b"X: \0", b"no colon",
    b"Content-Transfer-Encoding: base64", b": nothing", b"Subject: Fwd: \xe2\x80\xae", b"X-Y: \r fr",
)  # fmt: skip
TYPE = re.compile(rb"(?im)^content-type:[^\n]*(?:\n[ \t][^\n]*)*")


def _one(of: tuple[bytes, ...], draw: Draw) -> bytes:
    return of[draw(0, len(of) - 1)]


def _replace(pattern: str, raw: bytes, new: bytes, draw: Draw) -> bytes:
    """One occurrence of a pattern replaced; the same where there is none."""
    found = list(re.finditer(pattern.encode(), raw, re.IGNORECASE | re.MULTILINE))
    if not found:
        return raw
    at = found[draw(0, len(found) - 1)]
    return raw[: at.start()] + new + raw[at.end() :]


# The words and their place stay what they are.


def charset(raw: bytes, draw: Draw) -> bytes:
    return _replace(r'(?<=charset=)"?[\w-]+"?', raw, _one(CHARSETS, draw), draw)


def transfer(raw: bytes, draw: Draw) -> bytes:
    return _replace(r"(?<=transfer-encoding: )[\w-]+", raw, _one(ENCODINGS, draw), draw)


def header(raw: bytes, draw: Draw) -> bytes:
    """One more header, somewhere in the head."""
    head, blank, body = raw.partition(b"\n\n")
    lines = head.split(b"\n")
    at = draw(0, len(lines))
    return b"\n".join((*lines[:at], _one(HEADERS, draw), *lines[at:])) + blank + body


def twice(raw: bytes, draw: Draw) -> bytes:
    """A header that stands there twice, or is gone."""
    head, blank, body = raw.partition(b"\n\n")
    lines = head.split(b"\n")
    at = draw(0, len(lines) - 1)
    return b"\n".join((*lines[:at], *(lines[at : at + 1] * 2 * draw(0, 1)), *lines[at + 1 :])) + (
        blank + body
    )


def parameter(raw: bytes, draw: Draw) -> bytes:
    odd = (
        b"; name*",
        b"; x*0*=a",
        b"; =",
        b';"',
        b"; charset",
        b"; boundary*=x",
        b"; format=flowed",
        b"; a=b" * 2000,
    )
    found = list(TYPE.finditer(raw))
    if not found:
        return raw
    at = found[draw(0, len(found) - 1)].end()
    return raw[:at] + _one(odd, draw) + raw[at:]


def line_ends(raw: bytes, draw: Draw) -> bytes:
    return raw.replace(b"\n", _one((b"\r\n", b"\r\r\n", b"\n"), draw))


def dirt(raw: bytes, draw: Draw) -> bytes:
    """A line of characters that nobody sees, in front of everything that is written."""
    head, blank, body = raw.partition(b"\n\n")
    return (
        head
        + blank
        + _one((b"\0\0\n", b"\xef\xbb\xbf", b"\x1b[0m\n", b"\xe2\x80\x8b\n", b"\xff\xfe\n"), draw)
        + body
    )


# These change the structure, and what is quoted.


def kind(raw: bytes, draw: Draw) -> bytes:
    return _replace(r"(?<=content-type: )[\w/+-]+", raw, _one(KINDS, draw), draw)


def nested(raw: bytes, draw: Draw) -> bytes:
    head, _, body = raw.partition(b"\n\n")
    own = TYPE.search(head)
    deep = (1, 3, 40, 60, 2000)[draw(0, 4)]
    shell = _one((b"multipart/mixed", b"multipart/alternative", b"multipart/related", b"multipart/x"), draw)
    opened = b"".join(b"Content-Type: %s; boundary=n%d\n\n--n%d\n" % (shell, n, n) for n in range(deep))
    inner = (own.group() if own else b"Content-Type: text/plain") + b"\n\n" + body
    return TYPE.sub(b"", head).rstrip(b"\n") + b"\n" + opened + inner


def truncated(raw: bytes, draw: Draw) -> bytes:
    """Cut off behind a line: a mail server hands on whole lines."""
    lines = raw.split(b"\n")
    return b"\n".join(lines[: draw(1, len(lines))]) + b"\n"


def lines_lost(raw: bytes, draw: Draw) -> bytes:
    lines = raw.split(b"\n")
    at = draw(0, len(lines))
    return b"\n".join(lines[:at] + lines[at + draw(1, 5) :])


def unmarked(raw: bytes, draw: Draw) -> bytes:
    return re.sub(rb"(?m)^> ?", b"", raw)


def huge(raw: bytes, draw: Draw) -> bytes:
    """A very long line, or very many, among those of the letter."""
    lines = raw.split(b"\n")
    at = draw(0, len(lines))
    filler = _one(
        (
            b"x" * 30_000,
            b"\n" * 5_000,
            b">\n" * 5_000,
            b"<b>" * 3_000,
            b"- " * 5_000,
            b"\xcc\x96\xcc\x80" * 2000,
        ),
        draw,
    )
    return b"\n".join((*lines[:at], filler, *lines[at:]))


def bounds(raw: bytes, draw: Draw) -> bytes:
    """Boundaries that are gone, doubled or closed too early."""
    return _replace(
        r"^--[^\n]*\n", raw, _one((b"", b"--\n", b"\n--=_b0undary--\n", b"--=_b0undary\n\n"), draw), draw
    )


def base64_hurt(raw: bytes, draw: Draw) -> bytes:
    return _replace(
        r"^[A-Za-z0-9+/]{40,}={0,2}$", raw, _one((b"", b"=", b"YWJj=ZGVm", b"A" * 41), draw), draw
    )


MILD: tuple[Mutation, ...] = (charset, transfer, header, twice, parameter, line_ends, dirt)
ROUGH: tuple[Mutation, ...] = (
    kind, nested, truncated, lines_lost, unmarked, huge, bounds, base64_hurt, *MILD,
)  # fmt: skip
