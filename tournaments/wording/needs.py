"""What waits for an organiser, in sentences."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Case, Proposal, Turn
from tournaments.wording.small import instant


class Need(Protocol):
    """What a sentence is made from."""

    @property
    def kind(self) -> str: ...
    @property
    def count(self) -> int: ...
    @property
    def at(self) -> datetime | None: ...
    @property
    def turn(self) -> Turn | None: ...
    @property
    def case(self) -> Case | None: ...
    @property
    def proposal(self) -> Proposal | None: ...


def need(one: Need) -> str:
    """One thing to do, as one sentence without the contest's name."""
    return _COUNTED[one.kind](one.count) if one.kind in _COUNTED else _plain(one)


def _plain(one: Need) -> str:
    if one.case is not None:
        return _case(one.kind, one.case)
    until = instant(one.at) if one.at else ""
    if one.proposal is not None:
        return _proposal(one.proposal, until)
    if one.turn is not None:
        return _told(one.turn, until)
    return {
        "clock": _("The clock stands still: nobody is timed out, nothing starts by itself."),
        "ledger": _("The audit log does not hold: look at what the check has named."),
        "announce": _("A draft waits to be announced."),
        "close": _("Registration is over: close it."),
        "beacon": _("The draw waits for the public value that came out on %(at)s: enter it.") % {"at": until},
        "draw": _("The seats wait to be drawn."),
        "start": _("The seats are drawn: start the tables."),
        "confirm": _("All tables are over: look at the ranking and make it final."),
    }[one.kind]


def _case(kind: str, case: Case) -> str:
    said = {"name": case.caller.name, "table": case.table.name, "about": case.about, "case": case.number}
    return {
        "case": _("%(table)s: %(name)s calls the referee: “%(about)s”"),
        "name": _("%(table)s: %(name)s calls the referee, and nobody may judge there: name a croupier."),
        "answered": _("%(table)s: case %(case)s of %(name)s is answered, and still open: close it."),
    }[kind] % said


def _proposal(one: Proposal, until: str) -> str:
    said = {"table": one.table.name, "name": one.proposer.name, "number": one.number, "until": until}
    return _("%(table)s: proposal %(number)s of %(name)s waits for your answer until %(until)s.") % said


def _told(turn: Turn, until: str) -> str:
    said = {"name": turn.seat.entry.name, "table": turn.table.name, "deadline": until}
    if turn.nudged_at is None:
        return _("%(table)s: it is the turn of %(name)s, who gets no letters: tell the player.") % said
    return _("%(table)s: the time of %(name)s, who gets no letters, runs out on %(deadline)s.") % said


def _decide(count: int) -> str:
    return ngettext(
        "%(n)d player cannot be split into tables: decide.",
        "%(n)d players cannot be split into tables: decide.",
        count,
    ) % {"n": count}


def _unpaid(count: int) -> str:
    return ngettext(
        "%(n)d fee is not paid, and registration closes soon: unpaid means no seat.",
        "%(n)d fees are not paid, and registration closes soon: unpaid means no seat.",
        count,
    ) % {"n": count}


def _bounced(count: int) -> str:
    return ngettext(
        "Letters to %(n)d player come back: tell the player another way.",
        "Letters to %(n)d players come back: tell them another way.",
        count,
    ) % {"n": count}


def _post(count: int) -> str:
    return ngettext(
        "%(n)d letter could not be delivered yet.", "%(n)d letters could not be delivered yet.", count
    ) % {"n": count}


def _unread(count: int) -> str:
    return ngettext(
        "%(n)d letter came in that cannot be opened.", "%(n)d letters came in that cannot be opened.", count
    ) % {"n": count}


def _prizes(count: int) -> str:
    return ngettext("%(n)d prize waits to be handed out.", "%(n)d prizes wait to be handed out.", count) % {
        "n": count
    }


def _back(count: int) -> str:
    return ngettext("%(n)d fee is to be given back.", "%(n)d fees are to be given back.", count) % {
        "n": count
    }


_COUNTED: dict[str, Callable[[int], str]] = {
    "decide": _decide,
    "unpaid": _unpaid,
    "bounced": _bounced,
    "post": _post,
    "unread": _unread,
    "prizes": _prizes,
    "back": _back,
}
