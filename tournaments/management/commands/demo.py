"""``manage.py demo --setup``: the demo's people and contests; ``--links``: where a visitor may look."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError

from tournaments.services import demo
from tournaments.services.demo import links, stage


class Command(BaseCommand):
    help = "Makes the demo, or prints the addresses a visitor needs. Refuses where DEMO is not set."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--setup", action="store_true", help="people and contests, where there are none")
        what.add_argument("--links", action="store_true", help="the lobby, two sign-in links, the letters")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            demo.must_be_demo()
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from error
        if options["setup"]:
            for name in stage.set_up():
                self.stdout.write(f"made: {name}")
        else:
            rows = links.all_of_them()
            width = max(len(label) for label, _ in rows)
            for label, address in rows:
                self.stdout.write(f"{label:<{width}}  {address}")
