"""Moves left in advance: kept sealed, weighed when a turn opens, played through the one door.

Leaving and withdrawing one are the player's secret. They write no event, no notice and no line of the
ledger: whoever could see that something was left would know that this player will not think again, and
would play against him accordingly. The log tells it when it acts, with the moment at which it was left.

It lasts as its condition says (one street, the rest of the deal, until an instant), however many turns that
has, and acts at most once in a turn. A move of the player's own ends it, and so does a price, a street, an
instant or an all-in that it does not cover: then he is asked as ever, and told so, he alone.

An instant is compared with the moment at which the condition is weighed, by the database's clock: nothing
is played in a turn that comes after it, nor in one that came before and is looked at only afterwards. Where
it stands in for silence the moment is the deadline, to the minute in which deadlines are shown; when the
sweep comes by, and when the letter was received that left it, make no difference.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import Error, transaction
from django.db.models import F, Q, QuerySet

from referee import advance, picking
from referee.advance import CALLS, Condition, Void
from referee.core import Illegal, Json, Move, Refusal, Stale
from referee.games import GAMES
from referee.picking import Choice, Left
from tournaments import models
from tournaments.services import clock, listing, sealing, tables, views

log = logging.getLogger(__name__)

ROUNDS = 100
"""How many moves in a row one call plays: above any real chain of them."""
HELD = timedelta(minutes=2)
"""So long a letter about a turn waits for what was left in advance; then it goes out in any case."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What a seat has left. ``acted``: it has been played already; ``over``: why it no longer holds
    (a ``why`` of ``Void``), kept until its player has been told."""

    condition: Left
    acted: bool = False
    over: str = ""

    def to_json(self) -> Json:
        return {"condition": self.condition.to_json(), "acted": self.acted, "over": self.over}


@dataclass(frozen=True, slots=True)
class Silent:
    """What is done for a player from whom nothing comes. ``left``: since he left it in advance."""

    move: Move
    left: bool = False


# --- the player's


def leave(table_id: int, letter: str, condition: Left, received: datetime | None = None) -> None:
    """Leave a move for later, in place of what was left before of its kind. ``received`` None: now.

    In a turn that was open when it was received it waits for the deadline; in one that has opened since,
    it acts at once, as if it had been there already. A list of cards acts at once in any case.
    Refusals: those of ``may_be_left``.
    """
    with transaction.atomic():
        table = models.Table.objects.select_for_update().get(pk=table_id)
        at = received or clock.now()
        may_be_left(table, letter, condition, at)
        seat = table.table_seats.get(letter=letter)
        models.Advance.objects.filter(seat=seat, kind=condition.kind).delete()
        models.Advance.objects.create(
            seat=seat,
            kind=condition.kind,
            condition=sealing.seal_json(Kept(condition).to_json()),
            left_at=at,
            turn=_open_then(seat, at) if isinstance(condition, Condition) else None,
        )
        turn = _open_then(seat, clock.now())
    if turn is not None and isinstance(condition, Choice):
        act(turn)


def _open_then(seat: models.Seat, at: datetime) -> models.Turn | None:
    return seat.turns.filter(closed_at__isnull=True, opened_at__lte=at).first()


def withdraw(table_id: int, letter: str, kind: str = "") -> bool:
    """Take it back, all or of one ``kind``; False where nothing was left. What is being played at this moment
    is played."""
    with transaction.atomic():
        models.Table.objects.select_for_update().get(pk=table_id)
        rows = models.Advance.objects.filter(seat__table=table_id, seat__letter=letter)
        if kind:
            rows = rows.filter(kind=kind)
        stood = [not _kept(row).over for row in rows]
        rows.delete()
    return any(stood)


def own(sight: views.Sight) -> tuple[list[Kept], Silent | None]:
    """``kept`` and ``silence`` together. One query."""
    rows = _rows(sight)
    return _all_told(sight, rows), _silence(sight, rows)


def kept(sight: views.Sight) -> list[Kept]:
    """What stands for the reader's own seat, or has lapsed since. Only ever for that player himself."""
    return _all_told(sight, _rows(sight))


def of_seat(seat: models.Seat) -> Kept | None:
    """What is kept of it, told or not; the first, where there are several. For tests."""
    row = models.Advance.objects.filter(seat=seat).first()
    return _kept(row) if row is not None else None


def silence(sight: views.Sight) -> Silent | None:
    """What is done for the reader if nothing comes from him: what he left in advance, else the default."""
    return _silence(sight, _rows(sight))


