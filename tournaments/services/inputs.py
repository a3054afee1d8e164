"""What goes into the draws beside the operator's seeds: the roster, the players' values, the beacon.

The roster is fixed when registration closes, before the first value is known; values come in until the
check-in ends; a beacon is later than both. Nothing that has been used is ever exchanged (draws.md).
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from django.db import transaction

from referee.core import Illegal, Stale
from referee.draws import MIN_VALUE, player_commit
from referee.draws.documents import VERSION
from tournaments import models
from tournaments.models import Contest, Entry, Inputs, Share
from tournaments.services import beacons, clock, draws, ledger, notices, rights, timebanks, wake
from tournaments.services.registration import locked

State = Contest.State
_COMMIT = re.compile(r"[0-9a-f]{64}", re.ASCII)
_VALUE = re.compile(rf"(?:[0-9a-f]{{2}}){{{MIN_VALUE},64}}", re.ASCII)
_MAY_COME = (Entry.State.IN, Entry.State.RESERVE)
AUDITORS = 2
"""Who see the seeds at the end, where not everybody does."""


@transaction.atomic
def commit(contest: int, user: models.User, word: str, *, received: datetime | None = None) -> Share:
    """Take a player's commitment while registration is open; another one replaces it. Twice is once.

    Refusals: Stale NOT_OPEN, REGISTRATION_CLOSED, SHARES_FIXED; Illegal NOT_ENTERED, NO_COMMITMENT.
    """
    row = locked(contest)
    if row.state != State.REGISTRATION or (received or clock.now()) > row.closes_at:
        raise Stale("NOT_OPEN" if row.state == State.DRAFT else "REGISTRATION_CLOSED", closes=row.closes_at)
    if _fixed(row):
        raise Stale("SHARES_FIXED")
    word = word.strip().lower()
    rights.must(bool(_COMMIT.fullmatch(word)), "NO_COMMITMENT")
    entry = row.entries.filter(user=user).exclude(state=Entry.State.WITHDRAWN).first()
    if entry is None:
        raise Illegal("NOT_ENTERED")
    share = Share.objects.filter(entry=entry).first()
    if share is not None and share.commit == word:
        return share
    share = share or Share(entry=entry, contest=row)
    share.commit, share.committed_at = word, clock.now()
    share.save()
    ledger.append(row, "commit", ref=entry.ref, data={"commit": word}, actor=f"u{user.pk}")
    return share


@transaction.atomic
def check_in(contest: int, user: models.User, word: str, *, received: datetime | None = None) -> Share:
    """Take the value that a player committed to. Twice is once.

    Refusals: Stale CHECKIN_NOT_YET, CHECKIN_OVER; Illegal NOT_ENTERED, NO_SHARE, NO_VALUE, WRONG_VALUE.
    """
    row = locked(contest)
    entry = row.entries.filter(user=user).first()
    if entry is None:
        raise Illegal("NOT_ENTERED")
    share = Share.objects.filter(entry=entry).first()
    what = Inputs.objects.filter(contest=row).first()
    if share is None or (what is not None and entry.ref not in what.roster):
        raise Illegal("NO_SHARE")
    value = "".join(word.split()).lower()
    if share.value and share.value == value:
        return share
    if what is None or row.state in (State.DRAFT, State.REGISTRATION):
        raise Stale("CHECKIN_NOT_YET", closes=row.closes_at)
    if row.state != State.CLOSED or what.closed_at or (received or clock.now()) > what.closes_at:
        raise Stale("CHECKIN_OVER", closes=what.closes_at)
    rights.must(bool(_VALUE.fullmatch(value)), "NO_VALUE")
    if player_commit(row.ref, entry.ref, bytes.fromhex(value)).hex() != share.commit:
        raise Illegal("WRONG_VALUE")
    share.value, share.value_at = value, clock.now()
    share.save(update_fields=["value", "value_at"])
    ledger.append(row, "value", ref=entry.ref, data={"value": value}, actor=f"u{user.pk}")
    wake.poke("tournaments.advance")
    return share


def _fixed(row: Contest) -> bool:
    """Something of the inputs is known already: who comes later may play, and has no share."""
    known = Inputs.objects.filter(contest=row).first()
    if known is None:
        return False
    beacon_is_out = known.due_at is not None and known.due_at <= clock.now()
    return bool(known.randomness) or beacon_is_out or row.shares.exclude(value="").exists()


def opening(row: Contest) -> dict[str, object]:
    """The rules of the draws, for the ledger, before anybody registers. Refusal: Illegal TWO_AUDITORS."""
    auditors = [f"u{one.user_id}" for one in row.auditors.order_by("id")]
    rights.must(row.seeds_for_all or len(auditors) == AUDITORS, "TWO_AUDITORS")
    return {
        "version": VERSION,
        "drawn_by": str(row.drawn_by),
        "closes": row.closes_at.isoformat(),
        "checkin": row.checkin_seconds,
        "seeds_to": [] if row.seeds_for_all else auditors,
        **({"absence_days": row.absence_days} if row.absence_days else {}),
        **({"time": timebanks.control(row).to_json()} if row.bank_seconds is not None else {}),
        **({"source": row.beacon_source} if row.drawn_by == Contest.DrawnBy.NUMBERS else {}),
        **({"due": row.beacon_at.isoformat()} if row.beacon_at else {}),
    }


def must_fit(row: Contest, closes: datetime) -> None:
    """Whether a beacon that was chosen comes after a closing at this instant and its check-in.

    Refusal: Illegal BEACON_TOO_EARLY.
    """
    source = beacons.SOURCES.get(row.drawn_by)
    if source is not None and not _fixed(row):
        source.announce(row, _end(row, closes, wait=True))


def _end(row: Contest, closes: datetime, *, wait: bool) -> datetime:
    """When the check-in ends: after its length, and before play is to start or the public numbers come
    out; at once if nobody committed."""
    if not wait:
        return closes
    end = closes + timedelta(seconds=row.checkin_seconds)
    out = row.beacon_at - beacons.MARGIN if row.beacon_at and row.drawn_by == Contest.DrawnBy.NUMBERS else end
    start = row.starts_at if row.starts_at and row.starts_at > closes else end
    return max(closes, min(end, start, out))


def begin(row: Contest) -> Inputs:
    """Registration has closed: fix the roster, announce the beacon, let the players check in.

    Once a value or the beacon is known (registration was extended after that) the roster stays.
    The contest's row is locked.
    """
    now = clock.now()
    what = Inputs.objects.filter(contest=row).first()
    if what is not None and _fixed(row):
        return what
    what = what or Inputs(contest=row)
    entries = list(row.entries.filter(state__in=_MAY_COME).select_related("user").order_by("number"))
    what.roster = [entry.ref for entry in entries]
    partners = [entry for entry in entries if row.shares.filter(entry=entry).exists()]
    what.closes_at, what.closed_at = _end(row, now, wait=bool(partners)), None
    source = beacons.SOURCES.get(row.drawn_by)
    if source is not None:
        said = source.announce(row, what.closes_at)
        what.chain, what.round, what.due_at = said.chain, said.round, said.due
    what.save()
    ledger.append(row, "inputs", data=_announced(what))
    once = f"check-in:{what.closes_at.isoformat()}"
    notices.tell(row, "check-in", partners, once=once)
    if not partners:
        end(row)
        what.refresh_from_db()
    return what


def _announced(what: Inputs) -> dict[str, object]:
    data: dict[str, object] = {"roster": what.roster, "closes": what.closes_at.isoformat()}
    if what.due_at is not None:
        data["beacon"] = {"chain": what.chain, "round": what.round, "due": what.due_at.isoformat()}
    return data


def ends(row: Contest) -> datetime | None:
    """When the check-in ends, or will end; None where there is none. One query before registration closes."""
    what: Inputs | None = getattr(row, "inputs", None)
    if what is not None:
        return what.closes_at
    return _end(row, row.closes_at, wait=True) if row.shares.exists() else None


def awaited(row: Contest) -> list[Entry]:
    """Who has committed, plays, and has not checked in yet."""
    waiting = row.entries.filter(state__in=_MAY_COME, share__isnull=False, share__value="")
    return list(waiting.order_by("number"))


def end(row: Contest) -> bool:
    """Close the inputs when the check-in is over, or everybody who committed is there; True where it was
    done now. The contest's row is locked. Refusal: Stale CHECKIN_RUNS."""
    what = Inputs.objects.filter(contest=row).first() or begin(row)  # closed before there were inputs
    if what.closed_at is not None:
        return False
    there = set(what.roster)
    missing = [entry for entry in awaited(row) if entry.ref in there]
    now = clock.now()
    if missing and now <= what.closes_at:
        raise Stale("CHECKIN_RUNS", closes=what.closes_at, count=len(missing))
    what.closed_at = now
    if not what.chain:
        what.closes_at = min(what.closes_at, now)
    what.save(update_fields=["closed_at", "closes_at"])
    for stated in row.draws.filter(state=models.Draw.State.OPEN):
        draws.close(stated)
    given = draws.given(row)
    absent = [player for player in what.roster if player not in given.values]
    ledger.append(row, "missing", data={"players": absent, "values": len(given.values)})
    return True


