"""Cases: a player calls the referee at his table, and what was said until it was closed."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Case(models.Model):
    """A call for the referee: at most one open one for a player and a table."""

    class Ending(models.TextChoices):
        NONE = "", _("open")
        WORD = "word", _("closed with a word")
        RULING = "ruling", _("closed by a ruling")

    table = models.ForeignKey("tournaments.Table", on_delete=models.CASCADE, related_name="cases")
    number = models.PositiveIntegerField(help_text=_("Counted up at its table."))
    caller = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="referee_calls"
    )
    seat = models.CharField(max_length=2)
    about = models.CharField(max_length=120, help_text=_("Its first line, for lists."))
    opened_at = models.DateTimeField()
    waits = models.BooleanField(default=True, help_text=_("The last word is the player's."))
    ending = models.CharField(max_length=8, choices=Ending.choices, default=Ending.NONE, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    word = models.CharField(max_length=400, blank=True, help_text=_("How it ended, for the whole table."))
    ruling = models.ForeignKey(
        "tournaments.Event", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["-opened_at", "-id"]
        constraints = [
            models.UniqueConstraint("table", "number", name="case_number_once"),
            models.UniqueConstraint(
                "table", "caller", condition=Q(closed_at__isnull=True), name="one_open_case_per_player"
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, ending="")
                | (Q(closed_at__isnull=False, closed_by__isnull=False) & ~Q(ending="")),
                name="case_closed_somehow",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class CaseWord(models.Model):
    """What somebody said in a case; read by its player and by who may judge it, nobody else."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="words")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    judge = models.BooleanField(default=False)
    text = models.TextField(max_length=2000)
    via = models.CharField(max_length=10)
    key = models.CharField(max_length=120)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["id"]
        constraints = [models.UniqueConstraint("case", "key", name="case_word_once")]