def silences(sights: Iterable[views.Sight]) -> dict[int, Silent | None]:
    """The same for a player's own tables, by their ids. One query."""
    asked = list(sights)
    own = [sight.seats[sight.seat].pk for sight in asked if sight.seat is not None]
    rows: dict[int, list[models.Advance]] = {}
    for row in models.Advance.objects.filter(seat__in=own):
        rows.setdefault(row.seat_id, []).append(row)
    return {
        sight.table.pk: _silence(sight, rows.get(sight.seats[sight.seat].pk, []) if sight.seat else [])
        for sight in asked
    }


def may_be_left(table: models.Table, letter: str, condition: Left, received: datetime | None = None) -> None:
    """Whether a condition can be left at a table as it is. ``received`` None: now.

    Refusals: Illegal NO_ADVANCE (this game has none), NOT_SEATED, NOTHING_MORE_ASKED (folded, all-in,
    out), PRICE_IS and LIMIT_TOO_LOW with ``price``, LIMIT_IS_IN with ``bet``, ALL_IN_UNCONFIRMED, UNTIL_PAST,
    UNTIL_BEFORE_DEADLINE; for a list or a river ASKED_NOW, NONE_THERE, NOT_YOURS, CHOSEN_ALREADY; Stale
    TABLE_OVER, STREET_OVER, ROUND_OVER.
    """
    if table.state not in (models.Table.State.PLAYING, models.Table.State.PAUSED):
        raise Stale("TABLE_OVER", state=str(table.state))
    if table.game not in advance.GAMES:
        raise Illegal("NO_ADVANCE")
    view = GAMES[table.game].view(views.opened(table).state, letter)
    if letter not in view["seats"]:
        raise Illegal("NOT_SEATED")
    if isinstance(condition, Choice) != (table.game == "saint"):
        raise Illegal("NO_ADVANCE")
    if isinstance(condition, Choice):
        listing.may_be_left(view, condition)
        return
    if view["deal_over"] or (view["deal"], view["street"]) != (condition.deal, condition.street):
        raise Stale("STREET_OVER")
    own = view["seats"][letter]
    if own["state"] != "in":
        raise Illegal("NOTHING_MORE_ASKED")
    if condition.until is not None and condition.until <= clock.now():
        raise Illegal("UNTIL_PAST", until=condition.until)
    if _ends_before_its_deadline(table, letter, condition, received or clock.now()):
        raise Illegal("UNTIL_BEFORE_DEADLINE", until=condition.until)
    if condition.do in CALLS:
        _may_be_called(condition, own, view["price"])


def _ends_before_its_deadline(table: models.Table, letter: str, condition: Condition, at: datetime) -> bool:
    """In a turn that is open it would wait for a deadline that it does not reach: it could never act."""
    turn = _open_then(table.table_seats.get(letter=letter), at) if condition.until else None
    if turn is None or turn.remaining is not None or condition.until is None:
        return False
    return _deadline(turn) > condition.until


def _may_be_called(condition: Condition, own: Json, price: int) -> None:
    whole = own["bet"] + own["stack"]
    if condition.do == "call" and condition.to != price:
        raise Illegal("PRICE_IS", price=price)
    if condition.to < min(price, whole):
        raise Illegal("LIMIT_TOO_LOW", price=price)
    if condition.to <= own["bet"]:
        raise Illegal("LIMIT_IS_IN", bet=own["bet"])
    if min(price, whole) == whole and not condition.all_in:
        raise Illegal("ALL_IN_UNCONFIRMED", chips=own["stack"])


def _rows(sight: views.Sight) -> list[models.Advance]:
    if sight.seat is None or sight.table.game not in advance.GAMES:
        return []
    return list(models.Advance.objects.filter(seat=sight.seats[sight.seat]))


def _kept(row: models.Advance) -> Kept:
    found = sealing.unseal_json(row.condition)
    return Kept(picking.read_left(found["condition"]), found["acted"], found["over"])


def _late(turn: models.Turn) -> bool:
    """His time is up: what is told of this turn, he reads in the next one."""
    return turn.deadline_at < clock.now()


def _all_told(sight: views.Sight, rows: Iterable[models.Advance]) -> list[Kept]:
    return [found for row in rows if (found := _told(sight, row)) is not None]


def _told(sight: views.Sight, row: models.Advance) -> Kept | None:
    """What he is told of it: that its street is over is no news where it has acted there."""
    found = _kept(row)
    if found.over:
        return found
    void = picking.over(found.condition, sight.view, _moment(row, sight.turn))
    if void is None:
        return found
    return replace(found, over=void.why) if _is_news(found, void) else None


def _is_news(found: Kept, void: Void) -> bool:
    """A round that is over is none."""
    if void.why == "OTHER_ROUND":
        return False
    return void.why != "OUT" and not (found.acted and void.why == "OTHER_STREET")


