"""Inputs that Django does not have: a local moment, a time zone, a length of time."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.choices import CallableChoiceIterator
from django.utils.translation import gettext_lazy as _

from tournaments.services import typed

MOMENT = "%Y-%m-%dT%H:%M"
_UNITS = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86400}


@lru_cache(maxsize=1)
def zones() -> tuple[str, ...]:
    """The names of the time zone database that mean a place."""
    return tuple(
        sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))
    )


class Line(forms.CharField):
    """One line for others to read: nothing unseen in it, nothing that turns other words round."""

    def to_python(self, value: Any) -> str:
        given = str(super().to_python(value))
        return typed.line(given, len(given))


class Lines(forms.CharField):
    """The same, several lines long."""

    def to_python(self, value: Any) -> str:
        given = str(super().to_python(value))
        return typed.text(given, len(given))


class LocalMoment(forms.Field):
    """A date and an hour on the wall, without a zone: which instant that is, the service decides."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MOMENT)

    def to_python(self, value: Any) -> datetime | None:
        if not value or isinstance(value, datetime):
            return value or None
        try:
            moment = datetime.fromisoformat(str(value).strip()).replace(tzinfo=None, second=0, microsecond=0)
        except ValueError:
            moment = None
        # Near the ends of the calendar nothing can be reckoned: no other zone, no length of play.
        if moment is None or not 2000 <= moment.year < 3000:
            raise forms.ValidationError(_("A date and an hour are wanted, like 2026-12-01 20:00."))
        return moment

    def prepare_value(self, value: Any) -> Any:
        return value.strftime(MOMENT) if isinstance(value, datetime) else value


class ZoneField(forms.CharField):
    """The name of a time zone; the page offers the known ones."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("label", _("Time zone"))
        super().__init__(max_length=64, **options)
        self.widget.attrs["list"] = "zones"

    def clean(self, value: Any) -> str:
        name = str(super().clean(value))
        if name not in available_timezones():
            raise forms.ValidationError(_("There is no such time zone. Write it like Europe/Paris."))
        return name


def _units() -> list[tuple[str, Any]]:
    """Seconds are for trying things out: nobody can answer a letter within them."""
    units = [("minutes", _("minutes")), ("hours", _("hours")), ("days", _("days"))]
    return [("seconds", _("seconds")), *units] if settings.DEMO else units


class LengthWidget(forms.MultiWidget):
    """A number and its unit. No fieldset: what is wrong with it is told at the inputs themselves."""

    use_fieldset = False

    def __init__(self) -> None:
        super().__init__(
            [
                forms.NumberInput(attrs={"min": 1, "inputmode": "numeric"}),
                forms.Select(choices=CallableChoiceIterator(_units), attrs={"aria-label": _("unit")}),
            ]
        )

    def id_for_label(self, id_: str) -> str:
        """The label belongs to the number; the unit has its own."""
        return f"{id_}_0" if id_ else id_

    def decompress(self, value: Any) -> list[Any]:
        """The largest unit that says it exactly; hours up to two days, as players count."""
        if not value:
            return [None, "hours"]
        if value % 86400 == 0 and value > 172800:
            return [value // 86400, "days"]
        if value % 60 and settings.DEMO:
            return [value, "seconds"]
        return [value // 3600, "hours"] if value % 3600 == 0 else [max(value // 60, 1), "minutes"]


class LengthField(forms.MultiValueField):
    """A length of time in seconds, given as a number and a unit."""

    def __init__(self, **options: Any) -> None:
        count = forms.IntegerField(min_value=1, max_value=100_000)
        unit = forms.ChoiceField(choices=_units)
        super().__init__(fields=(count, unit), widget=LengthWidget(), require_all_fields=True, **options)

    def compress(self, values: list[Any]) -> int | None:
        return int(values[0]) * _UNITS[values[1]] if values and values[0] is not None else None
