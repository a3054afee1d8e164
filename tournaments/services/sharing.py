"""How a contest's players stand in its draws: who committed, who checked in, who counts as missing."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments import models
from tournaments.models import Contest, Entry, Inputs, Share
from tournaments.services.rights import Person

State = Contest.State
OFFER, KEPT, CHECK_IN, IN, MISSING, NONE = "offer", "kept", "check-in", "in", "missing", "none"
"""What a player can do: take a share · wait with his value · check in · nothing: he is in, he is missing,
he took none."""
_BEFORE = (State.DRAFT, State.REGISTRATION)


@dataclass(frozen=True, slots=True)
class Standing:
    """One entrant in the draws. ``inputs``: None before registration has closed."""

    entry: Entry
    step: str
    share: Share | None
    inputs: Inputs | None


def of(contest: Contest, entry: Entry) -> Standing:
    """How one entrant stands. Two queries."""
    share = Share.objects.filter(entry=entry).first()
    what: Inputs | None = Inputs.objects.filter(contest=contest).first()
    return Standing(entry, _step(contest, entry, share, what), share, what)


def _step(contest: Contest, entry: Entry, share: Share | None, what: Inputs | None) -> str:
    if share is None:
        return OFFER if contest.state == State.REGISTRATION and (what is None or not _known(what)) else NONE
    if share.value:
        return IN
    if contest.state in _BEFORE:
        return KEPT
    if what is None or entry.ref not in what.roster:
        return NONE
    return CHECK_IN if contest.state == State.CLOSED and what.closed_at is None else MISSING


def _known(what: Inputs) -> bool:
    return bool(what.randomness) or Share.objects.filter(contest=what.contest_id).exclude(value="").exists()


def listed(contest: Contest) -> list[Standing]:
    """Everybody who counts in the draws, in the order of registration. Two queries."""
    what: Inputs | None = Inputs.objects.filter(contest=contest).first()
    entries = contest.entries.select_related("share").order_by("number")
    counted = [
        one
        for one in entries
        if (one.ref in what.roster if what else one.state in (Entry.State.IN, Entry.State.RESERVE))
    ]
    shares: list[tuple[Entry, Share | None]] = [(one, getattr(one, "share", None)) for one in counted]
    return [Standing(one, _step(contest, one, share, what), share, what) for one, share in shares]


def of_reader(contest: Contest, entry: Entry | None, reader: Person) -> Standing | None:
    """The reader's own standing; None for whoever has no place in the contest."""
    gone = entry is None or entry.state == Entry.State.WITHDRAWN or entry.user_id != reader.pk
    if entry is None or gone or not isinstance(reader, models.User):
        return None
    return of(contest, entry)
