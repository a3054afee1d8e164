"""A contest in words, from the options in force: who, what, when, for what; and the finer rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Contest
from tournaments.wording.games import rules
from tournaments.wording.small import hours, instant, listed

LANGUAGES = {
    "en": "English",
    "fr": "français",
    "it": "italiano",
    "de": "Deutsch",
    "es": "español",
    "pt": "português",
    "nl": "Nederlands",
    "pl": "polski",
}
"""The languages a contest may be announced in, each by its own name."""


def preset(name: str) -> str:
    """A preset as organisers call it."""
    return {
        "shangri": _("The Shangri-là tour"),
        "shangri-draft": _("The Shangri-là tour, first draft"),
        "holdem": _("No-limit hold'em"),
    }.get(name, name)


def announcement(row: Contest, croupiers: Sequence[str] = ()) -> list[str]:
    """Every term of a contest, a sentence each, in the order in which people ask."""
    return [
        *_when(row),
        *_fee(row),
        *_people(row, croupiers),
        *_tables(row),
        _time(row),
    ]


def rules_of(row: Contest) -> list[str]:
    """The rules of play: the options first, then what follows for everybody."""
    return [*rules(row.rules, row.game), *(_finer(row.rules) if row.game == "holdem" else [])]


def _when(row: Contest) -> list[str]:
    with timezone.override(ZoneInfo(row.zone)):
        said = {"closes": instant(row.closes_at), "zone": row.zone}
        lines = [
            _("Registration closes on %(closes)s, time of %(zone)s; that instant is still in time.") % said
        ]
        if row.starts_at:
            start = {"start": instant(row.starts_at)}
            lines.append(_("Play starts on %(start)s.") % start)
    lines.append(
        _("The draw of the seats and the start follow by themselves.")
        if row.automatic
        else _("The organiser closes registration, draws the seats and starts the tables.")
    )
    if row.place:
        lines.append(_("Registration takes place here and at: %(place)s.") % {"place": row.place})
    lines.append(
        ngettext(
            "There is room for %(count)s entrant; who comes later is on the reserve list.",
            "There is room for %(count)s entrants; who comes later is on the reserve list.",
            row.cap,
        )
        % {"count": row.cap}
    )
    return lines


def fee(row: Contest, count: int = 1) -> str:
    """``2 × food ration``; empty without a fee."""
    return f"{row.fee_amount * count} × {row.fee_unit}" if row.fee_amount else ""


def _fee(row: Contest) -> list[str]:
    if not row.fee_amount:
        return [_("Entry is free.")]
    lines = [
        _("The entry fee is %(fee)s, handed over outside this site and marked by the organiser.")
        % {"fee": fee(row)},
        _("It does not feed the prizes."),
    ]
    if row.sponsor and row.sponsor_group:
        said = {"sponsor": row.sponsor, "group": row.sponsor_group}
        lines.append(_("%(sponsor)s pays it for whoever asks, meant for: %(group)s.") % said)
    elif row.sponsor:
        lines.append(_("%(sponsor)s pays it for whoever asks.") % {"sponsor": row.sponsor})
    lines.append(
        _("Entries whose fee is not paid at the closing are drawn all the same.")
        if row.draw_unpaid
        else _("Entries whose fee is not paid at the closing are not drawn.")
    )
    return lines


def _people(row: Contest, croupiers: Sequence[str]) -> list[str]:
    lines = [_("The organiser is %(name)s.") % {"name": row.organiser.name}]
    if croupiers:
        said = {"names": listed(list(croupiers))}
        lines.append(
            ngettext("The croupier is %(names)s.", "The croupiers are %(names)s.", len(croupiers)) % said
        )
    lines.append(_("Nobody rules at a table where he plays."))
    if row.languages:
        names = listed([LANGUAGES.get(code, code) for code in row.languages])
        lines.append(_("Languages: %(names)s.") % {"names": names})
    return lines


def _tables(row: Contest) -> list[str]:
    shape = {
        Contest.Tables.FEWEST: _("Tables have 5 to 8 seats, as few tables as possible, drawn by lot."),
        Contest.Tables.SMALLEST: _("Tables have 5 to 8 seats, as small as possible, drawn by lot."),
        Contest.Tables.EXCEPTION: _("By exception a table has fewer than 5 seats; seats are drawn by lot."),
        Contest.Tables.ONE_OF_NINE: _("By exception there is one table of nine; seats are drawn by lot."),
    }
    lines = [shape[Contest.Tables(row.table_rule)]]
    if row.table_rule_reason:
        lines.append(_("Reason: %(reason)s") % {"reason": row.table_rule_reason})
    return lines


def _time(row: Contest) -> str:
    said = {"limit": hours(row.turn_seconds), "more": hours(row.grace_seconds)}
    return _("Each turn lasts %(limit)s; words that cannot be played give %(more)s more, once a turn.") % said


def _finer(chosen: Mapping[str, Any]) -> list[str]:
    """What follows for everybody at a hold'em table."""
    return [
        _("In deal 1 seat A speaks first, in deal 2 seat B, and so on; the same seat opens every round.")
        if chosen["speaking"] == "rotate"
        else _("The button moves round the table; whoever sits left of it speaks first."),
        _("A raise may be as small as 1 chip.")
        if chosen["raises"] == "any"
        else _("A raise is at least as large as the one before it."),
        _("The best five of the cards in hand and on the board win; suits never break a tie."),
        _(
            "Who is all-in wins from each other player at most what he put in himself; "
            "the rest is for the next best hand."
        ),
        _("Every hand that reaches the showdown is opened; who wins without one shows nothing."),
        _(
            "Undealt and folded cards stay closed until the contest ends; "
            "then the published seed lets anybody compute them."
        ),
    ]
