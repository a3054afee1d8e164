"""Entries of a ledger for who reviews it: their kinds, doors, actors, and each entry in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tournaments.models import Event
from tournaments.wording import letters
from tournaments.wording.changes import change
from tournaments.wording.facts import log

type Data = Mapping[str, Any]

KINDS: dict[str, Any] = {
    "genesis": gettext_lazy("beginning of the log"),
    "created": gettext_lazy("contest created"),
    "contest": gettext_lazy("step of the contest"),
    "opening": gettext_lazy("rules of the draws"),
    "entry": pgettext_lazy("of the ledger", "registration or fee"),
    "extended": gettext_lazy("registration extended"),
    "seeds": gettext_lazy("seeds committed"),
    "commit": gettext_lazy("player’s commitment"),
    "inputs": gettext_lazy("roster of the draws"),
    "value": gettext_lazy("player’s value"),
    "missing": gettext_lazy("end of the check-in"),
    "beacon": gettext_lazy("public value"),
    "other-beacon": gettext_lazy("other public value"),
    "statement": gettext_lazy("draw announced"),
    "draw": gettext_lazy("draw made"),
    "void-draw": gettext_lazy("draw void"),
    "tables": gettext_lazy("rule for the tables"),
    "seating": gettext_lazy("seats"),
    "table": gettext_lazy("event at a table"),
    "case": gettext_lazy("word in a case"),
    "asked": gettext_lazy("move asked for"),
    "pause": gettext_lazy("contest paused"),
    "resume": gettext_lazy("contest goes on"),
    "time": gettext_lazy("time to speak"),
    "outage": gettext_lazy("outage"),
    "croupier": gettext_lazy("croupiers"),
    "ranking": gettext_lazy("ranking"),
    "handed": gettext_lazy("prize handed out"),
    "letters": gettext_lazy("what came of letters"),
    "notices": gettext_lazy("notices sent"),
    "seal": gettext_lazy("seal broken"),
    "absence": gettext_lazy("days of absence"),
    "edited": gettext_lazy("draft changed"),
    "auditors": gettext_lazy("auditors"),
    "looked": gettext_lazy("a look at something protected"),
    "league": gettext_lazy("plan of the season"),
    "members": gettext_lazy("members of the season before"),
    "divisions": gettext_lazy("divisions"),
    "round": gettext_lazy("round opened"),
    "result": gettext_lazy("result of a table"),
    "standings": gettext_lazy("standings"),
    "bye": gettext_lazy("absence in a round"),
}
"""Every kind that this service appends; a test holds it against the sources."""

DOORS: dict[str, Any] = {
    "web": gettext_lazy("the web pages"),
    "mail": gettext_lazy("a letter"),
    "clock": gettext_lazy("the clock"),
    "staff": gettext_lazy("the staff’s pages"),
    "advance": gettext_lazy("a move left in advance"),
}

ACTORS: dict[str, Any] = {
    "system": gettext_lazy("the service"),
    "service": gettext_lazy("the service"),
    "clock": gettext_lazy("the clock"),
}

NOTICES: dict[str, Any] = {
    "turn": gettext_lazy("“It is your turn”"),
    "reminder": gettext_lazy("Reminder"),
    "nudge": gettext_lazy("Asked by the staff"),
    "deal": gettext_lazy("The end of a deal"),
    "event": gettext_lazy("News of the table"),
    "staff": gettext_lazy("A ruling, a pause or its end"),
    "registered": gettext_lazy("Registration"),
    "reserve": gettext_lazy("Moved up from the reserve list"),
    "withdrawn": gettext_lazy("Withdrawal"),
    "seated": gettext_lazy("Seats"),
    "closing": gettext_lazy("Registration extended"),
    "check-in": gettext_lazy("Check-in for the draws"),
    "unpaid": gettext_lazy("Fee not paid"),
    "dropped": gettext_lazy("First on the reserve list"),
    "final": gettext_lazy("Final ranking"),
    "cancelled": gettext_lazy("Contest cancelled"),
    "needs": gettext_lazy("Something waits for the organiser"),
    "case": gettext_lazy("A case of the referee"),
    "digest": gettext_lazy("Digest"),
    "answer": gettext_lazy("Answer to a letter"),
    "divisions": gettext_lazy("Divisions and dates of a season"),
    "round": gettext_lazy("Standings after a round"),
}


class Line(Protocol):
    """What is told."""

    @property
    def kind(self) -> str: ...
    @property
    def body(self) -> dict[str, Any]: ...
    @property
    def data(self) -> dict[str, Any]: ...
    @property
    def about(self) -> str: ...
    @property
    def said(self) -> dict[str, Any]: ...
    @property
    def names(self) -> Any: ...
    @property
    def table(self) -> Any: ...


def kind(name: str) -> str:
    return str(KINDS.get(name, name))


def door(name: str) -> str:
    return str(DOORS.get(name, "") or ACTORS.get(name, "")) or letters.door(name)


def actor(name: str) -> str:
    """A person's name as it is; the service and the clock in words."""
    return str(ACTORS.get(name, "") or DOORS.get(name, name))


def notice(name: str) -> str:
    return str(NOTICES.get(name, _("News")))


def sentences(line: Line) -> list[str]:
    """The entry in words, one sentence for each thing that it says."""
    known = _OWN.get(line.kind)
    try:
        if known is not None:
            return known(line)
    except (KeyError, TypeError, ValueError):
        return [kind(line.kind)]
    text = change(line.kind, line.about, line.said)
    return [kind(line.kind) if text == line.kind else text]


def _table(line: Line) -> list[str]:
    data, table = line.data, line.table
    game, names = (
        (table.game, line.names.at(table.ref, line.body["ts"])) if table is not None else ("holdem", {})
    )
    told = log(data["facts"], names, game) or [_event(data["kind"])]
    return [*told, _("Reason: %(reason)s") % {"reason": data["reason"]}] if data.get("reason") else told


def _event(name: str) -> str:
    label = str(dict(Event.Kind.choices).get(name, name))
    return label[:1].upper() + label[1:]


def _letters(line: Line) -> list[str]:
    count = len(line.data["letters"])
    said = ngettext("What came of %(n)d letter was noted.", "What came of %(n)d letters was noted.", count)
    return [said % {"n": count}]


def _notices(line: Line) -> list[str]:
    found = line.data["notices"]
    lost = sum("sent" not in one for one in found)
    said = ngettext("%(n)d notice was noted.", "%(n)d notices were noted.", len(found)) % {"n": len(found)}
    if not lost:
        return [said]
    more = ngettext("%(n)d of them did not go out.", "%(n)d of them did not go out.", lost)
    return [said, more % {"n": lost}]


def _looked(line: Line) -> list[str]:
    name = actor(line.names.people.get(line.body["actor"], line.body["actor"]))
    number = str(line.body["ref"]).rpartition("/")[2]
    if line.data["what"] == "letter":
        told = [_("%(name)s looked at letter %(id)s as it came in.") % {"name": name, "id": number}]
    else:
        told = [_("%(name)s looked at something protected.") % {"name": name}]
    reason = line.data.get("reason")
    return [*told, _("Reason: %(reason)s") % {"reason": reason}] if reason else told


_OWN: dict[str, Callable[[Any], list[str]]] = {
    "table": _table,
    "letters": _letters,
    "notices": _notices,
    "looked": _looked,
}
