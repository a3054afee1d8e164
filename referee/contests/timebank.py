"""Time for a whole game: a bank plus an increment per decision (contests.md, 2 "Time").

When a decision is asked the increment is added to the bank, never above the cap; what is then there
is its limit, and what the player does not use stays in the bank. So a first decision has 60 hours
with the usual 48 + 12, and who answers at once has 72 from the second on. A pause or an outage moves
the deadline (``deadlines``), and thereby leaves the bank as it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from referee.contests.deadlines import remaining, utc
from referee.core import Illegal


@dataclass(frozen=True, slots=True)
class TimeControl:
    """``start``: the bank when a game begins; ``increment``: per decision; ``cap``: the most ever there.

    Refusals: Illegal MALFORMED (nothing to think with, negative times, a start above the cap).
    """

    start: timedelta = timedelta(hours=48)
    increment: timedelta = timedelta(hours=12)
    cap: timedelta = timedelta(hours=72)

    def __post_init__(self) -> None:
        zero = timedelta(0)
        if min(self.start, self.increment) < zero or self.start + self.increment <= zero:
            raise Illegal("MALFORMED", where="time")
        if max(self.start, self.increment) > self.cap:
            raise Illegal("MALFORMED", where="cap")


USUAL = TimeControl()


def available(bank: timedelta, control: TimeControl = USUAL) -> timedelta:
    """What a seat may use for the decision that is asked now."""
    return min(bank + control.increment, control.cap)


def ends(opened: datetime, bank: timedelta, control: TimeControl = USUAL) -> datetime:
    """The deadline of a decision asked at ``opened``; in UTC."""
    return utc(opened) + available(bank, control)


def bank_after(deadline: datetime, received: datetime, control: TimeControl = USUAL) -> timedelta:
    """What is left in the bank when a decision was received: the time to its deadline, capped.

    ``deadline`` is the present one, with every pause, outage and extension in it.
    """
    return min(remaining(deadline, received), control.cap)


def longest(decisions: int, control: TimeControl = USUAL) -> timedelta:
    """How long a seat can think at most in a game of so many decisions: 30 are asked in a game of
    Saint Poker, so 17 days with the usual bank."""
    return control.start + decisions * control.increment
