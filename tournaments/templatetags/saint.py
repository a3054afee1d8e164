"""What the board of Saint Poker shows of a view: hands ranked, the pool by its origin, who picks up when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.translation import gettext as _

from tournaments import wording
from tournaments.wording.saint import points
from tournaments.wording.saint_table import phase

register = template.Library()

type View = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Hand:
    """A revealed hand of a scored round; equal ones share a ``rank``. ``best``: the five cards that count."""

    rank: int
    letter: str
    name: str
    word: str
    cards: Sequence[str]
    best: Sequence[str]
    points: int


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards of the pool that have lain in one place."""

    name: str
    cards: Sequence[str]


@dataclass(frozen=True, slots=True)
class Picker:
    """A seat in the order of the pick-up and what it has taken; ``now``: it is awaited."""

    letter: str
    name: str
    taken: Sequence[str]
    now: bool


def _names(seats: Sequence[Any]) -> dict[str, str]:
    return {seat.letter: seat.name for seat in seats}


@register.filter
def phase_word(view: View) -> str:
    return phase(view)


@register.filter
def as_points(count: int) -> str:
    return points(count)


@register.simple_tag
def ranked(played: View, seats: Sequence[Any]) -> list[Hand]:
    """The hands of a scored round, the best first."""
    names, values = _names(seats), played["values"]
    order = sorted(values, key=lambda seat: values[seat], reverse=True)
    places = [values[seat] for seat in order]
    return [
        Hand(
            places.index(values[seat]) + 1,
            seat,
            names.get(seat, seat),
            wording.hand_name(played["categories"][seat], values[seat]),
            played["revealed"][seat],
            played["best"][seat],
            played["points"][seat],
        )
        for seat in order
    ]


@register.simple_tag
def pool_of(view: View, seats: Sequence[Any]) -> list[Pile]:
    """What can still be taken: the river, then what each seat revealed."""
    if not view["pool"]:
        return []
    played, names = view["rounds"][-1], _names(seats)
    lain = [(_("River"), played["river"])]
    lain += [(names.get(seat, seat), cards) for seat, cards in played["revealed"].items()]
    found = [(name, [card for card in cards if card in view["pool"]]) for name, cards in lain]
    return [Pile(name, cards) for name, cards in found if cards]


@register.simple_tag
def pickers(played: View, view: View, seats: Sequence[Any]) -> list[Picker]:
    """Who picks up, in the order of this round."""
    names = _names(seats)
    return [
        Picker(
            seat,
            names.get(seat, seat),
            [card for who, card in played["takes"] if who == seat],
            bool(view["pool"]) and seat in view["awaited"],
        )
        for seat in played["pickup_order"] or ()
    ]


@register.simple_tag
def totals(view: View, seats: Sequence[Any]) -> list[tuple[int, list[tuple[int, int]]]]:
    """Round -> for each seat, in their order: what it won, and what it has after it."""
    letters = [seat.letter for seat in seats]
    have, rows = dict.fromkeys(letters, 0), []
    for played in view["rounds"]:
        won = played["points"]
        have = {letter: have[letter] + won[letter] for letter in letters}
        rows.append((played["round"], [(won[letter], have[letter]) for letter in letters]))
    return rows
