"""Demo only: the letters that went out, opened for a visitor, and his answers to them."""

from __future__ import annotations

import smtplib
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr

from django.conf import settings
from django.db.models import QuerySet

from tournaments.models import CaughtLetter

_TIMEOUT = 10


class NotDelivered(Exception):
    """The door of the inbound mail refused a letter, or is not there; the text says which."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A letter as its reader finds it. ``answer_to``: where an answer goes."""

    sender: str
    recipient: str
    subject: str
    date: str
    text: str
    html: str
    answer_to: str


def letters(recipient: str = "") -> QuerySet[CaughtLetter]:
    """Newest first, their bytes left where they are."""
    rows = CaughtLetter.objects.defer("raw").order_by("-id")
    return rows.filter(recipient=recipient) if recipient else rows


def recipients() -> list[str]:
    return list(CaughtLetter.objects.order_by("recipient").values_list("recipient", flat=True).distinct())


def opened(letter: CaughtLetter) -> Opened:
    """The parts of a letter; what is missing is empty."""
    message = _message(letter)
    return Opened(
        str(message.get("From", letter.sender)),
        letter.recipient,
        str(message.get("Subject", letter.subject)),
        str(message.get("Date", "")),
        _part(message, "plain"),
        _part(message, "html"),
        _answer_to(message),
    )


def answer(letter: CaughtLetter, text: str) -> None:
    """Send an answer as a mail program would: to our own inbound door, with the letter quoted below.

    Raises NotDelivered.
    """
    original = _message(letter)
    reply = EmailMessage(policy=policy.SMTP)
    reply["From"], reply["To"] = letter.recipient, _answer_to(original)
    subject = " ".join(str(original.get("Subject", letter.subject)).split())
    reply["Subject"] = subject if subject.lower().startswith("re:") else f"Re: {subject}"
    reply["Date"], reply["Message-ID"] = formatdate(localtime=True), make_msgid(domain="visitor.example")
    reply["In-Reply-To"] = reply["References"] = letter.message_id
    quoted = "\n".join(f"> {line}" for line in _part(original, "plain").splitlines())
    reply.set_content(f"{text.rstrip()}\n\n{quoted}\n")
    host, port = settings.SMTP_DOOR_HOST, settings.SMTP_DOOR_PORT
    try:
        with smtplib.SMTP(host, port, timeout=_TIMEOUT) as door:
            door.send_message(reply, from_addr=letter.recipient, to_addrs=[parseaddr(reply["To"])[1]])
    except (smtplib.SMTPException, OSError) as error:
        raise NotDelivered(str(error)) from error


def text_of(raw: bytes) -> str:
    """The plain text of a letter, or its HTML where it has no other; what the mail package raises."""
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return _part(message, "plain") or _part(message, "html")


def _message(letter: CaughtLetter) -> EmailMessage:
    message = message_from_bytes(bytes(letter.raw), policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def _part(message: EmailMessage, kind: str) -> str:
    body = message.get_body((kind,))
    return str(body.get_content()) if body is not None else ""


def _answer_to(message: EmailMessage) -> str:
    return str(message.get("Reply-To", message.get("From", "")))
