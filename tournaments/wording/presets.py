"""Presets for organisers: each in three lines; and what a form keeps folded in, in words."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.contests.projection import projection
from tournaments.models import Contest
from tournaments.wording import banks, draws
from tournaments.wording.contests import LANGUAGES, fee
from tournaments.wording.games import rules
from tournaments.wording.leagues import season
from tournaments.wording.small import hours, instant, listed, span

_FULL_TABLE = 8
_RULES = 3
"""So many of the rules say what kind of game it is: the chips, the deals, what is put in."""


def lines(row: Contest) -> list[str]:
    """What a preset is: its character, its game, its time and fee."""
    return [character(row.preset), " ".join(rules(row.rules, row.game)[:_RULES]), _time_and_fee(row)]


def character(preset: str) -> str:
    """What kind of game it is, in a line."""
    return {
        "shangri": _("The tour as it is played: short, many tables, one ranking by chips, prizes in kind."),
        "shangri-draft": _("The tour as it was first written down: fewer chips, and no ante."),
        "holdem": _("The game of the card rooms: rising blinds, a button, flop, turn and river."),
        "saint": _("A shared river, secret choices, no bets: tables of 2 to 5, eight rounds."),
        "league": _("A season of Saint Poker: divisions by lot, rounds on dates, standings, promotion."),
    }.get(preset, "")


def _time_and_fee(row: Contest) -> str:
    said = {"limit": banks.limit(row), "length": _length(row), "fee": fee(row)}
    if row.game == "saint":
        time = _("%(limit)s a turn; a table of four waits for 72 turns at most.") % said
        return f"{time} " + (_("Entry: %(fee)s.") % said if row.fee_amount else _("Entry is free."))
    time = _("%(limit)s a turn: a table of eight takes %(length)s if everybody uses all of it.") % said
    return f"{time} " + (_("Entry: %(fee)s.") % said if row.fee_amount else _("Entry is free."))


def _length(row: Contest) -> str:
    deals, rounds = row.rules.get("hands"), len(row.rules.get("streets", ()))
    if not deals or not rounds:
        return _("no fixed time")
    limit = timedelta(seconds=row.turn_seconds)
    return span(projection(row.closes_at, (_FULL_TABLE,), deals=deals, rounds=rounds, limit=limit).length)


def folded(row: Contest) -> dict[str, str]:
    """What the folded parts of the form hold, a sentence or two each, by part."""
    return {
        "own": _own(row),
        "course": _course(row),
        "draws": draws.in_short(row),
        "time": _time(row),
        "game": " ".join(rules(row.rules, row.game)[:_RULES]),
    }


def _own(row: Contest) -> str:
    parts = [_("With an announcement in your own words.") if row.words else _("No words of your own.")]
    if row.languages:
        names = listed([LANGUAGES.get(code, code) for code in row.languages])
        parts.append(_("Languages: %(names)s.") % {"names": names})
    if row.place:
        parts.append(_("Also announced at: %(place)s.") % {"place": row.place})
    return " ".join(parts)


def _course(row: Contest) -> str:
    start = _("as soon as the seats are drawn") if row.starts_at is None else instant(row.starts_at)
    itself = (
        _("Closing, draw and start happen by themselves.")
        if row.automatic
        else _("Closing, draw and start wait for you.")
    )
    room = ngettext("At most %(count)d entrant.", "At most %(count)d entrants.", row.cap) % {"count": row.cap}
    unpaid = ""
    if row.fee_amount:
        unpaid = _("Unpaid entries are drawn too.") if row.draw_unpaid else _("Unpaid entries are not drawn.")
    return " ".join(
        part
        for part in (season(row), itself, _("Start: %(start)s.") % {"start": start}, room, unpaid)
        if part
    )


def _time(row: Contest) -> str:
    said = {
        "limit": banks.limit(row),
        "more": hours(row.grace_seconds),
        "wanted": span(timedelta(seconds=row.week_seconds)),
    }
    if row.bank_seconds is not None:
        return _("%(limit)s. A sign of life adds %(more)s. Wanted length: %(wanted)s.") % said
    return _("%(limit)s a turn. A sign of life adds %(more)s. Wanted length: %(wanted)s.") % said
