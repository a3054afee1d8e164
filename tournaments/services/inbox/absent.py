"""A letter that declares days of absence: ``absent until Monday``. By the same door as on the page."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from referee.core import Ambiguous, Json, Refusal, Unreadable
from referee.grammar.absences import Days, read_absences, speaks
from tournaments.services import absences
from tournaments.services.inbox import asking, texts
from tournaments.services.inbox.case import Case, State, Verdict


def absence_declared(case: Case) -> Verdict | None:
    """No turn is needed. A From alone declares nothing. The days are those of the contest's own zone."""
    player = case.player
    if player is None or case.was_played or case.held is not None:
        return None
    if not any(speaks(line) for text in texts.texts(case) for line in text.splitlines()):
        return None
    entry = asking.entry_of(case)
    if entry is None:
        return Verdict(State.ANSWERED, {"result": "which", "command": "absence"}, player)
    contest = entry.contest
    try:
        days = _said(case, contest.zone)
        if days is None:
            return None
        if not case.proven:
            raise Unreadable("CHOICE_UNPROVEN")
        made = absences.declare(contest.pk, player, *days)
    except Refusal as refusal:
        return case.refused(refusal, sign_of_life=False)
    case.contest = contest
    result: Json = {"result": "absent", "absence": made.pk}
    return Verdict(State.ANSWERED, result, player)


def _said(case: Case, zone: str) -> Days | None:
    """Above the quotation first. Refusals: Ambiguous TWO_COMMANDS, also for one beside a move; Unreadable
    BAD_DAYS."""
    today = case.letter.received_at.astimezone(ZoneInfo(zone)).date()
    for text in texts.texts(case):
        found, rest = read_absences(text, today)
        if found:
            if len(found) > 1 or texts.say_commands(case, rest):
                raise Ambiguous("TWO_COMMANDS")
            return found[0]
    return None
