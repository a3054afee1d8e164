"""What is proposed at a table, for its page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.models import Proposal, Table
from tournaments.services import electorate, proposals, rights
from tournaments.wording.proposals import what


def listed(user: rights.Person, table: Table, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """What is open at a table of ``proposals.marked``, for its page."""
    if not getattr(table, "proposed", True):
        return []
    return [
        {
            "one": one,
            "what": what(one.said, names),
            "agreed": [vote for vote in proposals.answered(one) if vote.agrees],
            "asked": electorate.voice(one, user) is not None,
        }
        for one in proposals.open_at(table)
        if proposals.is_open(one) or one.state == Proposal.State.AGREED
    ]
