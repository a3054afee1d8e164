"""A league: who plays in which division, the rounds and their dates (rules: contests.md section 2)."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import F, Q


class Member(models.Model):
    """An entrant in a division. ``place``: in the order that the lot gave the division, from 0."""

    entry = models.OneToOneField("tournaments.Entry", on_delete=models.CASCADE, related_name="member")
    contest = models.ForeignKey("tournaments.Contest", on_delete=models.CASCADE, related_name="members")
    division = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar[list[str]] = ["division", "place"]
        constraints = [
            models.UniqueConstraint("contest", "division", "place", name="division_place_once"),
            models.CheckConstraint(condition=Q(division__gte=1), name="divisions_from_one"),
        ]


class LeagueRound(models.Model):
    """A round, planned until it is opened; those after the season's last are deciding games.

    ``byes``  who had announced his absence when it was paired;  ``alone``  whom nobody was left to play with
    """

    contest = models.ForeignKey("tournaments.Contest", on_delete=models.CASCADE, related_name="season")
    number = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)
    over_at = models.DateTimeField(null=True, blank=True)
    byes = models.JSONField(default=list)
    alone = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar[list[str]] = ["number"]
        constraints = [
            models.UniqueConstraint("contest", "number", name="league_round_once"),
            models.CheckConstraint(condition=Q(starts_at__lt=F("ends_at")), name="a_round_takes_time"),
            models.CheckConstraint(
                condition=Q(over_at__isnull=True) | Q(opened_at__isnull=False), name="opened_before_over"
            ),
        ]

    @property
    def began(self) -> datetime:
        """When it was opened, which may be before its date; until then its date."""
        return self.opened_at or self.starts_at


class Bye(models.Model):
    """An absence in a round, announced before its pairing."""

    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="byes")
    number = models.PositiveSmallIntegerField()
    announced_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint("entry", "number", name="bye_once")]
