"""Players who take a share in the draws, as a browser does it for them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from referee.draws import player_commit
from tests import factories
from tournaments import models
from tournaments.services import inputs


def value_of(name: str) -> bytes:
    """32 bytes that look random and are the same in every run."""
    return hashlib.sha256(f"value of {name}".encode()).digest()


def commitment(contest: models.Contest, name: str) -> str:
    entry = contest.entries.get(user=factories.person(name))
    return player_commit(contest.ref, entry.ref, value_of(name)).hex()


def commit(contest: models.Contest, *names: str) -> None:
    for name in names:
        inputs.commit(contest.pk, factories.person(name), commitment(contest, name))


def check_in(contest: models.Contest, *names: str) -> None:
    for name in names:
        inputs.check_in(contest.pk, factories.person(name), value_of(name).hex())


def ledger_kinds(contest: models.Contest, *kinds: str) -> list[tuple[str, str]]:
    """(type, ref) of the entries of these types, in their order."""
    import json

    bodies = [json.loads(row.body) for row in contest.ledger.order_by("seq") if row.body]
    return [(body["type"], body["ref"]) for body in bodies if not kinds or body["type"] in kinds]


def closed(committed: Sequence[str], players: int = 5, **fields: object) -> models.Contest:
    """A contest whose registration is over, where some have committed: the check-in runs."""
    from tournaments.services import contests

    contest = factories.open_contest(players, **fields)
    commit(contest, *committed)
    contests.close(contest.pk, contest.organiser)
    contest.refresh_from_db()
    return contest
