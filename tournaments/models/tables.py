"""Tables: who sits there, whose turn it is and until when, and all that happened."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

ONE_DEAL = frozenset({"saint"})


class Table(models.Model):
    """One table. It changes only through ``services.tables.play``."""

    class State(models.TextChoices):
        WAITING = "waiting", _("not started")
        PLAYING = "playing", _("playing")
        PAUSED = "paused", _("paused")
        OVER = "over", pgettext_lazy("a table", "over")
        VOID = "void", pgettext_lazy("a table", "void")

    contest = models.ForeignKey("tournaments.Contest", on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    croupier = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="tables_dealt",
    )
    game = models.CharField(max_length=20)
    snapshot = models.BinaryField(help_text=_("The sealed state; encrypted."))
    last_event = models.PositiveIntegerField(default=0)
    turn_number = models.PositiveIntegerField(default=0)
    phase = models.CharField(max_length=60, blank=True)
    deal_number = models.PositiveSmallIntegerField(default=0)
    between = models.BooleanField(default=False, help_text=_("No deal is being played: wake it up."))
    paused_at = models.DateTimeField(null=True, blank=True)
    over_at = models.DateTimeField(null=True, blank=True)
    round = models.PositiveSmallIntegerField(default=0, db_default=0, help_text=_("Of a league; 0: none."))
    division = models.PositiveSmallIntegerField(default=0, db_default=0)
    closes_at = models.DateTimeField(
        null=True, blank=True, help_text=_("When default moves finish it, whoever is awaited.")
    )
    outcome = models.JSONField(
        null=True, blank=True, help_text=_("Of a league’s finished table: scores, who ran out of time.")
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["contest", "number"]
        constraints = [
            models.UniqueConstraint("contest", "number", name="table_number_once"),
            models.UniqueConstraint("contest", "name", name="table_name_once"),
            models.CheckConstraint(
                condition=Q(state="paused", paused_at__isnull=False)
                | (~Q(state="paused") & Q(paused_at__isnull=True)),
                name="paused_since",
            ),
        ]
        indexes = [
            models.Index(fields=["id"], condition=Q(between=True, state="playing"), name="table_to_wake")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def one_deal(self) -> bool:
        """Its game is one deal: nobody speaks of deals there, but of its rounds."""
        return self.game in ONE_DEAL

    @property
    def ref(self) -> str:
        """The table's id in draws and in the ledger."""
        return f"c{self.contest_id}/table-{self.number}"


class Seat(models.Model):
    """An entrant's chair: a letter at a table.

    ``earlier``: who had it before, the first one first: the event of the table with which another one took
    it over, his name, and the instant as the ledger has it.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="table_seats")
    entry = models.ForeignKey(
        "tournaments.Entry", on_delete=models.PROTECT, related_name="seats", related_query_name="seat"
    )
    letter = models.CharField(max_length=2)
    automatic = models.BooleanField(
        default=False, help_text=_("The player has left: the seat folds whenever it would speak.")
    )
    bank = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text=_("Time bank, in seconds, as of the last decision; none: plain time."),
    )
    forfeited_at = models.DateTimeField(
        null=True, blank=True, help_text=_("When its time bank was empty: it counts as beaten by all.")
    )
    earlier = models.JSONField(default=list, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["letter"]
        constraints = [
            models.UniqueConstraint("table", "letter", name="seat_letter_once"),
            models.UniqueConstraint("table", "entry", name="one_seat_at_a_table"),
        ]

    def __str__(self) -> str:
        return self.letter

    def name_at(self, number: int) -> str:
        """Who had it at an event of its table."""
        return next((name for until, name, _at in self.earlier if number < until), self.entry.name)


class Turn(models.Model):
    """A seat's move is awaited, until an instant. Simultaneous turns share their number."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="turns")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="turns")
    number = models.PositiveIntegerField()
    phase = models.CharField(max_length=60)
    opened_at = models.DateTimeField()
    deadline_at = models.DateTimeField()
    limit = models.DurationField(null=True, blank=True, help_text=_("Of a time bank: what it began with."))
    remaining = models.DurationField(null=True, blank=True, help_text=_("While paused: what was left."))
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.CharField(max_length=10, blank=True)
    alive_at = models.DateTimeField(null=True, blank=True, help_text=_("The sign of life that moved it."))
    nudged_at = models.DateTimeField(null=True, blank=True, help_text=_("When the staff last asked for it."))
    mail_hash = models.CharField(max_length=64, unique=True)
    link_hash = models.CharField(max_length=64, unique=True)
    tag_hash = models.CharField(max_length=64, db_index=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    retry_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "seat", condition=Q(closed_at__isnull=True), name="one_open_turn_per_seat"
            ),
            models.UniqueConstraint("seat", "number", name="turn_number_once"),
        ]
        indexes = [
            models.Index(
                fields=["deadline_at"],
                condition=Q(closed_at__isnull=True, remaining__isnull=True),
                name="turn_due",
            )
        ]


class Advance(models.Model):
    """A move left in advance: one of a kind a seat at most. It is sealed; the staff sees it nowhere.

    ``turn``  where it was weighed already, or was left while that turn was open: there it acts only when
    the time has passed, in place of silence; at any later turn at once.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="advances")
    kind = models.CharField(
        max_length=8, default="move", db_default="move", help_text=_("What its game tells apart.")
    )
    condition = models.BinaryField(help_text=_("What is to be done; encrypted."))
    left_at = models.DateTimeField()
    turn = models.ForeignKey(Turn, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints = [models.UniqueConstraint("seat", "kind", name="advance_once_of_a_kind")]


class Event(models.Model):
    """One change of a table: the input that asked for it and the facts that followed."""

    class Kind(models.TextChoices):
        DEAL = "deal", _("deal")
        MOVE = "move", _("move")
        TIMEOUT = "timeout", _("time-out")
        RULING = "ruling", _("ruling")
        CLOCK = "clock", _("clock")
        PAUSE = "pause", _("pause")
        RESUME = "resume", _("resume")
        CASE = "case", pgettext_lazy("of the referee", "case")
        VOTE = "vote", _("proposal")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    deal = models.PositiveSmallIntegerField(default=0)
    turn = models.PositiveIntegerField(default=0)
    seat = models.CharField(max_length=2, blank=True)
    input = models.JSONField(null=True, help_text=_("What was asked; null where it is sealed."))
    sealed_input = models.BinaryField(null=True, help_text=_("A secret choice, encrypted."))
    facts = models.JSONField(default=list)
    clock = models.JSONField(null=True, help_text=_("What it did to time banks and their deadlines."))
    text = models.TextField(blank=True, help_text=_("The player's own words."))
    comment = models.TextField(blank=True)
    reason = models.TextField(blank=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    evidence = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text=_("How many pieces of evidence are kept with it.")
    )
    entered = models.BooleanField(default=False, help_text=_("Entered by a croupier for the player."))
    origin = models.CharField(max_length=12)
    key = models.CharField(max_length=120)
    received_at = models.DateTimeField()
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["table", "number"]
        constraints = [
            models.UniqueConstraint("table", "number", name="event_number_once"),
            models.UniqueConstraint("table", "key", name="event_key_once"),
            models.CheckConstraint(
                condition=Q(input__isnull=True) | Q(sealed_input__isnull=True), name="input_open_or_sealed"
            ),
        ]


class Heartbeat(models.Model):
    """When the sweep was last alive: one row a name."""

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()
