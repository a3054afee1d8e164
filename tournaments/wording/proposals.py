"""Proposals in sentences: what is proposed, who is asked, who said what, how it ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

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
    "VOTE_UNPROVEN": gettext_noop(
        "A letter that answers none of ours proves nothing here. Answer our letter about the proposal, or "
        "answer on its page."
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


_WHAT: dict[str, Callable[[Data, Names], str]] = {"rollback": _rollback}
_ASKS = {
    "second": gettext_noop("A second referee is asked, until %(until)s."),
    "table": gettext_noop("The whole table is asked, until %(until)s."),
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
    return _("Proposal %(number)s has lapsed: everything stays as it is.") % said


FACTS: dict[str, Callable[[Data, Names], str]] = {
    "proposed": _proposed,
    "voted": _voted,
    "proposal_over": _over,
}
