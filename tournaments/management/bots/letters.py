"""The letters that bots got: each that asks for a turn which is still open."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from urllib.parse import urlsplit

from tournaments.models import CaughtLetter, Table, Turn, User
from tournaments.services import sealing

_TURN = re.compile(r"\bturn\.([a-z0-9]{6,64})\.", re.IGNORECASE)
_LINK = re.compile(r"https?://\S+?/t/[a-z0-9]+/")


@dataclass(frozen=True)
class Invitation:
    """A letter that says: it is your turn."""

    turn: Turn
    player: User
    letter: EmailMessage
    caught_at: datetime

    @property
    def text(self) -> str:
        return text_of(self.letter)

    @property
    def link(self) -> str | None:
        """The path that opens this turn's page: a demo may have moved to another port since the letter."""
        found = _LINK.search(self.text)
        return urlsplit(found[0]).path if found else None

    @property
    def seed(self) -> str:
        return f"{self.turn.table.ref}|{self.turn.seat.letter}|{self.turn.number}"


def text_of(letter: EmailMessage) -> str:
    """The plain text of a letter of ours, which always has one."""
    part = letter.get_body(("plain",))
    return str(part.get_content()) if part is not None else ""


def read_letter(raw: bytes | memoryview) -> EmailMessage:
    letter = message_from_bytes(bytes(raw), policy=policy.default)
    assert isinstance(letter, EmailMessage)
    return letter


def invitations(players: Iterable[User]) -> list[Invitation]:
    """The open turns of these players for which a letter has come, the oldest letter first."""
    people = {player.pk: player for player in players}
    turns = {
        turn.mail_hash: turn
        for turn in Turn.objects.filter(
            closed_at__isnull=True, table__state=Table.State.PLAYING, seat__entry__user__in=list(people)
        ).select_related("table__contest", "seat__entry")
    }
    if not turns:
        return []
    since = min(turn.opened_at for turn in turns.values())
    addresses = [player.email for player in people.values()]
    letters = CaughtLetter.objects.filter(recipient__in=addresses, caught_at__gte=since)
    found: list[Invitation] = []
    for row in letters.order_by("id"):
        named = _TURN.search(row.message_id)
        turn = turns.pop(sealing.token_hash(named[1]), None) if named else None
        if turn is not None and turn.seat.entry.user_id is not None:
            player = people[turn.seat.entry.user_id]
            found.append(Invitation(turn, player, read_letter(row.raw), row.caught_at))
    return found
