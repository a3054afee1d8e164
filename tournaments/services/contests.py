"""The life of a contest: draft -> registration -> closed -> seated -> running -> provisional -> final."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import Count, F, Q
from django.utils.text import slugify

from referee.contests.deadlines import local_instant
from referee.contests.tables import MOST_SEATS
from referee.core import Illegal, Stale
from referee.games import GAMES
from tournaments import models
from tournaments.models import Contest, Entry, Table
from tournaments.services import (
    clock,
    draws,
    inputs,
    ledger,
    notices,
    positions,
    rights,
    sealing,
    seating,
    tables,
    typed,
    wake,
)
from tournaments.services.exhibits import Piece
from tournaments.services.leagues import divisions, members, rounds
from tournaments.services.presets import PRESETS
from tournaments.services.registration import locked, move_up

log = logging.getLogger(__name__)

State = Contest.State

FEW = 5
"""Games for no more than so many are played at single tables of friends, too."""
EDITABLE = (
    *("name", "words", "place", "languages", "fee_amount", "fee_unit", "sponsor", "sponsor_group"),
    *("draw_unpaid", "automatic", "starts_at", "cap", "table_rule", "table_names", "turn_seconds"),
    *("grace_seconds", "absence_days", "bank_seconds", "increment_seconds", "week_seconds"),
    *("prizes", "prize_units", "drawn_by", "beacon_source", "beacon_at", "checkin_seconds", "seeds_for_all"),
    *("rounds", "round_days", "rounds_early"),
)
"""Fields that the organiser may change while the contest is a draft."""


@transaction.atomic
def create(
    organiser: models.User,
    preset: str,
    name: str,
    *,
    closes_local: datetime,
    zone: str,
    rules: dict[str, Any] | None = None,
    key: str = "",
    **fields: Any,
) -> Contest:
    """A draft from a preset. ``closes_local``: naive local time in ``zone``. The same ``key`` is once.

    Refusals: Illegal NOT_ALLOWED, NO_NAME, NO_SUCH_PRESET, and MALFORMED for the rules.
    """
    rights.must(bool(fields.get("friends")) or rights.may_open_contests(organiser))
    rights.must(preset in PRESETS, "NO_SUCH_PRESET", preset=preset)
    name = typed.line(name, 80)
    rights.must(bool(name), "NO_NAME")
    _one_at_a_time()
    token = sealing.token("draft", f"{organiser.pk}|{key or secrets.token_hex(16)}")
    made = Contest.objects.filter(share_token=token).first()
    if made is not None:
        return made
    plan = PRESETS[preset]
    given = {**_closing(closes_local, zone), **plan["fields"], **fields}
    contest = Contest(organiser=organiser, preset=preset, name=name, zone=zone, share_token=token, **given)
    contest.game, contest.slug = plan["game"], free_slug(name)
    contest.rules = GAMES[contest.game].rules({**plan["rules"], **(rules or {})})
    contest.full_clean(exclude=["rules", "table_names", "prizes", "prize_units", "languages"])
    contest.save()
    ledger.open_chain(contest)
    data = {"preset": preset, "rules": contest.rules}
    ledger.append(contest, "created", data=data, actor=_actor(organiser))
    return contest


@transaction.atomic
def edit(contest: int, by: models.User, **fields: Any) -> Contest:
    """Change a draft; the ledger says which fields, not their words.

    Refusals: Illegal NOT_ALLOWED, MALFORMED; Stale NOT_A_DRAFT.
    """
    row = locked(contest)
    rights.must(rights.organises(by, row))
    if row.state != State.DRAFT:
        raise Stale("NOT_A_DRAFT")
    before = {key: getattr(row, key) for key in ("rules", "zone", "closes_at", *EDITABLE)}
    if "rules" in fields:
        row.rules = GAMES[row.game].rules({**row.rules, **fields.pop("rules")})
    if "closes_local" in fields or "zone" in fields:
        row.zone = fields.pop("zone", row.zone)
        local = fields.pop("closes_local", row.closes_local.replace(tzinfo=None))
        for key, value in _closing(local, row.zone).items():
            setattr(row, key, value)
    for key, value in fields.items():
        rights.must(key in EDITABLE, "MALFORMED", where=key)
        setattr(row, key, value)
    row.save()
    changed = sorted(key for key, value in before.items() if getattr(row, key) != value)
    if changed:
        rules = {"rules": row.rules} if "rules" in changed else {}
        ledger.append(row, "edited", data={"fields": changed, **rules}, actor=_actor(by))
    return row


@transaction.atomic
def comment(contest: int, *, user: models.User | None, name: str, text: str) -> models.Comment:
    """A remark on a draft; the same words again are the same remark.

    Refusals: Illegal NO_NAME, NOTHING_WRITTEN; Stale NOT_A_DRAFT.
    """
    name, text = typed.line(name, 40), typed.text(text, 4000)
    rights.must(bool(name), "NO_NAME")
    rights.must(bool(text), "NOTHING_WRITTEN")
    row = locked(contest)
    if row.state != State.DRAFT:
        raise Stale("NOT_A_DRAFT")
    known = row.comments.filter(user=user, name=name, text=text).first()
    return known or row.comments.create(user=user, name=name, text=text)


@transaction.atomic
def announce(contest: int, by: models.User) -> Contest:
    """Open registration; the seeds of everything that can be drawn are committed first.

    Refusals: Illegal NOT_ALLOWED, CLOSES_IN_THE_PAST, ONE_TABLE_ONLY, BEACON_TOO_EARLY, TWO_AUDITORS;
    Stale NOT_A_DRAFT.
    """
    row = locked(contest)
    rights.must(rights.organises(by, row))
    if row.state != State.DRAFT:
        raise Stale("NOT_A_DRAFT")
    rights.must(row.closes_at > clock.now(), "CLOSES_IN_THE_PAST", closes=row.closes_at)
    # Played until one holds all the chips, tables would have to be balanced: one table cannot fall short.
    endless = "hands" in row.rules and row.rules["hands"] is None
    rights.must(not endless or row.cap <= MOST_SEATS, "ONE_TABLE_ONLY", most=MOST_SEATS)
    inputs.must_fit(row, row.closes_at)
    for series, count in seating.series_of(row):
        draws.commit_seeds(row, series, count)
    ledger.append(row, "opening", data=inputs.opening(row), actor=_actor(by))
    if row.rounds:
        ledger.append(row, "league", data=divisions.announced(row), actor=_actor(by))
    _go(row, State.REGISTRATION, by)
    members.bring(row)
    return row


@transaction.atomic
def extend(contest: int, by: models.User, *, closes_local: datetime, reason: str) -> Contest:
    """Registration stays (or is again) open until a later instant; recorded and announced.

    Refusals: Illegal NOT_ALLOWED, NO_REASON, CLOSES_IN_THE_PAST; Stale DRAWN.
    """
    row = locked(contest)
    rights.must(rights.organises(by, row))
    rights.must(bool(reason.strip()), "NO_REASON")
    if row.state not in (State.REGISTRATION, State.CLOSED):
        raise Stale("DRAWN")
    closing = _closing(closes_local, row.zone)
    if row.state == State.REGISTRATION and closing["closes_at"] == row.closes_at:
        return row
    rights.must(
        closing["closes_at"] > max(clock.now(), row.closes_at), "CLOSES_IN_THE_PAST", closes=row.closes_at
    )
    inputs.must_fit(row, closing["closes_at"])
    row.closes_local, row.closes_at = closing["closes_local"], closing["closes_at"]
    row.entries.filter(state=Entry.State.UNPAID).update(state=Entry.State.RESERVE)
    row.state = State.REGISTRATION
    row.save()
    move_up(row)
    ledger.append(
        row, "extended", data={"closes": row.closes_at.isoformat(), "reason": reason}, actor=_actor(by)
    )
    notices.tell(row, "closing", _present(row), once=row.closes_at.isoformat(), data={"reason": reason})
    return row


@transaction.atomic
def close(contest: int, by: models.User | None = None) -> Contest:
    """End registration at its instant, or earlier by the organiser. Unpaid entries as chosen at creation."""
    row = locked(contest)
    if by is not None:
        rights.must(rights.organises(by, row))
    if row.state != State.REGISTRATION:
        raise Stale("NOT_OPEN")
    if by is None and clock.now() <= row.closes_at and not full(row):
        raise Stale("NOT_DUE", deadline=row.closes_at)
    if row.fee_amount and not row.draw_unpaid:
        out = list(row.entries.filter(state__in=["in", "reserve"], paid_at__isnull=True))
        row.entries.filter(pk__in=[entry.pk for entry in out]).update(state=Entry.State.UNPAID)
        for entry in out:
            ledger.append(row, "entry", ref=entry.ref, data={"what": "not-drawn"}, actor=_actor(by))
        notices.tell(row, "unpaid", out, once=f"unpaid:{row.closes_at.isoformat()}")
    move_up(row)
    inputs.begin(row)
    seating.announce_seats(row)
    _go(row, State.CLOSED, by)
    wake.poke("tournaments.advance")
    return row


def full(row: Contest) -> bool:
    """A table of friends whose seats are all taken begins: nobody else is waited for."""
    return row.friends and row.entries.filter(state=Entry.State.IN).count() >= row.cap


@transaction.atomic
def choose(contest: int, by: models.User, choice: str, reason: str) -> Contest:
    """A recorded decision for a number of players that cannot be split (T5)."""
    row = locked(contest)
    rights.must(rights.organises(by, row))
    rights.must(bool(reason.strip()), "NO_REASON")
    if row.state != State.CLOSED:
        raise Stale("DRAWN" if row.state != State.REGISTRATION else "NOT_CLOSED")
    seating.decide(row, choice, reason.strip())
    ledger.append(row, "tables", data={"choice": choice, "reason": reason}, actor=_actor(by))
    return row


@transaction.atomic
def draw(contest: int, by: models.User | None = None) -> Contest:
    """Draw the seats. Refusals: Illegal CANNOT_SPLIT (with ``choices``); Stale NOT_CLOSED, CHECKIN_RUNS,
    BEACON_AWAITED."""
    row = locked(contest)
    if by is not None:
        rights.must(rights.organises(by, row))
    if row.state != State.CLOSED:
        raise Stale("NOT_CLOSED" if row.state == State.REGISTRATION else "DRAWN")
    if row.rounds:
        divisions.draw(row)
    else:
        seating.seat(row)
    _go(row, State.SEATED, by)
    notices.tell(row, "divisions" if row.rounds else "seated", _present(row), once="seated")
    wake.poke("tournaments.advance")
    return row


def start(contest: int, by: models.User | None = None) -> Contest:
    """Start every table: the first deal of each follows at once. Refusal: Stale NOT_SEATED_YET."""
    with transaction.atomic():
        row = locked(contest)
        if by is not None:
            rights.must(rights.organises(by, row))
        if row.state != State.SEATED:
            raise Stale("NOT_SEATED_YET" if row.state in (State.REGISTRATION, State.CLOSED) else "RUNNING")
        if by is None and row.starts_at is not None and clock.now() < row.starts_at:
            raise Stale("NOT_DUE", deadline=row.starts_at)
        row.tables.filter(state=Table.State.WAITING).update(state=Table.State.PLAYING, between=True)
        _go(row, State.RUNNING, by)
        if row.rounds and by is not None:  # the captain begins: the first round does not wait for its date
            row.season.filter(number=1, starts_at__gt=clock.now()).update(starts_at=clock.now())
        ids = list(row.tables.order_by("id").values_list("pk", flat=True))
    for table in ids:
        tables.go_on(table)
    if row.rounds:
        rounds.advance(contest)
    return row


@transaction.atomic
def cancel(contest: int, by: models.User, reason: str, *, evidence: Sequence[Piece] = ()) -> Contest:
    """End a contest without a winner: running tables are void, fees are to be returned.

    ``evidence`` is kept at each table that was not over. Refusals: Illegal NOT_ALLOWED, NO_REASON; Stale
    CONTEST_OVER.
    """
    row = locked(contest)
    rights.must(rights.organises(by, row))
    rights.must(bool(reason.strip()), "NO_REASON")
    if row.state in (State.FINAL, State.CANCELLED):
        raise Stale("CONTEST_OVER", state=str(row.state))
    # All tables first: each is written into the ledger, and nobody waits for a table with the ledger's head.
    running = row.tables.select_for_update().exclude(state=Table.State.OVER).order_by("id")
    for table in list(running.values_list("pk", flat=True)):
        tables.void(table, actor=by, reason=reason.strip(), evidence=evidence)
    notices.tell(row, "cancelled", _present(row), once="cancelled", data={"reason": reason.strip()})
    _go(row, State.CANCELLED, by, reason=reason.strip())
    positions.complete(row)
    draws.reveal_all(row)
    return row


def advance(contest: int) -> bool:
    """Do what is due by itself: close, draw, start, finish. True where something was done.

    A number of players that cannot be split waits for the organiser, who is told once.
    """
    row = Contest.objects.get(pk=contest)
    try:
        if row.state == State.RUNNING:
            return rounds.advance(contest) if row.rounds else seating.finish(contest)
        if not row.automatic:
            return False
        if row.state == State.CLOSED and inputs.close_due(contest):
            return True
        step = {State.REGISTRATION: close, State.CLOSED: draw, State.SEATED: start}.get(State(row.state))
        if step is None:
            return False
        step(contest)
    except Stale:
        return False
    except Illegal as refusal:
        key = f"needs:{contest}:{refusal.code}:{row.closes_at.isoformat()}"
        data = {"code": refusal.code, "players": refusal.params.get("players")}
        notices.tell_person(row.organiser, "needs", key=key, contest=row, data=data)
        return False
    return True


def due() -> list[int]:
    """Contests for which ``advance`` may have something to do."""
    waiting = Contest.objects.filter(automatic=True, state__in=[State.CLOSED, State.SEATED])
    still_open = Contest.objects.filter(automatic=True, state=State.REGISTRATION)
    closing = still_open.filter(closes_at__lt=clock.now())
    present = Count("entries", filter=Q(entries__state=Entry.State.IN))
    filled = still_open.filter(friends=True).annotate(present=present).filter(present__gte=F("cap"))
    ended = Contest.objects.filter(state=State.RUNNING).exclude(
        tables__state__in=[Table.State.PLAYING, Table.State.PAUSED, Table.State.WAITING]
    )
    ids = {row.pk for queryset in (waiting, closing, filled, ended) for row in queryset.only("pk")}
    return sorted(ids)


def advance_due() -> int:
    """Lead every contest on as far as it goes by itself; how many steps. A broken one holds up no other."""
    steps = 0
    for contest in due():
        try:
            while advance(contest):
                steps += 1
        except Exception as error:  # whatever one contest does, the next one goes on
            log.error("contest %s cannot go on: %s", contest, type(error).__name__)
    return steps


def _go(row: Contest, state: str, by: models.User | None, reason: str = "") -> None:
    row.state = state
    if state in (State.FINAL, State.CANCELLED):
        row.finished_at = clock.now()
    row.save()
    data = {"state": str(state), **({"reason": reason} if reason else {})}
    ledger.append(row, "contest", data=data, actor=_actor(by))


def _actor(user: models.User | None) -> str:
    return f"u{user.pk}" if user is not None else "system"


def _present(row: Contest) -> list[Entry]:
    return list(row.entries.filter(state__in=[Entry.State.IN, Entry.State.RESERVE]))


def _closing(local: datetime, zone: str) -> dict[str, Any]:
    """A local hour and its zone, and the instant that they are (clock.md 1)."""
    return {"closes_local": local.replace(tzinfo=UTC), "closes_at": local_instant(local, zone)}


_CREATING = 0x636F6E74
"""The advisory lock of creating a contest: two of them never ask for the same slug or key at once."""


def _one_at_a_time() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_CREATING])


def free_slug(name: str) -> str:
    """What a contest of this name would have in its address now."""
    base = slugify(name)[:48] or "contest"
    taken = set(Contest.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    if base not in taken:
        return base
    return next(f"{base}-{n}" for n in range(2, len(taken) + 3) if f"{base}-{n}" not in taken)
