"""How a notice goes out. One file and one register line a channel."""

from __future__ import annotations

from tournaments.channels.email import EmailChannel
from tournaments.channels.outgoing import Channel, Outgoing, Undeliverable

CHANNELS: dict[str, type[Channel]] = {
    "email": EmailChannel,
}

__all__ = ["CHANNELS", "Channel", "EmailChannel", "Outgoing", "Undeliverable"]
