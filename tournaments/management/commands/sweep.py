"""``manage.py sweep [--loop]``: the clock without Celery."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DatabaseError, close_old_connections

from tournaments.management.running import again_and_again
from tournaments.services import letters, noting, post, sweep


class Command(BaseCommand):
    help = "Reads letters, times out what is due, starts and ends contests, sends what is left unsent."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--loop", action="store_true", help="go on until stopped")

    def handle(self, *args: Any, **options: Any) -> None:
        again_and_again(self._once, settings.SWEEP_SECONDS, loop=options["loop"])

    def _once(self) -> None:
        try:
            letters.read_due()
            done = sweep.sweep()
            sent = post.send_due()
            noting.note_mail()
        except DatabaseError as error:
            self.stderr.write(f"database away, waiting: {type(error).__name__}")
            close_old_connections()
            return
        if sent or done != sweep.Swept():
            self.stdout.write(f"{done}, {sent} letters sent")
