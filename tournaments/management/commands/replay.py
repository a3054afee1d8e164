"""Does what is stored follow from what was asked?

    manage.py replay TABLE …     tables by their name in the ledger: c3/table-1; c3 for all of a contest
    manage.py replay --all       every table there is

Plays each table again from the inputs of its events and compares facts and state with what is stored.
One line a problem; the exit status is 1 where there is one.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet

from tournaments.models import Table
from tournaments.services import records

_NAME = re.compile(r"c(?P<contest>\d+)(?:/table-(?P<number>\d+))?")


class Command(BaseCommand):
    help = "Plays tables again from their inputs; facts and state must come out as they are stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "tables", nargs="*", metavar="TABLE", help="c3/table-1, or c3 for a whole contest"
        )
        parser.add_argument("--all", action="store_true", help="every table there is")

    def handle(self, *args: Any, **options: Any) -> None:
        if bool(options["tables"]) == options["all"]:
            raise CommandError("Name tables (c3/table-1, c3), or give --all.")
        rows = [Table.objects.all()] if options["all"] else [_named(name) for name in options["tables"]]
        wrong = sum(self._check(table) for found in rows for table in found)
        if wrong:
            raise CommandError(f"{wrong} tables differ.", returncode=1)

    def _check(self, table: Table) -> bool:
        problems = records.differences(table.pk)
        for problem in problems:
            self.stdout.write(f"{table.ref}: {problem}")
        if not problems:
            self.stdout.write(f"{table.ref}: {table.last_event} events, good")
        return bool(problems)


def _named(name: str) -> QuerySet[Table]:
    match = _NAME.fullmatch(name)
    if match is None:
        raise CommandError(f"{name!r} names no table: c3/table-1, or c3 for a whole contest.")
    found = Table.objects.filter(contest_id=match["contest"])
    if match["number"]:
        found = found.filter(number=match["number"])
    if not found.exists():
        raise CommandError(f"There is no {name}.")
    return found
