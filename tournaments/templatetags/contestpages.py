"""What the pages that players and spectators see of contests say with few words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.models import Contest, Table, Turn
from tournaments.services.timeline import Mile
from tournaments.services.views import Sight
from tournaments.wording import banks
from tournaments.wording.contests import fee
from tournaments.wording.games import far

register = template.Library()


@register.simple_tag
def meter(count: int, of: int) -> SafeString:
    """How full something is, as a bar beside its number."""
    width = round(100 * min(count, of) / of) if of else 0
    return format_html(
        '<svg class="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="whole" width="100" height="6"/><rect class="part" width="{}" height="6"/></svg>',
        width,
    )


@register.filter
def fee_in_words(contest: Contest) -> str:
    return fee(contest)


@register.filter
def how_far(table: Table, contest: Contest) -> str:
    """``deal 1 of 2``, ``round 3 of 8``; once the table is not playing, its state."""
    if table.state in (Table.State.OVER, Table.State.VOID, Table.State.WAITING):
        return str(Table.State(table.state).label)
    line = far(table.game, table.phase, table.deal_number, contest.rules.get("hands"))
    line = line or str(Table.State(table.state).label)
    return f"{line}, {_('paused')}" if table.state == Table.State.PAUSED else line


@register.filter
def bank_of(turn: Turn, contest: Contest) -> str:
    """What is in the time bank of a seat that is awaited."""
    return banks.held(contest, turn.seat, awaited=True)


@register.filter
def mile_name(mile: Mile) -> str:
    """A moment in the course of a contest."""
    return {
        "announced": _("Announced"),
        "closes": _("Registration closes"),
        "closed": _("Registration closed"),
        "checked": _("Check-in ends"),
        "starts": _("Seats are drawn, play starts"),
        "started": _("Play began"),
        "quick": _("Quick end"),
        "all_time": _("End if all the time is used"),
        "raises": _("Late end"),
        "wanted": _("Wanted end"),
        "ended": _("Final ranking"),
        "cancelled": _("Cancelled"),
    }[mile.kind]


@register.filter
def mile_note(mile: Mile) -> str:
    """What an expected end supposes."""
    return {
        "quick": _("everybody answers within a quarter of his time, and nobody raises"),
        "all_time": _("everybody speaks at the last moment, and nobody raises"),
        "raises": _("everybody speaks at the last moment, and every round sees one raise"),
        "wanted": _("what the organiser would like; nothing ends by it"),
    }.get(mile.kind, "")


@register.filter
def own_seat(sight: Sight) -> Mapping[str, Any]:
    """What the reader's own view says of his seat; empty in games that have no seats of this kind."""
    seats = sight.view.get("seats") or {}
    return dict(seats.get(sight.seat) or {}) if sight.seat else {}


@register.filter
def together(amount: str) -> str:
    """``wine: 4000 ml`` may be cut after the colon, never between a number and its unit."""
    head, colon, rest = amount.rpartition(": ")
    return head + colon + rest.replace(" ", "\u00a0")
