"""``manage.py receive_mail``: one letter from standard input, for a mail server's pipe.

Exit status, as mail servers read it (sysexits.h):
0 stored · 67 no such mailbox · 69 too large · 75 try again later.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.services import letters

NO_USER, UNAVAILABLE, TEMPORARY = 67, 69, 75


class Command(BaseCommand):
    help = "Stores one letter from standard input. Exit 75: try again later."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--sender", default="", help="the envelope's sender; empty for a bounce")
        parser.add_argument("--recipient", required=True, help="the envelope's recipient")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            status = self._receive(options["sender"], options["recipient"])
        except Exception as error:  # whatever it is, the letter must stay in the mail server's queue
            self.stderr.write(f"not stored: {type(error).__name__}")
            status = TEMPORARY
        if status:
            sys.exit(status)

    def _receive(self, sender: str, recipient: str) -> int:
        arrived = time.monotonic()
        raw = sys.stdin.buffer.read(letters.LARGEST + 1)
        if len(raw) > letters.LARGEST:
            return UNAVAILABLE
        if not letters.knows(recipient):
            return NO_USER
        if letters.too_many(sender, recipient):
            return TEMPORARY
        letters.receive(raw, letters.Envelope(sender, recipient, "pipe", arrived))
        return 0
