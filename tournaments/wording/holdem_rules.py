"""The rules of a hold'em contest in words: every option in force, then what follows for everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.wording.small import chips, listed

type Options = Mapping[str, Any]
type Level = Mapping[str, int]


def rules(chosen: Options) -> list[str]:
    """Every option, for the announcement in a forum and for the letter at the start."""
    return [*beginning(chosen), *betting(chosen), silence(chosen)]


def chapters(chosen: Options) -> list[tuple[str, list[str]]]:
    """The same and what follows for everybody, under headings."""
    return [
        (_("Chips and deals"), beginning(chosen)),
        (_("Betting"), [*betting(chosen), silence(chosen)]),
        (_("Pots and showdown"), ending()),
    ]


def beginning(chosen: Options) -> list[str]:
    """Chips, deals, and what is put in before the cards."""
    lines = [_("Everybody begins with %(chips)s.") % {"chips": chips(chosen["starting_stack"])}]
    if chosen["hands"]:
        lines.append(
            ngettext("The table plays %(count)s deal.", "The table plays %(count)s deals.", chosen["hands"])
            % {"count": chosen["hands"]}
        )
    else:
        lines.append(_("The table plays until one player has all the chips."))
    return [*lines, *_stakes(chosen["levels"])]


def _stakes(levels: Sequence[Level]) -> list[str]:
    if not levels:
        return [_("Nothing is put in before the cards: there are neither antes nor blinds.")]
    first = levels[0]
    lines = []
    if first["from_hand"] > 1:
        lines.append(_("Nothing is put in before deal %(number)s.") % {"number": first["from_hand"]})
    if first["big_blind"]:
        blinds = {"small": first["small_blind"], "big": first["big_blind"]}
        rising = _("The blinds begin at %(small)s and %(big)s and rise by deals.")
        lines.append((rising if len(levels) > 1 else _("The blinds are %(small)s and %(big)s.")) % blinds)
    if first["ante"]:
        said = {"chips": chips(first["ante"])}
        lines.append(_("Everybody puts an ante of %(chips)s into the pot at each deal.") % said)
    if first["big_blind_ante"]:
        said = {"chips": chips(first["big_blind_ante"])}
        lines.append(_("The big blind puts in an ante of %(chips)s for the whole table.") % said)
    if len(levels) > 1:
        later = "; ".join(_level(one) for one in levels[1:])
        lines.append(_("Later: %(levels)s.") % {"levels": later})
    return lines


def _level(level: Level) -> str:
    """``from deal 6 on 15 and 30, ante 2``."""
    said = {**level, "small": level["small_blind"], "big": level["big_blind"]}
    parts = []
    if level["big_blind"]:
        parts.append(_("blinds %(small)s and %(big)s") % said)
    if level["ante"]:
        parts.append(_("ante %(ante)s") % said)
    if level["big_blind_ante"]:
        parts.append(_("ante of the big blind %(big_blind_ante)s") % said)
    amounts = listed(parts) or _("nothing is put in")
    return _("from deal %(number)s on %(amounts)s") % {"number": level["from_hand"], "amounts": amounts}


def betting(chosen: Options) -> list[str]:
    """Rounds, who opens, checks and raises."""
    first = (
        _("In deal 1 seat A speaks first, in deal 2 seat B, and so on; the same seat opens every round.")
        if chosen["speaking"] == "rotate"
        else _("The button moves round the table; whoever sits left of it speaks first.")
    )
    check = (
        _("With no bet to match you may check.")
        if chosen["check"]
        else _("There is no check: with no bet to match, you leave the deal or put in at least 1 chip.")
    )
    return [*_streets(chosen["streets"]), first, check, *_raises(chosen["raises"])]


def _raises(kind: str) -> list[str]:
    if kind == "any":
        return [
            _("A raise may be as small as 1 chip and as large as all your chips."),
            _("After a raise, also a short all-in, all the others speak again."),
        ]
    return [
        _(
            "A raise is at least as large as the one before it, and a bet at least the big blind; "
            "both may be as large as all your chips."
        ),
        _(
            "After a raise all the others speak again; after an all-in for less than a full raise, "
            "those who have spoken may only call or fold."
        ),
    ]


def _streets(streets: Sequence[int]) -> list[str]:
    if list(streets) == [0, 5]:
        return [_("There are two betting rounds: before and after five board cards are turned up at once.")]
    rounds = ngettext(
        "There is %(count)s betting round.", "There are %(count)s betting rounds.", len(streets)
    )
    turned = listed([str(count) for count in streets])
    return [
        rounds % {"count": len(streets)},
        _("Board cards turned up before each of them: %(cards)s.") % {"cards": turned},
    ]


def silence(chosen: Options) -> str:
    return (
        _("Who lets the time pass folds.")
        if chosen["silence"] == "fold"
        else _("Who lets the time pass checks if that is free, else folds.")
    )


def ending() -> list[str]:
    """What holds whatever the options are."""
    return [
        _("The best five of the cards in hand and on the board win; suits never break a tie."),
        _(
            "Who is all-in wins from each other player at most what he put in himself; "
            "the rest is for the next best hand."
        ),
        _("The part of a bet that nobody called goes back first."),
        _(
            "Equal hands split a pot; chips that do not divide go one each, "
            "from the first of the winners in speaking order on."
        ),
        _("Every hand that reaches the showdown is opened; who wins without one shows nothing."),
        _(
            "Undealt and folded cards stay closed until the contest ends; "
            "then the published seed lets anybody compute them."
        ),
    ]
