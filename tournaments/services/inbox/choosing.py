"""A letter that says which letters its writer wants: ``letters: digest``."""

from __future__ import annotations

from referee.core import Ambiguous, Json, Refusal, Unreadable
from referee.grammar import choices
from tournaments.models import User
from tournaments.services import people
from tournaments.services.inbox import texts
from tournaments.services.inbox.case import Case, State, Verdict


def letters_chosen(case: Case) -> Verdict | None:
    """No turn is needed. A From alone changes nothing that lasts; letters of his turns stay in any case."""
    player = case.player
    if player is None or case.was_played:
        return None
    try:
        choice = _said(case)
        if choice is None:
            return None
        if not case.proven:
            raise Unreadable("CHOICE_UNPROVEN")
    except Refusal as refusal:
        return case.refused(refusal)
    people.choose_letters(player, User.Notices(choice).value)
    result: Json = {"result": "command", "command": "letters"}
    return Verdict(State.ANSWERED, result, player)


def _said(case: Case) -> str | None:
    """Above the quotation first. Refusals: Ambiguous TWO_COMMANDS, also for one beside a move; Unreadable
    CHOICE_UNKNOWN, where nothing else is said."""
    answers = bool(case.read.answers) or texts.REPLY.match(case.read.subject) is not None
    for text in [*texts.texts(case), *([] if answers else [case.read.subject])]:
        found, rest = choices.read_choices(text)
        if found:
            if len(found) > 1 or texts.say_commands(case, rest):
                raise Ambiguous("TWO_COMMANDS")
            return found[0]
        unknown = [line for line in rest if choices.is_unknown(line)]
        if unknown and not texts.say_commands(case, [line for line in rest if line not in unknown]):
            raise Unreadable("CHOICE_UNKNOWN")
    return None
