"""Making a proposal: a referee's, to go back, and a player's, that the table votes on."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from referee.core import Illegal, Stale
from tournaments import models
from tournaments.models import Proposal, Table
from tournaments.services import clock, electorate, proposals, putting_right, rights, rollbacks, tablevotes
from tournaments.services.proposals import HOURS, MOST_A_DAY, MOST_HOURS

Asks, Kind = Proposal.Asks, Proposal.Kind


@transaction.atomic
def propose_rollback(
    table: int,
    by: models.User,
    event: int,
    *,
    void: bool,
    asks: str,
    seen: int,
    reason: str,
    key: str,
    hours: int = HOURS,
    pause: bool = False,
) -> Proposal:
    """From ``event`` on nothing shall count. ``asks``: second or table; ``seen``: the last event that the
    referee had before him; ``pause``: nobody plays until it is decided. The same ``key`` is once.

    Refusals: Illegal NOT_ALLOWED, NO_REASON, MALFORMED, REVEALED, NO_SEEDS, NO_SECOND, NOT_ALL_ASKABLE,
    PROPOSAL_OPEN; Stale TABLE_MOVED, TABLE_OVER, NOTHING_TO_VOID. Table.DoesNotExist.
    """
    row = proposals.locked(table)
    rights.must(rights.rules_at(by, row))
    known = proposals.known(row, by, key)
    if known is not None:
        return known
    rights.must(bool(reason.strip()), "NO_REASON")
    rights.must(asks in (Asks.SECOND, Asks.TABLE), "MALFORMED", where="asks")
    rights.must(0 < hours <= MOST_HOURS, "MALFORMED", where="hours")
    if putting_right.moved(row, seen):
        raise Stale("TABLE_MOVED")
    way = rollbacks.way(row, event, void=void)
    if asks == Asks.SECOND:
        rights.must(bool(electorate.seconds(row, by)), "NO_SECOND")
        seats: list[str] = []
    else:
        seats = electorate.letters(electorate.still_play(row))
    one = proposals.write(
        row,
        by,
        Kind.ROLLBACK,
        asks,
        seats,
        reason,
        key=key,
        until=clock.now() + timedelta(hours=hours),
        said={"to": event - 1, "void": void, "deal": way.event.deal},
        event=event,
        void=void,
    )
    if pause and row.state == Table.State.PLAYING:
        proposals.act(one, "pause", proposals.PAUSE.format(one.number), "staff", actor=by, reason=one.reason)
    return one


@transaction.atomic
def propose(
    table: int,
    by: models.User,
    kind: str,
    *,
    reason: str,
    key: str,
    seat: str = "",
    hours: int = 0,
    via: str = "web",
) -> Proposal:
    """A vote of the table, by a player who still plays there; he has voted for it with that.

    Refusals: Illegal NOT_SEATED, NO_REASON, MALFORMED, TOO_MANY_PROPOSALS, PROPOSAL_OPEN, NOT_ALL_ASKABLE
    and those of ``tablevotes.check``. Table.DoesNotExist.
    """
    row = proposals.locked(table)
    playing = electorate.still_play(row)
    own = next((one.letter for one in playing if one.entry.user_id == by.pk), None)
    if own is None:
        raise Illegal("NOT_SEATED")
    known = proposals.known(row, by, key)
    if known is not None:
        return known
    rights.must(bool(reason.strip()), "NO_REASON")
    rights.must(kind in Kind.values and kind != Kind.ROLLBACK, "MALFORMED", where="kind")
    seat = seat if kind in (Kind.EXTEND, Kind.REPLACE) else ""
    rights.must(not (kind == Kind.REPLACE and seat == own), "NOT_SILENT")
    said = tablevotes.check(row, kind, seat, hours)
    lately = row.proposals.filter(proposer=by, opened_at__gt=clock.now() - timedelta(days=1))
    rights.must(lately.count() < MOST_A_DAY, "TOO_MANY_PROPOSALS")
    others = kind == Kind.REPLACE
    if others:
        seats = electorate.letters([one for one in playing if one.letter != seat])
    else:
        seats = [one.letter for one in playing if one.entry.user_id is not None]
    one = proposals.write(
        row,
        by,
        kind,
        Asks.OTHERS if others else Asks.MOST,
        seats,
        reason,
        key=key,
        until=clock.now() + timedelta(hours=HOURS),
        said=said,
        seat=seat,
        via=via,
        **said,
    )
    proposals.say(one, by, own, agrees=True, via=via)
    proposals.settle(one)
    return one
