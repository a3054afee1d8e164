"""The audit ledger: one hash chain per contest (draws.md, "The ledger")."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class LedgerHead(models.Model):
    """The chain's last link; locked for the append alone, and last of all locks."""

    contest = models.OneToOneField(
        "tournaments.Contest", on_delete=models.CASCADE, primary_key=True, related_name="ledger_head"
    )
    head = models.JSONField(help_text="The chain's name, its last link and the frontier of its tree.")


class LedgerEntry(models.Model):
    """One entry: its canonical body as text, and both hashes."""

    contest = models.ForeignKey("tournaments.Contest", on_delete=models.CASCADE, related_name="ledger")
    seq = models.PositiveBigIntegerField()
    body = models.TextField()
    body_hash = models.CharField(max_length=64)
    link = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar[list[str]] = ["contest", "seq"]
        constraints = [models.UniqueConstraint("contest", "seq", name="ledger_seq_once")]
