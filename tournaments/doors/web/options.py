"""What an organiser can choose in the rules of each game, as fields of a form."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


def options_of(game: str) -> dict[str, forms.Field]:
    """What can be chosen in the rules of a game, by the names of its options."""
    if game == "holdem":
        return {
            "starting_stack": forms.IntegerField(
                label=_("Chips at the start"), min_value=1, max_value=1_000_000
            ),
            "hands": forms.IntegerField(label=_("Deals"), min_value=1, max_value=400),
        }
    if game == "saint":
        return {
            "wheel": _switch(_("A 2 3 4 5 is a straight")),
            "last_round_future": _switch(_("The last round turns up a future river, too")),
            "last_round_pickup": _switch(_("Cards are picked up after the last round, too")),
        }
    return {}


def _switch(label: Any) -> forms.Field:
    return forms.BooleanField(label=label, required=False)
