"""A reader of letters for ``bench.mail``: at each line of its input it reads until no letter is left."""

from __future__ import annotations

import sys
import time

import django
from django.db import InterfaceError, OperationalError, connection

PATIENCE_SECONDS = 120.0


def main() -> None:
    django.setup()
    print("done", flush=True)
    for _ in sys.stdin:
        until_none_is_left()
        print("done", flush=True)


def until_none_is_left() -> None:
    """Also where the database is away meanwhile: then as a worker does, again a moment later. What a reader
    had in its hand is free for others when its lease is over; here that is at once."""
    from tournaments.models import Letter
    from tournaments.services import letters

    limit = time.monotonic() + PATIENCE_SECONDS
    broken = False
    while time.monotonic() < limit:
        try:
            letters.read_due()
            if not broken:
                return
            held = Letter.objects.filter(state=Letter.State.UNREAD).update(retry_at=None)
            broken = held > 0
        except (OperationalError, InterfaceError):
            broken = True
            connection.close()
            time.sleep(0.05)


if __name__ == "__main__":
    main()
