"""Under a table's lock: that a seal is broken. The whole table is told before anybody sees a card."""

from __future__ import annotations

from referee.core import Illegal, Json
from tournaments.services import ledger, notices
from tournaments.services.desk import Desk, Order, Outcome

BROKEN = "seal_broken"
DECK, HAND, CHOICE = "deck", "hand", "choice"
KINDS = (DECK, HAND, CHOICE)


def note(desk: Desk, order: Order) -> Outcome:
    """``data``: {"ruling": "unseal", "what": one of KINDS, "deal": n, "draw": n}; ``seat``: whose, but of a
    deck. It changes nothing in play, so it is there at a table that is paused or over, too.

    An entry of the kind ``seal`` stands in the contest's ledger beside the table's own. Never a card.
    """
    asked: Json = dict(order.data or {})
    if asked["what"] not in KINDS or (asked["what"] == DECK) != (not order.seat):
        raise Illegal("MALFORMED", where="what")
    about = {key: asked[key] for key in ("what", "deal", "draw")}
    if order.seat:
        about["seat"] = order.seat
    event = desk.write(order, [{"fact": BROKEN, **about}])
    desk.save_table()
    notices.after_event(desk, event)
    desk.note(event)
    said = {**about, "event": event.number, "reason": event.reason}
    by = f"u{event.actor_id}" if event.actor_id else order.origin
    ledger.append(desk.contest, "seal", ref=desk.table.ref, data=said, actor=by, at=desk.now)
    return Outcome.of(event)
