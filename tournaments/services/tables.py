"""The one door: every change of a table goes through ``play``.

Lock order, always: contest, tables by id, turns, ledger head.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import Q

from referee.contests.deadlines import in_time
from referee.core import TIMEOUT, Illegal, Move, Refusal, Stale
from referee.ledger import timestamp
from tournaments import models
from tournaments.services import (
    ballots,
    casebook,
    choices,
    draws,
    holding,
    notices,
    positions,
    postbox,
    putting_right,
    records,
    standstill,
    timebanks,
    wake,
)
from tournaments.services.desk import Desk, Order, Outcome, open_desk
from tournaments.services.exhibits import Piece

log = logging.getLogger(__name__)

END = "end"
"""The origin of moves that the fixed end of a league's round makes, for whoever is awaited then."""
TURNS_AT_ONCE = 400
"""How far a table may go on by itself in one call: far above any real deal."""


def play(table: int, *, nowait: bool = False, **asked: Any) -> Outcome:
    """Change one table, or refuse by name and change nothing.

    Keywords are those of ``Order``; kinds: deal, move, timeout, ruling, pause, resume, case, vote.
    The same key again gives the first answer (``repeated``). Refusals: Stale TURN_OVER,
    TOO_LATE, NOT_DUE, TABLE_OVER; Illegal PAUSED, NOT_SEATED and the game's own.
    ``nowait``: DatabaseError where somebody else holds the table.
    """
    order = Order(**asked)
    with transaction.atomic():
        desk = open_desk(table, nowait=nowait)
        first = desk.table.events.filter(key=order.key).first()
        if first is not None:
            return Outcome.of(first, repeated=True)
        outcome = _KINDS[order.kind](desk, order)
    if desk.goes_on:
        go_on(table)
    return outcome


def go_on(table: int) -> None:
    """Let the table do what needs nobody: deal, fold for seats whose players have left, end.

    Trouble here never undoes the move that was just played; the sweep comes back to it.
    """
    try:
        for _ in range(TURNS_AT_ONCE):
            if not _step(table):
                return
    except (Refusal, DatabaseError) as error:
        name = error.code if isinstance(error, Refusal) else type(error).__name__
        log.warning("table %s waits for the sweep: %s", table, name)
    except Exception as error:  # a broken table may raise anything; its neighbours, and the sweep, go on
        log.error("table %s cannot go on: %s", table, type(error).__name__)


def _step(table: int) -> bool:
    """One thing that needs nobody; False when there is none."""
    with transaction.atomic():
        desk = open_desk(table)
        if desk.table.state != models.Table.State.PLAYING:
            return False
        if desk.table.between:
            need = desk.game.next_deal(desk.state)
            if need is not None:
                _deal(desk, Order("deal", f"deal:{need.number}:{desk.table.last_event}", "service"))
            else:
                _finish(desk)
            return True
        turn = next((turn for turn in desk.turns if turn.seat.automatic or desk.ended), None)
        if turn is None:
            return False
        origin = "automatic" if turn.seat.automatic else END
        if origin == END and _letters_wait(turn, desk.now):
            return False
        move = desk.game.absent(desk.state, turn.seat.letter)
        order = Order("timeout", f"{origin}:{turn.pk}", origin, turn.seat.letter, move, received=desk.now)
        _apply(desk, order, turn, move)
    return True


def _finish(desk: Desk) -> None:
    desk.table.state = models.Table.State.OVER
    desk.table.between = False
    desk.table.over_at = desk.now
    desk.table.save(update_fields=["state", "between", "over_at"])
    wake.poke("tournaments.advance")


def _move(desk: Desk, order: Order) -> Outcome:
    if order.move is None or order.seat is None:
        raise Illegal("MALFORMED")
    if order.move.do in desk.game.extra:
        raise Illegal("UNKNOWN_ACTION", do=order.move.do)
    _must_be_played(desk)
    turn = _awaited(desk, order)
    if order.advance is not None:
        _left_in_advance(desk, order, order.advance, turn)
        return _apply(desk, order, turn, order.move)
    received = order.received or desk.now
    if turn is not None and not in_time(received, turn.deadline_at):
        raise Stale("TOO_LATE", deadline=turn.deadline_at, received=received)
    outcome = _apply(desk, order, turn, order.move)
    # Whoever acts himself has taken the matter into his own hands again.
    models.Advance.objects.filter(seat=desk.seat(order.seat), kind="move").delete()
    return outcome


