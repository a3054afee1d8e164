"""What is proposed at a table, who said what to it and how it ended: lines in its log, read by everybody.

They change nothing in play, so they are there at a paused table, too.
"""

from __future__ import annotations

from referee.core import Illegal, Json
from tournaments.services import notices
from tournaments.services.desk import Desk, Order, Outcome

PROPOSED, VOTED, OVER = "proposed", "voted", "proposal_over"


def note(desk: Desk, order: Order) -> Outcome:
    """``data`` is the fact itself: {"fact": "proposed" | "voted" | "proposal_over", "proposal": n, …}.

    Refusal: Illegal MALFORMED.
    """
    fact: Json = order.data or {}
    if fact.get("fact") not in (PROPOSED, VOTED, OVER) or not isinstance(fact.get("proposal"), int):
        raise Illegal("MALFORMED", where="proposal")
    event = desk.write(order, [fact], data={"proposal": fact["proposal"]})
    desk.save_table()
    notices.after_event(desk, event)
    desk.note(event)
    return Outcome.of(event)
