"""Which positions of a deck went where, and which lie open: told by views and facts, for any game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core import Json
from tournaments import models
from tournaments.services import draws
from tournaments.services.desk import Desk

BOARD = "board"


def at_the_deal(desk: Desk, deck: draws.Drawn, state: Any) -> list[Json]:
    """Position -> who got it, in their order, kept with the draw: what everybody may know of a deal.

    Seats by their entrants' ids, as in draws.md; what lies open before all is the ``board``'s. It ends
    with the first position that nobody can see yet.
    """
    places = {label: place for place, label in enumerate(deck.order)}
    public = _places(desk.game.view(state, None), places)
    owner = dict.fromkeys(public, BOARD)
    for seat in desk.seats:
        for place in _places(desk.game.view(state, seat.letter), places) - public:
            owner[place] = seat.entry.ref
    dealt: list[Json] = []
    for place in range(len(deck.order)):
        if place not in owner:
            break
        if dealt and dealt[-1]["to"] == owner[place]:
            dealt[-1]["pos"].append(place)
        else:
            dealt.append({"to": owner[place], "pos": [place]})
    models.Draw.objects.filter(series=deck.series, n=deck.number).update(dealt=dealt)
    return dealt


def in_facts(table: models.Table, deal: int, row: models.Draw) -> list[int]:
    """The positions of a deal's deck whose cards its facts named, in that order: they lie open for all.

    A deal that was void was dealt anew under its number: what lay open then lies hidden in the next deck.
    """
    places, found, dealt = _unique(row), list[int](), None
    asked: Any
    events = table.events.filter(deal=deal).order_by("number")
    for kind, asked, facts in events.values_list("kind", "input", "facts"):
        if kind == models.Event.Kind.DEAL:
            dealt = asked["deck"]["n"]
        if dealt == row.n:
            found += [places[text] for text in texts(facts) if text in places]
    return list(dict.fromkeys(found))


def in_view(row: models.Draw, view: Any) -> set[int]:
    """The positions of the deck whose cards somebody's view shows."""
    return _places(view, _unique(row))


def _unique(row: models.Draw) -> dict[str, int]:
    """Card -> position; of cards that a deck has twice nobody can say which one it is."""
    order = draws.labels(row)
    return {label: place for place, label in enumerate(order) if order.count(label) == 1}


def with_board(row: models.Draw, shown: list[int]) -> list[Json]:
    """What was dealt, and behind it the cards of the board that have been turned up, without a gap."""
    dealt: list[Json] = [{"to": one["to"], "pos": list(one["pos"])} for one in row.dealt]
    following = sum(len(one["pos"]) for one in dealt)
    board = []
    while following in shown:
        board.append(following)
        following += 1
    return [*dealt, {"to": BOARD, "pos": board}] if board else dealt


def complete(contest: models.Contest) -> None:
    """At the end: keep with each deck where all its cards went, the board included."""
    tables = {table.ref: table for table in contest.tables.defer("snapshot").select_related("contest")}
    deals = models.Event.objects.filter(table__contest=contest, kind=models.Event.Kind.DEAL)
    known: dict[tuple[str, int], int] = {}
    asked: Any
    for number, asked in deals.values_list("deal", "input"):
        known[asked["deck"]["series"], asked["deck"]["n"]] = number
    for row in contest.draws.filter(series__in=tables, state=models.Draw.State.DEALT):
        deal = known.get((row.series, row.n))
        if deal is not None:
            row.dealt = with_board(row, in_facts(tables[row.series], deal, row))
            row.save(update_fields=["dealt"])


def _places(value: Any, places: dict[str, int]) -> set[int]:
    return {places[text] for text in texts(value) if text in places}


def texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value, keys left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts(inner)
