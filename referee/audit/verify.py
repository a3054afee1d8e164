"""The check of an exported contest: one line a problem, and one that says what was looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from referee.audit.books import Books, Drawing
from referee.audit.clocks import clocks
from referee.audit.crossing import Drawn, crossing
from referee.audit.document import BadExport, others, read_head, take_entry
from referee.audit.leagues import leagues
from referee.audit.replaying import Replay
from referee.audit.seals import seals
from referee.draws.verify import document_level, drawn_order, verify_document
from referee.games import GAMES
from referee.ledger import ChainCheck, checkpoint_of_line


@dataclass(frozen=True, slots=True)
class Report:
    """``problems``: none where all of it holds. ``summary``: one line of what was looked at."""

    problems: list[str]
    summary: str


def verify_export(lines: Iterable[str], checkpoints: Iterable[tuple[str, str]] = ()) -> Report:
    """Check an export, read line by line, as ``document`` describes it.

    checkpoints  (how a problem names it, three lines) from old letters and posts. Nothing that can stand
    in the lines makes it raise but a first line that is none: BadExport.
    """
    numbered = ((number, line.strip("\r\n")) for number, line in enumerate(lines, start=1))
    first = next(numbered, None)
    if first is None:
        raise BadExport("empty")
    head = read_head(first[1])
    audit = _Audit(head, list(checkpoints))
    audit.read(numbered)
    return audit.report()


class _Audit:
    def __init__(self, head: dict[str, Any], checkpoints: list[tuple[str, str]]) -> None:
        self._head, self._given = head, len(checkpoints)
        self._books, self._problems = Books(), list[str]()
        self._draws: dict[Drawing, Drawn] = {}
        self._levels: Counter[str] = Counter()
        self._replays: list[Replay] = []
        try:
            own = [("its own checkpoint", checkpoint_of_line(head["checkpoint"]))]
        except ValueError:
            own, self._problems = [], ["line 1: its checkpoint is none"]
        self._chain = ChainCheck(head["chain"], [*own, *checkpoints])

    def read(self, lines: Iterator[tuple[int, str]]) -> None:
        count, chain, books = self._head["entries"], self._chain, self._books
        while chain.count < count and not chain.stopped:
            number, line = next(lines, (0, ""))
            if not number:
                break
            said = take_entry(chain, line)
            if said is not None:
                books.note(said)
        if chain.count < count and not chain.stopped:
            self._problems.append(
                f"{count} entries are announced, here are {chain.count}: the end is missing"
            )
        chain.end(chain.count if not chain.stopped else count)
        if chain.stopped:
            return
        tables = []
        for number, kind, value in others(lines):
            if kind == "draw":
                self._draw(number, value)
            elif kind == "table":
                tables.append((number, value))
            else:
                self._problems.append(f"line {number}: neither an entry nor a draw nor a table")
        for number, value in tables:
            self._table(number, value)

    def _draw(self, number: int, value: Any) -> None:
        problems = verify_document(value)
        pub = value.get("published") if isinstance(value, dict) else None
        where = f"draw {pub.get('t')} #{pub.get('n')}" if isinstance(pub, dict) else f"line {number}"
        self._problems += [f"{where}: {line}" for line in problems]
        if isinstance(pub, dict) and isinstance(pub.get("t"), str) and isinstance(pub.get("n"), int):
            drawing = (pub["t"], pub["n"])
            if drawing in self._draws:
                self._problems.append(f"{where}: it stands there twice")
            order = None if value.get("revealed") is None else drawn_order(value)
            if order is not None or not problems:
                self._draws[drawing] = Drawn(pub, value["revealed"], order)
                level = document_level(value, beacon=not self._books.late_beacon) if order else "sealed"
                self._levels[level] += 1

    def _table(self, number: int, value: Any) -> None:
        known = isinstance(value, dict) and isinstance(value.get("ref"), str) and value.get("game") in GAMES
        if not known or not isinstance(value.get("seats"), list):
            self._problems.append(f"line {number}: a table has a ref, a game and seats")
            return
        events = self._books.tables.get(value["ref"], [])
        replay = Replay(value, events, self._order)
        self._problems += replay.problems()
        self._replays.append(replay)

    def _order(self, series: str, number: int) -> tuple[str, ...] | None:
        drawn = self._draws.get((series, number))
        return drawn.order if drawn else None

    def report(self) -> Report:
        chain, full = self._chain, self._head["full"]
        problems = [*chain.problems, *self._problems, *self._books.problems]
        if not chain.stopped:
            problems += crossing(self._books, self._draws, whole=not chain.withheld)
            problems += seals(self._books)
            if not chain.withheld:
                problems += clocks(self._books)
            replays = {replay.ref: replay for replay in self._replays}
            problems += leagues(self._books.league, replays, self._order)
            if full:
                problems += self._not_whole()
        return Report([" ".join(line.split()) for line in problems], self._summary())

    def _not_whole(self) -> Iterator[str]:
        """What a full export must have."""
        if self._chain.withheld:
            yield f"{self._chain.withheld} bodies are withheld, though nothing should be"
        there = {replay.ref for replay in self._replays}
        for ref in self._books.tables:
            if ref not in there:
                yield f"{ref}: it has entries, and no line of its own"
        for replay in self._replays:
            if not replay.ended and not any(line.startswith(f"{replay.ref}: ") for line in self._problems):
                yield f"{replay.ref}: it could not be played again to its end: a draw or a choice is missing"

    def _summary(self) -> str:
        chain = self._chain
        levels = ", ".join(f"{count} {level}" for level, count in sorted(self._levels.items()))
        ended = sum(replay.ended for replay in self._replays)
        return (
            f"{chain.count} entries of {chain.chain} ({chain.withheld} withheld), "
            f"{self._given} checkpoints given, {sum(self._levels.values())} draws"
            f"{f' ({levels})' if levels else ''}, {ended} of {len(self._replays)} tables played again to "
            f"where they stand ({sum(replay.moves for replay in self._replays)} moves)"
            f"{f', {len(self._books.seals)} seals broken' if self._books.seals else ''}"
            f"{f', {self._books.looks} looks of the staff' if self._books.looks else ''}"
        )
