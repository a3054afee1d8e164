"""Draws against the chain: each was announced as it is now, from inputs that were there in time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.audit.books import Books, Drawing, Said, last
from referee.contests.tables import seat_players

NEVER = 2**63


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw of the export whose own document is in order. ``order`` is None while it is secret."""

    published: Mapping[str, Any]
    revealed: Mapping[str, Any] | None
    order: tuple[str, ...] | None


def crossing(books: Books, draws: Mapping[Drawing, Drawn], *, whole: bool) -> Iterator[str]:
    """The problems, a line each. ``whole``: no body is withheld, and every draw has to be there."""
    yield from _seeds_in_time(books)
    for drawing, drawn in draws.items():
        where = f"draw {drawing[0]} #{drawing[1]}"
        for line in _draw(books, drawing, drawn, whole=whole):
            yield f"{where}: {line}"
    if whole:
        for drawing, said in books.announced.items():
            if drawing not in draws:
                yield f"draw {drawing[0]} #{drawing[1]}: row {said.seq} announces it, here it is missing"


def _seeds_in_time(books: Books) -> Iterator[str]:
    """Whoever knows a player's part could look for seeds that suit him."""
    parts = [*books.commits.values(), *books.values.values()]
    first = min((said[0].seq for said in parts), default=NEVER)
    for (series, _), said in books.seeds.items():
        if said.seq > first:
            yield (
                f"row {said.seq}: the seeds of {series} are committed after the first value of a player "
                f"(row {first})"
            )


def _draw(books: Books, drawing: Drawing, drawn: Drawn, *, whole: bool) -> Iterator[str]:
    pub, announced = drawn.published, books.announced.get(drawing)
    seeds = books.seeds.get((drawing[0], pub["base"]))
    if seeds is None and whole:
        yield "no entry commits its seeds"
    elif seeds is not None and seeds.what != (pub["seeds"], pub["seed_commit"]):
        yield f"its seeds are not those that row {seeds.seq} committed"
    if announced is None and whole:
        yield "no entry announces it"
    elif announced is not None and announced.what != pub["deck_commit"]:
        yield f"its deck_commit is not the one that row {announced.seq} announced"
    stated = books.stated.get(drawing)
    if stated is not None and stated.what != pub["items"]:
        yield f"its items are not those that row {stated.seq} stated"
    if whole:
        yield from _inputs(books, drawn, announced.seq if announced else NEVER)
    yield from _given_out(books, drawing, drawn)


def _inputs(books: Books, drawn: Drawn, before: int) -> Iterator[str]:
    pub = drawn.published
    fixed = last(books.rosters, before)
    roster = fixed.what if fixed else []
    if pub["roster"] != roster:
        yield f"the roster was changed: {_fixed(fixed)} others than those that it names"
        return
    closing = last(books.closings, before)
    yield from _commits(books, pub["commits"], roster, fixed)
    if drawn.revealed is not None:
        yield from _values(books, drawn.revealed["values"], roster, closing)
    yield from _beacon(books, drawn, before, closing)


def _fixed(fixed: Said | None) -> str:
    return f"row {fixed.seq} fixed" if fixed else "no entry fixed one, so nobody is in it;"


def _commits(
    books: Books, commits: Mapping[str, str], roster: list[str], fixed: Said | None
) -> Iterator[str]:
    for player in sorted({*commits, *roster}):
        said = last(books.commits.get(player, []), fixed.seq if fixed else NEVER)
        if (said.what if said else None) == commits.get(player):
            continue
        if said is None:
            yield f"no entry before the roster holds the commitment of {player}"
        else:
            yield f"the commitment of {player} is not the one of row {said.seq}"


def _values(
    books: Books, values: Mapping[str, str], roster: list[str], closing: Said | None
) -> Iterator[str]:
    end = closing.seq if closing else NEVER
    for player in sorted({*values, *roster}):
        said = last(books.values.get(player, []), end)
        if (said.what if said else None) == values.get(player):
            continue
        late = next((one for one in books.values.get(player, []) if one.seq > end), None)
        if said is not None and player in values:
            yield f"the value of {player} is not the one of row {said.seq}"
        elif said is not None:
            yield f"the value of {player} (row {said.seq}) was left out"
        elif late is not None:
            yield f"a late value was mixed in: of {player}, of row {late.seq}; row {end} ends the inputs"
        else:
            yield f"a value was mixed in: no entry holds that of {player}"


def _beacon(books: Books, drawn: Drawn, before: int, closing: Said | None) -> Iterator[str]:
    beacon = drawn.published["beacon"]
    wanted, given = last(books.beacons, before), last(books.outcomes, before)
    chain, number = wanted.what if wanted else ("", 0)
    if (beacon["chain"], beacon["round"]) != (chain, number):
        yield f"its beacon is not the one that was announced{_in(wanted)}"
        return
    if not chain or drawn.revealed is None:
        return
    if given is None or given.what != (chain, number, drawn.revealed["beacon"]["randomness"]):
        yield f"the beacon's value is not the one that was entered{_in(given)}"
    elif closing is None or given.seq < closing.seq:
        yield f"the beacon's value (row {given.seq}) was there before the inputs were closed"


def _in(said: Said | None) -> str:
    return f" in row {said.seq}" if said else ": none was"


def _given_out(books: Books, drawing: Drawing, drawn: Drawn) -> Iterator[str]:
    """Which position went where, as the deal said; and seats as the lot gave them."""
    dealt, seated = books.dealt.get(drawing), books.seated.get(drawing)
    if dealt is not None and dealt.what is not None:
        stated = [{"to": one["to"], "pos": list(one["pos"])} for one in drawn.published["deals"]]
        if stated and stated[: len(dealt.what)] != dealt.what:
            yield f"its positions went to others than row {dealt.seq} says"
    if seated is not None and drawn.order is not None:
        tables = [list(table) for table in seat_players(drawn.order, len(seated.what))]
        if tables != seated.what:
            yield f"the seats in row {seated.seq} are not those that were drawn"
