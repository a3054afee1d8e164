"""The order of checks of a letter that came in: ``judge`` asks one after the other."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.services.inbox import (
    absent,
    arrival,
    asking,
    calling,
    choosing,
    later,
    moving,
    proof,
    voting,
    words,
)
from tournaments.services.inbox.case import Case, Verdict

type Check = Callable[[Case], Verdict | None]

ORDER: tuple[Check, ...] = (
    arrival.opened,
    arrival.no_bounce,
    arrival.no_machine,
    proof.authenticated,
    moving.address_confirmed,
    arrival.tied,
    arrival.no_duplicate,
    proof.believed_by_the_server,
    arrival.from_the_player,
    arrival.not_forwarded,
    asking.known_writer,
    later.confirmed_in_advance,
    calling.in_a_case,
    voting.voted,
    asking.confirmed,
    choosing.letters_chosen,
    absent.absence_declared,
    words.no_command,
    later.left_in_advance,
    words.about_a_turn,
    words.turn_open,
    words.in_time,
    words.something_written,
    words.one_version,
    words.believed,
    words.played,
)


def judge(case: Case) -> Verdict:
    """Ask each check in its order."""
    for check in ORDER:
        verdict = check(case)
        case.checks.append([check.__name__, "ended here" if verdict else "passed"])
        if verdict is not None:
            return later.marked(case, verdict)
    raise AssertionError("the last check always ends the reading")


__all__ = ["ORDER", "Case", "Verdict", "judge"]
