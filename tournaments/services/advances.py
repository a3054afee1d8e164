"""Moves left in advance: kept sealed, weighed when a turn opens, played through the one door.

Leaving and withdrawing one are the player's secret. They write no event, no notice and no line of the
ledger: whoever could see that something was left would know that this player will not think again, and
would play against him accordingly. The log tells it when it acts, with the moment at which it was left.

It lasts as its condition says (one street, or the rest of the deal), however many turns that has, and acts
at most once in a turn. A move of the player's own ends it, and so does a price, a street or an all-in that
it does not cover: then he is asked as ever.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

from django.db import Error, transaction
from django.db.models import F, Q, QuerySet

from referee import advance
from referee.advance import CALLS, Condition, Void
from referee.core import Illegal, Move, Refusal, Stale, View
from referee.games import GAMES
from tournaments import models
from tournaments.services import clock, sealing, tables, views

log = logging.getLogger(__name__)

ROUNDS = 100
"""How many moves in a row one call plays: above any real chain of them."""
HELD = timedelta(minutes=2)
"""So long a letter about a turn waits for what was left in advance; then it goes out in any case."""


# --- the player's


def leave(table_id: int, letter: str, condition: Condition) -> None:
    """Leave a move for later, in place of what was left before.

    Refusals: Illegal NO_ADVANCE (this game has none), NOT_SEATED, NOTHING_MORE_ASKED (folded, all-in,
    out), PRICE_IS and LIMIT_TOO_LOW with ``price``, ALL_IN_UNCONFIRMED; Stale TABLE_OVER, STREET_OVER.
    """
    with transaction.atomic():
        table = models.Table.objects.select_for_update().get(pk=table_id)
        seat = table.table_seats.filter(letter=letter).first()
        if seat is None:
            raise Illegal("NOT_SEATED")
        _may_be_left(table, letter, condition)
        models.Advance.objects.filter(seat=seat).delete()
        models.Advance.objects.create(
            seat=seat,
            condition=sealing.seal_json(condition.to_json()),
            left_at=clock.now(),
            turn=seat.turns.filter(closed_at__isnull=True).first(),
        )


def withdraw(table_id: int, letter: str) -> bool:
    """Take it back; False where nothing was left. What is being played at this moment is played."""
    with transaction.atomic():
        models.Table.objects.select_for_update().get(pk=table_id)
        gone, _ = models.Advance.objects.filter(seat__table=table_id, seat__letter=letter).delete()
    return bool(gone)


def standing(seat: models.Seat, view: View) -> Condition | None:
    """What stands for the reader's own seat. Only ever for a page or a letter of that player."""
    row = models.Advance.objects.filter(seat=seat).first()
    condition = _condition(row) if row is not None else None
    return condition if condition is not None and advance.stands(condition, view) else None


def silence(sight: views.Sight) -> Move | None:
    """What is done for the reader if nothing comes from him: what he left in advance, else the default."""
    if sight.seat is None or sight.options is None:
        return sight.silence
    condition = standing(sight.seats[sight.seat], sight.view)
    found = will_do(condition, sight.view, sight.options) if condition is not None else None
    return found or sight.silence


def _condition(row: models.Advance) -> Condition:
    return Condition.from_json(sealing.unseal_json(row.condition))


def _may_be_left(table: models.Table, letter: str, condition: Condition) -> None:
    if table.state not in (models.Table.State.PLAYING, models.Table.State.PAUSED):
        raise Stale("TABLE_OVER", state=str(table.state))
    if table.game not in advance.GAMES:
        raise Illegal("NO_ADVANCE")
    opened = views.opened(table)
    view = GAMES[table.game].view(opened.state, letter)
    if view["deal_over"] or (view["deal"], view["street"]) != (condition.deal, condition.street):
        raise Stale("STREET_OVER")
    own = view["seats"][letter]
    if own["state"] != "in":
        raise Illegal("NOTHING_MORE_ASKED")
    if condition.do not in CALLS:
        return
    whole, price = own["bet"] + own["stack"], view["price"]
    if condition.do == "call" and condition.to != price:
        raise Illegal("PRICE_IS", price=price)
    if condition.to <= own["bet"] or condition.to < min(price, whole):
        raise Illegal("LIMIT_TOO_LOW", price=price, bet=own["bet"])
    if min(price, whole) == whole and not condition.all_in:
        raise Illegal("ALL_IN_UNCONFIRMED", chips=own["stack"])


