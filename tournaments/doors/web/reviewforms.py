"""What a ledger is looked through for: a form that is sent by GET, so that what was found has an address."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.doors.web.fields import LocalMoment
from tournaments.models import Contest
from tournaments.services import review, rights
from tournaments.services.rights import Person
from tournaments.wording import ledger as wording
from tournaments.wording.letters import door

_TURNS = dict.fromkeys((0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)), "\ufffd")
"""What turns text round, to be shown as no character."""
_MAIL_DOORS = ("smtp", "pipe", "imap", "webhook")


class FilterForm(forms.Form):
    """Its choices are those of the reader: a croupier finds his tables and their players. Three queries."""

    use_required_attribute = False
    q = forms.CharField(
        label=_("Words"),
        required=False,
        max_length=200,
        help_text=_("As they stand in the entries: reasons, cards that lie open, ids. “-word” leaves out."),
    )
    kind = forms.ChoiceField(label=_("Kind of entry"), required=False)
    table = forms.ChoiceField(label=_("Table"), required=False)
    player = forms.ChoiceField(label=_("Player"), required=False)
    door = forms.ChoiceField(label=pgettext_lazy("of the ledger", "By"), required=False)
    actor = forms.ChoiceField(label=_("Who did it"), required=False)
    since = LocalMoment(label=_("From"), required=False)
    until = LocalMoment(label=_("Until"), required=False)
    order = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any, *, user: Person, contest: Contest) -> None:
        super().__init__(_seen(data))
        tables = review.tables_of(user, contest)
        entries = contest.entries.select_related("user").order_by("number")
        if not rights.organises(user, contest):
            entries = entries.filter(seat__table__in=tables)
        self._entries = {one.ref: one for one in entries}
        self._labels: dict[str, dict[str, Any]] = {}
        kinds = [(name, label) for name, label in wording.KINDS.items()]
        doors = [*wording.DOORS.items(), *((name, door(name)) for name in _MAIL_DOORS)]
        people = {f"u{one.user.pk}": one.user.name for one in entries if one.user is not None}
        staff = [contest.organiser, *(one.user for one in contest.croupiers.select_related("user"))]
        people |= {f"u{one.pk}": one.name for one in staff}
        self._offer("kind", kinds)
        self._offer("table", [(table.ref, table.name) for table in tables])
        self._offer("player", [(ref, one.name) for ref, one in self._entries.items()])
        self._offer("door", doors)
        machines = [(name, wording.ACTORS[name]) for name in ("system", "clock")]
        self._offer("actor", [*machines, *people.items()])

    def _offer(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("all")), *choices]
        self._labels[name] = dict(choices)

    def filters(self) -> review.Filters:
        """Of a form that is valid."""
        said = self.cleaned_data
        return review.Filters(
            words=said["q"],
            kind=said["kind"],
            table=said["table"],
            player=self._entries.get(said["player"]),
            door=said["door"],
            actor=said["actor"],
            since=_instant(said["since"]),
            until=_instant(said["until"]),
        )

    def active(self) -> list[str]:
        """What is looked for, as it was chosen: of a form that is valid."""
        found = []
        for name, field in self.fields.items():
            value = self.cleaned_data[name]
            if not value or name == "order":
                continue
            if isinstance(value, datetime):
                said = f"{field.label} {date_format(value, 'SHORT_DATETIME_FORMAT')}"
            else:
                said = str(self._labels.get(name, {}).get(value, value))
            found.append(said)
        return found


def _seen(data: Any) -> dict[str, str]:
    """What was asked for, without what turns the words of the page round: a link may hold anything."""
    return {name: value.translate(_TURNS) for name, value in data.items()}


def _instant(local: datetime | None) -> datetime | None:
    """On the clock of the reader."""
    return timezone.make_aware(local) if local is not None else None
