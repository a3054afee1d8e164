"""Proposals in sentences: what is proposed, who is asked, who said what, how it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.wording.small import instant

type Data = Mapping[str, Any]
type Names = Mapping[str, str]

REFUSALS = {
    "NO_SECOND": gettext_noop(
        "Nobody else may agree as a second referee here: the organiser, or the staff of the site. Ask the "
        "whole table."
    ),
    "NOT_ALL_ASKABLE": gettext_noop(
        "Not everybody who plays here has an account, so not all can be asked. Ask a second referee."
    ),
    "PROPOSAL_OPEN": gettext_noop("A proposal of this kind is open at this table: it has to end first."),
    "PROPOSAL_OVER": gettext_noop("This proposal is over, or the table has moved on. Nothing was changed."),
    "NO_VOICE": gettext_noop("This proposal asks others: your answer is not needed."),
    "VOTED_ALREADY": gettext_noop("You have answered this proposal already, and an answer stays."),
    "PAUSED_BY_REFEREE": gettext_noop("The referee has paused this table, so the referee lets it go on."),
    "EXTENDED_ALREADY": gettext_noop("This turn got more time by a vote already. The referee can give more."),
    "NOT_SILENT": gettext_noop(
        "A vote can replace only another player whose last turn ended by time-out. Else call the referee."
    ),
    "TOO_MANY_PROPOSALS": gettext_noop(
        "You have proposed a lot here today. Call the referee if it is urgent."
    ),
    "REPLACE_ASKED": gettext_noop("A table asks for another player: put one in, or decline."),
    "VOTE_UNPROVEN": gettext_noop(
        "A letter that answers none of ours proves nothing here. Answer our letter about the proposal, or "
        "answer on its page."
    ),
}


WITH = {
    "REPLACE_ASKED": (
        "name",
        gettext_noop(
            "%(table)s asks that another player takes the seat of %(name)s, who is silent: put one in, or "
            "decline, on the page of proposal %(number)s."
        ),
    ),
}


def _rollback(data: Data, names: Names) -> str:
    if data["void"]:
        return _(
            "Deal %(deal)s, and all that came after it, shall be void: everybody gets back the chips of its "
            "beginning, and new cards are dealt."
        ) % {"deal": data["deal"]}
    return _("The last moves of deal %(deal)s shall be taken back, and their player asked again.") % {
        "deal": data["deal"]
    }


def _named(data: Data, names: Names) -> dict[str, Any]:
    return {"name": names.get(data.get("seat", ""), data.get("seat", ""))}


def _extend(data: Data, names: Names) -> str:
    count = data["seconds"] // 3600
    return ngettext(
        "%(name)s shall get %(n)s hour more for this turn.",
        "%(name)s shall get %(n)s hours more for this turn.",
        count,
    ) % {**_named(data, names), "n": count}


_WHAT: dict[str, Callable[[Data, Names], str]] = {
    "rollback": _rollback,
    "pause": lambda data, names: _("The table shall be paused: nobody's time runs."),
    "resume": lambda data, names: _("The table shall go on."),
    "extend": _extend,
    "replace": lambda data, names: (
        _("Another player shall take the seat of %(name)s, who is silent.") % _named(data, names)
    ),
}
_ASKS = {
    "second": gettext_noop("A second referee is asked, until %(until)s."),
    "table": gettext_noop("The whole table is asked, until %(until)s."),
    "most": gettext_noop("More than half of those who still play must agree, until %(until)s."),
    "others": gettext_noop(
        "All others who still play must agree, until %(until)s; then the organiser says who comes."
    ),
}


def what(data: Data, names: Names) -> str:
    """What shall be done, as its fact in the log has it."""
    return _WHAT[data["what"]](data, names)


def _proposed(data: Data, names: Names) -> str:
    begins = _("Proposal %(number)s:") % {"number": data["proposal"]}
    asks = _(_ASKS[data["asks"]]) % {"until": instant(datetime.fromisoformat(data["until"]))}
    return f"{begins} {what(data, names)} {asks}"


def _voted(data: Data, names: Names) -> str:
    said = {"name": names.get(data["seat"], data["seat"]), "number": data["proposal"]}
    if not data["seat"]:
        return (
            _("A second referee agrees to proposal %(number)s.")
            if data["agrees"]
            else _("A second referee refuses proposal %(number)s.")
        ) % said
    return (
        _("%(name)s agrees to proposal %(number)s.")
        if data["agrees"]
        else _("%(name)s refuses proposal %(number)s.")
    ) % said


def _over(data: Data, names: Names) -> str:
    said = {"number": data["proposal"]}
    if data["how"] == "refused":
        return _("Proposal %(number)s is refused: everything stays as it is.") % said
    if data["how"] == "agreed":
        return _("Proposal %(number)s is agreed: the organiser says who comes.") % said
    return _("Proposal %(number)s has lapsed: everything stays as it is.") % said


FACTS: dict[str, Callable[[Data, Names], str]] = {
    "proposed": _proposed,
    "voted": _voted,
    "proposal_over": _over,
}
