"""Celery tasks that wake the services. Each may run twice, or not at all: the rows are the truth."""

from __future__ import annotations

from celery import shared_task

from tournaments.services import contests, noting, verifying
from tournaments.services import sweep as sweeping


@shared_task(name="tournaments.sweep", ignore_result=True)
def sweep() -> None:
    """All that is due by the clock; then what mail has come to goes into the ledgers."""
    sweeping.sweep()
    noting.note_mail()


@shared_task(name="tournaments.advance", ignore_result=True)
def advance() -> None:
    """Contests that can go on by themselves: a table has ended, registration was closed."""
    contests.advance_due()


@shared_task(name="tournaments.verify", ignore_result=True)
def verify() -> None:
    """The ledgers that were not checked since the last night began, and those that somebody asked for."""
    verifying.run()
