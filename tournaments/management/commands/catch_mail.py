"""``manage.py catch_mail``: the demo's mail server; nothing that goes to it leaves the machine."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournaments.doors.mail.catcher import Catcher
from tournaments.doors.mail.server import serve


class Command(BaseCommand):
    help = "Keeps outgoing letters for the demo's viewer, until SIGTERM or SIGINT."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=settings.MAIL_CATCHER_PORT)

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("the mail catcher belongs to the demo alone: DEMO is not set")

        def ready(port: int) -> None:
            self.stdout.write(f"outgoing letters are caught on 127.0.0.1:{port}")
            self.stdout.flush()

        asyncio.run(serve(Catcher(), "127.0.0.1", options["port"], ready))
