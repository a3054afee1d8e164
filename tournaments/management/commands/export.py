"""A contest with its ledger and its draws, to be checked by ``python -m referee verify``.

    manage.py export CONTEST [--seeds] [--output FILE]

CONTEST is its id in the ledger (c3) or the name in its address. What comes is what everybody may have; with
--seeds, after the end, also what two auditors alone may see.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q

from tournaments.models import Contest
from tournaments.services import exports


class Command(BaseCommand):
    help = "Writes a contest as JSON Lines for `python -m referee verify`."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("contest", metavar="CONTEST", help="c3, or the name in its address")
        parser.add_argument("--seeds", action="store_true", help="also what is for two auditors alone")
        parser.add_argument("--output", type=Path, metavar="FILE", help="standard output where left out")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["contest"]
        by_id = Q(pk=int(name[1:])) if name[:1] == "c" and name[1:].isdecimal() else Q(pk=None)
        contest = Contest.objects.filter(by_id | Q(slug=name)).order_by("pk").first()
        if contest is None:
            raise CommandError(f"There is no contest {name}.")
        with ExitStack() as stack:
            file = options["output"]
            out = stack.enter_context(file.open("w", encoding="utf-8")) if file else self.stdout
            for line in exports.lines(contest, AnonymousUser(), seeds=options["seeds"]):
                out.write(f"{line}\n")
        if file:
            print(f"{file}: python -m referee verify {file}", file=sys.stderr)
