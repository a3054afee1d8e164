"""Proposals against the chain: a ruling that names one stands only where those who were asked have agreed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

_LEFT = "left"
_GONE = (_LEFT, "taken_out", "removed", "out")
"""Facts of a seat whose player is asked no more. All but the first fall with what is taken back."""


@dataclass(slots=True)
class _Proposal:
    """As it was made; ``votes``: (seat, who) -> what he said, the seat of a referee is empty."""

    said: Mapping[str, Any]
    votes: dict[tuple[str, str], bool] = field(default_factory=dict)
    over: bool = False


@dataclass(slots=True)
class Ballots:
    """The proposals of one table."""

    _known: dict[int, _Proposal] = field(default_factory=dict)
    _gone: list[tuple[str, str, int]] = field(default_factory=list)
    """(seat, fact, number of its event)"""

    def note(self, number: int, kind: str, facts: Iterable[Mapping[str, Any]]) -> None:
        """Take what an event says."""
        for fact in facts:
            if fact["fact"] in _GONE:
                self._gone.append((fact["seat"], fact["fact"], number))
            elif fact["fact"] == "substituted":
                self._gone = [one for one in self._gone if one[0] != fact["seat"]]
            elif kind == "vote":
                self._vote(fact)

    def _vote(self, fact: Mapping[str, Any]) -> None:
        if fact["fact"] == "proposed":
            self._known[fact["proposal"]] = _Proposal(fact)
            return
        known = self._known[fact["proposal"]]
        if fact["fact"] == "voted":
            known.votes[fact["seat"], fact["by"]] = fact["agrees"]
        else:
            known.over = True

    def back(self, to: int) -> None:
        """The events after ``to`` do not count any more: whom they took out of play is asked again."""
        self._gone = [one for one in self._gone if one[2] <= to or one[1] == _LEFT]

    def problem(self, asked: Mapping[str, Any]) -> str:
        """Why a ruling that goes back may not lean on the proposal that it names; "" where it may."""
        known = self._known.get(asked["proposal"])
        if known is None or known.over:
            return "it names a proposal that is not open"
        said = known.said
        if (said["what"], said["to"], said["void"]) != ("rollback", asked["to"], asked["void"]):
            return "its proposal was about something else"
        known.over = True
        agreed = {who for who, yes in known.votes.items() if yes}
        if not all(known.votes.values()):
            return "its proposal was refused"
        if said["asks"] == "second":
            stands = any(not seat and by != said["by"] for seat, by in agreed)
        else:
            asks = set(said["seats"]) - {seat for seat, _, _ in self._gone}
            stands = bool(agreed) and asks <= {seat for seat, _ in agreed}
        return "" if stands else "not all who were asked have agreed"
