"""``make bench``: all measurements in one run, printed as a table and kept in bench/results.md."""

from __future__ import annotations

import os
import secrets
import sys
from base64 import urlsafe_b64encode
from pathlib import Path

from bench import audit, rules
from bench.measure import Row, page, table
from deploy.local.embedded import services


def _database(only: set[str]) -> list[Row]:
    """Rows that need the service: on a database of their own, as careful with its data as in production."""
    os.environ.pop("DATABASE_URL", None)
    os.environ.pop("REDIS_URL", None)
    with services(durable=True) as urls:
        os.environ.update(urls)
        os.environ["SECRET_KEY"] = secrets.token_hex(32)
        os.environ["SEAL_KEYS"] = urlsafe_b64encode(secrets.token_bytes(32)).decode()
        os.environ["DATABASE_POOL"] = "0"
        os.environ["LOG_LEVEL"] = "ERROR"
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.settings"
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        from bench import service, tablepage

        try:
            pages = tablepage.rows() if not only or "page" in only else []
            if only and "service" not in only:
                return pages
            return [*service.door(urls["DATABASE_URL"]), *service.due(), *pages]
        finally:
            service.connection.close()


def main() -> None:
    only = set(sys.argv[1:])
    rows: list[Row] = []
    if not only or "rules" in only:
        rows += rules.rows()
    if not only or "audit" in only:
        rows += audit.rows()
    if not only or only & {"service", "page"}:
        rows += _database(only)
    text = table(rows)
    print(text)
    if not only:
        note = (
            "The ratios count: both sides were measured side by side in one run; machines are noisy.\n"
            "Profiled, two thirds of a move's time are the ORM (13 statements to compile, instances\n"
            "to build), a quarter psycopg, a tenth the wake-up; rules and sealing are the small rest.\n"
        )
        (Path(__file__).parent / "results.md").write_text(page("make bench", f"{note}\n{text}"))


if __name__ == "__main__":
    main()
