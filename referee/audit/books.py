"""What a chain says of draws and tables, gathered while its entries are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

type Drawing = tuple[str, int]
"""Series and number of a draw."""
_OF_A_LEAGUE = frozenset({"league", "divisions", "bye", "entry", "round", "result", "standings"})
"""What ``leagues`` computes again."""


@dataclass(frozen=True, slots=True)
class Said:
    """Something that an entry says."""

    seq: int
    what: Any


@dataclass(slots=True)
class Books:
    """By what it is about; where something can be said again, a list in the order of the entries."""

    problems: list[str] = field(default_factory=list)
    seeds: dict[Drawing, Said] = field(default_factory=dict)
    stated: dict[Drawing, Said] = field(default_factory=dict)
    announced: dict[Drawing, Said] = field(default_factory=dict)
    dealt: dict[Drawing, Said] = field(default_factory=dict)
    seated: dict[Drawing, Said] = field(default_factory=dict)
    commits: dict[str, list[Said]] = field(default_factory=dict)
    values: dict[str, list[Said]] = field(default_factory=dict)
    rosters: list[Said] = field(default_factory=list)
    closings: list[Said] = field(default_factory=list)
    beacons: list[Said] = field(default_factory=list)
    outcomes: list[Said] = field(default_factory=list)
    tables: dict[str, list[Said]] = field(default_factory=dict)
    outages: list[Said] = field(default_factory=list)
    moments: dict[int, str] = field(default_factory=dict)
    """When an entry of a table or an outage was written, by its seq."""
    time: tuple[dict[str, Any] | None, ...] = ()
    """The time banks that were announced when registration opened."""
    seals: list[Said] = field(default_factory=list)
    days: int = 0
    away: dict[str, int] = field(default_factory=dict)
    looks: int = 0
    due: int | None = None
    league: list[Said] = field(default_factory=list)
    """(kind, ref, data) of what is about a season: divisions, rounds, results, standings."""
    late_beacon: bool = False
    """Another beacon was announced when the one before could be known already: it proves nothing."""

    def note(self, body: dict[str, Any]) -> None:
        """Take what an entry says. Nothing that can stand in one makes it raise."""
        if body["type"] in _OF_A_LEAGUE:
            self.league.append(Said(body["seq"], (body["type"], body["ref"], body["data"])))
        reader = _READERS.get(body["type"])
        if reader is None:
            return
        try:
            if body["type"] == "other-beacon":
                late = self.due is not None and _seconds(body["ts"]) >= self.due
                self.late_beacon |= late or body["data"].get("late") is True
            if body["type"] in ("table", "outage"):
                self.moments[body["seq"]] = body["ts"]
            reader(self, body["seq"], body["ref"], body["data"])
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            self.problems.append(f"row {body['seq']}: what it says of {body['type']!r} cannot be read")


def last(said: list[Said], before: int) -> Said | None:
    """The latest of ``said`` that stands before entry ``before``."""
    return next((one for one in reversed(said) if one.seq < before), None)


def _seeds(books: Books, seq: int, ref: str, data: dict[str, Any]) -> None:
    key, batch = (ref, int(data["base"])), (int(data["count"]), str(data["commit"]))
    first = books.seeds.setdefault(key, Said(seq, batch))
    if first.what != batch:
        books.problems.append(f"row {seq}: other seeds for {ref} than row {first.seq} committed")


def _commit(books: Books, seq: int, ref: str, data: dict[str, Any]) -> None:
    books.commits.setdefault(ref, []).append(Said(seq, str(data["commit"])))


def _value(books: Books, seq: int, ref: str, data: dict[str, Any]) -> None:
    books.values.setdefault(ref, []).append(Said(seq, str(data["value"])))


def _inputs(books: Books, seq: int, ref: str, data: dict[str, Any]) -> None:
    beacon = data.get("beacon") or {"chain": "", "round": 0}
    books.rosters.append(Said(seq, [str(player) for player in data["roster"]]))
    books.beacons.append(Said(seq, (str(beacon["chain"]), int(beacon["round"]))))
    books.due = _seconds(beacon["due"]) if "due" in beacon else None


def _other_beacon(books: Books, seq: int, ref: str, data: dict[str, Any]) -> None:
    books.beacons.append(Said(seq, (str(data["source"]), _seconds(data["due"]))))
    books.due = _seconds(data["due"]) if books.due is not None else None


def _seconds(instant: str) -> int:
    return int(datetime.fromisoformat(instant).timestamp())


def _missing(books: Books, seq: int, ref: str, data: dict[str, Any]) -> None:
    books.closings.append(Said(seq, None))


def _beacon(books: Books, seq: int, ref: str, data: dict[str, Any]) -> None:
    books.outcomes.append(Said(seq, (str(data["chain"]), int(data["round"]), str(data["randomness"]))))


def _statement(books: Books, seq: int, ref: str, data: dict[str, Any]) -> None:
    books.stated.setdefault((ref, int(data["n"])), Said(seq, [str(item) for item in data["items"]]))


def _draw(books: Books, seq: int, ref: str, data: dict[str, Any]) -> None:
    _announce(books, seq, (ref, int(data["n"])), str(data["commit"]))


def _announce(books: Books, seq: int, drawing: Drawing, commit: str) -> None:
    first = books.announced.setdefault(drawing, Said(seq, commit))
    if first.what != commit:
        books.problems.append(
            f"row {seq}: another deck_commit for {drawing[0]} #{drawing[1]} than row {first.seq} announced"
        )


def _seating(books: Books, seq: int, ref: str, data: dict[str, Any]) -> None:
    series, _, number = ref.rpartition("#")
    books.seated[series, int(number)] = Said(seq, [list(table["seats"]) for table in data["tables"]])


def _table(books: Books, seq: int, ref: str, data: dict[str, Any]) -> None:
    table, _, number = ref.rpartition("#")
    books.tables.setdefault(table, []).append(Said(seq, (int(number), data)))
    if data["kind"] == "deal":
        for drawing, commit in _drawn(table, data["input"]):
            _announce(books, seq, drawing, commit)
        deck = data["input"]["deck"]
        books.dealt[str(deck["series"]), int(deck["n"])] = Said(seq, data["input"].get("positions"))


def _drawn(table: str, asked: dict[str, Any]) -> Iterator[tuple[Drawing, str]]:
    """The draws that a deal names, with their commitments: its deck, its lots."""
    yield (str(asked["deck"]["series"]), int(asked["deck"]["n"])), str(asked["deck"]["commit"])
    for lots in asked["lots"].values():
        for lot in lots:
            yield (f"{table}/lots", int(lot["n"])), str(lot["commit"])


def _looked(books: Books, seq: int, ref: str, data: dict[str, Any]) -> None:
    """Somebody of the staff opened what is protected: it needs a name of what that was."""
    if not isinstance(data["what"], str) or not data["what"] or not isinstance(data.get("reason", ""), str):
        raise ValueError("what was looked at")
    books.looks += 1


def _seal(books: Books, seq: int, ref: str, data: dict[str, Any]) -> None:
    if not isinstance(data["what"], str) or not isinstance(data["event"], int):
        raise ValueError("which seal")
    books.seals.append(Said(seq, (ref, data["event"], data)))


def _opening(books: Books, seq: int, ref: str, data: dict[str, Any]) -> None:
    books.days = int(data.get("absence_days", 0))
    books.time = (data.get("time"),)


def _outage(books: Books, seq: int, ref: str, data: dict[str, Any]) -> None:
    books.outages.append(Said(seq, (str(data["from"]), str(data["to"]))))


def _absence(books: Books, seq: int, ref: str, data: dict[str, Any]) -> None:
    """Days that a player is away, out of a quota that was fixed before registration opened."""
    first, last = date.fromisoformat(data["first"]), date.fromisoformat(data["last"])
    days = (last - first).days + 1
    if days < 1 or days != data["days"] or data["what"] not in ("declared", "withdrawn"):
        raise ValueError("which days")
    taken = books.away.get(ref, 0) + (days if data["what"] == "declared" else -days)
    books.away[ref] = taken
    if not 0 <= taken <= books.days:
        books.problems.append(f"row {seq}: {ref} is away on {taken} days in all, of {books.days}")


_READERS = {
    "opening": _opening,
    "absence": _absence,
    "seeds": _seeds,
    "commit": _commit,
    "value": _value,
    "inputs": _inputs,
    "other-beacon": _other_beacon,
    "missing": _missing,
    "beacon": _beacon,
    "statement": _statement,
    "draw": _draw,
    "seating": _seating,
    "table": _table,
    "looked": _looked,
    "seal": _seal,
    "outage": _outage,
}
