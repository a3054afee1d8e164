"""``manage.py bots``: the demo's bots read their letters and answer them, until stopped."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, close_old_connections

from tournaments.management.bots.troupe import Troupe
from tournaments.management.running import stopped_by_signals
from tournaments.services import demo
from tournaments.services.demo import cast

_PAUSE = 1.0
_AFTER_TROUBLE = 5.0


class Command(BaseCommand):
    help = "Demo only: bots take their turns by mail and by page, BOT_SECONDS or so after each letter."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            demo.must_be_demo()
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from error
        stop = stopped_by_signals()
        troupe = Troupe(cast.bots, seconds=settings.BOT_SECONDS, say=lambda line: self.stdout.write(line))
        while not stop.is_set():
            stop.wait(self._look(troupe))

    def _look(self, troupe: Troupe) -> float:
        """One look at the letters; how long to wait before the next."""
        try:
            troupe.look()
        except DatabaseError as error:
            self.stderr.write(f"database away, waiting: {type(error).__name__}")
            close_old_connections()
            return _AFTER_TROUBLE
        return _PAUSE
