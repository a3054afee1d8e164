"""Auditable draws: seeds committed at the opening, each draw a pure function of stored inputs."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from referee.draws import Announced, Batch, Draw, published, revealed
from tournaments import models
from tournaments.services import ledger, sealing

SEEDS_PER_SERIES = 64


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a draw gave: ``order`` is secret until the contest ends (a seating: at once)."""

    series: str
    number: int
    order: tuple[str, ...]
    commit: str


def commit_seeds(contest: models.Contest, series: str, count: int = SEEDS_PER_SERIES) -> models.SeedBatch:
    """Make and commit the seeds of a series; once, however often it is called."""
    found = models.SeedBatch.objects.filter(series=series, base=0).first()
    if found is not None:
        return found
    batch = Batch.from_random(series, secrets.token_bytes(32 * count))
    row = models.SeedBatch.objects.create(
        contest=contest,
        series=series,
        count=count,
        commit=batch.commit.hex(),
        seeds=sealing.seal(b"".join(batch.seeds)),
    )
    ledger.append(contest, "seeds", ref=series, data={"base": 0, "count": count, "commit": row.commit})
    return row


def draw(contest: models.Contest, series: str, kind: str, items: Sequence[str]) -> Drawn:
    """The next draw of ``series``. The caller holds the row lock that makes it the only one."""
    number = models.Draw.objects.filter(series=series).count()
    batch_row = commit_seeds(contest, series)
    batch = _batch(batch_row)
    made = Draw(contest.ref, series, number, tuple(items), batch.seed(number))
    models.Draw.objects.create(
        contest=contest,
        series=series,
        n=number,
        kind=kind,
        published=published(made, Announced.of(batch), kind=kind),
        order=sealing.seal_json(list(made.order)),
    )
    return Drawn(series, number, tuple(made.order), made.deck_commit.hex())


def order_of(series: str, number: int) -> tuple[str, ...]:
    """The order that was drawn; for replay and for the record after the end."""
    row = models.Draw.objects.get(series=series, n=number)
    return tuple(sealing.unseal_json(row.order))


def reveal(row: models.Draw) -> None:
    """Publish the secrets of a draw: seed, path and all openings. Doing it twice changes nothing."""
    if row.state != models.Draw.State.DEALT:
        return
    batch = _batch(models.SeedBatch.objects.get(series=row.series, base=0))
    made = Draw(row.contest.ref, row.series, row.n, tuple(row.published["items"]), batch.seed(row.n))
    row.published = published(
        made, Announced.of(batch), kind=row.kind, positions=range(len(row.published["items"]))
    )
    row.revealed = revealed(made, batch.path(row.n))
    row.state = models.Draw.State.REVEALED
    row.save(update_fields=["published", "revealed", "state"])


def reveal_all(contest: models.Contest) -> int:
    """Publish every draw of a contest that has ended; how many were newly opened."""
    rows = contest.draws.filter(state=models.Draw.State.DEALT).select_related("contest")
    for row in rows:
        reveal(row)
    return len(rows)


def documents(contest: models.Contest) -> list[dict[str, object]]:
    """All draws of a contest in the shape that ``python -m referee verify`` reads."""
    return [
        {"published": row.published, "revealed": row.revealed}
        for row in contest.draws.all()
        if row.revealed is not None
    ]


def _batch(row: models.SeedBatch) -> Batch:
    seeds = sealing.unseal(row.seeds)
    return Batch(row.series, tuple(seeds[at : at + 32] for at in range(0, len(seeds), 32)), row.base)
