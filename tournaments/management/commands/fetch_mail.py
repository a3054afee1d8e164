"""``manage.py fetch_mail [--loop]``: letters from the mailbox of IMAP_URL, with or without Celery."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, close_old_connections

from tournaments.doors.mail import imap
from tournaments.management.running import again_and_again

TEMPORARY = 75


class Command(BaseCommand):
    help = "Fetches and stores what is unread in the mailbox of IMAP_URL. Exit 75: try again later."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--loop", action="store_true", help="go on every IMAP_SECONDS until stopped")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.IMAP_URL:
            raise CommandError("IMAP_URL is not set: there is no mailbox to look into.")
        well = again_and_again(self._once, settings.IMAP_SECONDS, loop=options["loop"])
        if not well and not options["loop"]:
            sys.exit(TEMPORARY)

    def _once(self) -> bool:
        """Whether nothing was left behind."""
        try:
            done = imap.fetch()
        except DatabaseError as error:
            self.stderr.write(f"database away, waiting: {type(error).__name__}")
            close_old_connections()
            return False
        if done.trouble:
            self.stderr.write(f"mailbox not read to its end: {done.trouble}")
        if done.stored or done.left:
            self.stdout.write(f"{done.stored} letters stored, {done.left} left for later")
        return not done.trouble and not done.left
