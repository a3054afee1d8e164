"""That a case was opened or closed, as a line in its table's log: everybody there sees it, not the words."""

from __future__ import annotations

from referee.core import Illegal, Json
from tournaments.services import notices
from tournaments.services.desk import Desk, Order, Outcome

OPENED, CLOSED = "case_opened", "case_closed"


def note(desk: Desk, order: Order) -> Outcome:
    """``data`` is {"case": n, "what": "case_opened"} or {…, "what": "case_closed", "ending", "event"}.

    It changes nothing in play, so it is there at a table that is paused or over, too.
    """
    asked: Json = order.data or {}
    if asked.get("what") not in (OPENED, CLOSED) or not isinstance(asked.get("case"), int):
        raise Illegal("MALFORMED", where="case")
    fact = {"fact": asked["what"], "seat": order.seat, "case": asked["case"]}
    if asked["what"] == CLOSED:
        fact |= {"ending": asked["ending"], "event": asked.get("event")}
    event = desk.write(order, [fact])
    desk.save_table()
    notices.after_event(desk, event)
    desk.note(event)
    return Outcome.of(event)
