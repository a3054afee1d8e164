"""Contests, their entries, prizes and places (rules: contests.md section 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from tournaments.models.tables import Seat


class Contest(models.Model):
    """A tournament, from its draft to its prizes."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        REGISTRATION = "registration", _("registration open")
        CLOSED = "closed", _("registration closed")
        SEATED = "seated", _("seated")
        RUNNING = "running", _("running")
        PROVISIONAL = "provisional", _("provisional ranking")
        FINAL = "final", _("final")
        CANCELLED = "cancelled", _("cancelled")

    class Tables(models.TextChoices):
        """How n players become tables (T5)."""

        FEWEST = "fewest", _("as few tables as possible")
        SMALLEST = "smallest", _("tables as small as possible")
        EXCEPTION = "exception", _("an exception: tables smaller than five")
        ONE_OF_NINE = "one_of_nine", _("one table of nine")

    class DrawnBy(models.TextChoices):
        """What goes into the draws beside the operator's seeds (draws.md)."""

        PLAYERS = "players", _("the players’ own values")
        NUMBERS = "numbers", _("public numbers announced beforehand")
        DRAND = "drand", _("a round of drand’s quicknet")

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=80)
    state = models.CharField(max_length=12, choices=State.choices, default=State.DRAFT)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="contests_organised"
    )
    game = models.CharField(max_length=20, default="holdem")
    preset = models.CharField(max_length=30, default="shangri")
    rules = models.JSONField(help_text=_("Every option with its value; pinned when a deal begins."))
    words = models.TextField(_("announcement in your own words"), blank=True)
    place = models.CharField(_("place of registration"), max_length=120, blank=True)
    languages = models.JSONField(_("languages"), default=list)

    fee_amount = models.PositiveIntegerField(_("entry fee"), default=0)
    fee_unit = models.CharField(_("unit of the fee"), max_length=40, blank=True)
    sponsor = models.CharField(_("sponsor"), max_length=80, blank=True)
    sponsor_group = models.CharField(_("for whom the sponsor pays"), max_length=120, blank=True)
    draw_unpaid = models.BooleanField(_("unpaid entries are drawn too"), default=False)

    zone = models.CharField(_("time zone"), max_length=64, default="Europe/Paris")
    closes_local = models.DateTimeField(_("registration closes"), help_text=_("local time, as if UTC"))
    closes_at = models.DateTimeField()
    automatic = models.BooleanField(_("closing, draw and start happen by themselves"), default=True)
    starts_at = models.DateTimeField(_("start"), null=True, blank=True)

    cap = models.PositiveSmallIntegerField(_("most entrants"), default=64)
    table_rule = models.CharField(max_length=12, choices=Tables.choices, default=Tables.FEWEST)
    table_rule_reason = models.CharField(max_length=200, blank=True)
    table_names = models.JSONField(_("names of the tables"), default=list)
    turn_seconds = models.PositiveIntegerField(_("time to speak, in seconds"), default=86400)
    grace_seconds = models.PositiveIntegerField(_("a sign of life adds, in seconds"), default=43200)
    absence_days = models.PositiveSmallIntegerField(
        _("days of absence"), default=0, help_text=_("That each player may declare ahead, in all; 0: none.")
    )
    bank_seconds = models.PositiveIntegerField(
        _("time bank, in seconds"),
        null=True,
        blank=True,
        help_text=_("For a whole game, in place of the time to speak; none: each turn has its own time."),
    )
    increment_seconds = models.PositiveIntegerField(
        _("each decision adds, in seconds"), default=43200, db_default=43200
    )
    bank_cap_seconds = models.PositiveIntegerField(
        _("the most in a time bank, in seconds"), default=259200, db_default=259200
    )
    week_seconds = models.PositiveIntegerField(_("wanted length, in seconds"), default=604800)
    drawn_by = models.CharField(max_length=8, choices=DrawnBy.choices, default=DrawnBy.PLAYERS)
    beacon_source = models.CharField(_("which public numbers"), max_length=200, blank=True)
    beacon_at = models.DateTimeField(_("when they come out"), null=True, blank=True)
    checkin_seconds = models.PositiveIntegerField(_("time to check in, in seconds"), default=86400)
    seeds_for_all = models.BooleanField(_("everybody sees the seeds at the end"), default=True)
    prizes = models.JSONField(default=list, help_text=_("One object of goods per place."))
    prize_units = models.JSONField(default=dict, help_text=_("Good -> smallest whole unit."))

    rounds = models.PositiveSmallIntegerField(
        _("rounds"), default=0, db_default=0, help_text=_("Of a league’s season; 0: no league.")
    )
    round_days = models.PositiveSmallIntegerField(_("days of a round"), default=21, db_default=21)
    rounds_early = models.BooleanField(
        _("the next round begins as soon as one is over"), default=False, db_default=False
    )
    previous = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="following"
    )

    friends = models.BooleanField(
        default=False, help_text=_("A single table, passed on by its link; it begins when it is full.")
    )
    paused_at = models.DateTimeField(null=True, blank=True)
    share_token = models.CharField(max_length=40, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(cap__gte=1) & Q(cap__lte=512), name="contest_cap"),
            models.CheckConstraint(condition=Q(turn_seconds__gte=1), name="contest_turn_seconds"),
            models.CheckConstraint(condition=Q(absence_days__lte=60), name="contest_absence_days"),
            models.CheckConstraint(
                condition=Q(bank_seconds__isnull=True)
                | (
                    Q(bank_seconds__lte=F("bank_cap_seconds"))
                    & Q(increment_seconds__lte=F("bank_cap_seconds"))
                ),
                name="contest_bank_below_its_cap",
            ),
            models.CheckConstraint(
                condition=Q(bank_seconds__isnull=True) | Q(absence_days=0),
                name="contest_bank_without_days_of_absence",
            ),
            models.CheckConstraint(
                condition=Q(rounds__lte=20, round_days__gte=1, round_days__lte=200), name="contest_rounds"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="contest_has_a_name"),
            models.CheckConstraint(
                condition=~Q(drawn_by="numbers") | (~Q(beacon_source="") & Q(beacon_at__isnull=False)),
                name="public_numbers_have_a_source",
            ),
        ]
        indexes = [models.Index(fields=["state", "closes_at"], name="contest_due")]

    def __str__(self) -> str:
        return self.name

    @property
    def ref(self) -> str:
        """The contest's id in draws and in the ledger."""
        return f"c{self.pk}"


