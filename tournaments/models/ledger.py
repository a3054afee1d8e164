"""The audit ledger: one hash chain per contest (draws.md, "The ledger").

An entry is appended by ``services.ledger`` alone. The database itself numbers the entries, computes the
hashes and moves the head, and refuses to change, delete or truncate either table (the migration
``ledger_in_the_database``): ``save`` and ``delete`` of these models end in an error.
"""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Func, Q


class LedgerHead(models.Model):
    """Where a chain stands. Its row is locked for the append alone, and last of all locks."""

    contest = models.OneToOneField(
        "tournaments.Contest", on_delete=models.PROTECT, primary_key=True, related_name="ledger_head"
    )
    chain = models.TextField(help_text="The chain's name, which every body bears.")
    size = models.PositiveBigIntegerField(help_text="How many entries there are: the next one's seq.")
    link = models.CharField(max_length=64)
    frontier = models.BinaryField(help_text="The roots of the tree's full subtrees, the largest first.")


class LedgerEntry(models.Model):
    """One entry: its canonical body as text, and both hashes. ``kind`` is the body's type."""

    contest = models.ForeignKey("tournaments.Contest", on_delete=models.PROTECT, related_name="ledger")
    seq = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=20)
    body = models.TextField()
    body_hash = models.CharField(max_length=64)
    link = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar[list[str]] = ["contest", "seq"]
        constraints = [models.UniqueConstraint("contest", "seq", name="ledger_seq_once")]
        indexes = [
            models.Index(fields=["contest", "kind", "seq"], name="ledger_kind"),
            # What the audit review finds entries by (the migration ``ledger_to_search``).
            GinIndex(Func("body", function="ledger_marks"), name="ledger_marked"),
            GinIndex(Func("body", function="ledger_words"), name="ledger_worded"),
            models.Index("contest", Func("body", function="ledger_at"), name="ledger_moment"),
        ]


class Verification(models.Model):
    """What the last check of a contest's chain came to. Written by ``services.verifying`` alone."""

    contest = models.OneToOneField(
        "tournaments.Contest", on_delete=models.CASCADE, primary_key=True, related_name="verification"
    )
    at = models.DateTimeField(null=True, blank=True, help_text="When it was checked last.")
    asked_at = models.DateTimeField(null=True, blank=True, help_text="When somebody asked for a check.")
    entries = models.PositiveBigIntegerField(default=0)
    fault = models.TextField(blank=True, help_text="The first one that the check named; empty: all holds.")
    since = models.DateTimeField(null=True, blank=True, help_text="Since when it does not hold.")
    checkpoint = models.TextField(
        blank=True, help_text="Three lines: where it held last. The next check has to go on from there."
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(fault="", since__isnull=True) | (~Q(fault="") & Q(since__isnull=False)),
                name="a_fault_since_a_moment",
            )
        ]

    @property
    def good(self) -> bool:
        return self.at is not None and not self.fault
