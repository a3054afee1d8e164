"""The forms of contests: what is typed, checked field by field, ready for a service."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from referee.contests import tables
from referee.contests.timebank import USUAL
from referee.core import Refusal
from referee.games import GAMES
from tournaments import wording
from tournaments.doors.web.fields import LengthField, Line, Lines, LocalMoment, ZoneField
from tournaments.doors.web.options import options_of
from tournaments.models import Contest, User
from tournaments.services import people, typed
from tournaments.services.adjusting import LONGEST_TURN
from tournaments.services.contests import FEW
from tournaments.wording.contests import LANGUAGES

_YES_NO = forms.RadioSelect
OF_A_LEAGUE = ("rounds", "round_days", "rounds_early")
"""Fields that a league alone has."""
LONGEST_CONTEST = 60 * 60 * 24 * 366 * 2
_MOST_CHIPS = 1_000_000_000
_PRIZES, _LEVELS = 200, 60
"""Rows, however many a form says that it has."""


class ContestForm(forms.Form):
    """All of a contest but its prizes and the levels of its game."""

    name = forms.CharField(label=_("Name"), max_length=80)
    words = Lines(
        label=_("Announcement in your own words"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea,
        help_text=_("Markdown. The terms and the rules are put into words below it by themselves."),
    )
    languages = forms.MultipleChoiceField(
        label=_("Languages"),
        choices=list(LANGUAGES.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    place = Line(
        label=_("Also announced at"),
        max_length=120,
        required=False,
        help_text=_("Where else people may speak up: the thread in the forum, say."),
    )
    closes_local = LocalMoment(
        label=_("Registration closes"), help_text=_("On the clock of the time zone beside it.")
    )
    zone = ZoneField()
    starts_local = LocalMoment(
        label=_("Start"), required=False, help_text=_("Empty: as soon as the seats are drawn.")
    )
    automatic = forms.TypedChoiceField(
        label=_("Closing, draw and start"),
        choices=[("1", _("happen by themselves at their instants")), ("0", _("wait for me"))],
        coerce=lambda value: value == "1",
        widget=_YES_NO,
    )
    cap = forms.IntegerField(label=_("Most entrants"), min_value=1, max_value=512)
    rounds = forms.IntegerField(label=_("Rounds of the season"), min_value=1, max_value=20)
    round_days = forms.IntegerField(
        label=_("Days of a round"),
        min_value=1,
        max_value=200,
        help_text=_("Then its open games are finished by default moves, and the next round begins."),
    )
    rounds_early = forms.TypedChoiceField(
        label=_("The next round begins"),
        choices=[("0", _("at its date")), ("1", _("as soon as all games of the round are over"))],
        coerce=lambda value: value == "1",
        widget=_YES_NO,
    )
    table_rule = forms.ChoiceField(
        label=_("Tables of 5 to 8"),
        choices=[
            (Contest.Tables.FEWEST.value, _("as few tables as possible")),
            (Contest.Tables.SMALLEST.value, _("tables as small as possible: shorter")),
        ],
        widget=forms.RadioSelect,
    )
    table_names = forms.CharField(
        label=_("Names of the tables"),
        required=False,
        widget=forms.Textarea,
        help_text=_("One a line, in order."),
    )
    turn_seconds = LengthField(label=_("Time to speak"))
    bank_seconds = LengthField(
        label=_("Time bank"),
        required=False,
        help_text=_("Of each player for a whole game, in place of the time to speak. Empty: none."),
    )
    increment_seconds = LengthField(
        label=_("Each decision adds to the bank"), help_text=_("A bank never holds more than 72 hours.")
    )
    grace_seconds = LengthField(
        label=_("A sign of life adds"),
        help_text=_("Once a turn, when somebody wrote something that cannot be played."),
    )
    absence_days = forms.IntegerField(
        label=_("Days of absence"),
        min_value=0,
        max_value=60,
        help_text=_("So many may each player be away in all, declared ahead; his time stands still then."),
    )
    week_seconds = LengthField(
        label=_("Wanted length"), help_text=_("The projected end is compared with it; nothing ends by it.")
    )
    fee_amount = forms.IntegerField(label=_("Entry fee: how many"), min_value=0, max_value=100_000)
    fee_unit = Line(
        label=_("of what"), max_length=40, required=False, help_text=_("In kind, never money: food ration.")
    )
    sponsor = Line(
        label=_("Sponsor"), max_length=80, required=False, help_text=_("Who pays the fee for those who ask.")
    )
    sponsor_group = Line(label=_("For whom the sponsor pays"), max_length=120, required=False)
    croupier = forms.EmailField(
        label=_("Croupier’s e-mail address"),
        required=False,
        help_text=_("Of somebody who has signed up here. Empty: you rule yourself, where you do not play."),
    )
    draw_unpaid = forms.TypedChoiceField(
        label=_("Entries not paid at the closing"),
        choices=[("0", _("are not drawn")), ("1", _("are drawn all the same"))],
        coerce=lambda value: value == "1",
        widget=_YES_NO,
    )
    drawn_by = forms.ChoiceField(
        label=_("What decides the draws, beside seeds committed beforehand"),
        choices=[
            (
                Contest.DrawnBy.PLAYERS.value,
                _("The players’ own values: their browsers make them, nobody has to do more."),
            ),
            (
                Contest.DrawnBy.NUMBERS.value,
                _("Public numbers besides: a lottery or dice that you name now and enter when they are out."),
            ),
            (
                Contest.DrawnBy.DRAND.value,
                _("A round of drand besides: a public network’s value, which you paste after the check-in."),
            ),
        ],
        widget=forms.RadioSelect,
    )
    beacon_source = Line(
        label=_("Which public numbers"),
        max_length=200,
        required=False,
        help_text=_("So exactly that everybody finds the same: the state lottery, all six numbers."),
    )
    beacon_local = LocalMoment(
        label=_("When they come out"), required=False, help_text=_("After the check-in has ended.")
    )
    checkin_seconds = LengthField(
        label=_("Time to check in"),
        help_text=_("After the closing. The draw does not wait once all are there who committed."),
    )
    seeds_for_all = forms.TypedChoiceField(
        label=_("Who sees the seeds at the end"),
        choices=[
            ("1", _("everybody: each card can be computed, folded ones too")),
            ("0", _("two auditors: folded cards stay closed for all others")),
        ],
        coerce=lambda value: value == "1",
        widget=_YES_NO,
    )
    auditor_1 = forms.EmailField(label=_("E-mail address of one auditor"), required=False)
    auditor_2 = forms.EmailField(label=_("E-mail address of the other"), required=False)

    def __init__(
        self, data: QueryDict | None = None, *, game: str, league: bool = False, **given: Any
    ) -> None:
        super().__init__(data, **given)
        self.fields.update(options_of(game))
        for name in () if league else OF_A_LEAGUE:
            del self.fields[name]
        if len(tables.table_counts(GAMES[game].seats[1])) == 0:
            del self.fields["table_rule"]  # there is one way to split
        if GAMES[game].seats[1] > FEW:
            del self.fields["bank_seconds"], self.fields["increment_seconds"]

    def clean_name(self) -> str:
        name = typed.line(self.cleaned_data["name"], 80)
        if not name:
            raise forms.ValidationError(self.fields["name"].error_messages["required"])
        return name

    def clean_table_names(self) -> list[str]:
        """Names that can be told apart, whatever the capitals."""
        names = [typed.line(line, 40) for line in self.cleaned_data["table_names"].splitlines()]
        names = [name for name in names if name]
        if len({name.casefold() for name in names}) < len(names):
            raise forms.ValidationError(_("Two tables have the same name."))
        return names

    def clean_croupier(self) -> str:
        """Only somebody who has an account can rule."""
        return self._known("croupier")

    def clean_auditor_1(self) -> str:
        return self._known("auditor_1")

    def clean_auditor_2(self) -> str:
        return self._known("auditor_2")

    def _known(self, field: str) -> str:
        """The address of somebody who has signed up, as his account has it."""
        address = str(self.cleaned_data[field])
        try:
            return people.by_address(address).email if address else ""
        except Refusal as refusal:
            raise forms.ValidationError(wording.refusal(refusal)) from refusal

    def clean_turn_seconds(self) -> int:
        return _not_too_long(self.cleaned_data["turn_seconds"])

    def clean_grace_seconds(self) -> int:
        return _not_too_long(self.cleaned_data["grace_seconds"])

    def clean_week_seconds(self) -> int:
        seconds: int = self.cleaned_data["week_seconds"]
        if seconds > LONGEST_CONTEST:
            raise forms.ValidationError(_("Two years at most."))
        return seconds

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("fee_amount") and not data.get("fee_unit"):
            self.add_error("fee_unit", _("A fee is so many of something: name it."))
        if data.get("sponsor") and not data.get("fee_amount"):
            self.add_error("sponsor", _("Without a fee there is nothing to sponsor."))
        closes, starts = data.get("closes_local"), data.get("starts_local")
        if isinstance(closes, datetime) and isinstance(starts, datetime) and starts < closes:
            self.add_error("starts_local", _("Play starts after registration has closed."))
        self._draws(data)
        if data.get("bank_seconds") is not None:
            self._bank(data)
        return data

    def _bank(self, data: dict[str, Any]) -> None:
        most = int(USUAL.cap.total_seconds())
        for key in ("bank_seconds", "increment_seconds"):
            if (data.get(key) or 0) > most:
                self.add_error(key, _("A time bank never holds more than 72 hours."))
        if data.get("absence_days"):
            self.add_error("absence_days", _("With time banks there are no days of absence: write 0."))

    def _draws(self, data: dict[str, Any]) -> None:
        if data.get("drawn_by") == Contest.DrawnBy.NUMBERS:
            closes, out = data.get("closes_local"), data.get("beacon_local")
            if not data.get("beacon_source"):
                self.add_error("beacon_source", _("Say which numbers count."))
            if not isinstance(out, datetime):
                self.add_error("beacon_local", _("Say when they come out."))
            elif isinstance(closes, datetime) and out <= closes:
                self.add_error("beacon_local", _("They must come out after registration has closed."))
        named = {data.get("auditor_1") or "", data.get("auditor_2") or ""} - {""}
        if data.get("seeds_for_all") is False and len(named) < 2:
            self.add_error("auditor_2", _("Name two people who have signed up here."))


def _not_too_long(seconds: int) -> int:
    if seconds > LONGEST_TURN:
        raise forms.ValidationError(_("Thirty days at most."))
    return seconds


class PrizeRow(forms.Form):
    """So much of a good for a place; several rows for the same place add up."""

    place = forms.IntegerField(label=_("Place"), min_value=1, max_value=64)
    amount = forms.IntegerField(label=_("How much"), min_value=1, max_value=10_000_000)
    good = Line(label=_("Of what"), max_length=60)
    unit = forms.IntegerField(label=_("Shared down to"), min_value=1, max_value=10_000_000, required=False)


def _chips(label: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=0, max_value=_MOST_CHIPS, required=False)


class LevelRow(forms.Form):
    """What is posted from a deal on."""

    from_hand = forms.IntegerField(label=_("From deal"), min_value=1, max_value=400)
    small_blind = _chips(_("Small blind"))
    big_blind = _chips(_("Big blind"))
    ante = _chips(_("Ante"))
    big_blind_ante = _chips(_("Big blind ante"))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if (data.get("small_blind") or 0) > (data.get("big_blind") or 0):
            self.add_error("small_blind", _("Larger than the big blind."))
        return data


if TYPE_CHECKING:
    AnyRows = forms.BaseFormSet[Any]
else:
    AnyRows = forms.BaseFormSet


class Rows(AnyRows):
    """Rows of which the empty ones are left out, also those that were filled before."""

    def initial_form_count(self) -> int:
        return 0 if self.is_bound else super().initial_form_count()

    def filled(self) -> list[dict[str, Any]]:
        return [form.cleaned_data for form in self.forms if form.cleaned_data]


class BaseLevels(Rows):
    def clean(self) -> None:
        starts = [row.get("from_hand") for row in self.filled()]
        if len(set(starts)) < len(starts):
            raise forms.ValidationError(_("Two levels begin with the same deal."))


Prizes = cast(
    type[Rows], forms.formset_factory(PrizeRow, formset=Rows, extra=3, max_num=_PRIZES, absolute_max=_PRIZES)
)
Levels = cast(
    type[Rows],
    forms.formset_factory(LevelRow, formset=BaseLevels, extra=2, max_num=_LEVELS, absolute_max=_LEVELS),
)


class ExtendForm(forms.Form):
    closes_local = LocalMoment(label=_("Registration closes"))
    reason = Line(label=_("Reason, for all to see"), max_length=200)


class ReasonForm(forms.Form):
    reason = Line(label=_("Reason, for all to see"), max_length=200)


class ChoiceForm(ReasonForm):
    choice = forms.CharField(max_length=20)


class TurnForm(forms.Form):
    turn_seconds = LengthField(label=_("Time to speak"))

    def clean_turn_seconds(self) -> int:
        return _not_too_long(self.cleaned_data["turn_seconds"])


class EntrantForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=40)
    sponsored = forms.BooleanField(label=_("The sponsor pays"), required=False)


class CroupierForm(forms.Form):
    email = forms.EmailField(label=_("E-mail address"), help_text=_("Of somebody who has signed up here."))


class PaidForm(forms.Form):
    paid_by = Line(label=_("Paid by"), max_length=80, required=False)


class CommentForm(forms.Form):
    name = forms.CharField(label=_("Your name"), max_length=40)
    text = Lines(label=_("Remark or correction"), max_length=4000, widget=forms.Textarea)


_LETTERS = [
    (User.Notices.TURNS.value, _("when it is my turn, with a reminder, and no others")),
    (User.Notices.DEALS.value, _("when it is my turn, and when a deal has ended")),
    (
        User.Notices.EVERYTHING.value,
        _("when it is my turn, and each time that something happens at my tables"),
    ),
    (User.Notices.DIGEST.value, _("when it is my turn, and once a day a digest of all that happened")),
]


class AddressForm(forms.Form):
    """Any address: what is wrong with it the service says."""

    address = forms.EmailField(
        label=_("Another address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=_("A letter goes there. The change counts when it is answered."),
    )


class ProfileForm(forms.Form):
    name = forms.CharField(
        label=_("Name"), max_length=40, help_text=_("As others see it. A running contest keeps the old one.")
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    timezone = ZoneField()
    notices = forms.ChoiceField(
        label=_("Letters"),
        choices=_LETTERS,
        widget=forms.RadioSelect,
        help_text=_(
            "Besides these come letters about your entries, decisions of the staff,"
            " and an answer to each letter of yours."
        ),
    )
    digest_hour = forms.TypedChoiceField(
        label=_("The digest comes at"),
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_(
            "On the clock of your time zone. It tells what happened at each of your tables, who is awaited,"
            " your own turns with their deadlines, and where your place in the ranking changed."
            " On a day without news none comes."
        ),
    )
    digest_only = forms.BooleanField(
        label=_("No letters at my turns: only the digest"),
        required=False,
        help_text=_(
            "Nothing else tells you then that a table waits for you, and no reminder comes."
            " Your time runs all the same: whoever lets it pass checks or folds. Look in here every day."
        ),
    )
    four_colours = forms.BooleanField(
        label=_("Four colours for the suits"),
        required=False,
        help_text=_("Clubs green and diamonds blue, so that no two suits have the same colour."),
    )
