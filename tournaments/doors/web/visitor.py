"""Who looks at a table: a player by his account, somebody by the link in a letter, or the public.

A link lets in to one seat of one table, for as long as its turn is open, and to nothing else.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tournaments import models
from tournaments.services import rights

_LINKS = "turn_links"


class Visitor:
    """The reader of a table; which seat is his is known once ``views.look_at`` has asked (``choose``).

    by_link    the seat is lent by a letter's link, for this turn only
    link_over  the letter of the seat whose link led here too late; else None
    """

    def __init__(self, request: HttpRequest, table: models.Table) -> None:
        self.user = request.user
        self._session = request.session
        self._table = table
        self.seat: str | None = None
        self.by_link = False
        self.link_over: str | None = None

    def choose(self, seats: dict[str, models.Seat], turns: dict[str, models.Turn]) -> str | None:
        me = self.user.pk
        own = next((letter for letter, seat in seats.items() if me and seat.entry.user_id == me), None)
        self.seat = own or self._lent(turns)
        return self.seat

    def _rules(self) -> bool:
        """Whoever rules at a table, and has no seat there, is lent none either: he would see its cards."""
        ruling = self._table.croupier_id == self.user.pk or rights.organises(self.user, self._table.contest)
        return bool(self.user.is_authenticated) and ruling

    def _lent(self, turns: dict[str, models.Turn]) -> str | None:
        """The seat of a link's turn, while that is open."""
        link = self._session.get(_LINKS, {}).get(str(self._table.pk))
        if link is None or self._rules():
            return None
        letter: str = link["seat"]
        if letter in turns and turns[letter].pk == link["turn"]:
            self.by_link = True
            return letter
        self.link_over = letter
        return None


def lend(request: HttpRequest, turn: models.Turn) -> None:
    """Let the holder of a link act for this turn's seat. The session gets a new key: it may do more now."""
    links: dict[str, Any] = {**request.session.get(_LINKS, {})}
    links[str(turn.table_id)] = {"turn": turn.pk, "seat": turn.seat.letter}
    request.session[_LINKS] = links
    request.session.cycle_key()