# --- the clock's


def act_due() -> int:
    """Play what was left in advance for turns that have opened; how many moves that were.

    Each in a transaction of its own. What it opens may be due as well, so it looks again.
    """
    acted = 0
    for _ in range(ROUNDS):
        done = sum(act(turn) for turn in _ready())
        acted += done
        if not done:
            break
    return acted


def _ready() -> list[models.Turn]:
    """Turns at which something waits to be weighed, the oldest first; read without locks."""
    return list(_unweighed(models.Turn.objects.all()).select_related("seat__advance").order_by("id")[:200])


def _unweighed(turns: QuerySet[models.Turn]) -> QuerySet[models.Turn]:
    open_now = turns.filter(
        closed_at__isnull=True,
        remaining__isnull=True,
        table__state=models.Table.State.PLAYING,
        seat__automatic=False,
        seat__advance__isnull=False,
    )
    return open_now.filter(Q(seat__advance__turn__isnull=True) | Q(seat__advance__turn__lt=F("pk")))


def holds(notice: models.Notice) -> bool:
    """Whether a letter must wait, because the move that it asks for may be made in advance."""
    if notice.turn_id is None or notice.created_at + HELD < clock.now():
        return False
    return _unweighed(models.Turn.objects.filter(pk=notice.turn_id)).exists()


def act(turn: models.Turn) -> bool:
    """Weigh what was left for the seat of an open turn; True where it was played. Never raises."""
    try:
        return weigh(turn)
    except (Stale, Illegal, Error) as error:
        log.info("turn %s waits: %s", turn.pk, type(error).__name__)
        return False


def weigh(turn: models.Turn) -> bool:
    """The same, for whoever must know why nothing was played (False: nothing stands in silence's way).

    What says nothing yet stays, for the end of this turn; what can never act is dropped.
    Refusals: Stale, Illegal PAUSED; Error of the database, where somebody else plays here now.
    """
    row: models.Advance | None = getattr(turn.seat, "advance", None)
    if row is None:
        return False
    try:
        found = _decided(turn, row)
        if isinstance(found, Move):
            _play(turn, row, found)
            return True
        weighed = models.Advance.objects.filter(pk=row.pk)
        if isinstance(found, Void):
            weighed.delete()
        else:
            weighed.update(turn=turn)
    except (Stale, Error):
        raise
    except Exception as error:  # a broken table may raise anything; its player is asked as ever
        if isinstance(error, Illegal) and error.code == "PAUSED":
            raise
        log.info("turn %s: left in advance, dropped: %s", turn.pk, type(error).__name__)
        models.Advance.objects.filter(pk=row.pk).delete()
    return False


def _decided(turn: models.Turn, row: models.Advance) -> Move | Void | None:
    """Refusal: Stale TURN_OVER."""
    table = models.Table.objects.get(pk=turn.table_id)
    opened, letter = views.opened(table), turn.seat.letter
    if opened.turn_of(letter) != turn.number:
        raise Stale("TURN_OVER")
    game = GAMES[opened.game]
    options = game.options(opened.state, letter)
    return advance.decide(_condition(row), game.view(opened.state, letter), options)


def _play(turn: models.Turn, row: models.Advance, move: Move) -> None:
    asked: dict[str, Any] = {"seat": turn.seat.letter, "move": move, "expected": turn.number}
    key = f"advance:{turn.pk}:{row.pk}"
    tables.play(turn.table_id, kind="move", key=key, origin="advance", advance=row, nowait=True, **asked)


def will_do(condition: Condition, view: View, options: Any) -> Move | None:
    """What takes the place of silence, for the player's own page; None: silence stays what it is."""
    try:
        found = advance.decide(condition, view, options)
    except Refusal:
        return None
    return found if isinstance(found, Move) else None
