"""When a player is asked again, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.wording.small import listed


def again(state: str, names: Sequence[str], at: str, *, last: bool) -> str:
    """``state``: why nothing more is asked in this deal, else empty; ``names``: who speaks first; ``at``:
    until when at most."""
    if state in ("out", "removed"):
        return _("You are out: you are asked nothing more at this table.")
    if state:
        first = _("You are all-in.") if state == "all-in" else _("You are out of this deal.")
        if last:
            return first + " " + _("It is the last one: you are asked nothing more.")
        return first + " " + _("You are asked again in the next one.")
    said = {"names": listed(names), "at": at}
    if not names:
        return ""
    earliest = (
        ngettext(
            "You are asked again at the earliest when %(names)s has spoken.",
            "You are asked again at the earliest when %(names)s have spoken.",
            len(names),
        )
        % said
    )
    if not at:
        return earliest
    return earliest + " " + _("If all the time is used, that is on %(at)s.") % said