@transaction.atomic
def close_due(contest: int) -> bool:
    """A step of its own, so that it stays done while a draw still waits for its beacon."""
    row = locked(contest)
    return row.state == State.CLOSED and end(row)


def must_be_complete(row: Contest) -> None:
    """All inputs are there and closed. The contest's row is locked.

    Refusals: Stale CHECKIN_RUNS, BEACON_AWAITED.
    """
    end(row)
    what = Inputs.objects.get(contest=row)
    if what.chain and not what.randomness:
        raise Stale("BEACON_AWAITED", source=row.beacon_source, at=what.due_at)


def enter_beacon(contest: int, by: models.User, brought: str, *, address: str = "") -> Inputs:
    """What the announced beacon gave: looked at first, then kept for good. The same again changes nothing.

    Refusals: Illegal NOT_ALLOWED, NO_BEACON, NO_ADDRESS, BEACON_NOT_OUT, those of the source; Stale
    BEACON_KNOWN (another value), CHECKIN_RUNS, NOT_CLOSED, CONTEST_OVER.
    """
    before = Contest.objects.get(pk=contest)
    rights.must(rights.organises(by, before))
    source = beacons.SOURCES.get(before.drawn_by)
    known = Inputs.objects.filter(contest=before).first()
    if source is None:
        raise Illegal("NO_BEACON")
    if known is None or known.due_at is None:
        raise Stale("NOT_CLOSED")
    address = address.strip()[:300]
    rights.must(bool(address) or before.drawn_by != Contest.DrawnBy.NUMBERS, "NO_ADDRESS")
    announced = beacons.Announcement(known.chain, known.round, known.due_at)
    value = source.read(announced, brought)  # takes seconds: no lock is held
    with transaction.atomic():
        row = locked(contest)
        what = Inputs.objects.select_for_update().get(contest=row)
        if what.randomness:
            if what.randomness != value.randomness.hex():
                raise Stale("BEACON_KNOWN", said=what.said)
            return what
        _must_be_out(row, what, announced)
        what.randomness, what.signature = value.randomness.hex(), value.signature.hex()
        what.said, what.address = value.said[:200], address
        what.entered_by, what.entered_at = by, clock.now()
        what.save()
        data = {"chain": what.chain, "round": what.round, "randomness": what.randomness}
        if what.signature:
            data["signature"] = what.signature
        if address:
            data["address"] = address
        ledger.append(row, "beacon", data=data, actor=f"u{by.pk}")
        wake.poke("tournaments.advance")
    return what


