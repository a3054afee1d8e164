"""A contest in words, from the options in force: who, what, when, for what; and the finer rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.contests.tables import FEWEST_SEATS
from referee.games import GAMES
from tournaments.models import Contest
from tournaments.wording import banks, draws, leagues
from tournaments.wording.games import chapters
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
        "saint": _("Saint Poker"),
        "league": _("Saint Poker league"),
    }.get(name, name)


@dataclass(frozen=True, slots=True)
class Chapter:
    """Sentences under a heading."""

    title: str
    lines: Sequence[str]


def terms(row: Contest, croupiers: Sequence[str] = (), closed: datetime | None = None) -> list[Chapter]:
    """Every term of a contest, a sentence each, in the order in which people ask. ``closed``: when
    registration ended."""
    return [
        Chapter(_("Registration"), [*_when(row, closed), *_places(row)]),
        Chapter(_("Entry fee"), _fee(row)),
        Chapter(_("Tables and people"), [*_tables(row), *_people(row, croupiers)]),
        Chapter(_("Draws"), draws.for_terms(row)),
        Chapter(_("Time to speak"), _time(row)),
        Chapter(_("Ranking"), _ranking(row)),
    ]


def rule_chapters(row: Contest) -> list[Chapter]:
    """The rules of play: every option in force, then what follows for everybody."""
    return [Chapter(title, lines) for title, lines in chapters(row.rules, row.game)]


def in_short(row: Contest, winners: Sequence[str] = ()) -> str:
    """A contest in two sentences, for a link that is passed on; nothing that not everybody may see."""
    state = Contest.State(row.state)
    organiser = _("The organiser is %(name)s.") % {"name": row.organiser.name}
    if state == Contest.State.REGISTRATION:
        with timezone.override(ZoneInfo(row.zone)):
            closes = _("Registration is open until %(closes)s.") % {"closes": instant(row.closes_at)}
        entry = _("Entry: %(fee)s.") % {"fee": fee(row)} if row.fee_amount else _("Entry is free.")
        return f"{closes} {entry} {organiser}"
    if state == Contest.State.FINAL and winners:
        return _("Won by %(names)s.") % {"names": listed(list(winners))} + " " + organiser
    return f"{row.name}: {state.label}. {organiser}"


def closing(row: Contest, closed: datetime | None = None) -> str:
    """When registration closes or, once it has, when it really did; in the contest's own zone."""
    with timezone.override(ZoneInfo(row.zone)):
        said = {
            "closes": instant(row.closes_at),
            "closed": instant(closed) if closed else "",
            "zone": row.zone,
        }
    if closed:
        return _("Registration closed on %(closed)s, time of %(zone)s.") % said
    if row.state not in _OPEN:
        return ""
    return _("Registration closes on %(closes)s, time of %(zone)s; that instant is still in time.") % said


_OPEN = (Contest.State.DRAFT, Contest.State.REGISTRATION)
_BEFORE_START = (*_OPEN, Contest.State.CLOSED, Contest.State.SEATED)


def _when(row: Contest, closed: datetime | None) -> list[str]:
    lines = [closing(row, closed)]
    if row.starts_at and row.state in _BEFORE_START:
        with timezone.override(ZoneInfo(row.zone)):
            lines.append(_("Play starts on %(start)s.") % {"start": instant(row.starts_at)})
    if row.state in _BEFORE_START:
        lines.append(
            _("The draw of the seats and the start follow by themselves.")
            if row.automatic
            else _("The organiser closes registration, draws the seats and starts the tables.")
        )
    return [line for line in lines if line]


def _places(row: Contest) -> list[str]:
    lines = []
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
    lines.append(_leaving(row))
    return lines


def _leaving(row: Contest) -> str:
    if row.game != "holdem":
        return _(
            "You may withdraw at any time. Before the draw the first of the reserve list moves up; "
            "after it the seat plays on by the moves that silence means."
        )
    return _(
        "You may withdraw at any time. Before the draw the first of the reserve list moves up; "
        "after it the seat folds each time it would speak."
    )


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
    fewest, most = GAMES[row.game].seats
    if most <= FEWEST_SEATS:
        said = _("Tables have %(fewest)s to %(most)s seats, drawn by lot.")
        return [said % {"fewest": fewest, "most": most}]
    lines = [shape[Contest.Tables(row.table_rule)]]
    if row.table_rule_reason:
        lines.append(_("Reason: %(reason)s") % {"reason": row.table_rule_reason})
    return lines


def _time(row: Contest) -> list[str]:
    said = {"limit": hours(row.turn_seconds), "more": hours(row.grace_seconds)}
    away = ngettext(
        "Each player may be away for %(n)d day in all, declared ahead: no time of his runs then.",
        "Each player may be away for %(n)d days in all, declared ahead: no time of his runs then.",
        row.absence_days,
    ) % {"n": row.absence_days}
    own = (
        banks.terms(row)
        if row.bank_seconds is not None
        else [
            _("Each turn lasts %(limit)s; words that cannot be played give %(more)s more, once a turn.")
            % said
        ]
    )
    return [
        *own,
        _("What came in by the deadline counts, by its arrival; reminders come by mail."),
        _("While the service stands still or the referee pauses, no time runs."),
        *([away] if row.absence_days else []),
    ]


def _ranking(row: Contest) -> list[str]:
    if row.rounds:
        return leagues.terms(row)
    if row.game != "holdem":
        return [_("One list over all tables: the most points first; equal points share a place.")]
    return [
        _("One list over all tables: the most chips first; equal chips share a place."),
        _(
            "Without chips, who went out in a later deal stands higher; in the same deal, "
            "who had more chips when it began; else the place is shared."
        ),
    ]
