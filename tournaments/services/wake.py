"""Waking the workers. Only a wake-up: the rows are the truth, the sweep finds what was not heard."""

from __future__ import annotations

import logging
import time

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)

_QUIET_SECONDS = 10.0
_quiet_until = 0.0


def poke(task: str) -> None:
    """After the commit, ask a worker to run ``task``, once. A broker that is away costs nothing."""
    waiting = transaction.get_connection().run_on_commit
    if not any(getattr(entry[1], "task", None) == task for entry in waiting):
        transaction.on_commit(_Wake(task), robust=True)


class _Wake:
    """One wake-up that waits for the commit; named, so that a transaction asks for it once."""

    def __init__(self, task: str) -> None:
        self.task = task

    def __call__(self) -> None:
        _send(self.task)


def _send(task: str) -> None:
    global _quiet_until
    if time.monotonic() < _quiet_until:
        return
    try:
        current_app.send_task(task, expires=60, ignore_result=True)
    except (OperationalError, OSError) as error:
        _quiet_until = time.monotonic() + _QUIET_SECONDS
        log.warning("broker away, the sweep will do it: %s", type(error).__name__)
