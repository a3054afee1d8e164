"""``manage.py send_notices``: send by hand what is due (the worker and the sweep do it by themselves)."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.services import post


class Command(BaseCommand):
    help = "Sends the notices that are due, once."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{post.send_due()} sent")
