"""A letter that leaves a move in advance, or takes one back."""

from __future__ import annotations

from referee import advance
from referee.core import Json, Refusal, Unreadable
from referee.games import GAMES
from referee.grammar.advance import WITHDRAW, read_advance
from tournaments.services import advances, views
from tournaments.services.inbox import texts
from tournaments.services.inbox.case import Case, State, Verdict


def left_in_advance(case: Case) -> Verdict | None:
    """Kept at once: no turn is needed. The word of a turn that is over proves nothing any more; an answer
    to another letter of ours about the table does, and so does the word of an open turn, in time.

    The outcome does not say what was left: that stands sealed, in one place. ``later`` keeps the letter out
    of the staff's list for as long as anything about the contest is secret.
    """
    if case.table is None or case.seat is None or case.was_played:
        return None
    try:
        said = _said(case)
        if said is None or _late(case):
            return None
        dead = case.turn is not None and case.turn.closed_at is not None and case.auth != "pass"
        if dead or not case.proven:
            raise Unreadable("ADVANCE_UNPROVEN")
        return _done(case, said)
    except Refusal as refusal:
        verdict = case.refused(refusal)
        verdict.outcome["later"] = True
        return verdict


def _said(case: Case) -> advance.Condition | str | None:
    assert case.table is not None
    opened, written = views.state_of(case.table.pk), texts.texts(case)
    if opened.game not in advance.GAMES or not written:
        return None
    found = read_advance(GAMES[opened.game], opened.state, case.seat or "", written[0], case.language)
    return found if case.read.other is None or found is None else _both(case, found)


def _both(case: Case, found: advance.Condition | str) -> advance.Condition | str:
    """The formatted part of the letter must say the same. Refusal: TWO_VERSIONS."""
    assert case.table is not None
    opened = views.state_of(case.table.pk)
    other = read_advance(
        GAMES[opened.game], opened.state, case.seat or "", case.read.other or "", case.language
    )
    if other not in (None, found):
        raise Unreadable("TWO_VERSIONS")
    return found


def _late(case: Case) -> bool:
    """For the open turn it counts until the deadline, as a move does."""
    turn = case.turn
    if turn is None or turn.closed_at is not None or turn.remaining is not None:
        return False
    return case.letter.received_at > turn.deadline_at


def _done(case: Case, said: advance.Condition | str) -> Verdict:
    assert case.table is not None
    assert case.seat is not None
    result: Json = {"result": "later", "later": True}
    if isinstance(said, advance.Condition):
        advances.leave(case.table.pk, case.seat, said)
    else:
        assert said == WITHDRAW
        result["was"] = advances.withdraw(case.table.pk, case.seat)
    return Verdict(State.ANSWERED, result, case.player)
