"""A letter that leaves a move in advance, or takes one back."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from referee.core import Illegal, Json, Refusal, Stale, Unreadable
from referee.grammar.lists import ALL
from referee.picking import Left, read_left
from tournaments import models
from tournaments.models import Letter
from tournaments.services import advances, leaving
from tournaments.services.inbox import asking, texts
from tournaments.services.inbox.case import Case, State, Verdict
from tournaments.services.leaving import Said


def left_in_advance(case: Case) -> Verdict | None:
    """Kept at once: no turn is needed. The word of a turn that is over proves nothing any more; an answer
    to another letter of ours about the table does, and so does the word of an open turn, in time. What
    nothing proves is held, as a move is, until a mere answer confirms it.
    """
    if case.table is None or case.seat is None or case.was_played:
        return None
    try:
        said = _said(case)
        if said is None or _late(case):
            return None
        if said.dry:
            return Verdict(State.ANSWERED, {"result": "later", "dry": _json(said)}, case.player)
        dead = case.turn is not None and case.turn.closed_at is not None and case.auth != "pass"
        if dead or not case.proven:
            return _held(case, said)
        return _done(case, said.condition, case.letter.received_at, said.kind)
    except Refusal as refusal:
        return case.refused(refusal)


def marked(case: Case, verdict: Verdict) -> Verdict:
    """A letter with such a line stays out of the staff's list for as long as anything about the contest is
    secret, however it ended: what is refused today is what its writer may leave in another way."""
    if case.found is not None and (_answers_about_it(case) or _speaks_of_it(case)):
        verdict.outcome["later"] = True
    return verdict


def _answers_about_it(case: Case) -> bool:
    return case.held is not None and bool(case.held.outcome["what"]["do"] == "advance")


def _speaks_of_it(case: Case) -> bool:
    return any(map(leaving.speaks_of_it, (case.read.text, case.read.below, case.read.other or "")))


def _said(case: Case) -> Said | None:
    written = texts.texts(case)
    found = _read(case, written[0]) if written else None
    if case.read.other is None or found is None:
        return found
    if _read(case, case.read.other) not in (None, found):
        raise Unreadable("TWO_VERSIONS")
    return found


def _read(case: Case, text: str) -> Said | None:
    """A moment in it is named from the arrival of the letter on."""
    assert case.table is not None
    row = models.Table.objects.get(pk=case.table.pk)
    return leaving.read(
        row,
        case.seat or "",
        text,
        language=case.language,
        zone=case.player.timezone if case.player else "",
        now=case.letter.received_at,
    )


def _late(case: Case) -> bool:
    """For the open turn it counts until the deadline, as a move does."""
    turn = case.turn
    if turn is None or turn.closed_at is not None or turn.remaining is not None:
        return False
    return case.letter.received_at > turn.deadline_at


def _done(case: Case, condition: Left | None, received: datetime, kind: str) -> Verdict:
    """The outcome does not say what was left: that stands sealed, in one place."""
    assert case.table is not None
    assert case.seat is not None
    result: Json = {"result": "later"}
    if condition is not None:
        advances.leave(case.table.pk, case.seat, condition, received)
    else:
        result["was"] = advances.withdraw(case.table.pk, case.seat, "" if kind == ALL else kind)
    return Verdict(State.ANSWERED, result, case.player)


# --- what waits for its writer's word


def _json(said: Said) -> Json:
    return {"condition": said.condition.to_json() if said.condition is not None else None, "kind": said.kind}


def _held(case: Case, said: Said) -> Verdict:
    assert case.table is not None
    if said.condition is not None:
        advances.may_be_left(models.Table.objects.get(pk=case.table.pk), case.seat or "", said.condition)
    if case.turn is not None and case.turn.closed_at is not None:
        case.turn = None  # it is about the table; a turn that is over has no deadline to tell
    return asking.hold(case, {"do": "advance", "table": case.table.pk, "seat": case.seat, **_json(said)})


def confirmed_in_advance(case: Case) -> Verdict | None:
    """A mere answer to our question: left as of the arrival of the letter that is confirmed.

    With words of his own it is a letter about that table like any other.
    """
    held = case.held
    if held is None or held.outcome["what"]["do"] != "advance":
        return None
    what: dict[str, Any] = held.outcome["what"]
    case.table = models.Table.objects.select_related("contest").filter(pk=what["table"]).first()
    case.seat = what["seat"]
    if case.table is None or not asking.agrees(case):
        return None
    if not case.table.table_seats.filter(letter=case.seat, entry__user=case.player).exists():
        return case.refused(Illegal("NOT_SEATED"), sign_of_life=False)  # another has the seat since
    if held.state != State.HELD:
        return case.refused(Unreadable("NOTHING_ASKED"), sign_of_life=False)
    try:
        return _as_of(case, held, what)
    except Refusal as refusal:
        return case.refused(refusal, sign_of_life=not isinstance(refusal, Stale))


def _as_of(case: Case, held: Letter, what: Json) -> Verdict:
    left = read_left(what["condition"]) if what["condition"] else None
    verdict = _done(case, left, held.received_at, what.get("kind", ALL))
    asking.close(held, case.letter, State.ANSWERED)
    verdict.outcome["confirms"] = held.pk
    return verdict


__all__ = ["confirmed_in_advance", "left_in_advance", "marked"]
