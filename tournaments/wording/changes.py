"""The log of a contest in sentences: entries of its ledger that are not moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Any, Protocol

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.models import Contest, Entry
from tournaments.wording import draws, leagues
from tournaments.wording.contests import preset
from tournaments.wording.refusals import CHOICES
from tournaments.wording.small import amount, hours, instant, listed, span

type Data = Mapping[str, Any]


class Change(Protocol):
    """What a line is made from."""

    @property
    def at(self) -> datetime: ...
    @property
    def kind(self) -> str: ...
    @property
    def actor(self) -> str: ...
    @property
    def ref(self) -> str: ...
    @property
    def data(self) -> Data: ...


def change(kind: str, ref: str, data: Data) -> str:
    """One line. ``ref`` is a name already: of an entrant or a table."""
    known = _KINDS.get(kind)
    try:
        return known(ref, data) if known else kind
    except (KeyError, TypeError, ValueError):
        return kind


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log, ready to be read."""

    at: datetime
    actor: str
    text: str


def log(found: Sequence[Change]) -> list[Line]:
    """The log in sentences; the many seeds of one announcement are one line."""
    lines: list[Line] = []
    for kind, run in groupby(found, key=lambda one: one.kind):
        together = list(run)
        if kind == "seeds" and len(together) > 1:
            lines.append(Line(together[0].at, together[0].actor, _all_seeds(together)))
        else:
            lines += [Line(one.at, one.actor, change(one.kind, one.ref, one.data)) for one in together]
    return lines


def _all_seeds(found: Sequence[Change]) -> str:
    said = {"count": sum(one.data["count"] for one in found), "series": len(found)}
    return _("%(count)s seeds for %(series)s series of draws were committed.") % said


def _created(_ref: str, data: Data) -> str:
    return _("The contest was created from the preset “%(preset)s”.") % {"preset": preset(data["preset"])}


_FIELDS = {
    "rules": gettext_noop("rules of the game"),
    "prizes": gettext_noop("prizes"),
    "prize_units": gettext_noop("prizes"),
    "table_rule": gettext_noop("rule for the tables"),
    "drawn_by": gettext_noop("how the draws are made"),
    "closes_at": gettext_noop("when registration closes"),
}


def _edited(_ref: str, data: Data) -> str:
    named = [
        _(_FIELDS[field]) if field in _FIELDS else str(Contest._meta.get_field(field).verbose_name)  # type: ignore[union-attr]
        for field in data["fields"]
    ]
    return _("The draft was changed: %(fields)s.") % {"fields": listed(list(dict.fromkeys(named)))}


def _auditors(_ref: str, data: Data) -> str:
    if not data["users"]:
        return _("No auditors are named: everybody sees the seeds at the end.")
    return _("Auditors who alone see the seeds at the end: %(names)s.") % {"names": listed(data["users"])}


def _state(_ref: str, data: Data) -> str:
    line = {
        "registration": _("Registration was opened."),
        "closed": _("Registration was closed."),
        "seated": _("The tables were drawn."),
        "running": _("Play began."),
        "provisional": _("The last table ended."),
        "final": _("The ranking is final."),
        "cancelled": _("The contest was cancelled."),
    }.get(data["state"], Contest.State(data["state"]).label)
    return _with_reason(str(line), data)


def _with_reason(line: str, data: Data) -> str:
    reason = data.get("reason")
    return line + " " + _("Reason: %(reason)s") % {"reason": reason} if reason else line


def _seeds(_ref: str, data: Data) -> str:
    said = {"count": data["count"], "commit": data["commit"][:16]}
    return (
        ngettext("%(count)s seed was committed", "%(count)s seeds were committed", data["count"]) % said
        + f" ({said['commit']}…)."
    )


def _entry(ref: str, data: Data) -> str:
    said = {"name": ref}
    line = {
        "registered": _("%(name)s registered."),
        "claimed": _("%(name)s's entry was tied to an account."),
        "withdrawn": _("%(name)s withdrew."),
        "moved-up": _("%(name)s moved up from the reserve list."),
        "paid": _("The fee of %(name)s was marked as paid."),
        "unpaid": _("The fee of %(name)s was marked as not paid."),
        "returned": _("The fee of %(name)s was given back."),
        "link": _("A new claim link was made for %(name)s; the one before it is dead."),
        "not-drawn": f"%(name)s: {Entry.State.UNPAID.label}",
    }[data["what"]]
    return line % said


def _extended(_ref: str, data: Data) -> str:
    closes = instant(datetime.fromisoformat(data["closes"]))
    return _with_reason(_("Registration was extended to %(closes)s.") % {"closes": closes}, data)


