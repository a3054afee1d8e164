"""Proposals: what takes effect only when others agree, and who said what to it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Proposal(models.Model):
    """Something asked of a second referee or of a table: at most one open one of a kind at a table.

    event, void   of a rollback: from which event on nothing counts; whether its whole deal is void
    seen          the last event of the table when it was made: it lapses when the table moves on
    seats         whose players must agree, or may vote
    """

    class Kind(models.TextChoices):
        ROLLBACK = "rollback", _("go back")
        PAUSE = "pause", _("pause the table")
        RESUME = "resume", _("let the table go on")
        EXTEND = "extend", _("more time")
        REPLACE = "replace", _("another player")

    class Asks(models.TextChoices):
        SECOND = "second", _("a second referee")
        TABLE = "table", _("the whole table")
        MOST = "most", _("more than half of the table")
        OTHERS = "others", _("all others at the table")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        AGREED = "agreed", _("agreed, waits for the organiser")
        DONE = "done", _("agreed, in effect")
        REFUSED = "refused", _("refused")
        LAPSED = "lapsed", _("lapsed")

    table = models.ForeignKey("tournaments.Table", on_delete=models.CASCADE, related_name="proposals")
    number = models.PositiveIntegerField(help_text=_("Counted up at its table."))
    kind = models.CharField(max_length=10, choices=Kind.choices)
    asks = models.CharField(max_length=8, choices=Asks.choices)
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    proposer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    seat = models.CharField(max_length=2, blank=True, help_text=_("Whom it is about."))
    turn = models.PositiveIntegerField(default=0, help_text=_("The number of the turn it is about."))
    seconds = models.PositiveIntegerField(default=0)
    event = models.PositiveIntegerField(default=0)
    void = models.BooleanField(default=False)
    seen = models.PositiveIntegerField()
    seats = models.JSONField(default=list)
    said = models.JSONField(default=dict, help_text=_("What is proposed, as the log has it."))
    opened_at = models.DateTimeField()
    until = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    ruling = models.ForeignKey(
        "tournaments.Event", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    key = models.CharField(max_length=120)

    class Meta:
        ordering: ClassVar[list[str]] = ["-opened_at", "-id"]
        constraints = [
            models.UniqueConstraint("table", "number", name="proposal_number_once"),
            models.UniqueConstraint("table", "proposer", "key", name="proposal_once"),
            models.UniqueConstraint(
                "table", "kind", condition=Q(state__in=["open", "agreed"]), name="one_open_proposal_of_a_kind"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["open", "agreed"], ended_at__isnull=True)
                | (~Q(state__in=["open", "agreed"]) & Q(ended_at__isnull=False)),
                name="proposal_ended_somehow",
            ),
        ]
        indexes = [models.Index(fields=["until"], condition=Q(state="open"), name="proposal_open")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class Vote(models.Model):
    """What one person said to a proposal, once. ``seat``: empty for a referee."""

    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="votes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    seat = models.CharField(max_length=2, blank=True)
    agrees = models.BooleanField()
    via = models.CharField(max_length=10)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["id"]
        constraints = [models.UniqueConstraint("proposal", "user", name="one_vote_per_person")]
