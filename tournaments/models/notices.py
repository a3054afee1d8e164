"""Notices: rows before they are letters. Nothing secret stands in them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Notice(models.Model):
    """One letter to one reader. Its text is made from a view at the moment of sending."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="notices_sent"
    )
    address = models.CharField(
        max_length=320,
        blank=True,
        help_text=_("Where it goes, if the reader has no account yet; else where it went."),
    )
    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=160, unique=True)
    contest = models.ForeignKey(
        "tournaments.Contest", null=True, on_delete=models.CASCADE, related_name="notices"
    )
    table = models.ForeignKey(
        "tournaments.Table", null=True, on_delete=models.CASCADE, related_name="notices"
    )
    turn = models.ForeignKey("tournaments.Turn", null=True, on_delete=models.CASCADE, related_name="notices")
    data = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    retry_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    trouble = models.CharField(max_length=300, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)
    message_id = models.CharField(max_length=200, blank=True)
    noted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["id"]
        indexes = [
            models.Index(
                fields=["retry_at"],
                condition=Q(sent_at__isnull=True, dropped_at__isnull=True),
                name="notice_to_send",
            ),
            models.Index(
                fields=["contest"],
                condition=Q(noted_at__isnull=True, contest__isnull=False),
                name="notice_to_note",
            ),
        ]
