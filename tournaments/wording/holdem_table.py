"""How a hold'em table stands, and its rules in short (view: ``referee.games.holdem``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.wording.hands import cards, hand
from tournaments.wording.small import chips

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


def rules(chosen: Mapping[str, Any]) -> list[str]:
    """The options of a contest in a few sentences, for the announcement and for the letter at the start."""
    lines = [_("Everybody begins with %(chips)s.") % {"chips": chips(chosen["starting_stack"])}]
    if chosen["hands"]:
        lines.append(
            ngettext("The table plays %(count)s deal.", "The table plays %(count)s deals.", chosen["hands"])
            % {"count": chosen["hands"]}
        )
    else:
        lines.append(_("The table plays until one player has all the chips."))
    lines += [_stakes(chosen["levels"]), _streets(chosen["streets"])]
    if not chosen["check"]:
        lines.append(
            _("There is no check: with no bet to match, you leave the deal or put in at least 1 chip.")
        )
    lines.append(
        _("Who lets the time pass folds.")
        if chosen["silence"] == "fold"
        else _("Who lets the time pass checks if that is free, else folds.")
    )
    return [line for line in lines if line]


def _stakes(levels: list[Mapping[str, Any]]) -> str:
    if not levels:
        return ""
    first = levels[0]
    if first["big_blind"]:
        said = {"small": first["small_blind"], "big": first["big_blind"]}
        rising = _("The blinds begin at %(small)s and %(big)s and rise by deals.")
        return (rising if len(levels) > 1 else _("The blinds are %(small)s and %(big)s.")) % said
    if first["ante"]:
        return _("Everybody puts an ante of %(chips)s into the pot at each deal.") % {
            "chips": chips(first["ante"])
        }
    return ""


def _streets(streets: list[int]) -> str:
    if streets == [0, 5]:
        return _("There are two betting rounds: before and after five board cards are turned up at once.")
    return ngettext(
        "There is %(count)s betting round.", "There are %(count)s betting rounds.", len(streets)
    ) % {"count": len(streets)}
