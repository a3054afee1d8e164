"""Reading a letter: bytes in, all that the order of checks asks about it out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import Message

from referee.core import Json, Unreadable
from referee.letters import bodies, clean, headers, signature
from referee.letters.cutting import Cut, cut
from referee.letters.ours import FORWARDED, Ours

MOST_NESTS = 50
"""Parts that hold parts; a letter with more was made to keep a reader busy."""

_NEST = re.compile(rb"^content-type:\s*(?:multipart|message)/", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Carriers:
    """What ties a letter to a turn; each is a token or None. The first that verifies wins."""

    recipient: str | None
    in_reply_to: str | None
    tag: str | None

    def to_json(self) -> Json:
        return {"recipient": self.recipient, "in_reply_to": self.in_reply_to, "tag": self.tag}


@dataclass(frozen=True, slots=True)
class LetterRead:
    """A letter as it is understood before any command.

    answers    the Message-IDs that it answers, the nearest first
    machine    the sign that no person wrote it (``bounce``, ``auto-submitted``, ``loop``, ``from-us``), or ""
    forwarded  it carries another letter on
    text       what the writer himself wrote
    below      unquoted words below the quotation, where ``text`` stood above it
    other      what he wrote according to the HTML part, where ``text`` is from the plain one
    """

    sender: str
    subject: str
    message_id: str
    carriers: Carriers
    answers: tuple[str, ...]
    machine: str
    forwarded: bool
    text: str
    below: str
    other: str | None
    cut: Cut

    @property
    def differs(self) -> bool:
        """Whether the plain text and the HTML of the letter say different words."""
        return self.other is not None and _said(self.text) != _said(self.other)

    def to_json(self) -> Json:
        """The shape that ``python -m referee letter`` prints."""
        return {
            "from": self.sender,
            "subject": self.subject,
            "carriers": self.carriers.to_json(),
            "machine": bool(self.machine),
            "text": self.text,
            "differs": self.differs,
            "cut": {"why": self.cut.why, "line": self.cut.line},
        }


# [cid:logo@example.org] · [image: logo.png] · [logo]<https://example.org/>, which only one of the two has
_ORNAMENT = re.compile(r"\[(?:cid|image):[^\[\]\n]{0,200}\]|\[[^\[\]\n]{0,200}\](?=<https?:)|<?https?:\S+")
_WORD = re.compile(r"[^\W_]+|[♠♥♦♣♤♡♢♧]")


def _said(text: str) -> list[str]:
    return _WORD.findall(_ORNAMENT.sub(" ", text.casefold()))


def read(
    raw: bytes, ours: Ours, *, recipients: Iterable[str] | None = None, envelope_from: str | None = None
) -> LetterRead:
    """Read a letter as it came over the wire.

    ``recipients``: the envelope's; None: those of the To, Cc and Delivered-To headers.
    ``envelope_from``: ``""`` is the null sender of a bounce; None: not known.
    Refusals: Unreadable UNPARSABLE; FROM with ``why`` ("none", "several").
    """
    try:
        return _read(raw, ours, recipients, envelope_from)
    except Unreadable:
        raise
    except Exception as error:  # the mail package raises almost anything for a broken letter
        raise Unreadable("UNPARSABLE", error=type(error).__name__) from error


def _read(raw: bytes, ours: Ours, recipients: Iterable[str] | None, envelope_from: str | None) -> LetterRead:
    if len(_NEST.findall(raw)) > MOST_NESTS:
        raise Unreadable("UNPARSABLE", error="too many parts")
    message = message_from_bytes(raw, policy=policy.compat32)
    if not message.keys():
        raise Unreadable("UNPARSABLE", error="no headers")
    bounced = headers.bounce(message, envelope_from)
    sender = _sender(message, bounced)
    subject = clean.tidy(headers.text_of(message, "Subject"))
    if recipients is None:
        recipients = headers.addresses(message, "To", "Cc", "Delivered-To")
    own, other = _own_words(message, ours.answered_by(subject, headers.mailboxes(message, "To", "Cc")))
    return LetterRead(
        sender=sender,
        subject=subject,
        message_id=headers.text_of(message, "Message-ID").strip("<>"),
        carriers=Carriers(
            headers.recipient_token(recipients, ours),
            headers.reference_token(message, ours),
            headers.tag_of(subject),
        ),
        answers=headers.answered(message),
        machine="bounce" if bounced else headers.machine(message, sender, ours),
        forwarded=bool(FORWARDED.match(subject)) or _carries_letter(message),
        text=own.text,
        below=own.below,
        other=other.text if other else None,
        cut=own,
    )


def _sender(message: Message, bounced: bool) -> str:
    """A bounce's From is not asked: it is never answered."""
    try:
        return headers.sender_of(message)
    except Unreadable:
        if bounced:
            return ""
        raise


def _carries_letter(message: Message) -> bool:
    return any(part.get_content_type() == "message/rfc822" for part in bodies.parts(message))


def _own_words(message: Message, ours: Ours) -> tuple[Cut, Cut | None]:
    """From text/plain, else from HTML; second: from the HTML that stands beside the plain text."""
    found = bodies.of(message)
    plain = _cut("\n".join(one.first for one in found), ours)
    html = _cut("\n".join(one.second for one in found), ours) if any(one.both for one in found) else None
    if html is not None and not plain.text:
        return html, None
    return plain, html


def _cut(text: str, ours: Ours) -> Cut:
    return cut(signature.unsealed(clean.tidy(text)), ours)