def _left_in_advance(desk: Desk, order: Order, left: models.Advance, turn: models.Turn | None) -> None:
    """Whether it still stands and its moment is there; then the log says first that it was left, and when.

    It was received when it was left, so that no deadline is missed. In the turn in which it was left it
    takes the place of silence, and waits for whatever silence would wait for.
    Refusals: Stale TURN_OVER (also where it was taken back), NOT_DUE.
    """
    if turn is None:
        raise Stale("TURN_OVER", expected=order.expected, seat=order.seat)
    if not models.Advance.objects.filter(pk=left.pk).exists():
        raise Stale("TURN_OVER", seat=order.seat)  # taken back meanwhile
    if left.turn_id == turn.pk and (turn.deadline_at >= desk.now or _letters_wait(turn, desk.now)):
        raise Stale("NOT_DUE", deadline=turn.deadline_at)
    fact = {"fact": "advance", "seat": order.seat, "left": timestamp(left.left_at)}
    desk.note(desk.write(Order("clock", f"{order.key}:left", order.origin, order.seat), [fact]))


def _timeout(desk: Desk, order: Order) -> Outcome:
    _must_be_played(desk)
    turn = _awaited(desk, order)
    if turn is None:
        raise Stale("TURN_OVER")
    if turn.deadline_at >= desk.now or _letters_wait(turn, desk.now):
        raise Stale("NOT_DUE", deadline=turn.deadline_at)
    banked = turn.seat.bank is not None and not turn.seat.automatic
    outcome = _apply(desk, order, turn, TIMEOUT)
    if banked:
        _bank_empty(desk, turn, order)
    return outcome


def _bank_empty(desk: Desk, turn: models.Turn, order: Order) -> None:
    """That is an event of its own, after the time-out that emptied it, so that both can be taken back."""
    told = Order("clock", f"bank:{turn.pk}", order.origin, order.seat)
    event = desk.write(told, [timebanks.empty(turn.seat)])
    desk.save_table()
    desk.deal_ended = False  # that was told with the move
    notices.after_event(desk, event)
    desk.note(event)


def _letters_wait(turn: models.Turn, now: datetime) -> bool:
    """A letter that came before the deadline, not read or not confirmed yet, holds the time-out back."""
    unread = models.Letter.objects.filter(state=models.Letter.State.UNREAD, received_at__lte=turn.deadline_at)
    unread = unread.filter(Q(turn=turn) | Q(turn__isnull=True))
    return postbox.behind(turn.deadline_at, now) or unread.exists() or holding.holds_back(turn, now)


def _must_be_played(desk: Desk) -> None:
    state = desk.table.state
    if state == models.Table.State.PAUSED:
        raise Illegal("PAUSED", since=desk.table.paused_at)
    if state != models.Table.State.PLAYING:
        raise Stale("TABLE_OVER", state=str(state))


def _awaited(desk: Desk, order: Order) -> models.Turn | None:
    """The open turn of the order's seat. ``expected`` must be its number, else Stale.

    Simultaneous turns share their number, so a rival's choice makes nobody's page stale.
    """
    turn = next((turn for turn in desk.turns if turn.seat.letter == order.seat), None)
    if order.expected is not None and (turn is None or turn.number != order.expected):
        raise Stale("TURN_OVER", expected=order.expected, seat=order.seat)
    return turn


def _apply(desk: Desk, order: Order, turn: models.Turn | None, move: Move) -> Outcome:
    seat = order.seat or ""
    sealed = desk.game.sealed(desk.state)
    state, facts = desk.game.apply(desk.state, seat, move)
    event, phase = desk.write(order, facts, move=move, sealed=sealed), desk.table.phase
    if turn is not None:
        desk.close(turn, END if order.origin == END else order.kind, event.received_at)
    desk.settle(state)
    if sealed and desk.table.phase != phase:
        choices.turn_up(desk.table, phase, records.live(records.events_of(desk.table)))
    notices.after_event(desk, event)
    desk.note(event)
    return Outcome.of(event)


