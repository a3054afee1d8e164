"""Who played the season before is in the next one, until he withdraws."""

from __future__ import annotations

from tournaments.models import Contest, Entry
from tournaments.services import clock, ledger, notices
from tournaments.services.registration import enter


def bring(row: Contest) -> list[Entry]:
    """Enter them, best first, and tell them. The contest's row is locked."""
    if row.previous is None:
        return []
    stayed = row.previous.entries.filter(state=Entry.State.IN, member__isnull=False).select_related("user")
    made = []
    for number, old in enumerate(stayed.order_by("member__division", "placing__place", "number"), start=1):
        entry = Entry(contest=row, user=old.user, name=old.name, number=number, entered_by=old.entered_by)
        enter(row, entry, sponsored=False, at=clock.now())
        made.append(entry)
    ledger.append(row, "members", data={"from": row.previous.ref, "count": len(made)})
    notices.tell(row, "registered", made, once="brought")
    return made