def _silence(sight: views.Sight, rows: Iterable[models.Advance]) -> Silent | None:
    if sight.silence is None or sight.options is None:
        return None
    for row in rows:
        found = _told(sight, row)
        if found is None or found.over:
            continue
        move = _will_do(found.condition, sight, _moment(row, sight.turn))
        if move is not None:
            return Silent(move, left=True)
    return Silent(sight.silence)


def _will_do(condition: Left, sight: views.Sight, at: datetime) -> Move | None:
    try:
        found = picking.weigh(condition, sight.view, sight.options, at)
    except Refusal:
        return None
    return found if isinstance(found, Move) else None


def _moment(row: models.Advance, turn: models.Turn | None) -> datetime:
    """The moment that is compared with the end of what was left."""
    if turn is not None and row.turn_id == turn.pk:
        return _deadline(turn)
    return clock.now()


def _deadline(turn: models.Turn) -> datetime:
    """To the minute in which it is shown."""
    return turn.deadline_at.replace(second=0, microsecond=0)


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
    ids = _unweighed(models.Turn.objects.all()).order_by("id").values_list("pk", flat=True).distinct()[:200]
    return list(models.Turn.objects.filter(pk__in=list(ids)).select_related("seat").order_by("id"))


def _unweighed(turns: QuerySet[models.Turn]) -> QuerySet[models.Turn]:
    open_now = turns.filter(
        closed_at__isnull=True,
        remaining__isnull=True,
        table__state=models.Table.State.PLAYING,
        seat__automatic=False,
        seat__advances__isnull=False,
    )
    return open_now.filter(Q(seat__advances__turn__isnull=True) | Q(seat__advances__turn__lt=F("pk")))


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

    What says nothing yet stays, for the end of this turn. What can never act stays as well, for its player
    to be told in this turn; in the next one it is dropped.
    Refusals: Stale, Illegal PAUSED; Error of the database, where somebody else plays here now.
    """
    return any(_weigh(turn, row) for row in models.Advance.objects.filter(seat=turn.seat_id))


def _weigh(turn: models.Turn, row: models.Advance) -> bool:
    try:
        found = _kept(row)
        if found.over:
            _over_before(row, turn)
            return False
        decided = _decided(turn, row, found.condition)
        if isinstance(decided, Move):
            _play(turn, row, decided)
            _note(row, replace(found, acted=True), turn, gone=decided.do in ("fold", "river"))
            return True
        over = decided.why if isinstance(decided, Void) else ""
        gone = isinstance(decided, Void) and not _is_news(found, decided)
        _note(row, replace(found, over=over), None if over and _late(turn) else turn, gone=gone)
    except (Stale, Error):
        raise
    except Exception as error:  # a broken table may raise anything; its player is asked as ever
        if isinstance(error, Illegal) and error.code == "PAUSED":
            raise
        log.info("turn %s: left in advance, dropped: %s", turn.pk, type(error).__name__)
        models.Advance.objects.filter(pk=row.pk).delete()
    return False


def _over_before(row: models.Advance, turn: models.Turn) -> None:
    """It is told in one turn, that in which it ended or else the next; after that it is dropped."""
    rows = models.Advance.objects.filter(pk=row.pk)
    if row.turn_id is None:
        if not _late(turn):
            rows.update(turn=turn)
    elif row.turn_id != turn.pk:
        rows.delete()


def _note(row: models.Advance, found: Kept, turn: models.Turn | None, *, gone: bool) -> None:
    """What became of it in a turn; nothing where its player has taken it back meanwhile."""
    rows = models.Advance.objects.filter(pk=row.pk)
    if gone:
        rows.delete()
    else:
        rows.update(turn=turn, condition=sealing.seal_json(found.to_json()))


def _decided(turn: models.Turn, row: models.Advance, condition: Left) -> Move | Void | None:
    """Refusal: Stale TURN_OVER."""
    table = models.Table.objects.get(pk=turn.table_id)
    opened, letter = views.opened(table), turn.seat.letter
    if opened.turn_of(letter) != turn.number:
        raise Stale("TURN_OVER")
    game = GAMES[opened.game]
    options = game.options(opened.state, letter)
    return picking.weigh(condition, game.view(opened.state, letter), options, _moment(row, turn))


def _play(turn: models.Turn, row: models.Advance, move: Move) -> None:
    asked: dict[str, Any] = {"seat": turn.seat.letter, "move": move, "expected": turn.number}
    key = f"advance:{turn.pk}:{row.pk}"
    tables.play(turn.table_id, kind="move", key=key, origin="advance", advance=row, nowait=True, **asked)
