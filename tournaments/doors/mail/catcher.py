"""The demo's mail server: what goes out is kept for the viewer, and goes no further."""

from __future__ import annotations

from typing import cast

from aiosmtpd.smtp import SMTP, Envelope, Session

from tournaments.doors.mail.server import Careful
from tournaments.services import catching


class Catcher(Careful):
    """Takes every letter for everybody."""

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        raw, sender = cast(bytes, envelope.content), envelope.mail_from or ""
        recipients = list(dict.fromkeys(envelope.rcpt_tos))
        await self.ask(lambda: catching.catch(raw, sender, recipients))
        return "250 2.0.0 Taken"