def _tables(_ref: str, data: Data) -> str:
    choice = data["choice"]
    rule = {
        "fewest": _("as few tables as possible"),
        "smallest": _("tables as small as possible"),
    }.get(choice) or _(CHOICES[choice])
    return _with_reason(_("The organiser chose: %(choice)s.") % {"choice": rule}, data)


def _seating(_ref: str, data: Data) -> str:
    tables = [f"{table['name']}: {', '.join(table['seats'])}" for table in data["tables"]]
    return _("Seats were drawn: %(tables)s.") % {"tables": "; ".join(tables)}


def _ranking(_ref: str, data: Data) -> str:
    first = data["places"][0]["players"] if data["places"] else []
    return _("The ranking was made; first: %(names)s.") % {"names": listed(first)}


def _handed(ref: str, data: Data) -> str:
    said = {"good": amount(data["amount"], data["good"]), "name": ref}
    if not ref:
        return _("Kept by the organiser: %(good)s.") % said
    return _("Handed to %(name)s: %(good)s.") % said


def _paused(_ref: str, data: Data) -> str:
    return _with_reason(_("The contest was paused."), data)


def _resumed(_ref: str, data: Data) -> str:
    return _with_reason(_("The contest went on."), data)


def _croupier(ref: str, data: Data) -> str:
    said = {"name": data["user"], "table": ref}
    if data["what"] == "assigned":
        return (
            _("%(name)s rules at table %(table)s.") if data["user"] else _("Nobody rules at table %(table)s.")
        ) % said
    return (
        _("%(name)s became a croupier.")
        if data["what"] == "named"
        else _("%(name)s is no croupier any more.")
    ) % said


def _asked(ref: str, data: Data) -> str:
    said = {"name": ref}
    return {
        "letter": _("%(name)s was asked for a move, by letter."),
        "hand": _("%(name)s, who has no account, was asked for a move by hand."),
        "link": _("The link to the turn of %(name)s, who has no account, was handed out to be passed on."),
    }[data["how"]] % said


def _time(_ref: str, data: Data) -> str:
    return _("A turn now lasts %(limit)s.") % {"limit": hours(data["seconds"])}


def _outage(_ref: str, data: Data) -> str:
    said = {"gap": span(timedelta(seconds=data["seconds"])), "turns": data["turns"]}
    return (
        ngettext(
            "The clock stood still for %(gap)s; %(turns)s open deadline was moved.",
            "The clock stood still for %(gap)s; %(turns)s open deadlines were moved.",
            data["turns"],
        )
        % said
    )


def _case(ref: str, data: Data) -> str:
    said = {"case": data["case"], "table": ref}
    return {
        "said": _("Case %(case)s at table %(table)s: its player wrote."),
        "answered": _("Case %(case)s at table %(table)s: the referee wrote."),
    }[data["what"]] % said


def _seal(ref: str, data: Data) -> str:
    said = {"table": ref, "deal": data["deal"], "seat": data.get("seat", "")}
    line = {
        "deck": _("A seal was broken at table %(table)s: the deck of deal %(deal)s."),
        "hand": _("A seal was broken at table %(table)s: the hand of seat %(seat)s in deal %(deal)s."),
        "choice": _("A seal was broken at table %(table)s: the secret choice of seat %(seat)s."),
    }[data["what"]] % said
    return _with_reason(line, data)


def _absence(ref: str, data: Data) -> str:
    first, last = date.fromisoformat(data["first"]), date.fromisoformat(data["last"])
    said = {"name": ref, "first": date_format(first), "last": date_format(last)}
    return {
        "declared": _("%(name)s will be away from %(first)s to %(last)s."),
        "withdrawn": _("%(name)s takes the absence from %(first)s to %(last)s back."),
    }[data["what"]] % said


def _genesis(_ref: str, _data: Data) -> str:
    return _("The audit log begins.")


_KINDS: dict[str, Callable[[str, Data], str]] = {
    "genesis": _genesis,
    "created": _created,
    "contest": _state,
    "seeds": _seeds,
    "entry": _entry,
    "extended": _extended,
    "tables": _tables,
    "seating": _seating,
    "ranking": _ranking,
    "handed": _handed,
    "pause": _paused,
    "resume": _resumed,
    "croupier": _croupier,
    "time": _time,
    "asked": _asked,
    "outage": _outage,
    **draws.LOG,
    "case": _case,
    "seal": _seal,
    "absence": _absence,
    **leagues.LOG,
    "edited": _edited,
    "auditors": _auditors,
}
