"""What an organiser types about a public value."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.doors.web.fields import Line, LocalMoment
from tournaments.models import Contest


class BeaconForm(forms.Form):
    """The numbers and where they stand, or a round of drand as a relay gives it."""

    brought = forms.CharField(max_length=2000)
    address = forms.URLField(
        label=_("Address where everybody can look it up"), max_length=300, assume_scheme="https"
    )

    def __init__(self, contest: Contest, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        drand = contest.drawn_by == Contest.DrawnBy.DRAND
        self.fields["brought"].label = (
            _("The round as a relay gives it (JSON)") if drand else _("The numbers")
        )
        self.fields["address"].required = not drand


class OtherBeaconForm(forms.Form):
    """Which public numbers count instead, and why."""

    source = Line(label=_("Which public numbers"), max_length=200)
    at_local = LocalMoment(label=_("When they come out"))
    reason = Line(label=_("Reason, for all to see"), max_length=200)
