"""What only a ruling may do under a table's lock: take back, void a deal, remove a player, put another in.

A ruling that takes back names the event up to which everything stands: the state after it is played again
from the inputs, so that replay goes the same way. It never passes a card that was turned up: beyond that only
the whole deal can be void; the next number of the series is dealt in its place.
"""

from __future__ import annotations

from collections.abc import Callable

from referee import undoing
from referee.contests.timebank import OUT_OF_TIME
from referee.core import Illegal, Json, Move, Stale
from referee.games import GAMES
from tournaments import models
from tournaments.models import Event, Table
from tournaments.services import draws, notices, records, seals, standstill, timebanks
from tournaments.services.desk import Desk, Order, Outcome

_TAKEN_OUT = ("removed", "taken_out", OUT_OF_TIME)
"""Facts of a removal, and of a time bank that is empty."""
_PLAYED = (Event.Kind.MOVE, Event.Kind.TIMEOUT)


def rule(desk: Desk, order: Order) -> Outcome:
    """``data["ruling"]``: undo, remove, substitute, unseal; without it more time."""
    what = (order.data or {}).get("ruling")
    return _RULINGS[what](desk, order) if what in _RULINGS else standstill.extend(desk, order)


def takes_back(table: Table) -> list[Event]:
    """Moves of the running deal that may be taken back, the newest first: nothing was turned up since."""
    events = records.live(records.events_of(table))
    cards = records.cards_of(table, events)
    found = []
    for event in reversed(events):
        if event.kind == Event.Kind.DEAL or undoing.turned_up(event.facts, cards):
            break  # what was turned up cannot be unseen
        if event.kind in _PLAYED:
            found.append(event)
    return found


def deal_event(table: Table) -> Event | None:
    """The event with which the running deal (or the last one) began."""
    deals = deal_events(table)
    return deals[-1] if deals else None


def deal_events(table: Table) -> list[Event]:
    """The events with which the deals that count began, in their order."""
    return [one for one in records.live(records.events_of(table)) if one.kind == Event.Kind.DEAL]


def numbers_left(table: Table, first: Event) -> bool:
    """Whether the series of the table can deal all anew from the deal of ``first`` on, and to the end."""
    asked, hands = first.input or {}, GAMES[table.game].deals(table.contest.rules)
    deals = (hands or table.deal_number) - first.deal + 1
    lots = sum(len(drawn) for drawn in asked["lots"].values())
    return all(
        draws.left(series) >= deals * each
        for series, each in ((asked["deck"]["series"], 1), (f"{table.ref}/lots", lots))
        if each
    )


def _undo(desk: Desk, order: Order) -> Outcome:
    """``data``: {"ruling": "undo", "to": n, "void": bool, "seen": the last event that the referee saw}; with
    "proposal", its number, where others have agreed: then earlier deals than the last may be void, too.

    Refusals: Stale TABLE_OVER, TABLE_MOVED, NOTHING_TO_VOID; Illegal REVEALED, NO_SEEDS.
    """
    asked: Json = dict(order.data or {})
    _must_go_on(desk)
    if moved(desk.table, asked.pop("seen")):
        raise Stale("TABLE_MOVED")
    fallen = _falls(desk.table, asked)
    first = fallen[0]
    asked["deal"] = first.deal
    state = records.state_at(desk.table, asked["to"])
    event = desk.write(order, undoing.facts(asked), data=asked)
    for turn in list(desk.turns):
        desk.close(turn, "undone")
    if asked["void"]:
        desk.table.deal_number = max(first.deal - 1, 0)
    models.Advance.objects.filter(seat__table=desk.table).delete()
    _let_play_again(desk)
    standing = records.live(records.events_of(desk.table))
    desk.clock = timebanks.back(desk.contest, desk.seats, standing)
    desk.table.phase = ""
    desk.settle(state)
    _paused_again(desk)
    desk.deal_ended = False
    notices.after_event(desk, event)
    if asked["void"]:
        for deal in fallen:
            _void_draws(desk, deal, order)
    desk.note(event)
    return Outcome.of(event)


def _let_play_again(desk: Desk) -> None:
    """A removal falls with what is taken back: its player plays again. That somebody has left, or that
    another one sits there, no ruling undoes.
    """
    events, gone = records.events_of(desk.table), set[str]()
    counts = {one.number for one in records.live(events)}
    for event in events:
        for fact in event.facts:
            if fact["fact"] == "left" or (event.number in counts and fact["fact"] in _TAKEN_OUT):
                gone.add(fact["seat"])
            elif fact["fact"] == "substituted":
                gone.discard(fact["seat"])
    for seat in desk.seats:
        if seat.automatic and seat.letter not in gone:
            seat.automatic = False
            seat.save(update_fields=["automatic"])


def _falls(table: Table, asked: Json) -> list[Event]:
    """The deals that are void, or the one in which something is taken back."""
    deals = deal_events(table)
    if not asked["void"]:
        if not deals or asked["to"] + 1 not in [one.number for one in takes_back(table)]:
            raise Illegal("REVEALED") if deals else Stale("NOTHING_TO_VOID")
        return deals[-1:]
    fallen = [one for one in deals if one.number > asked["to"]]
    agreed = "proposal" in asked
    if not fallen or fallen[0].number != asked["to"] + 1 or (len(fallen) > 1 and not agreed):
        raise Stale("NOTHING_TO_VOID")
    if not numbers_left(table, fallen[0]):
        raise Illegal("NO_SEEDS", series=table.ref)
    return fallen


