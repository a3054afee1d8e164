"""Auditable draws: seeds committed at the opening, each draw a pure function of stored inputs.

A row goes open -> closed -> dealt -> revealed, or void with a public reason, and keeps its number for good.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db.models import Q

from referee.core import Illegal, Json
from referee.draws import NO_BEACON, Announced, Batch, Beacon, Draw, level, published, revealed
from tournaments import models
from tournaments.services import ledger, sealing

SEEDS_PER_SERIES = 64
State = models.Draw.State
_WAITING = (State.OPEN, State.CLOSED)
OTHER_PLAYERS = "other players are drawn now"
"""The one reason that nobody gives: somebody withdrew, or moved up, after the draw was stated."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a draw gave: ``order`` is secret until the contest ends (a seating: at once)."""

    series: str
    number: int
    order: tuple[str, ...]
    commit: str
    level: str = "C"


@dataclass(frozen=True)
class Given:
    """What goes into every draw of a contest beside a seed; fixed once its inputs are closed.

    roster and ids are those of draws.md; ``close`` is the instant in seconds since 1970 UTC.
    """

    roster: tuple[str, ...] = ()
    commits: dict[str, bytes] = field(default_factory=dict)
    values: dict[str, bytes] = field(default_factory=dict)
    beacon: Beacon = NO_BEACON
    signature: bytes = b""
    close: int = 0
    late: bool = False
    """The beacon took the place of one that could be known already."""

    @property
    def level(self) -> str:
        """Whoever may swap a value that he knows for one that he does not chooses between two decks."""
        return level(self.values, self.beacon.used and not self.late)


class Tampered(Exception):
    """A stored deck_commit is not what the stored inputs give: nothing is dealt from it."""


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


def given(contest: models.Contest) -> Given:
    """The roster, the values that came in time, and the beacon. Two queries; three with a beacon."""
    row = models.Inputs.objects.filter(contest=contest).first()
    if row is None:
        return Given()
    shares = {
        share.entry.ref: share
        for share in models.Share.objects.filter(contest=contest).select_related("entry")
        if share.entry.ref in row.roster
    }
    return Given(
        tuple(row.roster),
        {player: bytes.fromhex(share.commit) for player, share in shares.items()},
        {player: bytes.fromhex(share.value) for player, share in shares.items() if share.value},
        Beacon(row.chain, row.round, bytes.fromhex(row.randomness)) if row.chain else NO_BEACON,
        bytes.fromhex(row.signature),
        int(row.closes_at.timestamp()) if row.chain else 0,
        bool(row.chain) and contest.ledger.filter(kind="other-beacon", body__contains='"late":true').exists(),
    )


def state(
    contest: models.Contest,
    series: str,
    kind: str,
    items: Sequence[str],
    *,
    closed: bool = True,
    announced: bool = False,
) -> models.Draw:
    """The statement of the next draw of ``series``; one that waits for these same items already is kept.

    One that waits for other items is void, for all to see, and the next number takes its place. The
    caller holds the row lock that makes this the only one. ``announced``: with a line in the ledger.
    Refusal: Illegal NO_SEEDS.
    """
    last = models.Draw.objects.select_for_update().filter(series=series).order_by("-n").first()
    if last is not None and last.state in _WAITING:
        if last.published["items"] == list(items):
            if closed and last.state == State.OPEN:
                close(last)
            return last
        void(last, OTHER_PLAYERS)
    number = 0 if last is None else last.n + 1
    batch = models.SeedBatch.objects.filter(
        series=series, base__lte=number, contest=contest, count__gt=number
    ).first()
    if batch is None:
        raise Illegal("NO_SEEDS", series=series)  # one made now would come after the values
    row = models.Draw.objects.create(
        contest=contest,
        series=series,
        n=number,
        kind=kind,
        state=State.CLOSED if closed else State.OPEN,
        published=_statement(contest, series, number, kind, items, batch),
    )
    if announced:
        data = {"n": number, "kind": kind, "items": list(items)}
        ledger.append(contest, "statement", ref=series, data=data)
    return row


def _statement(
    contest: models.Contest,
    series: str,
    number: int,
    kind: str,
    items: Sequence[str],
    batch: models.SeedBatch,
) -> Json:
    """What stands about a draw before anybody could draw it: the seed commitment and what is put in order."""
    return {
        "e": contest.ref,
        "t": series,
        "n": number,
        "kind": kind,
        "items": list(items),
        "seeds": batch.count,
        "base": batch.base,
        "seed_commit": batch.commit,
    }


def close(row: models.Draw) -> None:
    """Nothing goes into this draw any more; it waits to be drawn."""
    row.state = State.CLOSED
    row.save(update_fields=["state"])


def void(row: models.Draw, reason: str, *, actor: str = "system") -> None:
    """The draw does not count; its number is kept, and its seed is opened at the end if it was used.
    Twice is once."""
    if row.state == State.VOID:
        return
    row.state, row.void_reason = State.VOID, reason[:200]
    row.save(update_fields=["state", "void_reason"])
    data = {"n": row.n, "reason": row.void_reason}
    ledger.append(row.contest, "void-draw", ref=row.series, data=data, actor=actor)


