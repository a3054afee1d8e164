"""A table as it lies open under its row lock: rows, state and game, and how they are written back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import DateTimeField, Func

from referee.contests.deadlines import deadline
from referee.core import Fact, Game, Json, Move, Stale
from referee.games import GAMES
from referee.ledger import timestamp
from tournaments import models
from tournaments.services import away, choices, clock, exhibits, ledger, sealing, timebanks


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked of a table. ``key`` makes it happen once; ``expected`` is the turn's number
    that the player saw (None: whatever is awaited); ``received`` None means now. ``advance``: the move was
    left in advance, as this row."""

    kind: str
    key: str
    origin: str
    seat: str | None = None
    move: Move | None = None
    expected: int | None = None
    received: datetime | None = None
    actor: models.User | None = None
    entered: bool = False
    text: str = ""
    comment: str = ""
    reason: str = ""
    data: dict[str, Any] | None = None
    advance: models.Advance | None = None
    evidence: Sequence[exhibits.Piece] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an order. ``repeated``: it had been done before, this is the first answer."""

    table: int
    number: int
    kind: str
    seat: str
    facts: tuple[Json, ...]
    move: Json | None
    repeated: bool = False

    @classmethod
    def of(cls, event: models.Event, *, repeated: bool = False) -> Outcome:
        return cls(
            event.table_id,
            event.number,
            event.kind,
            event.seat,
            tuple(event.facts),
            choices.asked_of(event),
            repeated,
        )


@dataclass(slots=True)
class Desk:
    """One table, locked. ``turns`` are the open ones; ``opened`` those that this change opened."""

    table: models.Table
    contest: models.Contest
    game: Game[Any]
    state: Any
    seats: list[models.Seat]
    turns: list[models.Turn]
    now: datetime
    opened: list[models.Turn] = field(default_factory=list)
    deal_ended: bool = False
    kept: list[str] = field(default_factory=list)
    """The hashes of the evidence of what is written."""
    clock: Json = field(default_factory=dict)
    """What is done to time banks; ``until`` comes with the turns that are opened."""

    @property
    def goes_on(self) -> bool:
        """There is something to do that needs nobody: a deal to begin, a seat whose player has left."""
        if self.table.state != models.Table.State.PLAYING:
            return False
        return self.table.between or self.ended or any(turn.seat.automatic for turn in self.turns)

    @property
    def ended(self) -> bool:
        """Its round's fixed end is there: default moves finish it, whoever is awaited."""
        return self.table.closes_at is not None and self.table.closes_at < self.now

    def seat(self, letter: str) -> models.Seat:
        """Refusal: Stale NOT_SEATED."""
        for seat in self.seats:
            if seat.letter == letter:
                return seat
        raise Stale("NOT_SEATED", seat=letter)

    def write(
        self,
        order: Order,
        facts: Sequence[Fact | Json],
        *,
        move: Move | None = None,
        data: Json | None = None,
        sealed: bool = False,
    ) -> models.Event:
        """Append the event: the input, the facts, who, by which door, when, and the key."""
        asked = move.to_json() if move is not None else (data or order.data)
        self.table.last_event += 1
        event = models.Event(
            table=self.table,
            number=self.table.last_event,
            kind=order.kind,
            deal=self.table.deal_number,
            turn=self.table.turn_number,
            seat=order.seat or "",
            input=None if sealed else asked,
            sealed_input=choices.sealed(asked, text=order.text, comment=order.comment) if sealed else None,
            facts=[fact.to_json() if isinstance(fact, Fact) else fact for fact in facts],
            text="" if sealed else order.text,
            comment="" if sealed else order.comment,
            reason=order.reason,
            evidence=len(order.evidence),
            actor=order.actor,
            entered=order.entered,
            origin=order.origin,
            key=order.key,
            received_at=order.received or self.now,
            created_at=self.now,
        )
        event.save(force_insert=True)
        if order.evidence:
            readers = self._concerned(event)
            self.kept = exhibits.keep(event, order.evidence, readers, order.actor, self.now)
        return event

    def _concerned(self, event: models.Event) -> list[int | None]:
        """The players whom a ruling is about: of its seat (before and now), of the moves that it takes back;
        else everybody at the table."""
        asked, letters = event.input or {}, {event.seat}
        if asked.get("ruling") == "undo" and not asked["void"]:
            later = self.table.events.filter(number__gt=asked["to"], number__lt=event.number)
            letters = set(later.values_list("seat", flat=True))
        whole = not letters - {""}
        before = str(asked.get("before") or "").removeprefix("u")
        there = [seat.entry.user_id for seat in self.seats if whole or seat.letter in letters]
        return [*there, int(before) if before else None]

    def close(self, turn: models.Turn, how: str, received: datetime | None = None) -> None:
        """End an open turn; the row stays. ``received``: of the move that ends it."""
        left = timebanks.settle(self.contest, turn, how, received or self.now)
        if left is not None:
            self.clock.setdefault("left", {})[turn.seat.letter] = left
        turn.closed_at, turn.closed_by = self.now, how
        turn.save(update_fields=["closed_at", "closed_by"])
        self.turns = [other for other in self.turns if other.pk != turn.pk]

    def settle(self, state: Any) -> None:
        """Save the sealed state, close turns that nobody waits for, open the new ones."""
        self.state = state
        phase, awaited = self.game.phase(state), self.game.awaiting(state)
        if phase != self.table.phase:
            self.table.turn_number += 1
        for turn in [turn for turn in self.turns if turn.seat.letter not in awaited]:
            self.close(turn, "dropped")
        have = {turn.seat.letter for turn in self.turns}
        self.opened = [self._turn(self.seat(letter), phase) for letter in awaited if letter not in have]
        models.Turn.objects.bulk_create(self.opened)
        self.turns += self.opened
        self.deal_ended = not awaited
        self.table.phase, self.table.between = phase, not awaited
        self.table.snapshot = sealing.seal_json(self.game.dump(state))
        self.save_table()

    def save_table(self) -> None:
        self.table.save(
            update_fields=[
                "state",
                "snapshot",
                "last_event",
                "turn_number",
                "phase",
                "deal_number",
                "between",
                "paused_at",
                "over_at",
            ]
        )

    def _turn(self, seat: models.Seat, phase: str) -> models.Turn:
        banked = seat.bank is not None and not seat.automatic
        limit = timedelta(seconds=0 if seat.automatic else self.contest.turn_seconds)
        if banked:
            limit = timebanks.limit(self.contest, seat)
        ends = deadline(self.now, limit)
        if self.contest.absence_days and not seat.automatic:
            ends = away.deadline(self.contest, seat.entry.user_id, self.now, limit)
        word = f"{self.table.ref}|{seat.letter}|{self.table.turn_number}"
        return models.Turn(
            table=self.table,
            seat=seat,
            number=self.table.turn_number,
            phase=phase,
            opened_at=self.now,
            deadline_at=ends,
            limit=limit if banked else None,
            mail_hash=sealing.token_hash(sealing.token("mail", word)),
            link_hash=sealing.token_hash(sealing.token("link", word)),
            tag_hash=sealing.token_hash(sealing.token("tag", word, 6)),
        )

    def note(self, event: models.Event) -> None:
        """The table's line in the contest's ledger. Sealed choices are not in it."""
        self._keep_time(event)
        data: Json = {
            "kind": event.kind,
            "seat": event.seat,
            "deal": event.deal,
            "turn": event.turn,
            "origin": event.origin,
            "received": timestamp(event.received_at),
            "facts": event.facts,
        }
        if event.input is not None:
            data["input"] = event.input
        if event.reason:
            data["reason"] = event.reason
        if event.entered:
            data["entered"] = True
        if event.clock is not None:
            data["clock"] = event.clock
        if self.kept:
            data["evidence"] = self.kept
        actor = f"u{event.actor_id}" if event.actor_id else event.origin
        ledger.append(
            self.contest, "table", ref=f"{self.table.ref}#{event.number}", data=data, actor=actor, at=self.now
        )

    def _keep_time(self, event: models.Event) -> None:
        """What this event did to time banks, once."""
        until = timebanks.asked(self.opened)
        said = {**self.clock, **({"until": until} if until else {})}
        self.clock, self.opened = {}, []
        if said:
            event.clock = said
            event.save(update_fields=["clock"])


def open_desk(table_id: int, *, nowait: bool = False) -> Desk:
    """Lock a table's row and lay out all that belongs to it. DoesNotExist; DatabaseError (nowait)."""
    table = (
        models.Table.objects.select_for_update(of=("self",), nowait=nowait)
        .select_related("contest")
        .get(pk=table_id)
    )
    game = GAMES[table.game]
    seats = list(
        table.table_seats.select_related("entry__user").only(
            "table_id",
            "letter",
            "automatic",
            "bank",
            "forfeited_at",
            "entry__name",
            "entry__user__name",
            "entry__user__notices",
        )
    )
    by_id = {seat.pk: seat for seat in seats}
    timed = table.turns.filter(closed_at__isnull=True).annotate(
        clock=Func(function="clock_timestamp", output_field=DateTimeField())
    )
    turns: list[models.Turn] = []
    now: datetime | None = None
    for turn in timed.order_by("seat__letter"):
        turn.seat, now = by_id[turn.seat_id], turn.clock
        turns.append(turn)
    state = game.load(sealing.unseal_json(table.snapshot))
    return Desk(table, table.contest, game, state, seats, turns, now or clock.now())
