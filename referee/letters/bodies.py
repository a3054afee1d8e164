"""The parts of a letter that its writer wrote: the plain text, and the HTML that says the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.errors import CloseBoundaryNotFoundDefect
from email.message import Message

from referee.core import Unreadable
from referee.letters import clean, flowed, hypertext

MOST_PARTS = 200

_HEAD_OF_PART = re.compile(r"^content-(?:type|transfer-encoding|disposition):", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Body:
    """One piece of what is shown: as plain text, as HTML turned into text, or as both. None: not there."""

    plain: str | None = None
    html: str | None = None

    @property
    def both(self) -> bool:
        return self.plain is not None and self.html is not None

    @property
    def first(self) -> str:
        """The plain text, or where that says nothing the HTML."""
        return self.plain if self.plain and self.plain.strip() else self.html or ""

    @property
    def second(self) -> str:
        return self.html if self.html is not None else self.plain or ""


def parts(message: Message) -> Iterator[Message]:
    """All parts that are not inside a letter carried along; no recursion, at most MOST_PARTS."""
    waiting, seen = [message], 0
    while waiting and seen < MOST_PARTS:
        part = waiting.pop(0)
        seen += 1
        yield part
        waiting[:0] = _children(part)


def _children(part: Message) -> list[Message]:
    payload = part.get_payload()
    if (
        not part.is_multipart()
        or part.get_content_type() == "message/rfc822"
        or not isinstance(payload, list)
    ):
        return []
    return [one for one in payload[:MOST_PARTS] if isinstance(one, Message)]


def of(message: Message) -> list[Body]:
    """What is shown, piece after piece; attachments, calendars and letters carried along are not.

    Refusal: Unreadable UNPARSABLE where a boundary was hurt and the first part lies before it: what would
    be read instead may be a mailing list's footer.
    """
    known = list(parts(message))
    if any(_HEAD_OF_PART.search(part.preamble or "") for part in known):
        raise Unreadable("UNPARSABLE", error="a boundary is hurt")
    broken = any(isinstance(one, CloseBoundaryNotFoundDefect) for part in known for one in part.defects)
    last = known[-1] if broken else None
    return _bodies(message, last, alone=not message.is_multipart())


def _bodies(part: Message, last: Message | None, *, alone: bool) -> list[Body]:
    children = _children(part)
    if not children:
        if not _is_text(part) or not (alone or not _named(part)):
            return []
        text = _words(part, broken_off=part is last)
        return [Body(html=text) if part.get_content_type() == "text/html" else Body(plain=text)]
    found = [_bodies(child, last, alone=False) for child in children]
    if part.get_content_type() == "multipart/alternative":
        return _one_of(found)
    return [body for child in found for body in child]


def _one_of(found: list[list[Body]]) -> list[Body]:
    """Alternatives are one piece: the first plain one beside the last in HTML."""
    plain = [child for child in found if any(body.plain is not None for body in child) and not _html(child)]
    html = [child for child in found if _html(child)]
    if not plain and not html:
        return []
    return [
        Body(
            "\n".join(body.first for body in plain[0]) if plain else None,
            "\n".join(body.second for body in html[-1]) if html else None,
        )
    ]


def _html(child: list[Body]) -> bool:
    return any(body.html is not None for body in child)


def _is_text(part: Message) -> bool:
    if part.get_content_disposition() == "attachment":
        return False
    return part.get_content_type() in ("text/plain", "text/html")


def _named(part: Message) -> bool:
    """Whether a part has a file's name: an attachment, also where a mail program shows it in the letter."""
    try:
        return bool(part.get_filename())
    except (TypeError, ValueError, LookupError):
        return False


def _words(part: Message, *, broken_off: bool) -> str:
    text = clean.part_text(part)
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace(hypertext.BEGINS, "")
    if broken_off:
        text = text[: text.rfind("\n") + 1]
    if part.get_content_type() == "text/html":
        return hypertext.to_text(text)
    if flowed.is_flowed(part):
        return flowed.unflow(text, delsp=flowed.deletes_space(part))
    return text