def draw(contest: models.Contest, series: str, kind: str, items: Sequence[str]) -> Drawn:
    """The next draw of ``series``. The caller holds the row lock that makes it the only one.

    Run again after a crash it finds the same seed and gives the same order.
    """
    return deal(state(contest, series, kind, items))


def deal(row: models.Draw) -> Drawn:
    """Draw what was stated: from the stored inputs alone. A commitment once stored is only compared.

    Raises Tampered. Refusal: Illegal NO_SEEDS.
    """
    what = given(row.contest)
    made, batch = _made(row, what)
    commit = made.deck_commit.hex()
    if row.deck_commit and row.deck_commit != commit:
        raise Tampered(f"{row.series} number {row.n}")
    if row.state in _WAITING:
        row.deck_commit, row.state = commit, State.DEALT
        row.level = what.level
        row.published = _published(row, made, batch, what)
        row.order = sealing.seal_json(list(made.order))
        row.save()
    return Drawn(row.series, row.n, tuple(made.order), commit, row.level)


def _made(row: models.Draw, what: Given) -> tuple[Draw, Batch]:
    batch = _batch(row)
    made = Draw(
        row.contest.ref,
        row.series,
        row.n,
        tuple(row.published["items"]),
        batch.seed(row.n),
        what.roster,
        what.values,
        what.beacon,
    )
    return made, batch


def _published(
    row: models.Draw, made: Draw, batch: Batch, what: Given, positions: Sequence[int] = ()
) -> Json:
    return published(
        made,
        Announced.of(batch),
        kind=row.kind,
        commits=what.commits,
        inputs_close=what.close,
        positions=positions,
        deals=[(one["to"], one["pos"]) for one in row.dealt],
    )


def note(contest: models.Contest, drawn: Drawn, kind: str) -> None:
    """The ledger's line of a draw that no event of a table names."""
    data = {"n": drawn.number, "kind": kind, "level": drawn.level, "commit": drawn.commit}
    ledger.append(contest, "draw", ref=drawn.series, data=data)


def order_of(series: str, number: int) -> tuple[str, ...]:
    """The order that was drawn; for replay and for the record after the end."""
    row = models.Draw.objects.get(series=series, n=number)
    return tuple(sealing.unseal_json(row.order))


def openings(row: models.Draw, positions: Sequence[int]) -> list[Json]:
    """The openings of these positions. Whoever asks has made sure that their cards may be seen."""
    return _made(row, given(row.contest))[0].openings(positions)


def labels(row: models.Draw) -> list[str]:
    """The drawn order of a row; never leaves the services before its end."""
    return list(sealing.unseal_json(row.order))


def reveal(row: models.Draw) -> None:
    """Publish the secrets of a draw: seed, path and all openings. Doing it twice changes nothing."""
    _reveal(row, given(row.contest))


def _reveal(row: models.Draw, what: Given) -> None:
    if row.state != State.DEALT and not (row.state == State.VOID and row.deck_commit and not row.revealed):
        return
    made, batch = _made(row, what)
    row.published = _published(row, made, batch, what, range(len(row.published["items"])))
    row.revealed = revealed(made, batch.path(row.n), signature=what.signature)
    if row.state == State.DEALT:
        row.state = State.REVEALED
    row.save(update_fields=["published", "revealed", "state"])


def reveal_all(contest: models.Contest) -> int:
    """Open every draw of a contest that has ended; how many were newly opened."""
    rows = contest.draws.filter(
        Q(state=State.DEALT) | Q(state=State.VOID, revealed__isnull=True) & ~Q(deck_commit="")
    )
    what = given(contest)
    found = list(rows.select_related("contest"))
    for row in found:
        _reveal(row, what)
    return len(found)


def left(series: str) -> int:
    """How many numbers of a series are committed and not drawn yet."""
    batch = models.SeedBatch.objects.filter(series=series).order_by("-base").first()
    last = models.Draw.objects.filter(series=series).order_by("-n").values_list("n", flat=True).first()
    return batch.base + batch.count - (0 if last is None else last + 1) if batch is not None else 0


def documents(contest: models.Contest, *, seeds: bool = True) -> list[Json]:
    """All opened draws of a contest in the shape that ``python -m referee verify`` reads.

    ``seeds``: False leaves out all but those that lie open for everybody at once.
    """
    return [
        {"published": row.published, "revealed": row.revealed}
        for row in contest.draws.all()
        if row.revealed is not None and (seeds or opens_at_once(row))
    ]


def opens_at_once(row: models.Draw) -> bool:
    """A draw whose order hides nothing once it is drawn: seats, and lots about prizes."""
    return row.series.endswith(("/seating", "/prizes"))


def _batch(row: models.Draw) -> Batch:
    stored = models.SeedBatch.objects.filter(series=row.series, base__lte=row.n).order_by("-base").first()
    if stored is None:
        raise Illegal("NO_SEEDS", series=row.series)
    seeds = sealing.unseal(stored.seeds)
    return Batch(stored.series, tuple(seeds[at : at + 32] for at in range(0, len(seeds), 32)), stored.base)
