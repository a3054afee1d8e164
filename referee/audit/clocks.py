"""Time banks against the chain: what each decision left in its seat's bank, and each deadline.

The chain holds all that they follow from: when a decision was asked and its answer was received, pauses,
outages, extensions and signs of life. No deck is needed, so a game that is being played is checked too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from referee import undoing
from referee.audit.books import Books, Said
from referee.audit.leagues import END
from referee.contests import deadlines, timebank
from referee.contests.timebank import TimeControl
from referee.core import Illegal, Json, Seat
from referee.ledger import timestamp


@dataclass(slots=True)
class _Open:
    """A decision that is awaited. ``left``: while paused, the time that is kept."""

    until: datetime
    lent: timedelta = timedelta(0)
    left: timedelta | None = None


@dataclass(slots=True)
class _Clocks:
    """One table. ``course``: what the banks held after each event that counts, and whose were empty."""

    control: TimeControl
    banks: dict[Seat, int]
    open: dict[Seat, _Open] = field(default_factory=dict)
    empty: tuple[Seat, ...] = ()
    course: list[tuple[int, dict[Seat, int], tuple[Seat, ...]]] = field(default_factory=list)
    paused: bool = False
    due: tuple[Seat, ...] = ()
    """Whose bank the last event emptied: the next one has to say so."""

    def outage(self, since: datetime, until: datetime) -> None:
        for one in self.open.values():
            if one.left is None:
                one.until = deadlines.after_outage(one.until, since, until)

    def event(self, number: int, data: Mapping[str, Any], now: datetime) -> str:
        """What is wrong with an event; empty: nothing. It is taken over as it should be."""
        stated: Json = data.get("clock") or {}
        problem = (
            "" if timebank.forfeits(data["facts"]) == self.due else "another seat is said to be out of time"
        )
        self.due = ()
        left: dict[Seat, int] = {}
        if data["kind"] == "ruling" and undoing.is_undo(data.get("input")):
            left = self._back(int(data["input"]["to"]))
        elif data["kind"] in ("move", "timeout"):
            wrong, left = self._answer(data, now)
            problem = problem or wrong
        self._staff(data, now)
        for fact in data["facts"]:
            self._fact(fact, now)
        self.banks |= left
        if left != stated.get("left", {}):
            problem = problem or f"the banks hold {_spans(left)}, not {_spans(stated.get('left', {}))}"
        problem = problem or self._asked(stated.get("until", {}), now)
        self.course.append((number, dict(self.banks), self.empty))
        return problem

    def _answer(self, data: Mapping[str, Any], now: datetime) -> tuple[str, dict[Seat, int]]:
        seat = data["seat"]
        one = self.open.pop(seat, None)
        if one is None:
            return "", {}  # of a seat whose player has left, or whose bank is empty
        if data["origin"] == END:
            return "", {}  # the fixed end of a league's round, and not his silence
        if data["kind"] == "timeout":
            self.due, early = (seat,), one.until >= now
            return (f"timed out before {timestamp(one.until)}" if early else ""), {seat: 0}
        received = datetime.fromisoformat(data["received"])
        late = data["origin"] != "advance" and not deadlines.in_time(received, one.until)
        bank = timebank.seconds(timebank.bank_after(one.until, received, self.control, one.lent))
        return (f"played after {timestamp(one.until)}" if late else ""), {seat: bank}

    def _staff(self, data: Mapping[str, Any], now: datetime) -> None:
        if data["kind"] == "pause":
            self.paused = True
            for one in self.open.values():
                one.left = deadlines.remaining(one.until, now)
        elif data["kind"] == "resume":
            self.paused = False
            for one in self.open.values():
                if one.left is not None:
                    one.until, one.left = deadlines.resumed(now, one.left), None

    def _fact(self, fact: Mapping[str, Any], now: datetime) -> None:
        kind, seat = fact["fact"], fact.get("seat", "")
        if kind == timebank.OUT_OF_TIME:
            self.empty = (*self.empty, seat)
        if kind in ("left", "taken_out"):
            self.open.pop(seat, None)
        one = self.open.get(seat)
        if one is None:
            return
        if kind == "alive":
            until = datetime.fromisoformat(fact["deadline"])
            one.lent, one.until = one.lent + until - one.until, until
        elif kind == "extended":
            more = timedelta(seconds=fact["seconds"])
            if one.left is None:
                one.until = deadlines.extended(one.until, now, more)
            else:
                one.left += more

    def _asked(self, stated: Mapping[str, str], now: datetime) -> str:
        """Deadlines of decisions that are asked now; one that goes on (another seat got a new player) keeps
        its own."""
        wrong = ""
        for seat, said in stated.items():
            before = self.open.get(seat)
            until = now + timebank.available(timedelta(seconds=self.banks.get(seat, 0)), self.control)
            if before is not None and said == timestamp(before.until):
                continue
            if said != timestamp(until):
                wrong = wrong or f"{seat} has until {timestamp(until)}, not {said}"
            self.open[seat] = _Open(until, left=until - now if self.paused else None)
        return wrong

    def _back(self, to: int) -> dict[Seat, int]:
        self.course = [one for one in self.course if one[0] <= to]
        full = dict.fromkeys(self.banks, timebank.seconds(self.control.start))
        self.banks, self.empty = (dict(self.course[-1][1]), self.course[-1][2]) if self.course else (full, ())
        self.open = {}
        return dict(self.banks)


def clocks(books: Books) -> Iterator[str]:
    """The problems, a line each; the first one of a table is its last: all behind it hangs on it."""
    for ref, events in books.tables.items():
        try:
            yield from _table(books, ref, events)
        except (KeyError, TypeError, ValueError, AttributeError, Illegal):
            yield f"{ref}: what it says of time banks cannot be read"


def _table(books: Books, ref: str, events: list[Said]) -> Iterator[str]:
    told: _Clocks | None = None
    outages = iter([*books.outages, None])
    next_outage = next(outages)
    for said in events:
        number, data = said.what
        now = datetime.fromisoformat(books.moments[said.seq])
        while next_outage is not None and next_outage.seq < said.seq:
            if told is not None:
                told.outage(*map(datetime.fromisoformat, next_outage.what))
            next_outage = next(outages)
        stated = data.get("clock") or {}
        where = f"{ref}: row {said.seq}, event {number}: "
        if "control" in stated:
            told = _begun(stated, told)
            if books.time and books.time[0] != stated["control"]:
                yield f"{where}other time banks than were announced"
                return
        elif told is None:
            if stated or (books.time and books.time[0] and data["kind"] == "deal"):
                yield f"{where}its time banks have no beginning"
                return
            continue
        problem = told.event(number, {**data, "clock": _later(stated)}, now)
        if problem:
            yield f"{where}{problem}"
            return


def _begun(stated: Json, before: _Clocks | None) -> _Clocks:
    control = TimeControl.from_json(stated["control"])
    full = dict.fromkeys(stated["left"], timebank.seconds(control.start))
    if full != stated["left"]:
        raise ValueError("a bank that is not full at the beginning")
    return _Clocks(control, full, paused=before.paused if before else False)


def _later(stated: Json) -> Json:
    """Without what stands there at the beginning only."""
    return {"until": stated.get("until", {})} if "control" in stated else stated


def _spans(banks: Mapping[Seat, Any]) -> str:
    return ", ".join(f"{seat} {left} s" for seat, left in sorted(banks.items())) or "nothing new"
