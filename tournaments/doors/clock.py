"""Celery tasks that wake the services. Each may run twice, or not at all: the rows are the truth."""

from __future__ import annotations

from celery import shared_task

from tournaments.services import contests
from tournaments.services import sweep as sweeping


@shared_task(name="tournaments.sweep", ignore_result=True)
def sweep() -> None:
    """All that is due by the clock."""
    sweeping.sweep()


@shared_task(name="tournaments.advance", ignore_result=True)
def advance() -> None:
    """Contests that can go on by themselves: a table has ended, registration was closed."""
    contests.advance_due()
