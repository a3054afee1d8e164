"""Letters that came in, byte for byte, and (demo only) those that went out and were caught."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.indexes import HashIndex
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.sealed import OutcomeField, SealedBytes, SealedName, SealedText


class Letter(models.Model):
    """A letter as it arrived. Stored and committed before it is acknowledged; read afterwards.

    What may hold a word of ours, or say as much as the letter does, lies encrypted.
    """

    class State(models.TextChoices):
        UNREAD = "unread", _("not read yet")
        PLAYED = "played", _("played")
        ANSWERED = "answered", _("answered, nothing played")
        HELD = "held", _("held until its writer confirms it")
        IGNORED = "ignored", _("machine mail, not answered")
        QUARANTINED = "quarantined", _("could not be read")

    raw = SealedBytes(help_text=_("Encrypted: its words may name cards that lie face down."))
    envelope_from = models.CharField(max_length=320, blank=True)
    envelope_to = SealedName()
    via = models.CharField(max_length=10)
    source = models.CharField(
        max_length=200, blank=True, help_text=_("Where the door found it, so that it is stored once.")
    )
    received_at = models.DateTimeField()
    body_hash = models.CharField(max_length=64)
    message_id = SealedName(blank=True)
    sender = models.CharField(max_length=320, blank=True)
    subject = SealedText(blank=True)
    state = models.CharField(max_length=12, choices=State.choices, default=State.UNREAD)
    turn = models.ForeignKey("tournaments.Turn", null=True, on_delete=models.SET_NULL, related_name="letters")
    contest = models.ForeignKey(
        "tournaments.Contest", null=True, on_delete=models.SET_NULL, related_name="letters"
    )
    outcome = OutcomeField(default=dict, help_text=_("Each check and what came of it."))
    read_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    retry_at = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField(
        null=True, blank=True, help_text=_("When the organiser had looked at what could not be read.")
    )
    noted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("source", condition=~Q(source=""), name="letter_stored_once"),
        ]
        indexes = [
            models.Index(fields=["received_at"], condition=Q(state="unread"), name="letter_unread"),
            models.Index(fields=["turn"], condition=Q(state="held"), name="letter_held"),
            models.Index(
                fields=["contest"],
                condition=Q(noted_at__isnull=True, contest__isnull=False),
                name="letter_to_note",
            ),
            models.Index(fields=["envelope_to", "received_at"], name="letter_rate_to"),
            HashIndex(fields=["message_id"], name="letter_again"),
            models.Index(fields=["envelope_from", "received_at"], name="letter_rate"),
            models.Index(fields=["contest", "-received_at", "-id"], name="letter_of_contest"),
        ]


class CaughtLetter(models.Model):
    """Demo only: an outgoing letter, kept by the mail catcher for the viewer."""

    raw = models.BinaryField()
    recipient = models.CharField(max_length=320)
    sender = models.CharField(max_length=320, blank=True)
    subject = models.CharField(max_length=300, blank=True)
    message_id = models.CharField(max_length=500)
    caught_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-id"]
        constraints = [
            models.UniqueConstraint("recipient", "message_id", name="caught_once"),
        ]
