"""A table for friends: one short form, open at once, passed on by its link."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.core import Refusal
from referee.games import GAMES
from tournaments import wording
from tournaments.doors.web.access import person, signed_in
from tournaments.doors.web.fields import Line, LocalMoment
from tournaments.doors.web.refusals import status_of
from tournaments.services import friends
from tournaments.services.presets import PRESETS
from tournaments.wording.contests import preset as preset_name
from tournaments.wording.presets import character

PAGE = "contests/friends.html"
_HOUR = 3600
BANK = "bank"
_TIMES = [
    (_HOUR, gettext_lazy("an hour: an evening together")),
    (24 * _HOUR, gettext_lazy("a day: at the pace of letters")),
    (72 * _HOUR, gettext_lazy("three days")),
    (BANK, gettext_lazy("a time bank: 48 hours for the whole game, and 12 hours for each move")),
]


def _seconds(chosen: str) -> int | None:
    return None if chosen == BANK else int(chosen)


class TableForm(forms.Form):
    """A table is named after its host unless he calls it otherwise."""

    preset = forms.ChoiceField(label=gettext_lazy("Game"), widget=forms.RadioSelect)
    seats = forms.TypedChoiceField(label=gettext_lazy("Seats, yours among them"), coerce=int)
    turn_seconds = forms.TypedChoiceField(
        label=gettext_lazy("Time to speak"),
        coerce=_seconds,
        empty_value=None,
        choices=_TIMES,
        initial=24 * _HOUR,
    )
    starts_local = LocalMoment(
        label=gettext_lazy("Start"),
        required=False,
        help_text=gettext_lazy(
            "Empty: as soon as all seats are taken. "
            "Else with those who are there by then, or once it is full."
        ),
    )
    name = Line(label=gettext_lazy("Name of the table"), max_length=80)

    def __init__(self, data: Any = None, **given: Any) -> None:
        super().__init__(data, **given)
        names = friends.presets()
        choice, seats = self.fields["preset"], self.fields["seats"]
        assert isinstance(choice, forms.ChoiceField)
        assert isinstance(seats, forms.ChoiceField)
        choice.choices = [(name, f"{preset_name(name)} · {character(name)}") for name in names]
        sizes = {size for name in names for size in _sizes(name)}
        seats.choices = [(size, str(size)) for size in sorted(sizes)]


def _sizes(preset: str) -> range:
    fewest, most = GAMES[PRESETS[preset]["game"]].seats
    return range(fewest, most + 1)


@signed_in
def new(request: HttpRequest) -> HttpResponse:
    """The form; sent, the table is open and its host sits at it. The same form sent twice is one table."""
    host = person(request)
    begin = {
        "preset": friends.presets()[0],
        "seats": 4,
        "turn_seconds": 24 * _HOUR,
        "name": _("%(name)s’s table") % {"name": host.name},
    }
    if request.method != "POST":
        return render(request, PAGE, {"form": TableForm(initial=begin)})
    form = TableForm(request.POST)
    if not form.is_valid():
        return render(request, PAGE, {"form": form}, status=422)
    asked = dict(form.cleaned_data)
    key = request.POST.get("once", "")[:64]
    try:
        table = friends.open_table(host, asked.pop("preset"), asked.pop("name"), key=key, **asked)
    except Refusal as refusal:
        form.add_error(None, wording.refusal(refusal))
        return render(request, PAGE, {"form": form}, status=status_of(refusal))
    messages.success(request, _("Your table is open, and you sit at it. Send its link to your friends."))
    return redirect("contest", table.slug)
