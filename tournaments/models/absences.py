"""Days on which a player is away: declared ahead, out of a quota that his contest gives to everybody."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Absence(models.Model):
    """Whole days in the contest's zone, both ends included; the instants are those of their midnights.

    ``used``: a turn got a later deadline by it, so that it cannot be taken back any more.
    """

    contest = models.ForeignKey("tournaments.Contest", on_delete=models.CASCADE, related_name="absences")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="absences")
    first = models.DateField()
    last = models.DateField()
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    declared_at = models.DateTimeField()
    used = models.BooleanField(default=False, help_text=_("A deadline was set by it."))
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["first", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(first__lte=F("last")), name="absence_in_its_order"),
            models.CheckConstraint(
                condition=Q(declared_at__lt=F("starts_at")) & Q(starts_at__lt=F("ends_at")),
                name="absence_is_declared_ahead",
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True) | Q(used=False, withdrawn_at__lt=F("starts_at")),
                name="absence_is_withdrawn_ahead",
            ),
            models.UniqueConstraint(
                "contest", "user", "first", condition=Q(withdrawn_at__isnull=True), name="absence_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first}/{self.last}"

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1
