"""``manage.py beacon CONTEST``: the announced public value from standard input, for a task that fetches it.

curl -s https://a-relay.example/CHAIN/public/ROUND | manage.py beacon spring-tour
manage.py beacon --round spring-tour        the round that was announced, to fetch that one and no other
"""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from referee.core import Refusal
from tournaments import wording
from tournaments.models import Contest, Inputs
from tournaments.services import inputs

_MOST = 4000


class Command(BaseCommand):
    help = "Enters the public value that a draw waits for: numbers, or a round of drand as a relay gives it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("contest", help="the contest's word in its address")
        parser.add_argument("--address", default="", help="where everybody can look the value up")
        parser.add_argument("--round", action="store_true", help="print what was announced, enter nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        contest = Contest.objects.select_related("organiser").filter(slug=options["contest"]).first()
        if contest is None:
            raise CommandError("There is no such contest.")
        if options["round"]:
            self._announced(contest)
            return
        try:
            brought = sys.stdin.read(_MOST)
            what = inputs.enter_beacon(contest.pk, contest.organiser, brought, address=options["address"])
        except Refusal as refusal:
            raise CommandError(wording.refusal(refusal)) from refusal
        self.stdout.write(f"{contest.slug}: {what.chain} {what.round} {what.randomness}")

    def _announced(self, contest: Contest) -> None:
        what = Inputs.objects.filter(contest=contest).first()
        if what is None or what.due_at is None:
            raise CommandError("No public value is announced yet.")
        self.stdout.write(f"{what.chain} {what.round} {what.due_at.isoformat()}")