def _must_be_out(row: Contest, what: Inputs, announced: beacons.Announcement) -> None:
    if row.state != State.CLOSED:
        raise Stale("CONTEST_OVER" if row.state in (State.FINAL, State.CANCELLED) else "NOT_CLOSED")
    if (what.chain, what.round) != (announced.chain, announced.round):
        raise Stale("BEACON_KNOWN", said="")
    if clock.now() < (what.due_at or announced.due):
        raise Illegal("BEACON_NOT_OUT", at=what.due_at)
    end(row)


@transaction.atomic
def exchange_beacon(contest: int, by: models.User, *, source: str, at: datetime, reason: str) -> Contest:
    """A ruling: the announced beacon never came (or would come too early). Public numbers that are still to
    come take its place, and the draw that was stated is void; never once its value is known here. Where it
    was out already (``late``) no draw is of level A any more: he who swaps the numbers could know them.

    Refusals: Illegal NOT_ALLOWED, NO_REASON, NO_BEACON, NO_SOURCE, BEACON_TOO_EARLY; Stale BEACON_KNOWN,
    DRAWN.
    """
    row = locked(contest)
    rights.must(rights.organises(by, row))
    reason, source = reason.strip()[:200], source.strip()[:200]
    rights.must(bool(reason), "NO_REASON")
    rights.must(bool(source), "NO_SOURCE")
    rights.must(row.drawn_by in beacons.SOURCES, "NO_BEACON")
    if row.state not in (State.REGISTRATION, State.CLOSED):
        raise Stale("DRAWN" if row.state != State.DRAFT else "NOT_OPEN")
    what = Inputs.objects.filter(contest=row).first()
    if what is not None and what.randomness:
        raise Stale("BEACON_KNOWN", said=what.said)
    row.drawn_by, row.beacon_source, row.beacon_at = Contest.DrawnBy.NUMBERS, source, at
    closes = what.closes_at if what is not None else row.closes_at
    said = beacons.SOURCES[row.drawn_by].announce(row, max(closes, clock.now()))
    row.save(update_fields=["drawn_by", "beacon_source", "beacon_at"])
    late = what is not None and what.due_at is not None and what.due_at <= clock.now()
    data = {"source": source, "due": at.isoformat(), "reason": reason, **({"late": True} if late else {})}
    ledger.append(row, "other-beacon", data=data, actor=f"u{by.pk}")
    if what is not None and row.state == State.CLOSED:
        what.chain, what.round, what.due_at = said.chain, said.round, said.due
        what.save(update_fields=["chain", "round", "due_at"])
        for stated in row.draws.filter(state__in=[models.Draw.State.OPEN, models.Draw.State.CLOSED]):
            draws.void(stated, reason, actor=f"u{by.pk}")
    return row


def overdue(row: Contest) -> datetime | None:
    """Since when an announced beacon waits to be entered; None where none does. The row brings its inputs."""
    what: Inputs | None = getattr(row, "inputs", None)
    if what is None or what.randomness or what.due_at is None or what.due_at > clock.now():
        return None
    return what.due_at
