"""Going back: from which events on a table may be played again, and what a rollback does once it is agreed.

Up to the last card that was turned up, moves can be taken back. What was turned up stays seen: beyond it a
whole deal is void, with all that came after it, and dealt anew from the next numbers of the series.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.core import Illegal, Stale
from tournaments.models import Event, Proposal, Table
from tournaments.services import putting_right, tables
from tournaments.services.desk import Outcome

_GOING = (Table.State.PLAYING, Table.State.PAUSED)


@dataclass(frozen=True, slots=True)
class Way:
    """From ``event`` on nothing counts any more. ``void``: it begins a deal, which is dealt anew."""

    event: Event
    void: bool


def ways(table: Table) -> list[Way]:
    """What is legal now, the least that falls first."""
    if table.state not in _GOING:
        return []
    moves = [] if table.between else putting_right.takes_back(table)
    deals = [one for one in putting_right.deal_events(table) if putting_right.numbers_left(table, one)]
    return [*(Way(one, False) for one in moves), *(Way(one, True) for one in reversed(deals))]


def way(table: Table, event: int, *, void: bool) -> Way:
    """The legal way from this event on. Refusals: Stale TABLE_OVER, NOTHING_TO_VOID; Illegal REVEALED,
    NO_SEEDS."""
    if table.state not in _GOING:
        raise Stale("TABLE_OVER", state=str(table.state))
    found = next((one for one in ways(table) if (one.event.number, one.void) == (event, void)), None)
    if found is not None:
        return found
    if not void:
        raise Illegal("REVEALED")
    known = any(one.number == event for one in putting_right.deal_events(table))
    raise Illegal("NO_SEEDS", series=table.ref) if known else Stale("NOTHING_TO_VOID")


def legal(table: Table, event: int) -> Way | None:
    """For any event of the table: the way that undoes it and the least besides."""
    found = ways(table)
    exact = next((one for one in found if one.event.number == event), None)
    before = [one for one in found if one.void and one.event.number < event]
    return exact or (before[0] if before else None)


def lapsed(one: Proposal) -> bool:
    """The table has moved on: what was agreed to is not there any more."""
    return one.table.state not in _GOING or putting_right.moved(one.table, one.seen)


def effect(one: Proposal) -> Outcome:
    """Refusals: those of a ruling that takes back."""
    data = {
        "ruling": "undo",
        "to": one.event - 1,
        "void": one.void,
        "seen": one.seen,
        "proposal": one.number,
    }
    return tables.play(
        one.table_id,
        kind="ruling",
        key=f"proposal:{one.number}",
        origin="staff",
        actor=one.proposer,
        reason=one.reason,
        data=data,
    )
