"""How a deal ended: the pots with who won what of them, the shown hands by rank, what went back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from referee.core import Json, View
from tournaments import wording
from tournaments.models import Event

type Names = Mapping[str, str]

GAMES = ("holdem",)
"""Those whose deals end with pots and shown hands."""


@dataclass(frozen=True, slots=True)
class Share:
    """What a seat won of a pot; ``odd``: the chips among them that could not be split."""

    letter: str
    name: str
    chips: int
    odd: int


@dataclass(frozen=True, slots=True)
class PotLine:
    """A pot with who contests it, letters and names; after the deal with who won what of it."""

    name: str
    amount: int
    names: str
    shares: Sequence[Share]


@dataclass(frozen=True, slots=True)
class HandLine:
    """A shown hand. ``rank``: equal hands share it; ``best``: the five cards of the seven that count."""

    rank: int
    letter: str
    name: str
    word: str
    cards: Sequence[str]
    best: Collection[str]
    won: int


@dataclass(frozen=True, slots=True)
class Ending:
    """A deal that is over. ``uncalled``: the sentence of a bet that went back, or nothing."""

    deal: int
    board: Sequence[str]
    hands: Sequence[HandLine]
    pots: Sequence[PotLine]
    uncalled: str


def pots(found: Sequence[Json], names: Names) -> list[PotLine]:
    """Pots in the record's shape as lines, the main pot first."""
    return [
        PotLine(
            _pot_name(place, len(found)),
            pot["amount"],
            wording.listed([f"{seat} {names[seat]}" for seat in pot["eligible"]]),
            [
                Share(seat, names[seat], chips, pot["odd"].get(seat, 0))
                for seat, chips in (pot.get("wins") or {}).items()
            ],
        )
        for place, pot in enumerate(found)
    ]


def _pot_name(place: int, count: int) -> str:
    if count == 1:
        return _("Pot")
    return _("Main pot") if place == 0 else _("Side pot %(number)s") % {"number": place}


def ending(deal: int, result: Json, names: Names, game: str) -> Ending:
    """How a deal ended, from its result in the record's shape."""
    back = result["uncalled"]
    told = [{"fact": "uncalled", **back}] if back else []
    return Ending(
        deal,
        result["board"],
        _hands(result, names),
        pots(result["pots"], names),
        " ".join(wording.log(told, names, game)),
    )


def of_view(view: View, names: Names, game: str) -> Ending | None:
    """How the deal of a view ended; None while it is played, and where a game ends otherwise."""
    result = view.get("result") if game in GAMES else None
    return ending(view["deal"], result, names, game) if result else None


def _hands(result: Json, names: Names) -> list[HandLine]:
    """The best first; equal ones, in the order in which they were shown, share a rank."""
    shown = sorted(result["shown"].items(), key=lambda one: one[1]["value"], reverse=True)
    values = [hand["value"] for _seat, hand in shown]
    return [
        HandLine(
            values.index(hand["value"]) + 1,
            seat,
            names[seat],
            wording.hand_name(hand["category"], hand["value"]),
            hand["cards"],
            hand["best"],
            sum(pot["wins"].get(seat, 0) for pot in result["pots"]),
        )
        for seat, hand in shown
    ]


def last(events: Sequence[Event], names: Callable[[int], Names], game: str) -> Ending | None:
    """How the last deal of a log (newest first) ended; ``names`` at an event. None: none did, or its board
    stands further back.
    """
    end = next((event for event in events if _finds(event, "deal_over")), None)
    if end is None or game not in GAMES:
        return None
    turned = [fact["board"] for event in events if event.deal == end.deal for fact in _finds(event, "street")]
    shown = {fact["seat"]: fact for fact in _finds(end, "shown")}
    board: list[str] = max(turned, key=len, default=[])
    if shown and not board:
        return None
    back = next(({"seat": fact["seat"], "amount": fact["amount"]} for fact in _finds(end, "uncalled")), None)
    result = {"uncalled": back, "pots": _finds(end, "pot"), "board": board, "shown": shown}
    return ending(end.deal, result, names(end.number), game)


def _finds(event: Event, kind: str) -> list[Json]:
    return [fact for fact in event.facts if fact.get("fact") == kind]
