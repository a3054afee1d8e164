"""The bots' share in the draws: each has a value of its own, which it commits to and then gives."""

from __future__ import annotations

import hashlib

from django.db.models import QuerySet

from referee.core import Refusal
from referee.draws import player_commit
from tournaments.models import Contest, Entry
from tournaments.services import inputs, sealing


def _value(entry: Entry) -> bytes:
    """The same each time it is asked for, as if the bot's browser had kept it."""
    word = sealing.token("demo-value", f"{entry.contest.ref}|{entry.ref}", 52)
    return hashlib.sha256(word.encode()).digest()


def take(contest: Contest) -> None:
    """Every bot that is entered commits, as a browser would for a player."""
    for entry in _bots(contest):
        word = player_commit(contest.ref, entry.ref, _value(entry)).hex()
        assert entry.user is not None
        inputs.commit(contest.pk, entry.user, word)


def give(contest: Contest) -> int:
    """Every bot whose value is awaited checks in; how many."""
    count = 0
    for entry in _bots(contest).filter(share__value=""):
        assert entry.user is not None
        try:
            inputs.check_in(contest.pk, entry.user, _value(entry).hex())
        except Refusal:
            continue
        count += 1
    return count


def give_all() -> int:
    """In every contest whose check-in runs. One query where none does."""
    waiting = Contest.objects.filter(
        state=Contest.State.CLOSED, shares__value="", shares__entry__user__is_bot=True
    )
    return sum(give(contest) for contest in waiting.distinct())


def _bots(contest: Contest) -> QuerySet[Entry]:
    return contest.entries.filter(user__is_bot=True).select_related("user", "contest").order_by("number")
