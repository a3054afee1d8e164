"""``manage.py smtp``: the mail door, in the foreground."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from tournaments.doors.mail.server import serve
from tournaments.doors.mail.smtp import Inbox


class Command(BaseCommand):
    help = "Takes letters over SMTP (behind a mail server), until SIGTERM or SIGINT."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=settings.SMTP_DOOR_HOST)
        parser.add_argument("--port", type=int, default=settings.SMTP_DOOR_PORT)

    def handle(self, *args: Any, **options: Any) -> None:
        def ready(port: int) -> None:
            self.stdout.write(f"letters are taken on {options['host']}:{port}")
            self.stdout.flush()

        asyncio.run(serve(Inbox(), options["host"], options["port"], ready))
