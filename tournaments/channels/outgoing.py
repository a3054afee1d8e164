"""What a channel is given, and how it says that it could not deliver it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Protocol, Self


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A notice as it leaves: both texts, and the headers of a letter.

    ``envelope``: the address to which reports about it come back; "": the sender's.
    """

    to: str
    sender: str
    reply_to: str
    subject: str
    text: str
    html: str
    headers: Mapping[str, str] = field(default_factory=dict)
    envelope: str = ""

    @property
    def message_id(self) -> str:
        return self.headers["Message-ID"]


class Undeliverable(Exception):
    """It did not go out. ``down``: the channel itself is away, so the next one would fail as well.

    ``refused``: the number with which the address was refused for good.
    """

    def __init__(self, trouble: str, *, down: bool = False, refused: str = "") -> None:
        self.trouble, self.down, self.refused = trouble, down, refused
        super().__init__(trouble)


class Channel(Protocol):
    """Open for a batch, then one ``send`` a notice; when it returns, the other side has taken it over."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def send(self, letter: Outgoing) -> None:
        """Raises Undeliverable."""
