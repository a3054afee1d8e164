"""Evidence that is kept with a ruling: text that was pasted, an image, a letter."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.sealed import SealedBytes


class Evidence(models.Model):
    """One piece, encrypted; its hash stands in the ledger's entry of the ruling.

    ``salt``: comes before the data in what is hashed, so that a few words are not found by trying; empty
    in rows of before there were salts.
    ``readers``: the ids of those whom the ruling concerns; they and the staff may see it.
    """

    class Kind(models.TextChoices):
        TEXT = "text", pgettext_lazy("a kind of evidence", "text")
        PNG = "png", _("an image (PNG)")
        JPEG = "jpeg", _("an image (JPEG)")
        GIF = "gif", _("an image (GIF)")
        WEBP = "webp", _("an image (WebP)")
        LETTER = "letter", _("a letter (.eml)")

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="pieces")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    data = SealedBytes(help_text=_("Encrypted."))
    salt = SealedBytes(default=bytes, help_text=_("Encrypted."))
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    readers = models.JSONField(default=list)
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["number"]
        constraints = [models.UniqueConstraint("event", "number", name="evidence_number_once")]