def moved(table: Table, seen: int) -> bool:
    """Somebody played, or the staff ruled, since event ``seen``."""
    later = table.events.filter(number__gt=seen)
    return later.filter(kind__in=[*_PLAYED, Event.Kind.DEAL, Event.Kind.RULING]).exists()


def _void_draws(desk: Desk, first: Event, order: Order) -> None:
    """Numbers stay used: the next deal takes the next ones of the series."""
    asked = first.input or {}
    named = [(asked["deck"]["series"], asked["deck"]["n"])]
    named += [(f"{desk.table.ref}/lots", lot["n"]) for drawn in asked["lots"].values() for lot in drawn]
    for series, number in named:
        row = models.Draw.objects.select_related("contest").get(series=series, n=number)
        draws.void(row, order.reason, actor=f"u{order.actor.pk}" if order.actor else "system")


def _remove(desk: Desk, order: Order) -> Outcome:
    """A player is out: his seat folds from now on. ``data["stack"]``: leaves, or stays in play (TDA 71-D).

    Refusals: Stale TABLE_OVER, NOT_SEATED, BETWEEN_DEALS (a stack leaves only while a deal is played);
    Illegal REMOVED.
    """
    _must_go_on(desk)
    seat = desk.seat(order.seat or "")
    stack = str((order.data or {}).get("stack"))
    if stack not in ("stays", "leaves"):
        raise Illegal("MALFORMED", where="stack")
    if seat.automatic and stack == "stays":
        raise Illegal("REMOVED", seat=seat.letter)
    seat.automatic = True
    seat.save(update_fields=["automatic"])
    models.Advance.objects.filter(seat=seat).delete()
    if "remove" not in desk.game.extra or desk.table.between:
        return _only_automatic(desk, order, stack)
    move = Move("remove", {"stack": stack})
    state, facts = desk.game.apply(desk.state, seat.letter, move)
    event = desk.write(order, facts, move=move)
    turn = next((turn for turn in desk.turns if turn.seat_id == seat.pk), None)
    if turn is not None:
        desk.close(turn, "removed")
    desk.settle(state)
    _paused_again(desk)
    notices.after_event(desk, event)
    desk.note(event)
    return Outcome.of(event)


def _only_automatic(desk: Desk, order: Order, stack: str) -> Outcome:
    if stack == "leaves":
        raise Stale("BETWEEN_DEALS")
    event = desk.write(order, [{"fact": "taken_out", "seat": order.seat}])
    desk.save_table()
    notices.after_event(desk, event)
    desk.note(event)
    return Outcome.of(event)


def _substitute(desk: Desk, order: Order) -> Outcome:
    """Another account has the seat (``data["user"]``, ``data["before"]``: ids). Its open turn begins anew for
    him, and the words of the one before are dead; others keep their deadlines.

    Refusals: Stale TABLE_OVER, NOT_SEATED.
    """
    _must_go_on(desk)
    seat, asked = desk.seat(order.seat or ""), dict(order.data or {})
    known = not desk.table.between and desk.table.deal_number > 0
    fact = {"fact": "substituted", "seat": seat.letter, "knows": known}
    event = desk.write(order, [fact], data={key: asked[key] for key in ("ruling", "user", "before")})
    seat.automatic = False
    seat.save(update_fields=["automatic"])
    models.Advance.objects.filter(seat=seat).delete()
    kept = {turn.seat_id: turn for turn in desk.turns if turn.seat_id != seat.pk}
    if len(kept) < len(desk.turns):
        for turn in list(desk.turns):
            desk.close(turn, "replaced")
        desk.table.phase = ""
        desk.settle(desk.state)
        for turn in desk.turns:
            if (before := kept.get(turn.seat_id)) is not None:
                turn.deadline_at, turn.remaining = before.deadline_at, before.remaining
                turn.alive_at, turn.limit = before.alive_at, before.limit
                turn.save(update_fields=["deadline_at", "remaining", "alive_at", "limit"])
        _paused_again(desk)
    else:
        desk.save_table()
    desk.deal_ended = False
    notices.after_event(desk, event)
    desk.note(event)
    return Outcome.of(event)


def _must_go_on(desk: Desk) -> None:
    if desk.table.state not in (Table.State.PLAYING, Table.State.PAUSED):
        raise Stale("TABLE_OVER", state=str(desk.table.state))


def _paused_again(desk: Desk) -> None:
    """At a paused table the new turns wait with their whole time."""
    if desk.table.state != Table.State.PAUSED:
        return
    for turn in [turn for turn in desk.turns if turn.remaining is None]:
        turn.remaining = turn.deadline_at - desk.now
        turn.save(update_fields=["remaining"])


_RULINGS: dict[str, Callable[[Desk, Order], Outcome]] = {
    "undo": _undo,
    "remove": _remove,
    "substitute": _substitute,
    "unseal": seals.note,
}
