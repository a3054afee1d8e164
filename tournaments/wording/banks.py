"""Time banks in words: what is in one, and how a contest with them counts time."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.models import Contest, Seat
from tournaments.wording.small import hours


def held(contest: Contest, seat: Seat, *, awaited: bool) -> str:
    """``bank 31 h``, and what the present move adds to it: ``bank 31 h + 12 h``. Empty without one."""
    if seat.bank is None:
        return ""
    if seat.forfeited_at is not None:
        return _("time bank empty")
    said = {"bank": _short(seat.bank)}
    more = min(contest.increment_seconds, contest.bank_cap_seconds - seat.bank)
    if not awaited or not more:
        return _("bank %(bank)s") % said
    return _("bank %(bank)s + %(more)s for this move") % {**said, "more": _short(more)}


def limit(contest: Contest) -> str:
    """How long one may think, in a few words."""
    if contest.bank_seconds is None:
        return hours(contest.turn_seconds)
    return _("%(bank)s for the whole game, and %(more)s for each move") % _said(contest)


def terms(contest: Contest) -> list[str]:
    """The same in sentences, with what an empty bank means."""
    said = _said(contest) | {"slip": hours(contest.grace_seconds)}
    return [
        _(
            "Each player has a time bank of %(bank)s for a game; each decision adds %(more)s. What is not"
            " used stays in the bank, %(most)s at most."
        )
        % said,
        _(
            "When a bank is empty, the lowest cards are played for the seat from then on; in a league it has"
            " no table points and counts as beaten by all."
        ),
        _("Words that cannot be played give %(slip)s more, once a turn, and these stay in no bank.") % said,
    ]


def _said(contest: Contest) -> dict[str, str]:
    return {
        "bank": hours(contest.bank_seconds or 0),
        "more": hours(contest.increment_seconds),
        "most": hours(contest.bank_cap_seconds),
    }


def _short(seconds: int) -> str:
    """``31 h``, ``31 h 20 min``; below an hour ``20 min``, rounded down as deadlines are."""
    whole, minutes = divmod(seconds // 60, 60)
    if not whole:
        return f"{minutes} min"
    return f"{whole} h {minutes} min" if minutes else f"{whole} h"
