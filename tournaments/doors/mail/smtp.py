"""The inbox: store, commit, 250. An unknown mailbox 550, too many letters 450, too many mailboxes of one
letter 452, too large 552, trouble 451."""

from __future__ import annotations

import time
from typing import cast

from aiosmtpd.smtp import SMTP, Envelope, Session

from tournaments.doors.mail.server import Careful
from tournaments.services import letters

UNKNOWN = "550 5.1.1 No such mailbox here"
TOO_MANY = "450 4.7.1 Too many letters, please try again later"
TOO_MANY_AT_ONCE = "452 4.5.3 Too many recipients, please send the others by themselves"
TAKEN = "250 2.0.0 Taken"


class Inbox(Careful):
    """What the SMTP server asks when a letter is offered."""

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        sender = envelope.mail_from or ""
        if len(envelope.rcpt_tos) >= letters.MOST_IN_ONE:
            return TOO_MANY_AT_ONCE
        refused = await self.ask(lambda: refuse(sender, address))
        if refused:
            return refused
        # In small letters: the same mailbox named in many ways is one, and its letter is stored once.
        if address.lower() not in envelope.rcpt_tos:
            envelope.rcpt_tos.append(address.lower())
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        arrived = time.monotonic()
        raw, sender = cast(bytes, envelope.content), envelope.mail_from or ""
        wanted = [letters.Envelope(sender, one, "smtp", arrived) for one in envelope.rcpt_tos]
        await self.ask(lambda: letters.receive_all(raw, wanted))
        return TAKEN


def refuse(sender: str, recipient: str) -> str:
    """The answer that turns a recipient away; "" where he is welcome."""
    if not letters.knows(recipient):
        return UNKNOWN
    return TOO_MANY if letters.too_many(sender, recipient) else ""
