"""Amounts to choose from for a bet or a raise: buttons that fill the number in, and play nothing."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from referee.core import Json

_ENOUGH = 3
"""Amounts beside all-in; a stack too small for the pot's sizes gets half of itself."""


@dataclass(frozen=True, slots=True)
class Size:
    """A total of this street, and what it is."""

    to: int
    name: str


def sizes(may: Json | None, pot: int) -> list[Size]:
    """Smallest first, each amount once, all below all-in; ``pot``: what lies in the middle, bets included.

    A raise by the pot comes after the call: the pot is then larger by what the call puts in.
    """
    limits = (may or {}).get("raise")
    if may is None or not limits or limits["min"] == limits["max"]:
        return []
    after_call = pot + may["to_call"]
    found = {limits["min"]: _("minimum")}
    for to, name in (
        (may["price"] + after_call // 2, _("½ pot")),
        (may["price"] + after_call, _("pot")),
        (may["bet"] + may["stack"] // 2, _("½ stack")),
    ):
        if limits["min"] < to < limits["max"] and to not in found and len(found) < _ENOUGH:
            found[to] = name
    return [Size(to, found[to]) for to in sorted(found)]
