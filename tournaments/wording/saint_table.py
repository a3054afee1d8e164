"""How a table of Saint Poker stands, and its rules in short (view: ``referee.games.saint``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.games.saint.rules import ROUNDS
from tournaments.wording.hands import cards, hand
from tournaments.wording.saint import points
from tournaments.wording.small import listed

type View = Mapping[str, Any]
type Names = Mapping[str, str]


def phase(view: View) -> str:
    """What is being done now, in a few words."""
    return {
        "river": _("all choose a card for the river"),
        "reveal": _("all choose two cards to reveal"),
        "take": _("cards are picked up"),
    }.get(view["phase"] or "", "")


def far(phase: str) -> str:
    """How far a game is, from the name of its phase: ``round 3 of 8``."""
    return _("round %(n)s of %(of)s") % {"n": phase.split(".")[2], "of": ROUNDS}


def situation(view: View, names: Names) -> list[str]:
    """The table as everybody sees it: round, open cards, the hands of the last round, each seat."""
    if not view["round"]:
        return [_("Nothing has been dealt yet.")]
    lines = [_where(view)]
    if view["river"] and not view["pool"]:
        lines.append(_("River: %(cards)s") % {"cards": cards(view["river"])})
    if view["future"]:
        lines.append(_("Future river: %(cards)s") % {"cards": cards(view["future"])})
    if view["pool"]:
        lines += ranked(view["rounds"][-1], names)
        lines.append(_("Pool: %(cards)s") % {"cards": cards(view["pool"])})
        order = listed([names.get(seat, seat) for seat in view["pickup_order"]])
        said = {"names": order, "turn": view["turn"]}
        lines.append(_("Picked up in this order, time %(turn)s of 2: %(names)s") % said)
    return lines + [_seat(letter, seat, names) for letter, seat in view["seats"].items()]


def _where(view: View) -> str:
    said = {"round": view["round"], "of": view["of"]}
    line = _("Round %(round)s of %(of)s") % said
    what = _("over") if view["match_over"] else phase(view)
    return f"{line}, {what}" if what else line


def ranked(played: View, names: Names) -> list[str]:
    """The hands of a round, the best first, with the five cards that count and what they won."""
    order = sorted(played["values"], key=lambda seat: played["values"][seat], reverse=True)
    values = [played["values"][seat] for seat in order]
    lines = []
    for seat in order:
        made = hand(played["categories"][seat], played["best"][seat], played["values"][seat])
        place = values.index(played["values"][seat]) + 1
        won = f" · {points(played['points'][seat])}" if played["points"][seat] else ""
        lines.append(f"{place}. {names.get(seat, seat)}: {made}{won}")
    return lines


def _seat(letter: str, seat: View, names: Names) -> str:
    held = ngettext("%(count)s card", "%(count)s cards", seat["hand"]) % {"count": seat["hand"]}
    said = {"seat": letter, "name": names.get(letter, letter), "chips": points(seat["score"])}
    parts = [_("%(seat)s · %(name)s: %(chips)s") % said, held]
    if seat["picked"]:
        parts.append(_("among them %(cards)s, picked up") % {"cards": cards(seat["picked"])})
    if seat["chosen"]:
        parts.append(_("has chosen"))
    return ", ".join(parts)


def own(view: View) -> list[str]:
    """The reader's own cards and secret choice; nothing for the public."""
    seat = view["seats"].get(view["seat"]) if view["seat"] else None
    if not seat or not seat["cards"]:
        return []
    lines = [_("Your cards: %(cards)s") % {"cards": cards(seat["cards"])}]
    if seat["choice"]:
        lines.append(_("Your choice, still face down: %(cards)s") % {"cards": cards(seat["choice"])})
    return lines


def rules(chosen: Mapping[str, Any]) -> list[str]:
    """The game in a few sentences, then every option."""
    return [*_round(), *_choosing(chosen)]


def _round() -> list[str]:
    return [
        _("Everybody begins with ten cards; nobody bets and nobody folds. Eight rounds are played."),
        _(
            "In each round everybody adds a card to the river and then reveals two, "
            "each time in secret and all at once."
        ),
        _(
            "The best five cards of the river and one’s own two win as many points as the round has its "
            "number; equal hands share them, rounded up."
        ),
    ]


def _choosing(chosen: Mapping[str, Any]) -> list[str]:
    lines = [
        _(
            "After a round everybody takes two cards of those that lie there, one at a time, the worst hand "
            "first; a lot decides among equal hands."
        ),
        _("Without a choice in time the lowest cards are played; nobody drops out. A choice is final."),
    ]
    if not chosen["wheel"]:
        lines.append(_("The ace is high only: A 2 3 4 5 is no straight."))
    if not chosen["last_round_future"]:
        lines.append(_("In the last round no future river is turned up."))
    if chosen["last_round_pickup"]:
        lines.append(_("Cards are picked up after the last round, too."))
    return lines


def chapters(chosen: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    """The same and what follows for everybody, under headings."""
    end = [
        _("The game ends with the points of round 8. The most points win; equal totals share the place."),
        _("Hands rank as in hold'em, from high card to straight flush, and all five cards count."),
    ]
    return [(_("A round"), _round()), (_("Picking up, and silence"), _choosing(chosen)), (_("The end"), end)]
