"""The inbox: store, commit, 250. An unknown mailbox 550, too many 450, too large 552, trouble 451."""

from __future__ import annotations

import time
from typing import cast

from aiosmtpd.smtp import SMTP, Envelope, Session

from tournaments.doors.mail.server import Careful
from tournaments.services import letters

UNKNOWN = "550 5.1.1 No such mailbox here"
TOO_MANY = "450 4.7.1 Too many letters, please try again later"
TAKEN = "250 2.0.0 Taken"


class Inbox(Careful):
    """What the SMTP server asks when a letter is offered."""

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        sender = envelope.mail_from or ""
        refused = await self.ask(lambda: refuse(sender, address))
        if refused:
            return refused
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        arrived = time.monotonic()
        raw, sender = cast(bytes, envelope.content), envelope.mail_from or ""
        wanted = [letters.Envelope(sender, one, "smtp", arrived) for one in dict.fromkeys(envelope.rcpt_tos)]
        await self.ask(lambda: letters.receive_all(raw, wanted))
        return TAKEN


def refuse(sender: str, recipient: str) -> str:
    """The answer that turns a recipient away; "" where he is welcome."""
    if not letters.knows(recipient):
        return UNKNOWN
    return TOO_MANY if letters.too_many(sender, recipient) else ""
