"""A player's wish for another address, from the asking to the day on which it cannot be undone any more."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower


class AddressChange(models.Model):
    """From one address to another: asked for, confirmed from the new one, perhaps undone from the old one.

    While it can be undone, nobody else gets the old address (``kept_until``). The words of its letters
    are signed (``services.sealing``) and stand nowhere.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="address_changes"
    )
    old = models.EmailField()
    new = models.EmailField()
    asked_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True, blank=True)
    kept_until = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["id"]
        constraints = [
            models.UniqueConstraint(
                "user",
                condition=Q(confirmed_at__isnull=True, closed_at__isnull=True),
                name="one_open_address_change",
            ),
            models.CheckConstraint(
                condition=Q(confirmed_at__isnull=True, kept_until__isnull=True)
                | Q(confirmed_at__isnull=False, kept_until__isnull=False),
                name="confirmed_is_kept",
            ),
        ]
        indexes = [
            models.Index(Lower("new"), "asked_at", name="address_asked_for"),
            models.Index(Lower("old"), "kept_until", name="address_kept"),
        ]
