"""Seeds, players' shares, beacons and draws (draws.md). Seeds and orders are encrypted at rest."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
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


class Share(models.Model):
    """An entrant's part in the draws: committed at registration, its value given at check-in."""

    entry = models.OneToOneField("tournaments.Entry", on_delete=models.CASCADE, related_name="share")
    contest = models.ForeignKey("tournaments.Contest", on_delete=models.CASCADE, related_name="shares")
    commit = models.CharField(max_length=64)
    committed_at = models.DateTimeField()
    value = models.CharField(max_length=128, blank=True)
    value_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(value="", value_at__isnull=True) | (~Q(value="") & Q(value_at__isnull=False)),
                name="share_value_has_its_time",
            )
        ]


class Inputs(models.Model):
    """What goes into all draws of a contest beside the operator's seeds; one row, from the closing on.

    roster     the ids of everybody who could be drawn, fixed before the first value is known
    closes_at  until then values are taken; ``closed_at``: nothing comes in any more
    chain, round, due_at   the beacon that was announced, and when it gives its value; empty without one
    randomness, signature  what it gave, in hex; ``said``, ``address``: as it was entered, and where it stands
    """

    contest = models.OneToOneField(
        "tournaments.Contest", on_delete=models.CASCADE, primary_key=True, related_name="inputs"
    )
    roster = models.JSONField(default=list)
    closes_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    chain = models.CharField(max_length=200, blank=True)
    round = models.PositiveBigIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)
    randomness = models.CharField(max_length=600, blank=True)
    signature = models.CharField(max_length=200, blank=True)
    said = models.CharField(max_length=200, blank=True)
    address = models.CharField(max_length=300, blank=True)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    entered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(chain="") | Q(randomness=""), name="a_beacon_was_announced")
        ]


class Auditor(models.Model):
    """One of two people who alone see the seeds at the end, where the organiser chose so beforehand."""

    contest = models.ForeignKey("tournaments.Contest", on_delete=models.CASCADE, related_name="auditors")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="auditor_of")

    class Meta:
        constraints = [models.UniqueConstraint("contest", "user", name="auditor_once")]


class Draw(models.Model):
    """Draw n of a series: what was drawn is a pure function of the stored inputs.

    ``open``: stated, inputs may still come in; ``closed``: they cannot, it waits to be drawn.
    """

    class State(models.TextChoices):
        OPEN = "open", _("announced")
        CLOSED = "closed", _("waits to be drawn")
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
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    published = models.JSONField(help_text=_("What everybody may see before the end."))
    dealt = models.JSONField(default=list, help_text=_("Which positions went to whom at the deal."))
    deck_commit = models.CharField(max_length=64, blank=True)
    order = models.BinaryField(default=bytes, help_text=_("The drawn order, encrypted."))
    revealed = models.JSONField(null=True)
    void_reason = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["series", "n"]
        constraints = [
            models.UniqueConstraint("series", "n", name="draw_once"),
            models.CheckConstraint(
                condition=~Q(state__in=["dealt", "revealed"]) | ~Q(deck_commit=""), name="a_deal_is_committed"
            ),
        ]