class Croupier(models.Model):
    """Somebody who may rule at tables of this contest; which tables, the tables say."""

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="croupiers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="croupier_of")

    class Meta:
        constraints = [models.UniqueConstraint("contest", "user", name="croupier_once")]


class Comment(models.Model):
    """A correction or a remark on a draft, by anybody who has its link."""

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="comments")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    name = models.CharField(_("name"), max_length=40)
    text = models.TextField(_("comment"), max_length=4000)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["created_at", "id"]


class Entry(models.Model):
    """One entrant of a contest. Without an account until a claim link ties it to a person."""

    class State(models.TextChoices):
        IN = "in", _("registered")
        RESERVE = "reserve", _("on the reserve list")
        WITHDRAWN = "withdrawn", _("withdrawn")
        UNPAID = "unpaid", _("not drawn: fee not paid")
        DROPPED = "dropped", _("first reserve: one too many to be seated")

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="entries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="entries"
    )
    name = models.CharField(_("name"), max_length=40)
    number = models.PositiveIntegerField(help_text=_("Order of registration; the id in draws."))
    state = models.CharField(max_length=10, choices=State.choices, default=State.IN)
    sponsored = models.BooleanField(_("the sponsor pays"), default=False)
    paid_at = models.DateTimeField(null=True, blank=True)
    paid_by = models.CharField(max_length=80, blank=True)
    returned_at = models.DateTimeField(null=True, blank=True)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    claim_hash = models.CharField(max_length=64, blank=True, db_index=True)
    created_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["number"]
        constraints = [
            models.UniqueConstraint("contest", "user", name="one_entry_per_person"),
            models.UniqueConstraint("contest", "number", name="entry_number_once"),
            models.UniqueConstraint("contest", Lower("name"), name="entry_name_once"),
            models.CheckConstraint(condition=~Q(name=""), name="entry_has_a_name"),
            models.CheckConstraint(
                condition=Q(paid_at__isnull=True) | ~Q(paid_by=""), name="a_fee_is_paid_by_somebody"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def ref(self) -> str:
        """The entrant's id in draws and in the ledger."""
        return f"p{self.number}"

    @property
    def seat(self) -> Seat | None:
        """The chair that was taken last: in a league every round gives another one. Prefetch ``seats``."""
        return max(self.seats.all(), key=lambda seat: seat.pk, default=None)


class Placing(models.Model):
    """A place in the ranking of a finished contest; sharers have the same place."""

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="placings")
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="placing")
    place = models.PositiveSmallIntegerField()
    chips = models.PositiveBigIntegerField()

    class Meta:
        ordering: ClassVar[list[str]] = ["place", "entry__number"]


class Award(models.Model):
    """Goods that one entrant gets: handed out once, then marked."""

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="awards")
    entry = models.ForeignKey(Entry, null=True, on_delete=models.CASCADE, related_name="awards")
    good = models.CharField(max_length=60)
    amount = models.PositiveBigIntegerField()
    handed_at = models.DateTimeField(null=True, blank=True)
    handed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["entry__placing__place", "good"]
        constraints = [
            models.UniqueConstraint("entry", "good", name="award_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="award_is_something"),
        ]
