"""What stops and moves the clock of a table: pause, resume, extension. Each is an event with a reason."""

from __future__ import annotations

from datetime import datetime, timedelta

from referee.contests import deadlines
from referee.core import Illegal, Json, Stale
from referee.ledger import timestamp
from tournaments import models
from tournaments.services import notices
from tournaments.services.desk import Desk, Order, Outcome


def move_deadline(turn: models.Turn, deadline: datetime) -> None:
    """Set a new deadline and all that hangs on it: a poisoned turn gets a fresh start too."""
    turn.deadline_at = deadline
    turn.attempts, turn.retry_at = 0, None
    turn.save(update_fields=["deadline_at", "alive_at", "attempts", "retry_at"])


def pause(desk: Desk, order: Order) -> Outcome:
    """Stop the clocks; what was left of each turn is kept. Refusals: Stale TABLE_OVER, PAUSED."""
    if desk.table.state == models.Table.State.PAUSED:
        raise Stale("PAUSED", since=desk.table.paused_at)
    if desk.table.state != models.Table.State.PLAYING:
        raise Stale("TABLE_OVER", state=str(desk.table.state))
    desk.table.state, desk.table.paused_at = models.Table.State.PAUSED, desk.now
    for turn in desk.turns:
        turn.remaining = deadlines.remaining(turn.deadline_at, desk.now)
        turn.save(update_fields=["remaining"])
    return _write(desk, order, [{"fact": "paused"}])


def resume(desk: Desk, order: Order) -> Outcome:
    """Give back exactly what was left. Refusal: Stale NOT_PAUSED."""
    if desk.table.state != models.Table.State.PAUSED:
        raise Stale("NOT_PAUSED")
    if desk.table.closes_at is not None and desk.table.paused_at is not None:
        desk.table.closes_at += desk.now - desk.table.paused_at
        desk.table.save(update_fields=["closes_at"])
    desk.table.state, desk.table.paused_at = models.Table.State.PLAYING, None
    facts: list[Json] = [{"fact": "resumed"}]
    for turn in desk.turns:
        left = turn.remaining or timedelta(0)
        turn.deadline_at, turn.remaining = deadlines.resumed(desk.now, left), None
        turn.save(update_fields=["deadline_at", "remaining"])
        facts.append({"fact": "deadline", "seat": turn.seat.letter, "deadline": timestamp(turn.deadline_at)})
    return _write(desk, order, facts)


def extend(desk: Desk, order: Order) -> Outcome:
    """More time for one seat's open turn: ``data`` is {"seconds": n}. Refusals: Stale TURN_OVER."""
    seconds = (order.data or {}).get("seconds")
    if not isinstance(seconds, int) or not 0 < seconds <= 60 * 60 * 24 * 60:
        raise Illegal("MALFORMED", where="seconds")
    turn = next((turn for turn in desk.turns if turn.seat.letter == order.seat), None)
    if turn is None or (order.expected is not None and turn.number != order.expected):
        raise Stale("TURN_OVER", seat=order.seat)
    more = timedelta(seconds=seconds)
    if turn.remaining is not None:
        turn.remaining += more
        turn.save(update_fields=["remaining"])
    else:
        move_deadline(turn, deadlines.extended(turn.deadline_at, desk.now, more))
    fact = {
        "fact": "extended",
        "seat": turn.seat.letter,
        "seconds": seconds,
        "deadline": timestamp(turn.deadline_at),
    }
    return _write(desk, order, [fact])


def _write(desk: Desk, order: Order, facts: list[Json]) -> Outcome:
    event = desk.write(order, facts)
    desk.save_table()
    notices.after_event(desk, event)
    desk.note(event)
    return Outcome.of(event)