def _deal(desk: Desk, order: Order) -> Outcome:
    need = desk.game.next_deal(desk.state)
    if need is None:
        raise Stale("TABLE_OVER", state=desk.table.state)
    contest, series = desk.contest, desk.table.ref
    deck = draws.draw(contest, series, "deck", need.items)
    lots = {
        name: [draws.draw(contest, f"{series}/lots", "lots", items) for items in wanted]
        for name, wanted in need.lots.items()
    }
    state, facts = desk.game.deal(
        desk.state,
        need.setup,
        deck.order,
        {name: [list(lot.order) for lot in drawn] for name, drawn in lots.items()},
    )
    dealt = positions.at_the_deal(desk, deck, state)
    asked = {
        "number": need.number,
        "setup": need.setup,
        "rules": desk.game.rules(contest.rules),
        "deck": {"series": deck.series, "n": deck.number, "commit": deck.commit, "level": deck.level},
        "positions": dealt,
        "lots": {
            name: [{"n": lot.number, "commit": lot.commit} for lot in drawn] for name, drawn in lots.items()
        },
    }
    desk.table.deal_number = need.number
    if need.number == 1:
        desk.clock = timebanks.begin(contest, desk.seats)
    event = desk.write(order, facts, data=asked)
    desk.settle(state)
    notices.after_event(desk, event)
    desk.note(event)
    return Outcome.of(event)


def void(table: int, *, actor: models.User, reason: str, evidence: Sequence[Piece] = ()) -> None:
    """The table ends without a result: its contest was cancelled."""
    with transaction.atomic():
        desk = open_desk(table)
        if desk.table.state in (models.Table.State.OVER, models.Table.State.VOID):
            return
        for turn in desk.turns:
            desk.close(turn, "void")
        desk.table.state, desk.table.paused_at = models.Table.State.VOID, None
        desk.table.between, desk.table.over_at = False, desk.now
        order = Order("ruling", "void", "service", actor=actor, reason=reason, evidence=evidence)
        desk.note(desk.write(order, [{"fact": "void"}]))
        desk.save_table()


def leave_seat(table: int, letter: str, *, actor: models.User | None = None) -> None:
    """The player has left after the draw: his seat folds at once, each time it would speak (T13).

    Where it is awaited now, ``go_on`` folds it: after the commit of whatever this is a part of.
    """
    with transaction.atomic():
        desk = open_desk(table)
        seat = desk.seat(letter)
        if seat.automatic:
            return
        seat.automatic = True
        seat.save(update_fields=["automatic"])
        order = Order("clock", f"left:{seat.pk}", "service", letter, actor=actor)
        desk.note(desk.write(order, [{"fact": "left", "seat": letter}]))
        desk.save_table()


def sign_of_life(
    table: int, seat: str, *, expected: int | None, received: datetime | None = None, origin: str = "web"
) -> datetime | None:
    """The awaited player spoke before the deadline, but nothing could be played: more time, once a turn.

    Returns the new deadline; None where it is no longer awaited, too late, or was given before.
    """
    with transaction.atomic():
        desk = open_desk(table)
        turn = next((turn for turn in desk.turns if turn.seat.letter == seat), None)
        if turn is None or turn.alive_at is not None or desk.table.state != models.Table.State.PLAYING:
            return None
        at = received or desk.now
        if at > turn.deadline_at or (expected is not None and turn.number != expected):
            return None
        turn.alive_at = at
        standstill.move_deadline(turn, turn.deadline_at + timedelta(seconds=desk.contest.grace_seconds))
        fact = {"fact": "alive", "seat": seat, "deadline": timestamp(turn.deadline_at)}
        order = Order("clock", f"alive:{turn.pk}", origin, seat, received=at)
        desk.note(desk.write(order, [fact]))
        desk.save_table()
        return turn.deadline_at


_KINDS: dict[str, Callable[[Desk, Order], Outcome]] = {
    "deal": _deal,
    "move": _move,
    "timeout": _timeout,
    "pause": standstill.pause,
    "resume": standstill.resume,
    "ruling": putting_right.rule,
    "case": casebook.note,
    "vote": ballots.note,
}
