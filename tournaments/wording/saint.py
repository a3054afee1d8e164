"""Saint Poker in sentences (facts and options: ``referee.games.saint``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.wording.hands import card, cards, hand
from tournaments.wording.small import listed

type Data = Mapping[str, Any]
type Names = Mapping[str, str]


def points(count: int) -> str:
    return ngettext("%(count)s point", "%(count)s points", count) % {"count": count}


def _who(data: Data, names: Names) -> str:
    seat = data["seat"]
    return names.get(seat, seat)


def _listed(seats: Iterable[str], names: Names) -> str:
    return listed([names.get(seat, seat) for seat in seats])


def _scores(scores: Mapping[str, int], names: Names) -> str:
    return ", ".join(f"{names.get(seat, seat)} {count}" for seat, count in scores.items())


def _deal(data: Data, names: Names) -> str:
    said = {"names": _listed(data["seats"], names), "cards": data["cards"]}
    return _("The game begins: %(names)s get %(cards)s cards each.") % said


def _round(data: Data, names: Names) -> str:
    parts = [_("Round %(round)s begins.") % {"round": data["round"]}]
    if data["river"]:
        parts.append(_("The river begins with %(cards)s.") % {"cards": cards(data["river"])})
    if data["future"]:
        parts.append(_("The future river: %(cards)s.") % {"cards": cards(data["future"])})
    return " ".join(parts)


_DEEMED = {
    "river": gettext_noop("The time of %(name)s is up: the lowest card goes into the river."),
    "reveal": gettext_noop("The time of %(name)s is up: the two lowest cards are revealed."),
    "take": gettext_noop("The time of %(name)s is up: the lowest card of the pool is taken."),
}


def _timed_out(data: Data, names: Names) -> str:
    return _(_DEEMED[data["deemed"]]) % {"name": _who(data, names)}


def _chosen(data: Data, names: Names) -> str:
    if data["do"] == "river":
        return _("%(name)s has chosen a card for the river; it lies face down.") % {"name": _who(data, names)}
    return _("%(name)s has chosen two cards to reveal; they lie face down.") % {"name": _who(data, names)}


def _river(data: Data, names: Names) -> str:
    added = ", ".join(f"{names.get(seat, seat)} {card(one)}" for seat, one in data["cards"].items())
    return _("All have chosen for the river: %(added)s. The river: %(cards)s.") % {
        "added": added,
        "cards": cards(data["river"]),
    }


def _revealed(data: Data, names: Names) -> str:
    shown = ", ".join(f"{names.get(seat, seat)} {cards(two)}" for seat, two in data["cards"].items())
    return _("All reveal: %(shown)s.") % {"shown": shown}


def _scored(data: Data, names: Names) -> str:
    order = sorted(data["hands"], key=lambda seat: data["hands"][seat]["value"], reverse=True)
    hands = "; ".join(f"{names.get(seat, seat)}: {_hand(data['hands'][seat])}" for seat in order)
    said = {
        "hands": hands,
        "names": _listed(data["winners"], names),
        "points": points(data["points"][data["winners"][0]]),
        "scores": _scores(data["scores"], names),
    }
    won = (
        _("%(names)s wins %(points)s.")
        if len(data["winners"]) == 1
        else _("%(names)s share the win: %(points)s each.")
    ) % said
    return " ".join(
        [_("The hands: %(hands)s.") % said, won, _("Points so far: %(scores)s.") % said],
    )


def _hand(made: Data) -> str:
    return hand(made["category"], made["best"], made["value"])


def _pickup(data: Data, names: Names) -> str:
    order = _listed(data["order"], names)
    said = [_("Cards are picked up in this order, twice: %(names)s.") % {"names": order}]
    for group in data["lots"]:
        said.append(_("The lot has put equal hands in order: %(names)s.") % {"names": _listed(group, names)})
    return " ".join(said)


def _took(data: Data, names: Names) -> str:
    return _("%(name)s takes %(card)s.") % {"name": _who(data, names), "card": card(data["card"])}


def _discarded(data: Data, names: Names) -> str:
    return _("Out of the game: %(cards)s.") % {"cards": cards(data["cards"])}


def _deal_over(data: Data, names: Names) -> str:
    return _("The game is over. Points: %(scores)s.") % {"scores": _scores(data["scores"], names)}


def _match_over(data: Data, names: Names) -> str:
    winners = _listed(data["winners"], names)
    if len(data["winners"]) == 1:
        return _("%(names)s has won the game.") % {"names": winners}
    return _("%(names)s have won the game together.") % {"names": winners}


def _left(data: Data, names: Names) -> str:
    return _("%(name)s has left the contest: the lowest cards are played for the seat.") % {
        "name": _who(data, names)
    }


def _taken_out(data: Data, names: Names) -> str:
    return _("%(name)s is taken out by a ruling: the lowest cards are played for the seat.") % {
        "name": _who(data, names)
    }


def _void(data: Data, names: Names) -> str:
    return _("The game is void: it is dealt anew, from its beginning.")


FACTS: dict[str, Callable[[Data, Names], str]] = {
    "deal": _deal,
    "round": _round,
    "timed_out": _timed_out,
    "chosen": _chosen,
    "river": _river,
    "revealed": _revealed,
    "scored": _scored,
    "pickup": _pickup,
    "took": _took,
    "discarded": _discarded,
    "deal_over": _deal_over,
    "match_over": _match_over,
    "left": _left,
    "taken_out": _taken_out,
    "deal_void": _void,
}

_MOVES = {
    "river": gettext_noop("%(cards)s into the river"),
    "reveal": gettext_noop("reveal %(cards)s"),
    "take": gettext_noop("take %(cards)s"),
    "timeout": gettext_noop("time-out"),
}


def move(asked: Data, may: Data | None = None, facts: Iterable[Data] = ()) -> str:
    """A move as one says it: ``reveal Q♠ 10♦``."""
    return _(_MOVES[asked["do"]]) % {"cards": cards(asked.get("cards") or ())}


_SILENCE = {
    "river": gettext_noop("your lowest card into the river"),
    "reveal": gettext_noop("your two lowest cards are revealed"),
}


def silence(asked: Data) -> str:
    """The move of somebody from whom nothing comes: it stands high up in letters, and names no card."""
    return _(_SILENCE[asked["do"]]) if asked["do"] in _SILENCE else move(asked)


def options(may: Data, name: str = "") -> str:
    """What a seat may do now, to its player. ``name``: said of him, without a card that only he may see."""
    if name:
        return _("%(name)s can choose cards.") % {"name": name}
    said = {"cards": cards(may["cards"])}
    return {
        "river": _("You choose one card of your hand for the river: %(cards)s."),
        "reveal": _("You choose two cards of your hand to reveal: %(cards)s."),
        "take": _("You take one card of the pool: %(cards)s."),
    }[may["do"]] % said


def merged(facts: Sequence[Data], names: Names) -> list[str]:
    """Facts as a reader wants them: a time-out without the choice that it stands for."""
    said = []
    for at, data in enumerate(facts):
        before = facts[at - 1] if at else None
        same = before is not None and before["fact"] == "timed_out" and before["seat"] == data.get("seat")
        if not (same and data["fact"] == "chosen"):
            said.append(FACTS[data["fact"]](data, names))
    return said


REFUSALS = {
    "NOT_AS_MANY": gettext_noop("A table of this game does not have so many seats."),
    "TOO_MANY_OPEN": gettext_noop("You have many tables for friends that are not over: finish one first."),
    "ALREADY_CHOSEN": gettext_noop("You have already chosen; the others are still awaited."),
    "WRONG_COUNT": gettext_noop("That is not the number of cards that is wanted. Name each card once."),
    "DUPLICATE_CARD": gettext_noop("One card is named twice. Name each card once."),
    "UNKNOWN_CARD": gettext_noop("There is no such card. Write cards like Qs, 10h or Q♠."),
    "NOT_IN_HAND": gettext_noop("You do not have that card. Your own cards are shown at your table."),
    "NOT_IN_POOL": gettext_noop("That card is not among those that can be taken."),
    "CANNOT_SEAT": gettext_noop("This number of players cannot be seated at tables of this game."),
}
WITH = {
    "NOT_AS_MANY": ("most", gettext_noop("A table of this game has %(fewest)s to %(most)s seats.")),
    "TOO_MANY_OPEN": (
        "most",
        gettext_noop("You have %(most)s tables for friends that are not over: finish one, or call it off."),
    ),
    "CANNOT_SEAT": (
        "most",
        gettext_noop(
            "%(players)s players cannot be seated: a table of this game has %(fewest)s to %(most)s seats."
            " What you can do: %(choices)s."
        ),
    ),
    "WRONG_COUNT": (
        "wanted",
        gettext_noop("Cards that are wanted here: %(wanted)s; cards that you named: %(given)s."),
    ),
    "DUPLICATE_CARD": ("card", gettext_noop("%(card)s is named twice. Name each card once.")),
    "NOT_IN_HAND": ("card", gettext_noop("You do not have %(card)s.")),
    "NOT_IN_POOL": ("card", gettext_noop("%(card)s is not among the cards that can be taken.")),
}
"""What this game refuses, where its sentence can say more than the code alone."""
