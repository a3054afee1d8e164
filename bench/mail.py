"""``make bench-mail``: letters through the real SMTP door into the database, then read and played.

The door and two readers are processes of their own, as in ``make run``; each letter quotes ours, as mail
programs do. With ``--restart`` nothing is measured: the database restarts while letters are being taken and
again while they are being read, and every letter that was acknowledged has to be there, read and played once.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import tempfile
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bench.measure import Row, page, table
from deploy.local.embedded import Keeper, Postgres, Valkey

if TYPE_CHECKING:
    from bench.mailload import Rate

AIM_STORED, AIM_PLAYED = 100, 40
_BUSY = 1.5
"""With more processes than this waiting for two cores before it begins, a figure says little."""


@contextmanager
def machinery() -> Iterator[tuple[Keeper, Postgres]]:
    """Servers of one's own, as careful with their data as in production, and Django on them."""
    with Keeper() as keeper:
        home = Path(tempfile.mkdtemp(prefix="referee-"))
        keeper.remove_at_end(home)
        postgres, valkey = Postgres(home / "postgres", keeper), Valkey(home / "valkey", keeper)
        keeper.remove_at_end(postgres.data.parent)
        try:
            postgres.start()
            valkey.start()
            os.environ.update(
                DATABASE_URL=postgres.url,
                REDIS_URL=valkey.url,
                SECRET_KEY=secrets.token_hex(32),
                SEAL_KEYS=urlsafe_b64encode(secrets.token_bytes(32)).decode(),
                DATABASE_POOL="0",
                LOG_LEVEL="CRITICAL",
                DJANGO_SETTINGS_MODULE="tournaments.settings",
            )
            import django
            from django.core.management import call_command

            django.setup()
            call_command("migrate", verbosity=0)
            # Door and readers keep their connections as they do by themselves.
            del os.environ["DATABASE_POOL"]
            yield keeper, postgres
        finally:
            valkey.stop()
            postgres.stop()


def measured(tables: int, rounds: int) -> list[Row]:
    with machinery() as (keeper, _):
        from bench import mailload

        found = mailload.measure(keeper, tables, rounds)
    return [
        _row("letters/s stored through the SMTP door", found.stored, AIM_STORED),
        _row("letters/s read, played and answered", found.played, AIM_PLAYED),
    ]


def _row(what: str, found: Rate, aim: int) -> Row:
    """The rate by the clock; and, which a busy machine changes less, what a letter costs the processors."""
    work = f"processors: {found.work * 1000:.1f} ms a letter" if found.work else ""
    return Row(what, f"{found.a_second:.0f}", work, None, f"{aim}")


def restarted(tables: int, each: int) -> dict[str, int]:
    with machinery() as (keeper, postgres):
        from bench import mailload

        return mailload.restart(keeper, postgres, tables, each)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--restart", action="store_true")
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=10)
    asked = parser.parse_args()
    if asked.restart:
        print(json.dumps(restarted(asked.tables, 8)))
        return
    load = os.getloadavg()[0]
    rows = measured(asked.tables, asked.rounds)
    text = table(rows)
    print(text)
    if load > _BUSY:
        print(
            f"The machine was busy before it began (load {load:.1f}): bench/results-mail.md stays as it is."
        )
        return
    (Path(__file__).parent / "results-mail.md").write_text(page("make bench-mail", text))


if __name__ == "__main__":
    main()
