"""Seeds and draws (draws.md). Seeds and orders are encrypted at rest."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class SeedBatch(models.Model):
    """The seeds of one series, committed before registration opens."""

    contest = models.ForeignKey("tournaments.Contest", on_delete=models.CASCADE, related_name="seed_batches")
    series = models.CharField(max_length=80)
    base = models.PositiveIntegerField(default=0)
    count = models.PositiveIntegerField()
    commit = models.CharField(max_length=64)
    seeds = models.BinaryField(help_text=_("Encrypted."))
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint("series", "base", name="seed_batch_once")]


class Draw(models.Model):
    """Draw n of a series: what was drawn is a pure function of the stored inputs."""

    class State(models.TextChoices):
        DEALT = "dealt", _("drawn")
        REVEALED = "revealed", _("revealed")
        VOID = "void", _("void")

    class Level(models.TextChoices):
        A = "A", _("a public beacon later than every input")
        B = "B", _("at least one player's value")
        C = "C", _("the operator alone: not provably fair")

    contest = models.ForeignKey("tournaments.Contest", on_delete=models.CASCADE, related_name="draws")
    series = models.CharField(max_length=80)
    n = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    level = models.CharField(max_length=1, choices=Level.choices, default=Level.C)
    state = models.CharField(max_length=8, choices=State.choices, default=State.DEALT)
    published = models.JSONField(help_text=_("What everybody may see before the end."))
    order = models.BinaryField(help_text=_("The drawn order, encrypted."))
    revealed = models.JSONField(null=True)
    void_reason = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["series", "n"]
        constraints = [models.UniqueConstraint("series", "n", name="draw_once")]
