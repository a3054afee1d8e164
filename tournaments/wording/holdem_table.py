"""How a hold'em table stands, and its rules in short (view: ``referee.games.holdem``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.wording.hands import cards, hand
from tournaments.wording.holdem_rules import chapters, rules
from tournaments.wording.small import chips

__all__ = ["chapters", "own", "rules", "situation"]

type View = Mapping[str, Any]
type Names = Mapping[str, str]


def situation(view: View, names: Names) -> list[str]:
    """The table as everybody sees it: deal, board, pot, and each seat in speaking order."""
    lines = [_deal(view)]
    if view["board"]:
        lines.append(_("Board: %(cards)s") % {"cards": cards(view["board"])})
    pot = _("Pot: %(chips)s") % {"chips": chips(view["pot"])}
    if view["price"]:
        pot += " · " + _("Bet to match: %(price)s") % {"price": view["price"]}
    lines.append(pot)
    seats = view["seats"]
    order = [seat for seat in view["order"] if seat in seats]
    lines += [
        _seat(seat, seats[seat], names) for seat in [*order, *(one for one in seats if one not in order)]
    ]
    return lines


def _deal(view: View) -> str:
    if not view["deal"]:
        return _("No deal has been dealt yet.")
    said = {"number": view["deal"], "of": view["hands"]}
    line = (_("Deal %(number)s of %(of)s") if view["hands"] else _("Deal %(number)s")) % said
    if view["deal_over"]:
        return line + ", " + _("over")
    if not view["board"]:
        return line + ", " + _("before the board")
    count = len(view["board"])
    return line + ", " + ngettext("%(count)s board card", "%(count)s board cards", count) % {"count": count}


def _seat(letter: str, seat: View, names: Names) -> str:
    who = names.get(letter, letter)
    said = {"seat": letter, "name": who, "chips": chips(seat["stack"])}
    parts = [_("%(seat)s · %(name)s: %(chips)s") % said]
    if seat["bet"]:
        parts.append(_("%(bet)s in front") % {"bet": seat["bet"]})
    state = {
        "all-in": pgettext("state of a seat", "all-in"),
        "folded": _("out of this deal"),
        "removed": _("taken out by the referee"),
        "out": _("no chips left"),
    }.get(seat["state"])
    return ", ".join([*parts, *([state] if state else [])])


def own(view: View) -> list[str]:
    """The reader's own cards, and his hand once there is a board; nothing for the public."""
    seat = view["seats"].get(view["seat"]) if view["seat"] else None
    if not seat or not seat["cards"] or None in seat["cards"]:
        return []
    lines = [_("Your cards: %(cards)s") % {"cards": cards(seat["cards"])}]
    if seat["hand"]:
        made = seat["hand"]
        lines.append(_("Your hand: %(hand)s") % {"hand": hand(made["category"], made["best"], made["value"])})
    return lines
